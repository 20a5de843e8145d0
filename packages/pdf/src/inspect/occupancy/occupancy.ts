import { drawAnnotations, drawPage, type Unreadable } from '../../content/draw.ts';
import type { Page } from '../../revisions/pages.ts';
import type { Pdf } from '../../syntax/pdf.ts';
import { type Occupancy, OccupiedPage } from './page.ts';

/** Whether what could not be read may show something: a loop was drawn once. */
export const conceals = ({ code }: Unreadable): boolean => code !== 'loop';

/** Where something stands on one page. Throws PdfError past a bound only. */
export function occupancyOf(pdf: Pdf, page: Page): Occupancy {
  const occupied = new OccupiedPage(page, (units) => pdf.spend(units));
  const options = {
    unreadable: (what: Unreadable): void => {
      if (conceals(what)) occupied.unreadable();
    },
  };
  drawPage(pdf, page, occupied, options);
  occupied.annotations(drawAnnotations(pdf, page, occupied, options));
  return occupied.finish();
}
