import { type LaterChanges, laterChangesOf, PdfError, signatureFields } from '../src/index.ts';
import { open } from './support.ts';

/** What changed after the first signature; undefined where the file no longer opens or its byte range is broken. */
export function changesOf(file: Uint8Array): LaterChanges | undefined {
  try {
    const pdf = open(file);
    const fields = signatureFields(pdf).filter(({ signature }) => signature !== undefined);
    if ((fields[0]?.signature?.problems.length ?? 0) > 0) return undefined;
    return laterChangesOf(pdf, fields).get(fields[0]?.name ?? '');
  } catch (error) {
    if (error instanceof PdfError) return undefined;
    throw error;
  }
}
