import { useCallback, useEffect, useMemo, useRef, useState } from 'react';
import { findIn, foldQuery } from './fold.ts';
import { pageText } from './pageText.ts';
import type { PDFDocumentProxy } from './pdfjs.ts';

/** Places that are counted; a word that stands more often is not what somebody looks for. */
export const mostHits = 2000;
/** A pause in typing, in milliseconds, after which the search begins. */
const pauseMs = 250;

/** The hit that is shown: the page and which of the page's hits. */
export interface Hit {
  page: number;
  index: number;
}

/** How far a search came. */
export interface Found {
  /** Hits of each page that has any. */
  counts: ReadonlyMap<number, number>;
  total: number;
  /** Pages that were looked at. */
  searched: number;
  /** UTF-16 units of text on them: none at all means that the pages are pictures. */
  letters: number;
  running: boolean;
}

const nothing: Found = { counts: new Map(), total: 0, searched: 0, letters: 0, running: false };

/** The pages in the order they are searched: from `first` to the end, then from the beginning. */
export function searchOrder(first: number, pages: number): number[] {
  return Array.from({ length: pages }, (_, index) => ((first - 1 + index) % pages) + 1);
}

/** The hit after (`1`) or before (`-1`) `current`, around the ends; null when there is none. */
export function hitBeside(counts: ReadonlyMap<number, number>, current: Hit, direction: 1 | -1): Hit | null {
  const onPage = counts.get(current.page) ?? 0;
  const index = current.index + direction;
  if (index >= 0 && index < onPage) return { page: current.page, index };
  const pages = [...counts.keys()].sort((a, b) => a - b);
  const page =
    direction === 1
      ? (pages.find((number) => number > current.page) ?? pages[0])
      : (pages.findLast((number) => number < current.page) ?? pages.at(-1));
  if (page === undefined) return null;
  return { page, index: direction === 1 ? 0 : (counts.get(page) ?? 1) - 1 };
}

/** The place of `current` among all hits, from 1. */
export function rankOf(counts: ReadonlyMap<number, number>, current: Hit): number {
  let before = 0;
  for (const [page, count] of counts) if (page < current.page) before += count;
  return before + current.index + 1;
}

/** Looks through the document page by page and tells each time what it knows; ends when `signal` says so. */
async function search(
  pdf: PDFDocumentProxy,
  query: string,
  first: number,
  tell: (found: Found) => void,
  signal: AbortSignal,
): Promise<void> {
  const counts = new Map<number, number>();
  let found: Found = { ...nothing, counts, running: true };
  for (const page of searchOrder(first, pdf.numPages)) {
    const { folded } = await pageText(pdf, page);
    if (signal.aborted) return;
    const count = findIn(folded, query, mostHits - found.total).length;
    if (count > 0) counts.set(page, count);
    found = {
      counts: count > 0 ? new Map(counts) : found.counts,
      total: found.total + count,
      searched: found.searched + 1,
      letters: found.letters + folded.text.trim().length,
      running: true,
    };
    // A page that changes nothing to see is told in the next tenth.
    if (count > 0 || found.searched % 10 === 0) tell(found);
    if (found.total >= mostHits) break;
  }
  tell({ ...found, running: false });
}

/** The search in a document: what was asked, what was found, which hit is shown. */
export interface Find {
  query: string;
  /** As it is compared: folded. */
  wanted: string;
  found: Found;
  current: Hit | null;
  ask: (query: string) => void;
  go: (direction: 1 | -1) => void;
}

/** Searches `pdf` from page `shown` on, and turns to the first hit. */
export function useFind(pdf: PDFDocumentProxy | null, shown: number, onPage: (page: number) => void): Find {
  const [query, setQuery] = useState('');
  const [found, setFound] = useState(nothing);
  const [current, setCurrent] = useState<Hit | null>(null);
  const wanted = useMemo(() => foldQuery(query), [query]);
  const here = useRef({ shown, onPage });
  useEffect(() => {
    here.current = { shown, onPage };
  });

  useEffect(() => {
    setFound(nothing);
    setCurrent(null);
    if (!pdf || wanted === '') return;
    const stop = new AbortController();
    const timer = setTimeout(() => {
      search(
        pdf,
        wanted,
        here.current.shown,
        (next) => !stop.signal.aborted && setFound(next),
        stop.signal,
      ).catch((error: unknown) => {
        if (stop.signal.aborted) return;
        console.warn('the search ended early', error);
        setFound((known) => ({ ...known, running: false }));
      });
    }, pauseMs);
    setFound({ ...nothing, running: true });
    return () => {
      clearTimeout(timer);
      stop.abort();
    };
  }, [pdf, wanted]);

  const show = useCallback((hit: Hit | null) => {
    setCurrent(hit);
    if (hit && hit.page !== here.current.shown) here.current.onPage(hit.page);
  }, []);

  useEffect(() => {
    if (current || found.total === 0) return;
    show(hitBeside(found.counts, { page: here.current.shown, index: -1 }, 1));
  }, [found, current, show]);

  const go = useCallback(
    (direction: 1 | -1) => {
      if (current) show(hitBeside(found.counts, current, direction));
    },
    [current, found, show],
  );
  return { query, wanted, found, current, ask: setQuery, go };
}
