import { useMemo } from 'react';
import { useTranslation } from 'react-i18next';
import { Link } from 'react-router';
import { Button } from '../../common/ui/button.tsx';
import { filesClass, ShowRest, useCapped } from '../../common/ui/capped.tsx';
import { useFormats } from '../../i18n/format.ts';
import { type Attempt, acceptedOf, byUrgency, documentToSign } from './attempt.ts';
import { OutcomeRow } from './OutcomeRow.tsx';

/** What came of it in one sentence, and what to do. */
function Lead({ attempt }: { attempt: Attempt }) {
  const { t } = useTranslation();
  const count = attempt.files.length;
  const accepted = acceptedOf(attempt.files).length;
  // The way on above has said it.
  if (documentToSign(attempt)) return null;
  if (attempt.files.every((file) => file.state === 'canceled'))
    return <p className="govgr-body">{t('upload.errors.canceled')}</p>;
  if (accepted === 0) return <p className="govgr-body">{t('upload.attempt.leadNone', { count })}</p>;
  if (accepted === count) return <p className="govgr-body">{t('upload.attempt.leadAll', { count })}</p>;
  return (
    <p className="govgr-body">{t('upload.attempt.lead', { accepted, total: count, count: accepted })}</p>
  );
}

/** UP-8: what happened stays readable after the popup has closed, file by file. */
export function LastAttempt({ attempt, onClear }: { attempt: Attempt; onClear: () => void }) {
  const { t } = useTranslation();
  const format = useFormats();
  const files = useMemo(() => byUrgency(attempt.files), [attempt.files]);
  const { shown, rest, showAll } = useCapped(files);
  const records = files.flatMap(({ record }) => record ?? []);
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
      <Lead attempt={attempt} />
      <ul className={filesClass(shown.length)}>
        {shown.map((file) => (
          <OutcomeRow key={file.key} file={file} asked={file.key === attempt.copying} />
        ))}
      </ul>
      <ShowRest rest={rest} onShow={showAll} />
      {records.length > 0 && (
        <p className="govgr-body">
          <Link className="govgr-link" to={records.length === 1 ? `/history?row=${records[0]}` : '/history'}>
            {t('upload.attempt.history')}
          </Link>
        </p>
      )}
      <Button onClick={onClear}>{t('upload.attempt.clear')}</Button>
    </section>
  );
}
