import type { Contexts } from '../arithmetic.ts';
import type { Bitmap, Operator } from './bitmap.ts';
import { broken } from './broken.ts';
import { type Refinement, readRefinement } from './refinement.ts';
import { numberOf, type Source } from './source.ts';
import type { Work } from './work.ts';

/** What a symbol instance costs, in pixels. */
const INSTANCE = 32;
/** Readers disagree about places farther away. */
const FARTHEST = 2 ** 30;

/** The parameters of refined symbol instances, and their contexts. */
export interface Refining {
  refinement: Refinement;
  contexts: Contexts;
}

/** The parameters of text region decoding (ITU-T T.88 Table 9). */
export interface Text {
  instances: number;
  /** Rows of a strip (SBSTRIPS). */
  stripe: number;
  /** Whether T is the bottom of a symbol, or its right edge in a transposed region (REFCORNER). */
  isFar: boolean;
  /** Whether symbols follow each other downwards, and strips to the right (TRANSPOSED). */
  isTransposed: boolean;
  operator: Operator;
  /** The offset of S between symbols (SBDSOFFSET). */
  offset: number;
  /** Undefined without refinement (SBREFINE). */
  refining: Refining | undefined;
}

/** Decodes a text region (§6.4.5). */
export function putText(
  source: Source,
  text: Text,
  { region, symbols }: { region: Bitmap; symbols: readonly Bitmap[] },
  work: Work,
): void {
  const { stripe, instances, isTransposed, isFar } = text;
  let t = -numberOf(source, 'DT') * stripe;
  let first = 0;
  let count = 0;
  while (count < instances) {
    t += numberOf(source, 'DT') * stripe;
    first += numberOf(source, 'FS');
    let s = first;
    // The out-of-band value ends a strip.
    for (let isLast = false; !isLast; ) {
      work.spend(INSTANCE);
      const across = t + (stripe === 1 ? 0 : numberOf(source, 'IT'));
      const bitmap = readInstance(source, text, symbols, work);
      const [along, far] = isTransposed ? [bitmap.height, bitmap.width] : [bitmap.width, bitmap.height];
      // S is where a symbol begins, whichever corner it is placed by (§6.4.5, 3c).
      const begin = isFar ? across - far + 1 : across;
      if (Math.abs(s) > FARTHEST || Math.abs(begin) > FARTHEST) throw broken('a symbol lies too far away');
      const [x, y] = isTransposed ? [begin, s] : [s, begin];
      work.draw(region, bitmap, [x, y], text.operator);
      s += along - 1;
      count++;
      const step = source.next('DS');
      isLast = step === undefined || count === instances;
      s += (step ?? 0) + text.offset;
    }
  }
}

/** The bitmap of a symbol instance, refined where its flag says so (§6.4.11). */
function readInstance(source: Source, { refining }: Text, symbols: readonly Bitmap[], work: Work): Bitmap {
  const symbol = symbols[source.symbol()];
  if (symbol === undefined) throw broken('there is no such symbol');
  if (refining === undefined || numberOf(source, 'RI') === 0) return symbol;
  const [wider, higher, right, down] = [
    numberOf(source, 'RDW'),
    numberOf(source, 'RDH'),
    numberOf(source, 'RDX'),
    numberOf(source, 'RDY'),
  ];
  const size = { width: symbol.width + wider, height: symbol.height + higher };
  const place = { dx: Math.floor(wider / 2) + right, dy: Math.floor(higher / 2) + down };
  return refineSymbol(source, refining, { reference: symbol, ...size, ...place }, work);
}

export function refineSymbol(
  source: Source,
  { refinement, contexts }: Refining,
  refined: { reference: Bitmap; width: number; height: number; dx: number; dy: number },
  work: Work,
): Bitmap {
  const { width, height, dx, dy } = refined;
  if (width < 0 || height < 0) throw broken('a symbol has no size');
  if (Math.abs(dx) > FARTHEST || Math.abs(dy) > FARTHEST) throw broken('a symbol lies too far away');
  return source.bitmap((decoder) => readRefinement(decoder, contexts, { refinement, ...refined }, work));
}
