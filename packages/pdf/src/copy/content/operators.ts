/** Operators that take numbers alone, and how many (ISO 32000-2 Annex A). */
export const HOW_MANY: Readonly<Record<string, number>> = {
  ...{ w: 1, J: 1, j: 1, M: 1, i: 1, cm: 6 },
  ...{ m: 2, l: 2, c: 6, v: 4, y: 4, h: 0, re: 4, W: 0, 'W*': 0 },
  ...{ g: 1, G: 1, rg: 3, RG: 3, k: 4, K: 4 },
  ...{ Tc: 1, Tw: 1, Tz: 1, TL: 1, Ts: 1 },
  ...{ d0: 2, d1: 6 },
};
/** Operators that end a path. */
export const PAINTING: ReadonlySet<string> = new Set('S s f F f* B B* b b* n'.split(' '));
/** What may not stand in a text object (Figure 9), and marks, which may not begin outside of one and end within. */
export const OUTSIDE_TEXT: ReadonlySet<string> = new Set([
  ...PAINTING,
  ...'m l c v y h re W W* cm sh Do BI BMC BDC EMC'.split(' '),
]);
/** Of those that take numbers, the ones that set a colour. */
export const COLOUR: ReadonlySet<string> = new Set('g G rg RG k K'.split(' '));

/** Operators of colours in lower case are for filling, others for strokes. */
export const useOf = (operator: string): 'fill' | 'stroke' =>
  operator === operator.toLowerCase() ? 'fill' : 'stroke';

/** How many numbers a colour of the present space has; undefined where that is not known. */
export interface Components {
  readonly fill?: number | undefined;
  readonly stroke?: number | undefined;
}
