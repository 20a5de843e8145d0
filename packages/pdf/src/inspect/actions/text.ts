import { readable } from '../../errors.ts';
import { latin1 } from '../../syntax/bytes.ts';
import type { Pdf } from '../../syntax/pdf.ts';
import { decodeText } from '../../syntax/strings.ts';
import type { PdfStream, PdfValue } from '../../syntax/values.ts';
import { EXCERPT } from '../finding.ts';

/** Scripts in streams are read up to this size for an excerpt. */
const EXCERPT_STREAM = 1024 * 1024;
/** Parts of a script that an array splits. */
const PARTS = 20;

/** A string or stream as text, cut short; undefined where it cannot be read. */
export function excerpt(pdf: Pdf, value: PdfValue | undefined): string | undefined {
  return readable(() => {
    const resolved = pdf.resolve(value);
    if (resolved?.type === 'string') return pdf.text(resolved, EXCERPT)?.slice(0, EXCERPT);
    if (resolved?.type === 'stream') {
      const bytes = decoded(pdf, resolved, EXCERPT_STREAM)?.subarray(0, 2 * EXCERPT);
      return bytes === undefined ? undefined : decodeText(bytes).slice(0, EXCERPT);
    }
    if (resolved?.type === 'name') return resolved.value.slice(0, EXCERPT);
    return resolved === undefined
      ? undefined
      : latin1(resolved.source, resolved.start, Math.min(resolved.end, resolved.start + EXCERPT));
  });
}

/** A script: a string or stream, or several of them that an array joins. */
export function script(pdf: Pdf, value: PdfValue | undefined): string | undefined {
  const parts = readable(() => pdf.array(value)?.items);
  if (parts === undefined) return excerpt(pdf, value);
  return parts
    .slice(0, PARTS)
    .map((part) => excerpt(pdf, part) ?? '')
    .join('')
    .slice(0, EXCERPT);
}

/** A name; some viewers take a string in its place. */
export function nameOf(pdf: Pdf, value: PdfValue | undefined): string | undefined {
  if (value === undefined) return undefined;
  return readable(() => pdf.name(value) ?? pdf.text(value, EXCERPT));
}

/** A stream's data where they can be read and are no more than `limit` bytes. */
export const decoded = (pdf: Pdf, stream: PdfStream, limit: number): Uint8Array | undefined =>
  readable(() => pdf.decodedWithin(stream, limit));
