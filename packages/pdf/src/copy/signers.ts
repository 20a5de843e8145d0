import { isBroken, readable } from '../errors.ts';
import { signatureFields } from '../revisions/signatures.ts';
import type { Pdf } from '../syntax/pdf.ts';
import type { PdfValue } from '../syntax/values.ts';
import type { LeftOutList } from './leftout.ts';

interface Signer {
  name: string | undefined;
  page?: number | undefined;
}

const LONGEST = 200;

/**
 * Tells whose signatures cannot go along (CPY-2): before anything else takes up work or places, so that none stays untold.
 * Throws PdfError past the bounds of a file.
 */
export function tellSigners(pdf: Pdf, leftOut: LeftOutList): void {
  for (const { name, page } of signers(pdf)) leftOut.add('signature', { page, detail: name });
}

function signers(pdf: Pdf): Signer[] {
  try {
    return signatureFields(pdf).flatMap(({ name, page, signature }) =>
      signature === undefined ? [] : [{ name: signature.name ?? name, page }],
    );
  } catch (error) {
    if (!isBroken(error)) throw error;
    return scattered(pdf);
  }
}

/** Of a form that is damaged: every object that is a signature, or holds one. */
function scattered(pdf: Pdf): Signer[] {
  const found: Signer[] = [];
  pdf.spend(pdf.index.highest);
  for (let number = 1; number <= pdf.index.highest; number++) {
    const signer = readable(() => signerIn(pdf, pdf.object(number)?.value));
    if (signer !== undefined) found.push(signer);
  }
  return found;
}

function signerIn(pdf: Pdf, value: PdfValue | undefined): Signer | undefined {
  if (value?.type !== 'dict') return undefined;
  const held = value.entries.get('V');
  const signature = value.entries.has('ByteRange') ? value : held?.type === 'dict' ? held : undefined;
  if (signature?.entries.has('ByteRange') !== true) return undefined;
  return { name: pdf.text(signature.entries.get('Name') ?? value.entries.get('T'), LONGEST) };
}
