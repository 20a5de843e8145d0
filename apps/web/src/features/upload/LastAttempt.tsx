import { useTranslation } from 'react-i18next';
import { Link } from 'react-router';
import { ErrorIcon, InfoIcon, SuccessIcon } from '../../common/icons.tsx';
import { Button } from '../../common/ui/button.tsx';
import { FindingList } from '../../common/ui/findings.tsx';
import { useFormats } from '../../i18n/format.ts';
import type { Attempt, FileOutcome } from './queue.ts';
import { useExplain } from './useExplain.ts';

const stateIcon = { success: SuccessIcon, error: ErrorIcon, canceled: InfoIcon, queued: InfoIcon };

function OutcomeRow({ file }: { file: FileOutcome }) {
  const { t } = useTranslation();
  const format = useFormats();
  const { text } = useExplain();
  const Icon = stateIcon[file.state];
  const state = file.state === 'queued' ? t('upload.attempt.leadSkipped') : t(`upload.states.${file.state}`);
  return (
    <li className={`ws-file ws-file--${file.state}`}>
      <Icon />
      <div className="ws-file__body">
        <div className="ws-file__head">
          <h3 className="ws-file__name">{file.name}</h3>
          <span className="ws-file__facts">
            <strong className="ws-file__state">{state}</strong> · {format.bytes(file.size)}
          </span>
        </div>
        {file.explanation && <p className="govgr-body ws-file__text">{text(file.explanation)}</p>}
        <FindingList findings={file.findings} />
        {file.document && file.state === 'success' && (
          <Link className="govgr-link" to={`/sign/${file.document}`}>
            {t('upload.attempt.open')}
            <span className="ws-hidden">: {file.name}</span>
          </Link>
        )}
      </div>
    </li>
  );
}

/** UP-8: what happened stays readable after the popup has closed, file by file. */
export function LastAttempt({ attempt, onClear }: { attempt: Attempt; onClear: () => void }) {
  const { t } = useTranslation();
  const format = useFormats();
  const accepted = attempt.files.some((file) => file.state === 'success');
  return (
    <section className="ws-panel" aria-labelledby="attempt-title">
      <div className="ws-panel__head">
        <h2 id="attempt-title" className="govgr-heading-m">
          {t('upload.attempt.title')}
        </h2>
        <span className="ws-file__facts">
          {t('upload.attempt.at', { time: format.dateTime(attempt.at) })}
        </span>
      </div>
      <p className="govgr-body">{t(accepted ? 'upload.attempt.lead' : 'upload.attempt.leadNone')}</p>
      <ul className="ws-files">
        {attempt.files.map((file) => (
          <OutcomeRow key={file.key} file={file} />
        ))}
      </ul>
      <Button onClick={onClear}>{t('upload.attempt.clear')}</Button>
    </section>
  );
}
