import { keepPreviousData, queryOptions } from '@tanstack/react-query';
import { api, type HistoryAnswer, type HistoryDetail } from '@websign/contract';
import { call } from '../../common/api/call.ts';
import { askOf, type HistoryView } from './view.ts';

/** Asked anew at every visit, and offline too, so that a person hears at once that nothing answers. */
const always = { networkMode: 'always', refetchOnReconnect: true, staleTime: 0 } as const;

/** The rows of a view. Each view has a key of its own: an answer that comes late is never taken for another's. */
export function historyQuery(view: HistoryView) {
  const ask = askOf(view);
  return queryOptions({
    ...always,
    queryKey: ['history', 'rows', ask],
    queryFn: ({ signal }) => call<HistoryAnswer>(`${api.history}?${ask}`, { signal }),
    placeholderData: keepPreviousData,
  });
}

export const historyRowQuery = (id: string) =>
  queryOptions({
    ...always,
    queryKey: ['history', 'row', id],
    queryFn: ({ signal }) => call<HistoryDetail>(api.historyRow(id), { signal }),
  });
