import { useQuery } from '@tanstack/react-query';
import { useEffect, useRef } from 'react';
import { useTranslation } from 'react-i18next';
import { Link } from 'react-router';
import { codeOf } from '../../common/api/error.ts';
import { ChevronLeftIcon } from '../../common/icons.tsx';
import { StateTag } from '../../common/ui/facts.tsx';
import { FindingList } from '../../common/ui/findings.tsx';
import { Signatures } from '../../common/ui/signatures.tsx';
import { useFormats } from '../../i18n/format.ts';
import { Failure } from './Failure.tsx';
import { Original } from './Original.tsx';
import { historyRowQuery } from './queries.ts';
import { Refusal } from './Refusal.tsx';
import { RowActions } from './RowActions.tsx';
import { RowFacts } from './RowFacts.tsx';
import { Section } from './Section.tsx';
import { Sends } from './Sends.tsx';
import { Versions } from './Versions.tsx';
import { type HistoryView, searchOf } from './view.ts';

/** HIS-2: everything that is known of one uploaded file. */
export function HistoryDetails({ id, view }: { id: string; view: HistoryView }) {
  const { t } = useTranslation();
  const format = useFormats();
  const { data, error, isFetching, refetch } = useQuery(historyRowQuery(id));
  const heading = useRef<HTMLHeadingElement>(null);
  const there = data !== undefined;
  useEffect(() => {
    if (there) heading.current?.focus({ preventScroll: true });
  }, [there]);
  const again = () => void refetch();

  return (
    <>
      <Link className="ws-back" to={{ search: searchOf({ ...view, row: null }) }}>
        <ChevronLeftIcon className="ws-icon--small" />
        {t('historyRow.back')}
      </Link>
      {error && codeOf(error) === 'not_found' && (
        <div role="alert">
          <h1 className="govgr-heading-m">{t('history.title')}</h1>
          <p className="govgr-body">{t('historyRow.missing')}</p>
        </div>
      )}
      {error && codeOf(error) !== 'not_found' && <Failure error={error} busy={isFetching} onRetry={again} />}
      {!error && !data && (
        <p className="govgr-body ws-loading" role="status">
          {t('app.loading')}
        </p>
      )}
      {!error && data && (
        <>
          <h1 className="govgr-heading-m ws-document-name ws-row__title" ref={heading} tabIndex={-1}>
            <bdi>{data.row.filename}</bdi>
          </h1>
          <p className="ws-facts">
            {format.bytes(data.row.size)} <StateTag state={data.row.state} />
          </p>
          {data.refusal && <Refusal refusal={data.refusal} />}
          <RowActions detail={data} onGone={again} />
          <div className="ws-row">
            <div>
              <RowFacts row={data.row} />
              <Section title={t('findings.title')}>
                {data.findings.length === 0 && <p className="ws-facts">{t('findings.none')}</p>}
                <FindingList findings={data.findings} />
              </Section>
              <Section title={t('historyRow.signatures')}>
                <Signatures signatures={data.signatures} />
              </Section>
            </div>
            <div>
              <Versions detail={data} onGone={again} />
              <Original detail={data} onGone={again} />
              <Sends sends={data.sends} busy={isFetching} onRefresh={again} />
            </div>
          </div>
        </>
      )}
    </>
  );
}
