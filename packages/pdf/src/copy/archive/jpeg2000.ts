import { latin1 } from '../../syntax/bytes.ts';

/** Boxes of a file that are looked at. */
const MOST_BOXES = 64;
const MOST_BITS = 38;
/** Enumerated colour spaces (ISO/IEC 15444-1 §I.5.3.3): sRGB, and grey as sRGB has it. */
const SPACES: ReadonlySet<number> = new Set([16, 17]);

/**
 * Whether a JPEG 2000 file is one of those that PDF/A-2 takes (ISO 19005-2 §6.2.8.3), of the common kinds: one, three or four
 * channels of the same depth, and one colour space unless the image has its own.
 */
export function isJpeg2000Allowed(bytes: Uint8Array, hasSpace: boolean): boolean {
  const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength);
  let [header, colours, isColourKnown] = [false, 0, false];
  const open: { at: number; end: number }[] = [{ at: 0, end: bytes.length }];
  for (let count = 0, part = open.pop(); part !== undefined; part = open.pop()) {
    for (let { at } = part; at + 8 <= part.end; ) {
      if (++count > MOST_BOXES) return false;
      const [length, type] = [view.getUint32(at), latin1(bytes, at + 4, at + 8)];
      const end = length === 0 ? part.end : at + length;
      // Lengths of 64 bits are for files larger than any here.
      if (length === 1 || end <= at || end > part.end) return false;
      const size = end - at - 8;
      if (type === 'jp2h') open.push({ at: at + 8, end });
      // Components of different depths, palettes, and channels of their own meaning.
      if (type === 'bpcc' || type === 'pclr' || type === 'cdef') return false;
      if (type === 'ihdr') header = size >= 14 && isHeaderAllowed(view, at + 8);
      if (type === 'colr' && size >= 7) {
        colours++;
        isColourKnown = view.getUint8(at + 8) === 1 && SPACES.has(view.getUint32(at + 11));
      }
      at = end;
    }
  }
  return header && (hasSpace || (colours === 1 && isColourKnown));
}

function isHeaderAllowed(view: DataView, at: number): boolean {
  const [channels, depth] = [view.getUint16(at + 8), view.getUint8(at + 10)];
  return (channels === 1 || channels === 3 || channels === 4) && (depth & 0x7f) < MOST_BITS;
}
