import { useEffect, useState } from 'react';
import type { PDFDocumentProxy, PDFPageProxy } from './pdfjs.ts';

/** The page that is shown, and whether it cannot be read. */
interface Shown {
  page: PDFPageProxy | null;
  broken: boolean;
}

/** Fetches page `number` (from 1); the memory of the page that is left is given back. */
export function usePage(pdf: PDFDocumentProxy | null, number: number): Shown {
  const [found, setFound] = useState<{ of: PDFDocumentProxy; page: PDFPageProxy } | null>(null);
  const [broken, setBroken] = useState(false);

  useEffect(() => {
    let gone = false;
    setBroken(false);
    if (!pdf) return setFound(null);
    pdf.getPage(Math.min(Math.max(1, number), pdf.numPages)).then(
      (page) => !gone && setFound({ of: pdf, page }),
      (error: unknown) => {
        if (gone) return;
        console.warn('the page could not be read', error);
        setFound(null);
        setBroken(true);
      },
    );
    return () => {
      gone = true;
    };
  }, [pdf, number]);

  // A page of another document may be of one that is closed.
  const page = found !== null && found.of === pdf ? found.page : null;
  useEffect(() => () => void page?.cleanup(), [page]);

  return { page, broken };
}
