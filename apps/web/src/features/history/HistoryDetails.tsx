import { useQuery } from '@tanstack/react-query';
import type { HistoryDetail } from '@websign/contract';
import { useEffect, useRef } from 'react';
import { useTranslation } from 'react-i18next';
import { Link } from 'react-router';
import { codeOf } from '../../common/api/error.ts';
import { SafeCopy } from '../../common/copy/SafeCopy.tsx';
import { catalogueText, explain } from '../../common/explain.ts';
import FindingsPanel from '../../common/findings/FindingsPanel.tsx';
import type { Pages } from '../../common/findings/source.ts';
import { ChevronLeftIcon } from '../../common/icons.tsx';
import { StateTag } from '../../common/ui/facts.tsx';
import { FileName } from '../../common/ui/file-name.tsx';
import { Loading } from '../../common/ui/loading.tsx';
import { Signatures } from '../../common/ui/signatures.tsx';
import { useFormats } from '../../i18n/format.ts';
import { Failure } from './Failure.tsx';
import { Origin } from './Origin.tsx';
import { Original } from './Original.tsx';
import { historyRowQuery } from './queries.ts';
import { Refusal } from './Refusal.tsx';
import { RowActions } from './RowActions.tsx';
import { RowFacts } from './RowFacts.tsx';
import { Section } from './Section.tsx';
import { Sends } from './Sends.tsx';
import { isUnread } from './unread.ts';
import { Versions } from './Versions.tsx';
import { type HistoryView, searchOf } from './view.ts';

/** HIS-2: everything that is known of one uploaded file, or why it cannot be shown. */
export function HistoryDetails({ id, view }: { id: string; view: HistoryView }) {
  const { t } = useTranslation();
  const { data, error, isFetching, refetch } = useQuery(historyRowQuery(id));
  const again = () => void refetch();
  const missing = error !== null && codeOf(error) === 'not_found';

  return (
    <>
      <Link className="ws-back" to={{ search: searchOf({ ...view, row: null }) }}>
        <ChevronLeftIcon className="ws-icon--small" />
        {t('historyRow.back')}
      </Link>
      {missing && (
        <div role="alert">
          <h1 className="govgr-heading-m">{t('history.title')}</h1>
          <p className="govgr-body">{t('historyRow.missing')}</p>
        </div>
      )}
      {error && !missing && <Failure error={error} busy={isFetching} onRetry={again} />}
      {!error && !data && <Loading />}
      {!error && data && <Details detail={data} view={view} busy={isFetching} onAgain={again} />}
    </>
  );
}

interface DetailsProps {
  detail: HistoryDetail;
  view: HistoryView;
  busy: boolean;
  /** What is shown may no longer be true. */
  onAgain: () => void;
}

function Details({ detail, view, busy, onAgain }: DetailsProps) {
  const { t } = useTranslation();
  const format = useFormats();
  const heading = useRef<HTMLHeadingElement>(null);
  useEffect(() => heading.current?.focus({ preventScroll: true }), []);
  const { row, refusal, findings } = detail;
  const unread = isUnread(row);

  return (
    <>
      <h1 className="govgr-heading-m ws-document-name ws-row__title" ref={heading} tabIndex={-1}>
        <FileName name={row.filename} />
      </h1>
      <p className="ws-facts">
        {format.bytes(row.size)}{' '}
        <StateTag state={row.state} came={row.validity === 'none' ? 'unsigned' : 'signed'} />
      </p>
      {refusal && <Refusal refusal={refusal} />}
      {detail.copyable && <SafeCopy record={row.id} name={row.filename} />}
      <RowActions detail={detail} onGone={onAgain} />
      <div className="ws-row">
        <div>
          <RowFacts row={row} />
          <Origin detail={detail} view={view} />
          <Section title={t('historyRow.signatures')}>
            <Signatures signatures={detail.signatures} unread={unread} />
          </Section>
        </div>
        <div>
          <Versions detail={detail} onGone={onAgain} />
          <Section title={t('findings.title')}>
            {findings.length === 0 && (
              <p className="ws-facts">{t(unread ? 'findings.unread' : 'findings.none')}</p>
            )}
            <FindingsPanel
              findings={findings}
              level={3}
              pages={pagesOf(detail)}
              report={{ id: row.id, name: row.filename }}
              said={refusal && catalogueText(explain(refusal.message, refusal.error, refusal.code))}
            />
          </Section>
          <Original detail={detail} onGone={onAgain} />
          <Sends sends={detail.sends} busy={busy} onRefresh={onAgain} />
        </div>
      </div>
    </>
  );
}

/** The uploaded file's pages are those that were checked; a signed version shows the same ones for longer. */
function pagesOf({ row, versions, original_kept, current_kept }: HistoryDetail): Pages | null {
  const { id, filename: name } = row;
  if (original_kept) return { id, name };
  const signed = versions.at(-1);
  return current_kept && signed ? { id, name, checksum: signed.checksum } : null;
}
