import { concat } from '../../syntax/bytes.ts';
import { CODED_PASSES } from './block.ts';
import type { Tile } from './codestream.ts';
import {
  type Block,
  type Blocks,
  MOST_PLANES,
  type Precinct,
  type Segment,
  type TileComponent,
} from './geometry.ts';
import { packetsInOrder } from './order.ts';
import type { Style } from './parameters.ts';
import { unread } from './unread.ts';

const [PACKET, HEADER_END] = [0x91, 0x92];
/** Octets of a start of packet segment (SOP). */
const PACKET_LENGTH = 6;
/** The most bits of a length. */
const MOST_LENGTH = 31;
/** The most coding passes of a code-block: one of its first bit-plane, three of each other. */
const MOST_PASSES = 3 * MOST_PLANES - 2;
/** Steps that a piece of a code-block's data costs. */
const PIECE = 16;

/** Reads the bits of a packet header; an octet of 0xFF is followed by a stuffed bit (ITU-T T.800 §B.10.1). */
class HeaderBits {
  readonly #bytes: Uint8Array;
  at: number;
  #octet = 0;
  #left = 0;

  constructor(bytes: Uint8Array, at: number) {
    this.#bytes = bytes;
    this.at = at;
  }

  readonly bit = (): number => {
    if (this.#left === 0) {
      this.#left = this.#octet === 0xff ? 7 : 8;
      const next = this.#bytes[this.at++];
      if (next === undefined) throw unread('data break off');
      this.#octet = next;
    }
    this.#left--;
    return (this.#octet >> this.#left) & 1;
  };

  number(count: number): number {
    if (count > MOST_LENGTH) throw unread('a length');
    let value = 0;
    for (let index = 0; index < count; index++) value = value * 2 + this.bit();
    return value;
  }

  /** Where the header ends. */
  end(): number {
    if (this.#octet === 0xff) this.at++;
    return this.at;
  }
}

/** Reads the packets of a tile and gives their data to its code-blocks. */
export function readPackets(
  { parameters, parts, headers }: Tile,
  components: readonly TileComponent[],
  spend: (steps: number) => void,
): void {
  const bytes = parts.length === 1 && parts[0] !== undefined ? parts[0] : concat(parts);
  const apart = headers === undefined ? undefined : concat(headers);
  const { hasPacketMarkers, hasHeaderEnds } = parameters.codingOf();
  let [at, headerAt] = [0, 0];
  const isMarker = (from: Uint8Array, place: number, marker: number): boolean =>
    from[place] === 0xff && from[place + 1] === marker;
  for (const { precinct, style, layer } of packetsInOrder(components, parameters, spend)) {
    // A codestream may end between packets: what is there is shown, with less detail.
    if (at >= bytes.length && (apart === undefined || headerAt >= apart.length)) return;
    if (hasPacketMarkers && isMarker(bytes, at, PACKET)) at += PACKET_LENGTH;
    const source = apart ?? bytes;
    const bits = new HeaderBits(source, apart === undefined ? at : headerAt);
    const pieces = bits.bit() === 0 ? [] : readHeader(bits, precinct, style, layer, spend);
    let end = bits.end();
    if (hasHeaderEnds && isMarker(source, end, HEADER_END)) end += 2;
    if (apart === undefined) at = end;
    else headerAt = end;
    for (const { segment, length } of pieces) {
      if (at + length > bytes.length) throw unread('data break off');
      segment.data.push(bytes.subarray(at, at + length));
      at += length;
    }
  }
}

interface Piece {
  segment: Segment;
  length: number;
}

function readHeader(
  bits: HeaderBits,
  { bands }: Precinct,
  style: Style,
  layer: number,
  spend: (steps: number) => void,
): Piece[] {
  const pieces: Piece[] = [];
  for (const blocks of bands) {
    // Each code-block is counted, though the tag tree may answer for all of them at once.
    spend(blocks.blocks.length);
    for (const [index, block] of blocks.blocks.entries()) {
      const place = [index % blocks.across, Math.floor(index / blocks.across)] as const;
      if (!isInPacket(bits, blocks, block, place, layer)) continue;
      if (!block.isIncluded) {
        block.isIncluded = true;
        block.zeroPlanes = zerosOf(bits, blocks, place);
      }
      const before = pieces.length;
      readLengths(bits, block, style, pieces);
      spend(PIECE * (pieces.length - before));
    }
  }
  return pieces;
}

type Place = readonly [number, number];

/** §B.10.4 */
function isInPacket(
  bits: HeaderBits,
  { inclusion }: Blocks,
  block: Block,
  place: Place,
  layer: number,
): boolean {
  if (block.isIncluded) return bits.bit() === 1;
  return inclusion.isBelow(place[0], place[1], layer + 1, bits.bit);
}

/** §B.10.5 */
function zerosOf(bits: HeaderBits, { band, zeros }: Blocks, place: Place): number {
  for (let count = 0; count < band.planes; count++)
    if (zeros.isBelow(place[0], place[1], count + 1, bits.bit)) return count;
  throw unread('a block without bits');
}

/** Reads the number of coding passes and the lengths of their codeword segments (§B.10.6, §B.10.7). */
function readLengths(bits: HeaderBits, block: Block, style: Style, pieces: Piece[]): void {
  let passes = passesOf(bits);
  if (block.passes + passes > MOST_PASSES) throw unread('too many passes');
  while (bits.bit() === 1) block.lengthBits++;
  if (block.lengthBits > MOST_LENGTH) throw unread('a length');
  while (passes > 0) {
    let segment = block.segments.at(-1);
    if (segment === undefined || segment.passes === segment.most) {
      segment = { passes: 0, most: mostPasses(style, block.passes), data: [] };
      block.segments.push(segment);
    }
    const count = Math.min(passes, segment.most - segment.passes);
    const length = bits.number(block.lengthBits + Math.floor(Math.log2(count)));
    segment.passes += count;
    block.passes += count;
    passes -= count;
    pieces.push({ segment, length });
  }
}

/** Table B.4 */
function passesOf(bits: HeaderBits): number {
  if (bits.bit() === 0) return 1;
  if (bits.bit() === 0) return 2;
  const few = bits.number(2);
  if (few < 3) return 3 + few;
  const some = bits.number(5);
  return some < 31 ? 6 + some : 37 + bits.number(7);
}

/** The most coding passes of a codeword segment that begins after so many (§D.4.2, Table D.9). */
function mostPasses({ endsEachPass, bypassesCoding }: Style, before: number): number {
  if (endsEachPass) return 1;
  if (!bypassesCoding) return MOST_PASSES;
  if (before < CODED_PASSES) return CODED_PASSES - before;
  return (before - CODED_PASSES) % 3 === 0 ? 2 : 1;
}
