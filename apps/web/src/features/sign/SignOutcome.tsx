import type { DocumentAnswer, ErrorCode, SignedDocument } from '@websign/contract';
import { useCallback } from 'react';
import { useTranslation } from 'react-i18next';
import { Link } from 'react-router';
import { DocumentIcon, ErrorIcon, SuccessIcon } from '../../common/icons.tsx';
import { ProgressAnnouncer, ProgressBar } from '../../common/ui/progress.tsx';
import { LongList } from './LongList.tsx';
import { isRetryable } from './request.ts';

const icons = { success: SuccessIcon, error: ErrorIcon, pending: DocumentIcon };
/** Failures that looking at the document again resolves. */
const toLookAt: ReadonlySet<ErrorCode> = new Set([
  'changed',
  'position_out_of_bounds',
  'signing_not_permitted',
]);

interface Props {
  documents: DocumentAnswer[];
  outcomes: readonly SignedDocument[];
  /** Nothing runs any more: what failed stands first, with the way to try it again. */
  over: boolean;
  /** The server does not answer at the moment. */
  silent: boolean;
  onRetry: (ids: readonly string[]) => void;
  onClose: () => void;
}

interface FileProps {
  document: DocumentAnswer;
  outcome: SignedDocument;
  over: boolean;
  onRetry: (ids: readonly string[]) => void;
  onClose: () => void;
}

function OutcomeOf({ document, outcome, over, onRetry, onClose }: FileProps) {
  const { t } = useTranslation();
  const { status, code } = outcome;
  const Icon = icons[status];
  return (
    <li className={`ws-file ws-file--${status}`}>
      <Icon />
      <div className="ws-file__body">
        <div className="ws-file__head">
          <bdi className="ws-file__name">{document.name}</bdi>
          <strong className="ws-file__state">{t(`box.outcomes.${status}`)}</strong>
        </div>
        {code && (
          <p className="ws-file__text">
            {t(`errors.${code}`)}
            {code === 'signing_not_permitted' && ` ${t('box.tryInvisible')}`}
          </p>
        )}
        {over && isRetryable(outcome) && (
          <button type="button" className="ws-quiet" onClick={() => onRetry([document.id])}>
            {t('box.retry')}
            <span className="ws-hidden">: {document.name}</span>
          </button>
        )}
        {over && code && toLookAt.has(code) && (
          <Link className="ws-quiet" to={`/sign/${document.id}`} onClick={onClose}>
            {t('box.look')}
            <span className="ws-hidden">: {document.name}</span>
          </Link>
        )}
      </div>
    </li>
  );
}

/** Each document with what has become of it so far. */
export function SignOutcome({ documents, outcomes, over, silent, onRetry, onClose }: Props) {
  const { t } = useTranslation();
  const known = new Map(outcomes.map((outcome) => [outcome.document, outcome]));
  const files = documents.map((document) => ({
    document,
    outcome: known.get(document.id) ?? { document: document.id, status: 'pending' as const },
  }));
  const count = (status: SignedDocument['status']) =>
    files.filter(({ outcome }) => outcome.status === status).length;
  const [signed, failed] = [count('success'), count('error')];
  const percent = documents.length === 0 ? 0 : ((signed + failed) / documents.length) * 100;
  const first = (status: SignedDocument['status']) => (over && status === 'error' ? 0 : 1);
  const shown = files.toSorted((a, b) => first(a.outcome.status) - first(b.outcome.status));
  const say = useCallback((reached: number) => t('box.progress', { percent: reached }), [t]);
  return (
    <>
      {over ? (
        <p className="govgr-body" role="status">
          {t('box.summary', { signed, failed })}
        </p>
      ) : (
        <>
          <ProgressBar percent={percent} label={t('box.working')} />
          <p className="ws-facts">
            {t('box.progressOf', { done: signed + failed, total: documents.length })}
          </p>
          <p role="status">{silent && t('box.silent')}</p>
        </>
      )}
      <ProgressAnnouncer percent={percent} say={say} />
      <LongList label={t('box.outcomeTitle')} items={shown} className="ws-files ws-outcomes">
        {(file) => <OutcomeOf key={file.document.id} {...{ ...file, over, onRetry, onClose }} />}
      </LongList>
    </>
  );
}
