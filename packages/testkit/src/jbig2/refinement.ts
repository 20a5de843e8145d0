import type { ArithmeticEncoder, EncoderContexts } from '../arithmetic.ts';
import type { Place } from './generic.ts';
import { type Pixels, pixelAt } from './pixels.ts';

export interface RefinementForm {
  /** 0 without. */
  template?: 0 | 1;
  /** Of template 0: where adaptive pixels lie of the bitmap and of the other. */
  adaptive?: readonly [Place, Place];
  isTypical?: boolean;
}

const NOMINAL: readonly [Place, Place] = [
  [-1, -1],
  [-1, -1],
];
export const refinedPlaces = ({ template = 0, adaptive = NOMINAL }: RefinementForm): readonly Place[] =>
  template === 0 ? adaptive : [];

const square = (y: number): Place[] => [-1, 0, 1].map((x) => [x, y] as const);
const ABOUT = [...square(-1), ...square(0), ...square(1)];

/** Codes pixels by others that lie so far right and down of them (ITU-T T.88 §6.3.5). */
export function codeRefinement(
  encoder: ArithmeticEncoder,
  contexts: EncoderContexts,
  { pixels, reference, dx, dy }: { pixels: Pixels; reference: Pixels; dx: number; dy: number },
  form: RefinementForm,
): void {
  const { template = 0, adaptive: [own, other] = NOMINAL } = form;
  const owns: Place[] = [template === 0 ? own : [-1, -1], [0, -1], [1, -1], [-1, 0]];
  const others: Place[] =
    template === 0
      ? [other, [0, -1], [1, -1], ...square(0), ...square(1)]
      : [[0, -1], ...square(0), [0, 1], [1, 1]];
  let wereLeftOut = false;
  for (const [y, line] of pixels.entries()) {
    const referred = (x: number, [right, down]: Place): number =>
      pixelAt(reference, x + right - dx, y + down - dy);
    const alike = (x: number): number | undefined => {
      const around = new Set(ABOUT.map((place) => referred(x, place)));
      return around.size === 1 ? referred(x, [0, 0]) : undefined;
    };
    let areLeftOut = false;
    if (form.isTypical === true) {
      areLeftOut = line.every((pixel, x) => (alike(x) ?? pixel) === pixel);
      encoder.bit(contexts, template === 0 ? 0x10 : 0x8, areLeftOut === wereLeftOut ? 0 : 1);
      wereLeftOut = areLeftOut;
    }
    for (const [x, pixel] of line.entries()) {
      if (areLeftOut && alike(x) !== undefined) continue;
      const bits = [
        ...owns.map(([right, down]) => pixelAt(pixels, x + right, y + down)),
        ...others.map((place) => referred(x, place)),
      ];
      encoder.bit(
        contexts,
        bits.reduce((all, bit) => all * 2 + bit, 0),
        pixel,
      );
    }
  }
}
