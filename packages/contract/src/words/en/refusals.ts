import type { WordedRefusal } from '../el/refusals.ts';

export const refusals: Readonly<Record<WordedRefusal, string>> = {
  file_type: 'This type of file is not allowed. You can upload PDF files only.',
  security_issues: 'The document did not pass the security check.',
  pdf_broken:
    'The document is damaged. Save it again from the program that made it, or ask whoever sent it to you for it.',
  pdf_encrypted:
    'The document opens only with a password, or forbids any change. Ask for it without, and upload it again.',
  pdf_ambiguous:
    'The document can be read in two different ways, so it cannot be signed. Save it again as PDF.',
  pdf_dynamic_xfa: 'The document is a dynamic XFA form. Print it to PDF and upload it again.',
  pdf_unsupported: 'The document uses a feature that is not supported. Save it again as a plain PDF.',
  pdf_resource_limit:
    'The document is too complex for its check to be finished. Simplify it or divide it into parts, and try again.',
};
