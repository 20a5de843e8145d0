import type { EncoderContexts } from '../arithmetic.ts';
import type { IntegerEncoder } from './integers.ts';
import { type Pixels, widthOf } from './pixels.ts';
import { codeRefinement, type RefinementForm } from './refinement.ts';

/** A symbol that is put somewhere. */
export interface Instance {
  symbol: number;
  /** Where it begins along its stripe, and where its corner lies across. */
  s: number;
  t: number;
  /** What is shown instead, and how far the symbol lies right and down of it beside what their sizes tell. */
  refined?: { pixels: Pixels; dx: number; dy: number };
}

export interface TextForm {
  /** How many bits tell the place within a stripe. */
  stripeBits?: number;
  /** 0 lower left, 1 upper left (as without), 2 lower right, 3 upper right. */
  corner?: 0 | 1 | 2 | 3;
  isTransposed?: boolean;
  /** 0 or, 1 and, 2 exclusive or, 3 its contrary. */
  operator?: 0 | 1 | 2 | 3;
  isBlack?: boolean;
  /** -16 to 15: what readers add to differences. */
  offset?: number;
  /** How symbols are refined; undefined where none is. */
  refinement?: RefinementForm;
}

/** Bits of the number of one of so many symbols. */
export const symbolBits = (count: number): number => Math.ceil(Math.log2(Math.max(1, count)));

/** Codes where symbols are put (ITU-T T.88 §6.4.5); they are sorted by stripes, and by where they begin. */
export function codeText(
  integers: IntegerEncoder,
  {
    symbols,
    instances,
    count = symbols.length,
  }: { symbols: readonly Pixels[]; instances: readonly Instance[]; count?: number },
  form: TextForm,
  contexts: EncoderContexts = new Map(),
): void {
  const { stripeBits = 0, isTransposed = false, offset = 0, refinement } = form;
  const stripes = Map.groupBy(instances, ({ t }) => t >> stripeBits);
  integers.number('DT', 0);
  let [before, firstBefore] = [0, 0];
  for (const [stripe, members] of [...stripes].toSorted(([one], [other]) => one - other)) {
    integers.number('DT', stripe - before);
    before = stripe;
    let at: number | undefined;
    for (const { symbol, s, t, refined } of members.toSorted((one, other) => one.s - other.s)) {
      if (at === undefined) {
        integers.number('FS', s - firstBefore);
        firstBefore = s;
      } else integers.number('DS', s - at - offset);
      if (stripeBits > 0) integers.number('IT', t - (stripe << stripeBits));
      integers.symbol(symbol, symbolBits(count));
      const known = symbols[symbol] ?? [];
      if (refinement !== undefined) integers.number('RI', refined === undefined ? 0 : 1);
      if (refinement !== undefined && refined !== undefined) {
        const { pixels, dx, dy } = refined;
        const [wider, higher] = [widthOf(pixels) - widthOf(known), pixels.length - known.length];
        integers.number('RDW', wider);
        integers.number('RDH', higher);
        integers.number('RDX', dx);
        integers.number('RDY', dy);
        const place = { dx: Math.floor(wider / 2) + dx, dy: Math.floor(higher / 2) + dy };
        codeRefinement(integers.encoder, contexts, { pixels, reference: known, ...place }, refinement);
      }
      const shown = refined?.pixels ?? known;
      at = s + (isTransposed ? shown.length : widthOf(shown)) - 1;
    }
    integers.number('DS', undefined);
  }
}
