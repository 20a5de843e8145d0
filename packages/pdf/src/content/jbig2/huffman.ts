import { Bits } from '../fax/bits.ts';
import type { Octets } from '../octets.ts';
import { broken } from './broken.ts';
import type { Work } from './work.ts';

/** A line of a Huffman table (ITU-T T.88 §B.1). */
interface Line {
  /** The length of the prefix; 0 for a line without a code. */
  length: number;
  /** The number of bits that are added to `low`, or subtracted from it. */
  extra: number;
  low: number;
  /** Whether the bits are added (upper ranges), subtracted (the lower range), or the line is out-of-band. */
  kind: 'up' | 'down' | 'out';
}

/** The longest prefix that is read. */
const LONGEST = 32;
/** The most lines of a table, and the octets that one takes in memory. */
const MOST_LINES = 2 ** 12;
const LINE_BYTES = 64;

/** A code for numbers, read bit by bit; undefined stands for the out-of-band value. */
export interface Code {
  read(bits: Bits): number | undefined;
}

/** The code of unsigned numbers of a fixed length. */
export const plain = (length: number): Code => ({ read: (bits) => bits.number(length) });

/** A Huffman table, whose codes follow from the lengths of their prefixes (ITU-T T.88 §B.3). */
export class HuffmanTable implements Code {
  readonly #lines: readonly Line[];
  /** For each length: the first code, and the range of its lines among the sorted ones. */
  readonly #first: number[] = [];
  readonly #begin: number[] = [];
  readonly #end: number[] = [];

  constructor(lines: readonly Line[]) {
    const used = lines.filter(({ length }) => length > 0);
    // The sort is stable: lines of the same length keep their order.
    this.#lines = used.toSorted((one, other) => one.length - other.length);
    const longest = this.#lines.at(-1)?.length ?? 0;
    if (longest > LONGEST) throw broken('a code is too long');
    let [code, at] = [0, 0];
    for (let length = 0; length <= longest; length++) {
      code *= 2;
      const from = at;
      while (this.#lines[at]?.length === length) at++;
      this.#first.push(code);
      this.#begin.push(from);
      this.#end.push(at);
      code += at - from;
      if (code > 2 ** length) throw broken('more codes than there are');
    }
  }

  /** A table of the values 0, 1, 2 …, by the lengths of their prefixes. */
  static ofLengths(lengths: readonly number[]): HuffmanTable {
    return new HuffmanTable(lengths.map((length, low) => ({ length, extra: 0, low, kind: 'up' })));
  }

  read(bits: Bits): number | undefined {
    let code = 0;
    for (let length = 1; length < this.#first.length; length++) {
      code = 2 * code + bits.bit();
      const index = (this.#begin[length] ?? 0) + code - (this.#first[length] ?? 0);
      if (index < (this.#end[length] ?? 0)) return numberAt(this.#lines[index], bits);
    }
    throw broken('there is no such code');
  }
}

function numberAt(line: Line | undefined, bits: Bits): number | undefined {
  if (bits.isPast || line === undefined) throw broken('codes break off');
  if (line.kind === 'out') return undefined;
  const extra = bits.number(line.extra);
  return line.kind === 'up' ? line.low + extra : line.low - extra;
}

/** Reads a code table segment (§B.2). */
export function readTable(octets: Octets, work: Work): HuffmanTable {
  const flags = octets.number(1);
  const [low, high] = [octets.signed(4), octets.signed(4)];
  const [lengthBits, extraBits] = [((flags >> 1) & 7) + 1, ((flags >> 4) & 7) + 1];
  const bits = new Bits(octets.rest());
  const lines: Line[] = [];
  let next = low;
  while (next < high) {
    const [length, extra] = [bits.number(lengthBits), bits.number(extraBits)];
    if (bits.isPast || extra > 32 || lines.length >= MOST_LINES) throw broken('a table makes no sense');
    work.hold(LINE_BYTES);
    lines.push({ length, extra, low: next, kind: 'up' });
    next += 2 ** extra;
  }
  // Readers disagree about a last range that reaches beyond the highest value.
  if (next !== high) throw broken('a table reaches too far');
  lines.push({ length: bits.number(lengthBits), extra: 32, low: low - 1, kind: 'down' });
  lines.push({ length: bits.number(lengthBits), extra: 32, low: high, kind: 'up' });
  if ((flags & 1) === 1) lines.push({ length: bits.number(lengthBits), extra: 0, low: 0, kind: 'out' });
  if (bits.isPast) throw broken('a table breaks off');
  return new HuffmanTable(lines);
}
