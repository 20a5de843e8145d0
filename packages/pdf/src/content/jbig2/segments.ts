import { Octets } from '../octets.ts';
import { broken } from './broken.ts';

/** A segment (ITU-T T.88 §7.2), with its data. */
export interface Segment {
  number: number;
  type: number;
  /** What it refers to. */
  references: readonly number[];
  data: Octets;
  /** Rows of a generic region whose length was not known when it began. */
  rows: number | undefined;
}

/** Segments of a picture, with those that it shares. */
export const MOST_SEGMENTS = 2 ** 12;
/** References of a segment. */
const MOST_REFERENCES = 2 ** 10;
/** Octets of the shortest header. What is shorter behind the last segment says nothing. */
const SHORTEST = 11;

const UNKNOWN_LENGTH = 2 ** 32 - 1;
/** An immediate generic region and a lossless one, which alone may be of unknown length (§7.2.7). */
const GENERIC: ReadonlySet<number> = new Set([38, 39]);

/** Reads segments one behind the other, as PDF holds them (ISO 32000-2 §7.4.7): without a header of the file. */
export function readSegments(bytes: Uint8Array): Segment[] {
  const octets = new Octets(bytes);
  const segments: Segment[] = [];
  while (octets.left >= SHORTEST) {
    segments.push(readSegment(octets));
    if (segments.length > MOST_SEGMENTS) throw broken('more segments than are read');
  }
  return segments;
}

function readSegment(octets: Octets): Segment {
  const number = octets.number(4);
  const flags = octets.number(1);
  const type = flags & 0x3f;
  const references = readReferences(octets, number);
  // The page that it stands on, which makes no difference to readers: there is one.
  octets.take((flags & 0x40) === 0 ? 1 : 4);
  const length = octets.number(4);
  if (length !== UNKNOWN_LENGTH) {
    return { number, type, references, data: new Octets(octets.take(length)), rows: undefined };
  }
  if (!GENERIC.has(type)) throw broken('a segment has no length');
  const data = octets.take(unknownLength(octets));
  return { number, type, references, data: new Octets(data), rows: octets.number(4) };
}

/** §7.2.4 and §7.2.5 */
function readReferences(octets: Octets, number: number): number[] {
  const first = octets.number(1);
  let count = first >> 5;
  if (count === 7) {
    octets.at--;
    count = octets.number(4) & 0x1fffffff;
    octets.take(Math.ceil((count + 1) / 8));
  } else if (count > 4) throw broken('a segment refers to something in an unknown way');
  if (count > MOST_REFERENCES) throw broken('a segment refers to more than is read');
  const size = number <= 256 ? 1 : number <= 65536 ? 2 : 4;
  return Array.from({ length: count }, () => {
    const reference = octets.number(size);
    if (reference >= number) throw broken('a segment refers to itself or to what follows');
    return reference;
  });
}

/** Octets of a place and flags, before the data of a generic region. */
const HEAD = 18;

/** How long the data of a generic region are whose end has to be looked for (§7.2.7): what ends codes of its kind. */
function unknownLength({ bytes, at }: Octets): number {
  const isMmr = ((bytes[at + HEAD - 1] ?? 0) & 1) === 1;
  const [first, second] = isMmr ? [0, 0] : [0xff, 0xac];
  for (let end = at + HEAD; end + 1 < bytes.length; end++) {
    if (bytes[end] === first && bytes[end + 1] === second) return end + 2 - at;
  }
  throw broken('a region has no end');
}
