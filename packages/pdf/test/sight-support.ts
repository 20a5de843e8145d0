import { bodyOf, documentObjects, streamBody, type TestObject, updated, writePdf } from '@websign/testkit';
import type { Pdf } from '../src/index.ts';
import { type Box, type Page, pageAt } from '../src/revisions/pages.ts';
import type { Effect } from '../src/revisions/sight/marks.ts';
import { Sight } from '../src/revisions/sight/sight.ts';
import { open } from './support.ts';

/** Every letter is half an em wide, but for i, j and l: by code, in thousandths. */
const WIDTHS = Array.from({ length: 224 }, (_, at) => ({ 105: 40, 106: 99, 108: 100 })[at + 32] ?? 500);
const FONT = `<</Type/Font/Subtype/Type1/BaseFont/Helvetica/Encoding/WinAnsiEncoding/FirstChar 32/LastChar 255/Widths[${WIDTHS.join(' ')}]>>`;

/** An annotation whose look is drawn in units of the page. */
export interface Drawn {
  rect: Box;
  look?: string;
  subtype?: string;
  flags?: number;
  /** Other entries of the annotation. */
  entries?: string;
  resources?: string;
  /** Fonts that it brings along. */
  fonts?: string;
}
interface Around {
  /** More of the page. */
  page?: string;
  more?: readonly TestObject[];
}

/** A white area. */
export const white = (rect: Box, shade = 1): Drawn => ({
  rect,
  look: `${shade} g ${rect[0]} ${rect[1]} ${rect[2] - rect[0]} ${rect[3] - rect[1]} re f`,
});

/** A page with that content. */
export function pageOf(content: string, { page = '', more = [] }: Around = {}): Uint8Array {
  const numbers = new Set([3, ...more.map(({ number }) => number)]);
  const objects = documentObjects({ pages: [{ content, entries: `/Annots[]${page}` }] });
  const kept = objects.filter(({ number }) => !numbers.has(number));
  return writePdf({ kind: 'table', objects: [...kept, { number: 3, body: FONT }, ...more] });
}

/** The file with annotations, the first of which is the object of that number. */
export function withAnnotations(file: Uint8Array, drawn: readonly Drawn[], first = 300): Uint8Array {
  const list = drawn.map((_, at) => `${first + 2 * at} 0 R`).join(' ');
  return updated(file, [
    { number: 4, body: bodyOf(file, 4).replace(/\/Annots\[([^\]]*)\]/, `/Annots[$1 ${list}]`) },
    ...drawn.flatMap(
      ({ rect, look, subtype = 'Stamp', flags = 4, entries = '', resources = '', fonts = '' }, at) => {
        const number = first + 2 * at;
        const place = `[${rect.join(' ')}]`;
        const form = `/Type/XObject/Subtype/Form/BBox${place}/Resources<</Font<</F1 3 0 R${fonts}>>${resources}>>`;
        const shown = look === undefined ? '' : `/AP<</N ${number + 1} 0 R>>`;
        const body = `<</Type/Annot/Subtype/${subtype}/F ${flags}/Rect${place}${shown}${entries}>>`;
        return [
          { number, body },
          ...(look === undefined ? [] : [{ number: number + 1, body: streamBody(look, form) }]),
        ];
      },
    ),
  ]);
}

export interface Revised {
  signed: Pdf;
  pdf: Pdf;
  page: Page;
}

export function revised(content: string, drawn: readonly Drawn[], around: Around = {}): Revised {
  const file = pageOf(content, around);
  const pdf = open(withAnnotations(file, drawn));
  return { signed: open(file), pdf, page: pageAt(pdf, 1) };
}

/** What annotations that come to a page do to what it shows, one after another. */
export function effectsOf(content: string, drawn: readonly Drawn[], around: Around = {}): Effect[] {
  const { signed, pdf, page } = revised(content, drawn, around);
  const sight = new Sight();
  return drawn.map((_, at) => sight.effect(pdf, page, 300 + 2 * at, signed));
}

export const effectOf = (content: string, drawn: Drawn, around: Around = {}): Effect | undefined =>
  effectsOf(content, [drawn], around)[0];
