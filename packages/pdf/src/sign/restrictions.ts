import { PdfError } from '../errors.ts';
import type { EncryptionFacts } from '../syntax/encryption/index.ts';
import type { Pdf } from '../syntax/pdf.ts';

/** Bits of /P (ISO 32000-2 Table 22), counted from 1 there. */
const BIT = { modify: 1 << 3, extract: 1 << 4, annotate: 1 << 5, fill: 1 << 8 };

/** What the owner of a file lets be signed: a new field, only a field that is there, or nothing. */
export type Permitted = 'new_field' | 'empty_field' | 'nothing';

/**
 * By the permissions of an encrypted file: a new field needs bits 4 and 6, one that is there bit 6 or 9, which revision 2
 * does not know. A file in the clear permits all.
 */
export function permittedBy({ encrypted }: Pick<Pdf, 'encrypted'>): Permitted {
  if (encrypted === undefined) return 'new_field';
  const has = (bit: number): boolean => (encrypted.permissions & bit) !== 0;
  if (has(BIT.modify) && has(BIT.annotate)) return 'new_field';
  return has(BIT.annotate) || (encrypted.revision >= 3 && has(BIT.fill)) ? 'empty_field' : 'nothing';
}

/** Whether the owner of a file lets it be copied: a copy is another document in the clear, and needs bits 4 (changes) and 5 (copying) of /P. */
export function isCopyingPermitted(encrypted: EncryptionFacts | undefined): boolean {
  const needed = BIT.modify | BIT.extract;
  return encrypted === undefined || (encrypted.permissions & needed) === needed;
}

/** Throws `restricted` where it does not. */
export function checkCopying(encrypted: EncryptionFacts | undefined): void {
  if (!isCopyingPermitted(encrypted))
    throw new PdfError(
      'restricted',
      'The owner of the file does not permit copies of it (bits 4 and 5 of /P)',
    );
}

/**
 * Throws where nothing of this kind is added to the file: `restricted` by its owner, `encrypted` or `broken_object` where
 * its encryption does not allow it.
 */
export function checkProtection(pdf: Pdf, wanted: 'new_field' | 'empty_field'): void {
  pdf.encryption?.checkWritable();
  const permitted = permittedBy(pdf);
  if (permitted === 'new_field' || permitted === wanted) return;
  const what =
    wanted === 'new_field'
      ? 'changes to the document or new fields (bits 4 and 6 of /P)'
      : 'filling in its fields (bits 6 and 9 of /P)';
  throw new PdfError('restricted', `The owner of the file does not permit ${what}`);
}
