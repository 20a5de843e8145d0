import { concat } from '../syntax/bytes.ts';

/** Bytes before the mark of a file that are looked at. */
const JUNK = 1024;
const START_OF_IMAGE = 0xd8;
const START_OF_SCAN = 0xda;
const COMMENT = 0xfe;
/** Applications' own segments; of these those of JFIF and Adobe tell how colours are meant (ISO 32000-2 §7.4.8). */
const FIRST_APPLICATION = 0xe0;
const LAST_APPLICATION = 0xef;
const MEANT: ReadonlySet<number> = new Set([FIRST_APPLICATION, 0xee]);

/**
 * A JPEG file without what stands before it, comments, and what applications add: pictures of pictures, places, colours that
 * readers of PDF pass over. Undefined for what is no such file.
 */
export function plainJpeg(bytes: Uint8Array): Uint8Array | undefined {
  const start = startOf(bytes);
  if (start < 0) return undefined;
  const parts: Uint8Array[] = [bytes.subarray(start, start + 2)];
  let at = start + 2;
  while (bytes[at] === 0xff && at + 4 <= bytes.length) {
    const marker = bytes[at + 1] ?? 0;
    // Any number of these may stand before a marker.
    if (marker === 0xff) {
      at++;
      continue;
    }
    if (marker === START_OF_SCAN) break;
    const end = at + 2 + (((bytes[at + 2] ?? 0) << 8) | (bytes[at + 3] ?? 0));
    const isApplication = marker >= FIRST_APPLICATION && marker <= LAST_APPLICATION;
    if (marker !== COMMENT && (!isApplication || MEANT.has(marker))) parts.push(bytes.subarray(at, end));
    at = end;
  }
  return concat([...parts, bytes.subarray(at)]);
}

function startOf(bytes: Uint8Array): number {
  for (let at = 0; at < Math.min(bytes.length - 1, JUNK); at++)
    if (bytes[at] === 0xff && bytes[at + 1] === START_OF_IMAGE) return at;
  return -1;
}
