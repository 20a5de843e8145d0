import { useEffect, useState } from 'react';
import type { Area } from './geometry.ts';
import { occupiedAreas } from './occupied.ts';
import type { PDFDocumentProxy, PDFPageProxy } from './pdfjs.ts';
import { isCancelled } from './within.ts';

/** The page that is shown, what stands on it where that is wanted, and whether it cannot be read. */
interface Shown {
  page: PDFPageProxy | null;
  occupied: Area[];
  /** What stands on it is not known yet. */
  isLooking: boolean;
  broken: boolean;
}

/** Fetches page `number` (from 1); the memory of the page that is left is given back. */
export function usePage(pdf: PDFDocumentProxy | null, number: number, wantOccupied: boolean): Shown {
  const [page, setPage] = useState<PDFPageProxy | null>(null);
  const [occupied, setOccupied] = useState<Area[]>([]);
  const [isLooking, setLooking] = useState(false);
  const [broken, setBroken] = useState(false);

  useEffect(() => {
    let gone = false;
    setBroken(false);
    if (!pdf) return setPage(null);
    pdf.getPage(Math.min(Math.max(1, number), pdf.numPages)).then(
      (found) => !gone && setPage(found),
      (error: unknown) => {
        if (gone) return;
        console.warn('the page could not be read', error);
        setPage(null);
        setBroken(true);
      },
    );
    return () => {
      gone = true;
    };
  }, [pdf, number]);

  useEffect(() => () => void page?.cleanup(), [page]);

  useEffect(() => {
    let gone = false;
    setOccupied([]);
    setLooking(page !== null && wantOccupied);
    if (!page || !wantOccupied) return;
    occupiedAreas(page)
      .then(
        (areas) => !gone && setOccupied(areas),
        (error: unknown) => {
          if (!gone && !isCancelled(error)) console.warn('what stands on the page could not be read', error);
        },
      )
      .finally(() => !gone && setLooking(false));
    return () => {
      gone = true;
    };
  }, [page, wantOccupied]);
  return { page, occupied, isLooking, broken };
}
