import { type Contexts, inState } from '../arithmetic.ts';
import type { Kind } from './geometry.ts';

/** The lowest bits of a coefficient's flags count its significant neighbours: diagonal, left and right, above and below. */
export const [DIAGONAL, ACROSS, DOWN] = [1, 8, 32];
export const NEIGHBOURS = 127;
/** Its other flags. */
export const SIGNIFICANT = 128;
export const VISITED = 256;
export const REFINED = 512;
export const NEGATIVE = 1024;

/** The first contexts of signs and of magnitudes; those of runs and of equal chances (ITU-T T.800 Table D.7). */
const SIGNS = 9;
export const MAGNITUDES = 14;
export const RUN = 17;
export const UNIFORM = 18;
const COUNT = 19;

/** Sets all contexts to their initial states (Table D.7). */
export function resetContexts(contexts: Contexts): void {
  contexts.fill(inState(0));
  contexts[0] = inState(4);
  contexts[RUN] = inState(3);
  contexts[UNIFORM] = inState(46);
}

export function newContexts(): Contexts {
  const contexts = new Uint8Array(COUNT);
  resetContexts(contexts);
  return contexts;
}

/** Table D.1: the context of significance by the neighbour flags, for each kind of sub-band. */
export const SIGNIFICANCE: readonly [Uint8Array, Uint8Array, Uint8Array, Uint8Array] = [
  tableOf((across, down, diagonal) => lengthwise(across, down, diagonal)),
  tableOf((across, down, diagonal) => lengthwise(down, across, diagonal)),
  tableOf((across, down, diagonal) => lengthwise(across, down, diagonal)),
  tableOf((across, down, diagonal) => crosswise(across + down, diagonal)),
] satisfies Record<Kind, Uint8Array>;

function tableOf(context: (across: number, down: number, diagonal: number) => number): Uint8Array {
  return Uint8Array.from({ length: NEIGHBOURS + 1 }, (_, flags) =>
    context((flags >> 3) & 3, flags >> 5, flags & 7),
  );
}

function lengthwise(along: number, beside: number, diagonal: number): number {
  if (along === 2) return 8;
  if (along === 1) {
    if (beside > 0) return 7;
    return diagonal > 0 ? 6 : 5;
  }
  return beside > 0 ? 2 + beside : Math.min(diagonal, 2);
}

function crosswise(straight: number, diagonal: number): number {
  if (diagonal >= 3) return 8;
  if (diagonal === 2) return straight > 0 ? 7 : 6;
  return 3 * diagonal + Math.min(straight, 2);
}

/** Table D.3, by 3 · (horizontal contribution + 1) + vertical contribution + 1: twice the context, plus the XOR bit. */
export const SIGN = Uint8Array.from({ length: 9 }, (_, at) => {
  const [across, down] = [Math.floor(at / 3) - 1, (at % 3) - 1];
  const isOther = across < 0 || (across === 0 && down < 0);
  const [h, v] = isOther ? [-across, -down] : [across, down];
  const context = h === 0 ? SIGNS + v : SIGNS + 3 + v;
  return (context << 1) | (isOther ? 1 : 0);
});
