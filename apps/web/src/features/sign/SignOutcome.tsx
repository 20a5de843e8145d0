import type { DocumentAnswer, SignedDocument } from '@websign/contract';
import { useCallback } from 'react';
import { useTranslation } from 'react-i18next';
import { DocumentIcon, ErrorIcon, SuccessIcon } from '../../common/icons.tsx';
import { ProgressAnnouncer, ProgressBar } from '../../common/ui/progress.tsx';

const icons = { success: SuccessIcon, error: ErrorIcon, pending: DocumentIcon };

interface Props {
  documents: DocumentAnswer[];
  outcomes: SignedDocument[];
}

/** Each document with what has become of it so far. */
export function SignOutcome({ documents, outcomes }: Props) {
  const { t } = useTranslation();
  const over = outcomes.filter(({ status }) => status !== 'pending').length;
  const percent = outcomes.length === 0 ? 0 : (over / documents.length) * 100;
  const say = useCallback((reached: number) => t('box.progress', { percent: reached }), [t]);
  return (
    <>
      <ProgressBar percent={percent} label={t('box.working')} />
      <ProgressAnnouncer percent={percent} say={say} />
      <ul className="ws-files ws-outcomes">
        {documents.map((document) => {
          const outcome = outcomes.find((found) => found.document === document.id);
          const status = outcome?.status ?? 'pending';
          const Icon = icons[status];
          return (
            <li key={document.id} className={`ws-file ws-file--${status}`}>
              <Icon />
              <div className="ws-file__body">
                <div className="ws-file__head">
                  <span className="ws-file__name">{document.name}</span>
                  <strong className="ws-file__state">{t(`box.outcomes.${status}`)}</strong>
                </div>
                {outcome?.code && <p className="ws-file__text">{t(`errors.${outcome.code}`)}</p>}
              </div>
            </li>
          );
        })}
      </ul>
    </>
  );
}
