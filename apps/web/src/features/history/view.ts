import { limits } from '@websign/contract';

/** What of the history is shown; it stands in the address, so that back, forward and reload lead to the same. */
export interface HistoryView {
  page: number;
  size: number;
  /** In the file name, or a checksum's beginning; '' for all. */
  q: string;
  /** Only signed or only unsigned documents; undefined for all. */
  signed: boolean | undefined;
  /** The document whose details are open. */
  row: string | null;
}

/** Rows a page may have. */
export const pageSizes = [limits.historyPage, 50, limits.historyPageMax] as const;
const DOCUMENT = /^[\w-]{22,64}$/;
const PAGE_MAX = 1_000_000;

export const firstView: HistoryView = {
  page: 1,
  size: limits.historyPage,
  q: '',
  signed: undefined,
  row: null,
};

/** Reads what anybody may have written into the address: what makes no sense counts as not written. */
export function readView(search: URLSearchParams): HistoryView {
  const page = search.get('page') ?? '';
  const size = Number(search.get('size'));
  const row = search.get('row') ?? '';
  const signed = search.get('signed');
  return {
    page: /^[1-9]\d{0,6}$/.test(page) ? Math.min(Number(page), PAGE_MAX) : firstView.page,
    size: pageSizes.find((known) => known === size) ?? firstView.size,
    q: (search.get('q') ?? '').trim().slice(0, limits.searchLength),
    signed: signed === 'true' ? true : signed === 'false' ? false : undefined,
    row: DOCUMENT.test(row) ? row : null,
  };
}

/** The search part of the address of a view: '' for the first one, else with its question mark. */
export function searchOf(view: HistoryView): string {
  const search = filterOf(view);
  if (view.page !== firstView.page) search.set('page', String(view.page));
  if (view.size !== firstView.size) search.set('size', String(view.size));
  if (view.row !== null) search.set('row', view.row);
  return mark(search);
}

/** The filter of a view as the server's calls take it. */
export function filterOf({ q, signed }: HistoryView): URLSearchParams {
  const search = new URLSearchParams();
  if (q !== '') search.set('q', q);
  if (signed !== undefined) search.set('signed', String(signed));
  return search;
}

/** Whether neither a search nor a filter leaves anything out. */
export const isWhole = ({ q, signed }: HistoryView): boolean => q === '' && signed === undefined;

/** What the server is asked for a view; a different one for each that has other rows. */
export function askOf(view: HistoryView): string {
  const search = filterOf(view);
  search.set('page', String(view.page));
  search.set('size', String(view.size));
  return search.toString();
}

export const mark = (search: URLSearchParams): string => (search.size === 0 ? '' : `?${search}`);

/** Pages that `total` rows fill; one when there are none. */
export const pagesOf = (total: number, size: number): number => Math.max(1, Math.ceil(total / size));
