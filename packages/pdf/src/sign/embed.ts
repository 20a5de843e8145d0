import { PdfError } from '../errors.ts';
import { ascii, toHex } from '../syntax/bytes.ts';
import type { Prepared } from './face.ts';

/**
 * The finished tail: the DER of the CMS in its slot, zero-padded. Original + tail is the signed file; nothing
 * outside the slot differs from `prepared.tail`. Throws `contents_too_large` where the slot is too small.
 */
export function embed(prepared: Prepared, cms: Uint8Array): Uint8Array {
  const { tail, slot } = prepared;
  if (cms.length === 0) throw new PdfError('bad_option', 'There is no CMS to embed');
  if (cms.length * 2 > slot.length) throw new PdfError('contents_too_large', 'The CMS does not fit its slot');
  const end = slot.offset + slot.length;
  const framed = tail[slot.offset - 1] === 0x3c && tail[end] === 0x3e;
  if (!framed || tail.subarray(slot.offset, end).some((digit) => digit !== 0x30)) {
    throw new PdfError('bad_option', 'The prepared update has no empty slot where it says');
  }
  const finished = new Uint8Array(tail); // a Buffer’s slice would share the bytes
  finished.set(ascii(toHex(cms)), slot.offset);
  return finished;
}
