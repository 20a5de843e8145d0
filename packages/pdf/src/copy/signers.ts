import { readable } from '../errors.ts';
import { signatureFields } from '../revisions/signatures.ts';
import { indexOf } from '../syntax/bytes.ts';
import type { Pdf } from '../syntax/pdf.ts';
import type { PdfDict, PdfValue } from '../syntax/values.ts';
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
  for (const { name, page } of signersOf(pdf)) leftOut.add('signature', { page, detail: name });
}

function signersOf(pdf: Pdf): Signer[] {
  const inForm = readable(() => signatureFields(pdf))?.flatMap(({ name, page, signature }) =>
    signature === undefined ? [] : [{ name: signature.name ?? name, page }],
  );
  const isWhole = inForm !== undefined && (inForm.length > 0 || !mayBeSigned(pdf));
  return isWhole ? inForm : signersInObjects(pdf);
}

/** A signature never stands in a stream of objects: what it covers is counted in bytes of the file. */
const mayBeSigned = ({ bytes }: Pdf): boolean => indexOf(bytes, '/ByteRange', 0, bytes.length) >= 0;

/** Of a form that is damaged, or lost: every object that is a signature, or holds one. */
function signersInObjects(pdf: Pdf): Signer[] {
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
  if (signature?.entries.has('ByteRange') !== true || givesRights(pdf, signature)) return undefined;
  return { name: pdf.text(signature.entries.get('Name') ?? value.entries.get('T'), LONGEST) };
}

/** Whether it is by a maker of readers, for rights to use them (ISO 32000-1 §12.8.2.3): nobody's under what the document says. */
function givesRights(pdf: Pdf, signature: PdfDict): boolean {
  const references = pdf.array(signature.entries.get('Reference'))?.items ?? [];
  return references.some((one) => {
    const method = pdf.name(pdf.dict(one)?.entries.get('TransformMethod')) ?? '';
    return method === 'UR3' || method === 'UR';
  });
}
