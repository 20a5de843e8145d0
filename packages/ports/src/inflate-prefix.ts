/**
 * A plain reader of RFC 1951 for damaged and overlong streams: where zlib throws and gives nothing, this gives
 * all that stood before the damage. Sound streams never come here.
 */

const longest = 15;
/** A block costs its tables even when it is empty; honest ones hold thousands of bytes. */
const mostBlocks = 50_000;
const lengthBase = [
  3, 4, 5, 6, 7, 8, 9, 10, 11, 13, 15, 17, 19, 23, 27, 31, 35, 43, 51, 59, 67, 83, 99, 115, 131, 163, 195,
  227, 258,
];
const lengthExtra = [0, 0, 0, 0, 0, 0, 0, 0, 1, 1, 1, 1, 2, 2, 2, 2, 3, 3, 3, 3, 4, 4, 4, 4, 5, 5, 5, 5, 0];
const distanceBase = [
  1, 2, 3, 4, 5, 7, 9, 13, 17, 25, 33, 49, 65, 97, 129, 193, 257, 385, 513, 769, 1025, 1537, 2049, 3073, 4097,
  6145, 8193, 12289, 16385, 24577,
];
const distanceExtra = [
  0, 0, 0, 0, 1, 1, 2, 2, 3, 3, 4, 4, 5, 5, 6, 6, 7, 7, 8, 8, 9, 9, 10, 10, 11, 11, 12, 12, 13, 13,
];
/** The order in which a dynamic block writes the code lengths of its code lengths (§3.2.7). */
const lengthOrder = [16, 17, 18, 0, 8, 7, 9, 6, 10, 5, 11, 4, 12, 3, 13, 2, 14, 1, 15];

/** A canonical Huffman code: how many codes have each length, and the symbols in code order. */
interface Code {
  counts: Uint16Array;
  symbols: Uint16Array;
}

/** Thrown where the input ends or makes no sense, and where the limit is passed; caught below. */
class Stop {
  readonly exceeded: boolean;
  /** No byte of the input is left. */
  readonly spent: boolean;
  constructor(exceeded: boolean, spent = false) {
    this.exceeded = exceeded;
    this.spent = spent;
  }
}

/**
 * The first bytes, at most `limit`, of a zlib stream, up to where it breaks, or `ended` with its last block. Some
 * writers leave the last one out: their data end between two blocks. `used`: bytes of the source up to there.
 */
export function inflatePrefix(
  source: Uint8Array,
  limit: number,
): { bytes: Uint8Array; ended: boolean; exceeded: boolean; used: number } {
  const reader = new BitReader(source, 2);
  const writer = new Window(limit);
  let ended = false;
  /** What all blocks before this one gave. */
  let sound = 0;
  try {
    for (let left = hasZlibHeader(source) ? mostBlocks : 0; left > 0 && !ended; left--) {
      ended = block(reader, writer);
      sound = writer.length;
    }
    return { bytes: writer.bytes(), ended, exceeded: false, used: reader.position };
  } catch (stop) {
    if (!(stop instanceof Stop)) throw stop;
    ended = stop.spent && sound > 0 && sound === writer.length;
    return { bytes: writer.bytes(), ended, exceeded: stop.exceeded, used: source.length };
  }
}

/** RFC 1950 §2.2: method 8, a multiple of 31, no preset dictionary. */
function hasZlibHeader([first = 0, second = 0]: Uint8Array): boolean {
  return (first & 15) === 8 && (first * 256 + second) % 31 === 0 && (second & 32) === 0;
}

/** Reads one block; true after the last. */
function block(reader: BitReader, writer: Window): boolean {
  const last = reader.bits(1) === 1;
  const kind = reader.bits(2);
  if (kind === 0) stored(reader, writer);
  else if (kind === 1) compressed(reader, writer, fixedLengths, fixedDistances);
  else if (kind === 2) compressed(reader, writer, ...dynamicCodes(reader));
  else throw new Stop(false);
  return last;
}

function stored(reader: BitReader, writer: Window): void {
  reader.alignToByte();
  const length = reader.bits(16);
  if ((length ^ reader.bits(16)) !== 0xffff) throw new Stop(false);
  for (let i = 0; i < length; i++) writer.put(reader.bits(8));
}

function compressed(reader: BitReader, writer: Window, lengths: Code, distances: Code): void {
  for (;;) {
    const symbol = decode(reader, lengths);
    if (symbol === 256) return;
    if (symbol < 256) writer.put(symbol);
    else {
      const length = extended(reader, lengthBase, lengthExtra, symbol - 257);
      writer.repeat(extended(reader, distanceBase, distanceExtra, decode(reader, distances)), length);
    }
  }
}

function extended(reader: BitReader, bases: number[], extras: number[], index: number): number {
  const base = bases[index];
  if (base === undefined) throw new Stop(false);
  return base + reader.bits(extras[index] ?? 0);
}

function decode(reader: BitReader, { counts, symbols }: Code): number {
  let code = 0;
  let first = 0;
  let index = 0;
  for (let length = 1; length <= longest; length++) {
    code |= reader.bit();
    const count = counts[length] ?? 0;
    const symbol = symbols[index + code - first];
    if (code - first < count && symbol !== undefined) return symbol;
    index += count;
    first = (first + count) << 1;
    code <<= 1;
  }
  throw new Stop(false);
}

function huffman(lengths: Uint8Array): Code {
  const counts = new Uint16Array(longest + 1);
  for (const length of lengths) counts[length] = (counts[length] ?? 0) + 1;
  counts[0] = 0;
  const next = new Uint16Array(longest + 2);
  for (let i = 1; i <= longest; i++) next[i + 1] = (next[i] ?? 0) + (counts[i] ?? 0);
  const symbols = new Uint16Array(lengths.length);
  lengths.forEach((length, symbol) => {
    if (length === 0) return;
    const place = next[length] ?? 0;
    symbols[place] = symbol;
    next[length] = place + 1;
  });
  return { counts, symbols };
}

function dynamicCodes(reader: BitReader): [Code, Code] {
  const literals = reader.bits(5) + 257;
  const distances = reader.bits(5) + 1;
  const count = reader.bits(4) + 4;
  const order = new Uint8Array(19);
  for (const place of lengthOrder.slice(0, count)) order[place] = reader.bits(3);
  const lengths = readLengths(reader, huffman(order), literals + distances);
  return [huffman(lengths.subarray(0, literals)), huffman(lengths.subarray(literals))];
}

function readLengths(reader: BitReader, code: Code, total: number): Uint8Array {
  const lengths = new Uint8Array(total);
  let at = 0;
  while (at < total) {
    const symbol = decode(reader, code);
    if (symbol < 16) {
      lengths[at++] = symbol;
      continue;
    }
    if (symbol === 16 && at === 0) throw new Stop(false);
    const value = symbol === 16 ? (lengths[at - 1] ?? 0) : 0;
    const times = symbol === 18 ? 11 + reader.bits(7) : 3 + reader.bits(symbol === 16 ? 2 : 3);
    if (at + times > total) throw new Stop(false);
    lengths.fill(value, at, at + times);
    at += times;
  }
  return lengths;
}

const fixedLengths = huffman(
  Uint8Array.from({ length: 288 }, (_, i) => (i < 144 ? 8 : i < 256 ? 9 : i < 280 ? 7 : 8)),
);
const fixedDistances = huffman(new Uint8Array(30).fill(5));

class BitReader {
  readonly #source: Uint8Array;
  #at: number;
  #held = 0;
  #count = 0;

  constructor(source: Uint8Array, start: number) {
    this.#source = source;
    this.#at = start;
  }

  /** The first byte of which no bit was read. */
  get position(): number {
    return this.#at;
  }

  bit(): number {
    if (this.#count === 0) return this.bits(1);
    const value = this.#held & 1;
    this.#held >>>= 1;
    this.#count--;
    return value;
  }

  /** The next `count` bits (at most 16), least significant first. */
  bits(count: number): number {
    while (this.#count < count) {
      const byte = this.#source[this.#at++];
      if (byte === undefined) throw new Stop(false, true);
      this.#held |= byte << this.#count;
      this.#count += 8;
    }
    const value = this.#held & ((1 << count) - 1);
    this.#held >>>= count;
    this.#count -= count;
    return value;
  }

  alignToByte(): void {
    this.#held = 0;
    this.#count = 0;
  }
}

/** The output: grows by doubling, never past the limit. */
class Window {
  readonly #limit: number;
  #bytes: Uint8Array;
  #length = 0;

  constructor(limit: number) {
    this.#limit = limit;
    this.#bytes = new Uint8Array(Math.min(limit, 4096));
  }

  put(byte: number): void {
    this.#reserve(1);
    this.#bytes[this.#length++] = byte;
  }

  repeat(distance: number, length: number): void {
    if (distance > this.#length) throw new Stop(false);
    const room = Math.min(length, this.#limit - this.#length);
    this.#reserve(room);
    for (let i = 0; i < room; i++) {
      this.#bytes[this.#length] = this.#bytes[this.#length - distance] ?? 0;
      this.#length++;
    }
    if (room < length) throw new Stop(true);
  }

  get length(): number {
    return this.#length;
  }

  bytes(): Uint8Array {
    return this.#bytes.subarray(0, this.#length);
  }

  #reserve(extra: number): void {
    const needed = this.#length + extra;
    if (needed > this.#limit) throw new Stop(true);
    if (needed <= this.#bytes.length) return;
    const grown = new Uint8Array(Math.min(Math.max(needed, this.#bytes.length * 2), this.#limit));
    grown.set(this.#bytes.subarray(0, this.#length));
    this.#bytes = grown;
  }
}
