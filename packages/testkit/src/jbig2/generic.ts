import type { ArithmeticEncoder, EncoderContexts } from '../arithmetic.ts';
import { type Pixels, pixelAt, widthOf } from './pixels.ts';

/** Columns to the right of a pixel, and rows down. */
export type Place = readonly [number, number];

export interface GenericForm {
  /** 0 without. */
  template?: 0 | 1 | 2 | 3;
  /** Where adaptive pixels lie; where they do unless they are moved without. */
  adaptive?: readonly Place[];
  isTypical?: boolean;
}

const row = (y: number, from: number, to: number): Place[] =>
  Array.from({ length: to - from + 1 }, (_, at) => [from + at, y] as const);

/**
 * Places of a context's pixels from its highest bit on, a number for an adaptive one (ITU-T T.88 figures 3 to 6), those
 * of them that are not moved, and the context of whether a row is as the one above.
 */
const TEMPLATES: readonly {
  pixels: readonly (Place | number)[];
  nominal: readonly Place[];
  typical: number;
}[] = [
  {
    pixels: [3, ...row(-2, -1, 1), 2, 1, ...row(-1, -2, 2), 0, ...row(0, -4, -1)],
    nominal: [[3, -1], ...row(-1, -3, -3), ...row(-2, 2, 2), ...row(-2, -2, -2)],
    typical: 0x9b25,
  },
  {
    pixels: [...row(-2, -1, 2), ...row(-1, -2, 2), 0, ...row(0, -3, -1)],
    nominal: [[3, -1]],
    typical: 0x795,
  },
  { pixels: [...row(-2, -1, 1), ...row(-1, -2, 1), 0, ...row(0, -2, -1)], nominal: [[2, -1]], typical: 0xe5 },
  { pixels: [...row(-1, -3, 1), 0, ...row(0, -4, -1)], nominal: [[2, -1]], typical: 0x195 },
];

export const adaptiveOf = ({ template = 0, adaptive }: GenericForm): readonly Place[] =>
  adaptive ?? TEMPLATES[template]?.nominal ?? [];

/** Codes pixels by themselves (§6.2.5); what `skip` tells is not written. */
export function codeGeneric(
  encoder: ArithmeticEncoder,
  contexts: EncoderContexts,
  { pixels, form }: { pixels: Pixels; form: GenericForm },
  skip: (x: number, y: number) => boolean = () => false,
): void {
  const { pixels: places, typical } = TEMPLATES[form.template ?? 0] ?? { pixels: [], typical: 0 };
  const adaptive = adaptiveOf(form);
  const context = places.map((place) => (typeof place === 'number' ? (adaptive[place] ?? [0, 0]) : place));
  let wasAsAbove = false;
  for (const [y, line] of pixels.entries()) {
    if (form.isTypical === true) {
      const isAsAbove = line.every((pixel, x) => pixel === pixelAt(pixels, x, y - 1));
      encoder.bit(contexts, typical, isAsAbove === wasAsAbove ? 0 : 1);
      wasAsAbove = isAsAbove;
      if (isAsAbove) continue;
    }
    for (let x = 0; x < widthOf(pixels); x++) {
      if (skip(x, y)) continue;
      const bits = context.reduce((all, [right, down]) => all * 2 + pixelAt(pixels, x + right, y + down), 0);
      encoder.bit(contexts, bits, line[x] ?? 0);
    }
  }
}
