import { readable } from '../../errors.ts';
import type { Box, Page } from '../../revisions/pages.ts';
import type { Pdf } from '../../syntax/pdf.ts';
import type { PdfValue } from '../../syntax/values.ts';
import { inherited } from '../inherited.ts';
import type { Inspected, Report } from '../inspector.ts';

/** Annex C of ISO 32000-1 names 3 to 14,400 units; some plans are larger, and UserUnit is there for them. */
const LONGEST_SIDE = 200_000;
const SHORTEST_SIDE = 1;
/** What Acrobat takes at most. */
const MOST_UNITS = 75_000;
/** An inch, in points: of a page that units make shorter some readers draw nothing, and others take no notice of units. */
const SHORTEST_PAGE = 72;

/** Page boxes that viewers mend each in its own way: what one shows, another cuts off (§7.7.3.3, §14.11.2). */
export function inspectPageBoxes({ pdf, pages }: Inspected, report: Report): void {
  for (const page of pages) {
    const odd = readable(() => oddBox(pdf, page));
    if (odd !== undefined) {
      report({ kind: 'odd_page_box', page: page.number, object: page.object, excerpt: odd });
    }
  }
}

/** What pages inherit (§7.7.3.4). */
const INHERITED = ['MediaBox', 'CropBox', 'Rotate', 'Resources'];

function oddBox(pdf: Pdf, page: Page): string | undefined {
  const emptied = INHERITED.find((key) => isEmptied(pdf, page, key));
  if (emptied !== undefined) return `/${emptied}`;
  const media = pdf.rectangle(inherited(pdf, page.dict, 'MediaBox'));
  if (media === undefined || !isSound(media) || isBackward(pdf, page, 'MediaBox')) return '/MediaBox';
  const cropValue = inherited(pdf, page.dict, 'CropBox');
  if (pdf.resolve(cropValue) !== undefined) {
    const crop = pdf.rectangle(cropValue);
    if (crop === undefined || !isSound(crop) || !overlaps(crop, media) || isBackward(pdf, page, 'CropBox'))
      return '/CropBox';
  }
  const turn = inherited(pdf, page.dict, 'Rotate');
  if (pdf.resolve(turn) !== undefined && !isQuarter(pdf.resolve(turn))) return '/Rotate';
  const unit = page.dict.entries.get('UserUnit');
  if (pdf.resolve(unit) === undefined) return undefined;
  const units = pdf.number(unit) ?? 0;
  return units > 0 && units <= MOST_UNITS && !isShrunken(media, units) ? undefined : '/UserUnit';
}

/** Whether the corners of a box stand in another order than others have: poppler cuts the page otherwise then, though any order is one (§7.9.5). */
function isBackward(pdf: Pdf, page: Page, key: string): boolean {
  const [x0 = 0, y0 = 0, x1 = 0, y1 = 0] = (pdf.array(inherited(pdf, page.dict, key))?.items ?? []).map(
    (item) => pdf.number(item) ?? 0,
  );
  return x0 > x1 || y0 > y1;
}

/** Null where a node above has something: to some readers nothing is set, to others nothing is inherited. */
function isEmptied(pdf: Pdf, { dict }: Page, key: string): boolean {
  if (!dict.entries.has(key) || pdf.resolve(dict.entries.get(key)) !== undefined) return false;
  const above = pdf.dict(dict.entries.get('Parent'));
  return above !== undefined && pdf.resolve(inherited(pdf, above, key)) !== undefined;
}

/** §7.7.3.3: an integer, a multiple of 90. Nothing is nothing however it is written. */
const isQuarter = (turn: PdfValue | undefined): boolean =>
  turn?.type === 'number' && turn.value % 90 === 0 && (turn.integer || turn.value === 0);

function isSound([x0, y0, x1, y1]: Box): boolean {
  return [x1 - x0, y1 - y0].every((side) => side >= SHORTEST_SIDE && side <= LONGEST_SIDE);
}

function isShrunken([x0, y0, x1, y1]: Box, units: number): boolean {
  return units < 1 && Math.min(x1 - x0, y1 - y0) * units < SHORTEST_PAGE;
}

const overlaps = (a: Box, b: Box): boolean => a[0] < b[2] && b[0] < a[2] && a[1] < b[3] && b[1] < a[3];
