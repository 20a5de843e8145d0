import { Bits } from '../fax/bits.ts';
import type { Octets } from '../octets.ts';
import type { Bitmap, Operator } from './bitmap.ts';
import { broken } from './broken.ts';
import { type Code, HuffmanTable, plain } from './huffman.ts';
import type { Referred } from './parts.ts';
import { readRefinementShape, refinementContexts } from './refinement.ts';
import type { RegionPlace } from './region.ts';
import { ArithmeticSource, type Codes, HuffmanSource, type Source } from './source.ts';
import { symbolBits } from './symbols.ts';
import { Tables } from './tables.ts';
import { putText } from './text.ts';
import type { Work } from './work.ts';

const [HUFFMAN, REFINED, TRANSPOSED, BLACK] = [0x1, 0x2, 0x40, 0x200];
/** Reference corners by number: whether they are at the bottom, and at the right. */
const LOWER: ReadonlySet<number> = new Set([0, 2]);
const RIGHT: ReadonlySet<number> = new Set([2, 3]);

/** Reads a text region (ITU-T T.88 §7.4.3), after its region information. */
export function readTextRegion(
  octets: Octets,
  { width, height }: Pick<RegionPlace, 'width' | 'height'>,
  referred: Referred,
  work: Work,
): Bitmap {
  const flags = octets.number(2);
  const isHuffman = (flags & HUFFMAN) !== 0;
  const isTransposed = (flags & TRANSPOSED) !== 0;
  const corner = (flags >> 4) & 3;
  const tables = isHuffman ? octets.number(2) : 0;
  const template = ((flags >> 15) & 1) as 0 | 1;
  const refining =
    (flags & REFINED) !== 0
      ? { refinement: readRefinementShape(octets, template, false), contexts: refinementContexts(template) }
      : undefined;
  const instances = octets.number(4);
  const symbols = referred.symbols(work);
  const stripeBits = (flags >> 2) & 3;
  const bytes = octets.rest();
  const source: Source = isHuffman
    ? huffmanSource(bytes, { flags: tables, stripeBits, count: symbols.length }, referred, work)
    : new ArithmeticSource(work.decoder(bytes), symbolBits(symbols.length));
  const region = work.bitmap(width, height);
  if ((flags & BLACK) !== 0) region.bytes.fill(0xff);
  const text = {
    ...{ instances, isTransposed, refining, stripe: 1 << stripeBits },
    isFar: (isTransposed ? RIGHT : LOWER).has(corner),
    operator: ((flags >> 7) & 3) as Operator,
    // A signed number of five bits.
    offset: ((flags << 17) & 0xf8000000) >> 27,
  };
  putText(source, text, { region, symbols }, work);
  return region;
}

/** §7.4.3.1.2 */
function huffmanSource(
  bytes: Uint8Array,
  { flags, stripeBits, count }: { flags: number; stripeBits: number; count: number },
  referred: Referred,
  work: Work,
): Source {
  const tables = new Tables(referred.tables);
  const choose = (shift: number, standard: readonly number[], bits: 1 | 2 = 2): Code =>
    tables.choose(flags, shift, bits, standard);
  // Custom tables are taken in this order.
  const [FS, DS, DT] = [choose(0, [6, 7]), choose(2, [8, 9, 10]), choose(4, [11, 12, 13])];
  const [RDW, RDH] = [choose(6, [14, 15]), choose(8, [14, 15])];
  const [RDX, RDY] = [choose(10, [14, 15]), choose(12, [14, 15])];
  const size = choose(14, [1], 1);
  const bits = new Bits(bytes);
  const symbol = readSymbolCodes(bits, count);
  const numbers: Codes['numbers'] = { FS, DS, DT, IT: plain(stripeBits), RI: plain(1), RDW, RDH, RDX, RDY };
  return new HuffmanSource(bits, { numbers, symbol, size }, work);
}

/** The symbol ID Huffman table: code lengths are themselves coded, and the last three codes repeat lengths (§7.4.3.1.7). */
const RUN_CODES = 35;
const RUN_LENGTH_BITS = 4;
/** The bits of a repeat count, and the least count; the first code repeats the length before it, the others repeat 0. */
const REPEATS = [
  [2, 3],
  [3, 3],
  [7, 11],
] as const;
const FIRST_REPEAT = 32;

/** Reads the Huffman table of so many symbol IDs. */
function readSymbolCodes(bits: Bits, count: number): HuffmanTable {
  const runs = HuffmanTable.ofLengths(Array.from({ length: RUN_CODES }, () => bits.number(RUN_LENGTH_BITS)));
  const lengths: number[] = [];
  while (lengths.length < count) {
    const run = runs.read(bits) ?? 0;
    const repeat = REPEATS[run - FIRST_REPEAT];
    if (repeat === undefined) {
      lengths.push(run);
      continue;
    }
    const before = run === FIRST_REPEAT ? lengths.at(-1) : 0;
    const times = bits.number(repeat[0]) + repeat[1];
    if (before === undefined || lengths.length + times > count)
      throw broken('codes of symbols make no sense');
    for (let time = 0; time < times; time++) lengths.push(before);
  }
  bits.align();
  return HuffmanTable.ofLengths(lengths);
}
