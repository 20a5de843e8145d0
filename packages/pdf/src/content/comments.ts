import { latin1 } from '../syntax/bytes.ts';

/** Bytes of a comment that are looked at. */
const LOOKED_AT = 4096;
/** What of content shows text, an image or a form. */
const SHOWS = /[)\]>]\s*(?:Tj|TJ|'|")(?![^\s])|\/[^\s/]+\s+Do(?![^\s])/;

/** Where a comment ends for readers that end it at LF alone (ISO 32000-2 §7.2.4 has CR as well), as far as is looked. */
export function lineEnd(bytes: Uint8Array, start: number): number {
  const most = Math.min(bytes.length, start + LOOKED_AT);
  const line = bytes.subarray(start, most).indexOf(10);
  return line < 0 ? most : start + line;
}

/** Whether a stretch of bytes would show something, were it content. */
export const showsSomething = (bytes: Uint8Array, start: number, end: number): boolean =>
  SHOWS.test(latin1(bytes, start, end));
