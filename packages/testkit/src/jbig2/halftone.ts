import { ArithmeticEncoder } from '../arithmetic.ts';
import { encodeFax } from '../pdf/fax.ts';
import { codeGeneric, type GenericForm } from './generic.ts';
import { type Pixels, widthOf } from './pixels.ts';
import { symbolBits } from './text.ts';

export interface PlanesForm extends Pick<GenericForm, 'template'> {
  isMmr?: boolean;
}

/** Patterns of one size, one beside the other (ITU-T T.88 §6.7.5). */
export function codePatterns(
  patterns: readonly Pixels[],
  { template = 0, isMmr = false }: PlanesForm,
): Uint8Array {
  const [first = []] = patterns;
  const all = first.map((_, y) => Uint8Array.from(patterns.flatMap((pattern) => [...(pattern[y] ?? [])])));
  return codePlanes([all], { template, isMmr }, [-widthOf(first), 0]);
}

/** The numbers of patterns by rows, in Gray's code, a bitmap for each bit from the highest on (Annex C). */
export function codeValues(
  values: readonly (readonly number[])[],
  { count, ...form }: PlanesForm & { count: number },
  skip?: (x: number, y: number) => boolean,
): Uint8Array {
  const planes = Array.from({ length: symbolBits(count) }, (_, at) => {
    const bit = symbolBits(count) - 1 - at;
    return values.map((row) => Uint8Array.from(row, (value) => ((value ^ (value >> 1)) >> bit) & 1));
  });
  const shown = planes.map((plane) =>
    plane.map((row, y) => row.map((pixel, x) => (skip?.(x, y) === true ? 0 : pixel))),
  );
  return codePlanes(shown, form, [(form.template ?? 0) <= 1 ? 3 : 2, -1], skip);
}

function codePlanes(
  planes: readonly Pixels[],
  { template = 0, isMmr = false }: PlanesForm,
  first: readonly [number, number],
  skip?: (x: number, y: number) => boolean,
): Uint8Array {
  if (isMmr) return Uint8Array.from(planes.flatMap((pixels) => [...encodeFax(pixels, { k: -1 })]));
  const [encoder, contexts] = [new ArithmeticEncoder(), new Map()];
  const others =
    template === 0
      ? ([
          [-3, -1],
          [2, -2],
          [-2, -2],
        ] as const)
      : [];
  for (const pixels of planes) {
    codeGeneric(encoder, contexts, { pixels, form: { template, adaptive: [first, ...others] } }, skip);
  }
  return encoder.end();
}
