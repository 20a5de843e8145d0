import { useQuery } from '@tanstack/react-query';
import { type RefObject, useEffect, useRef } from 'react';
import { useTranslation } from 'react-i18next';
import { Loading } from '../../common/ui/loading.tsx';
import { Failure } from './Failure.tsx';
import { HistoryResults } from './HistoryResults.tsx';
import { HistoryTerms } from './HistoryTerms.tsx';
import { historyQuery } from './queries.ts';
import { SearchBar } from './SearchBar.tsx';
import { type HistoryView, isWhole, pagesOf } from './view.ts';

interface Props {
  view: HistoryView;
  /** The document whose details were open, to which the focus returns. */
  returnTo: RefObject<string | null>;
}

/** The list with its search, filter, pages and export. */
export function HistoryList({ view, returnTo }: Props) {
  const { t } = useTranslation();
  const { data, error, isPlaceholderData, isFetching, refetch } = useQuery(historyQuery(view));
  const shown = data !== undefined && !isPlaceholderData;
  const count = useRef<HTMLParagraphElement>(null);
  const { page } = view;

  useEffect(() => {
    if (!shown || returnTo.current === null) return;
    document.getElementById(`row-${returnTo.current}`)?.focus();
    returnTo.current = null;
  }, [shown, returnTo]);

  // Another page begins at its top, for the eyes and for the keyboard.
  const before = useRef(page);
  useEffect(() => {
    if (before.current === page) return;
    before.current = page;
    count.current?.focus({ preventScroll: true });
  }, [page]);

  // What had the focus may be gone with the rows before: a link to all documents, the button that tries again.
  const settled = useRef(0);
  useEffect(() => {
    if (!shown && !error) return;
    settled.current += 1;
    if (settled.current > 1 && document.activeElement === document.body) count.current?.focus();
  }, [shown, error]);

  return (
    <>
      <h1 className="govgr-heading-xl">{t('history.title')}</h1>
      <HistoryTerms />
      {!(isWhole(view) && data?.total === 0) && <SearchBar view={view} />}
      <p className="ws-history__count" role="status" tabIndex={-1} ref={count}>
        {data && !error && (
          <>
            <strong>{t('history.count', { count: data.total })}</strong>
            {data.total > view.size && (
              <> · {t('history.place', { page, pages: pagesOf(data.total, view.size) })}</>
            )}
          </>
        )}
      </p>
      {error && <Failure error={error} busy={isFetching} onRetry={() => void refetch()} />}
      {!error && !data && <Loading />}
      {!error && data && <HistoryResults view={view} answer={data} stale={isPlaceholderData} />}
    </>
  );
}
