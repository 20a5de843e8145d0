import { Bits } from '../fax/bits.ts';
import type { Octets } from '../octets.ts';
import { broken } from './broken.ts';
import type { Work } from './work.ts';

/** A code's length, how many bits follow, and what stands behind it; see {@link Line}. */
interface Line {
  /** 0: there is no such code. */
  length: number;
  /** Bits of what is added to `low`, or taken from it. */
  extra: number;
  low: number;
  /** Numbers above, numbers below, or out of band. */
  kind: 'up' | 'down' | 'out';
}

/** Longer codes are not read. */
const LONGEST = 32;
/** Lines of a table, and the octets that one takes. */
const MOST_LINES = 2 ** 12;
const LINE_BYTES = 64;

/** Numbers that are read bit by bit; undefined for what stands out of band. */
export interface Code {
  read(bits: Bits): number | undefined;
}

/** A number of so many bits. */
export const plain = (length: number): Code => ({ read: (bits) => bits.number(length) });

/** Codes that are given by their lengths (ITU-T T.88 §B.3). */
export class HuffmanTable implements Code {
  readonly #lines: readonly Line[];
  /** For each length: the first code, and where its lines begin and end among those that are sorted. */
  readonly #first: number[] = [];
  readonly #begin: number[] = [];
  readonly #end: number[] = [];

  constructor(lines: readonly Line[]) {
    const used = lines.filter(({ length }) => length > 0);
    // The sort keeps the order of codes that are as long.
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

  /** A table of values from 0 on, by the lengths of their codes. */
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

/** A table that a segment gives (§B.2). */
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
  // Of ranges that reach further readers begin the last at one end or the other.
  if (next !== high) throw broken('a table reaches too far');
  lines.push({ length: bits.number(lengthBits), extra: 32, low: low - 1, kind: 'down' });
  lines.push({ length: bits.number(lengthBits), extra: 32, low: high, kind: 'up' });
  if ((flags & 1) === 1) lines.push({ length: bits.number(lengthBits), extra: 0, low: 0, kind: 'out' });
  if (bits.isPast) throw broken('a table breaks off');
  return new HuffmanTable(lines);
}
