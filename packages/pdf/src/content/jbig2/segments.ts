import { Octets } from '../octets.ts';
import { broken } from './broken.ts';

/** A segment (ITU-T T.88 §7.2), with its data. */
export interface Segment {
  number: number;
  type: number;
  /** The numbers of the segments that it refers to. */
  references: readonly number[];
  data: Octets;
  /** The row count behind a generic region of unknown length. */
  rows: number | undefined;
}

/** The most segments of a picture, and the most global ones. */
export const MOST_SEGMENTS = 2 ** 12;
/** The most references of a segment. */
const MOST_REFERENCES = 2 ** 10;
/** Octets of the shortest segment header; fewer behind the last segment are ignored. */
const SHORTEST = 11;

const UNKNOWN_LENGTH = 2 ** 32 - 1;
/** Immediate generic regions, which alone may be of unknown length (§7.2.7). */
const GENERIC: ReadonlySet<number> = new Set([38, 39]);

/** Reads segments in the embedded organisation, without a file header (ISO 32000-2 §7.4.7). */
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
  // The page association, which readers ignore: there is one page.
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

/** Octets of region information and flags before the data of a generic region. */
const HEAD = 18;

/** The length of a generic region of unknown length, whose end is found by its end marker (§7.2.7). */
function unknownLength({ bytes, at }: Octets): number {
  const isMmr = ((bytes[at + HEAD - 1] ?? 0) & 1) === 1;
  const [first, second] = isMmr ? [0, 0] : [0xff, 0xac];
  for (let end = at + HEAD; end + 1 < bytes.length; end++) {
    if (bytes[end] === first && bytes[end + 1] === second) return end + 2 - at;
  }
  throw broken('a region has no end');
}
