import { PdfError, type PdfErrorCode } from '../errors.ts';
import type { Pdf } from '../syntax/pdf.ts';
import { readDocument } from './admit.ts';
import { fillableField } from './filling.ts';
import { checkProtection, permittedBy } from './restrictions.ts';

/** Why an encrypted file takes no signature of anybody's: by its encryption, or its owner's will. */
export type Protection = Extract<PdfErrorCode, 'encrypted' | 'broken_object' | 'restricted'>;

/** Undefined where nothing of that kind keeps a file from being signed, in a new field or an empty one. */
export function protectionOf(pdf: Pdf): Protection | undefined {
  try {
    checkProtection(pdf, 'empty_field');
  } catch (error) {
    if (error instanceof PdfError && isProtection(error.code)) return error.code;
    throw error;
  }
  if (permittedBy(pdf) === 'new_field') return undefined;
  return fillableField(pdf, readDocument(pdf)) === undefined ? 'restricted' : undefined;
}

const isProtection = (code: PdfErrorCode): code is Protection =>
  code === 'encrypted' || code === 'broken_object' || code === 'restricted';
