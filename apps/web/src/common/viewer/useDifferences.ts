import { useEffect, useState } from 'react';
import { differences, searchDifferences } from './difference.ts';
import type { Area } from './geometry.ts';
import type { PDFDocumentProxy, PDFPageProxy } from './pdfjs.ts';

const none: readonly Area[] = [];

/** Where two pages look different; none until it is known, and where it cannot be told. */
export function useDifferences(before: PDFPageProxy | null, after: PDFPageProxy | null): readonly Area[] {
  const [found, setFound] = useState(none);
  useEffect(() => {
    let gone = false;
    setFound(none);
    if (!before || !after) return;
    differences(before, after).then(
      (areas) => !gone && setFound(areas),
      (error: unknown) => !gone && console.warn('the pages could not be compared', error),
    );
    return () => {
      gone = true;
    };
  }, [before, after]);
  return found;
}

/** Who asks for the pages that look different. */
export interface Searched {
  onFound: (page: number) => void;
  /** All were compared; so many pages the longer side has. */
  onEnd: (pages: number) => void;
}

/** Looks for the pages that differ, in order, once both documents are open; `failed`: one of them never will be. */
export function useSearch(
  before: PDFDocumentProxy | null,
  after: PDFDocumentProxy | null,
  search: Searched | undefined,
  failed: boolean,
): void {
  useEffect(() => {
    if (search && failed) search.onEnd(Math.max(before?.numPages ?? 1, after?.numPages ?? 1));
    if (failed || !before || !after || !search) return;
    const controller = new AbortController();
    const end = () => {
      if (!controller.signal.aborted) search.onEnd(Math.max(before.numPages, after.numPages));
    };
    searchDifferences(before, after, search.onFound, controller.signal).then(end, (error: unknown) => {
      if (!controller.signal.aborted) console.warn('the pages could not be compared', error);
      end();
    });
    return () => controller.abort();
  }, [before, after, search, failed]);
}
