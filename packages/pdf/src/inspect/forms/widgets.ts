import { FLAG, flagsOf } from '../../content/annotations.ts';
import { readable } from '../../errors.ts';
import { area, intersect } from '../../revisions/boxes.ts';
import type { FormField } from '../../revisions/form.ts';
import type { Box, Page } from '../../revisions/pages.ts';
import type { Pdf } from '../../syntax/pdf.ts';
import type { PdfDict, PdfValue } from '../../syntax/values.ts';
import type { Finding } from '../finding.ts';

/** An annotation as it stands on a page, direct ones included. */
export interface Placed {
  page: Page;
  dict: PdfDict;
  object: number | undefined;
  subtype: string;
  flags: number;
  rect: Box | undefined;
  /** Of those that meet, the later one is on top. */
  order: number;
}

/** What holds nothing of its own, unless it has a look: long documents have thousands of links. */
const ASIDE = new Set(['Link', 'Popup', 'PrinterMark', 'TrapNet']);

/**
 * The annotations of all pages in the order in which they are drawn, without links that have no look. An array that pages share
 * counts once: a small file would cost pages times annotations.
 */
export function placedAnnotations(pdf: Pdf, pages: readonly Page[]): Placed[] {
  const found: Placed[] = [];
  const seen = new Set<number>();
  for (const page of pages) {
    const value = page.dict.entries.get('Annots');
    if (value?.type === 'ref') {
      if (seen.has(value.number)) continue;
      seen.add(value.number);
    }
    for (const item of readable(() => pdf.array(value))?.items ?? []) {
      const one = readable(() => placed(pdf, page, item, found.length));
      if (one !== undefined) found.push(one);
    }
  }
  return found;
}

function placed(pdf: Pdf, page: Page, item: PdfValue, order: number): Placed | undefined {
  const dict = pdf.dict(item);
  const subtype = pdf.name(dict?.entries.get('Subtype')) ?? '';
  if (dict === undefined || (ASIDE.has(subtype) && !dict.entries.has('AP'))) return undefined;
  return {
    page,
    dict,
    object: item.type === 'ref' ? item.number : undefined,
    subtype,
    flags: flagsOf(pdf, dict),
    rect: pdf.rectangle(dict.entries.get('Rect')),
    order,
  };
}

/** Where an annotation is, as a finding says it. */
export function place({ page, rect, object }: Placed): Pick<Finding, 'page' | 'rect' | 'object'> {
  return {
    page: page.number,
    ...(rect === undefined ? {} : { rect }),
    ...(object === undefined ? {} : { object }),
  };
}

/** A field with those of its widgets that stand on a page. */
export interface PlacedField {
  field: FormField;
  widgets: Placed[];
  /** The form does not reach it. */
  stray?: true;
}

/** Which widgets stand where: by number, since an object that is read again is another value. */
export function placedFields(fields: readonly FormField[], annotations: readonly Placed[]): PlacedField[] {
  const byNumber = new Map<number, Placed>();
  const byPlace = new Map<string, Placed>();
  for (const annotation of annotations) {
    if (annotation.object !== undefined) byNumber.set(annotation.object, annotation);
    // A direct widget of a direct field has no number; its place in the bytes tells it.
    else byPlace.set(spot(annotation.dict), annotation);
  }
  return fields.map((field) => ({
    field,
    widgets: field.widgets.flatMap(
      ({ ref, dict }) => (ref === undefined ? byPlace.get(spot(dict)) : byNumber.get(ref.number)) ?? [],
    ),
  }));
}

const spot = ({ start, source }: PdfDict): string => `${start} ${source.length}`;

/** Smaller than this is nothing to see, in points. */
const LEAST_SIZE = 1;

/** Whether any of it can be seen on the screen. */
export const isOnScreen = (annotation: Placed): boolean =>
  (annotation.flags & (FLAG.hidden | FLAG.noView)) === 0 && isOnPage(annotation);

/** Whether any of it stands on what the page shows. */
export function isOnPage({ rect, page }: Placed): boolean {
  if (rect === undefined) return false;
  const [x0, y0, x1, y1] = rect;
  return x1 - x0 >= LEAST_SIZE && y1 - y0 >= LEAST_SIZE && area(intersect(rect, page.cropBox)) > 0;
}

export const isPrinted = ({ flags }: Placed): boolean => (flags & FLAG.print) !== 0;
