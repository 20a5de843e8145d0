import type { ErrorCode } from '@websign/contract';
import type { PdfErrorCode } from '@websign/pdf';
import type { SandboxError } from '../sandbox/error.ts';

/** The contract's code for each refusal of the engine; the compiler holds it complete. */
export const refusals: Record<PdfErrorCode, ErrorCode> = {
  not_a_pdf: 'file_type',
  header_offset: 'pdf_broken',
  broken_xref: 'pdf_broken',
  broken_object: 'pdf_broken',
  broken_stream: 'pdf_broken',
  broken_pages: 'pdf_broken',
  broken_form: 'pdf_broken',
  encrypted: 'pdf_encrypted',
  encrypted_mac: 'pdf_encrypted',
  hybrid_ambiguous: 'pdf_ambiguous',
  dynamic_xfa: 'pdf_dynamic_xfa',
  unsupported_filter: 'pdf_unsupported',
  too_large: 'pdf_resource_limit',
  too_deep: 'pdf_resource_limit',
  too_many_objects: 'pdf_resource_limit',
  too_many_revisions: 'pdf_resource_limit',
  too_many_pages: 'pdf_resource_limit',
  inflate_limit: 'pdf_resource_limit',
  loop: 'pdf_broken',
  restricted: 'signing_not_permitted',
  locked: 'document_locked',
  certified: 'signing_not_permitted',
  already_signed: 'signing_not_permitted',
  need_appearances: 'signing_not_permitted',
  seed_value: 'signing_not_permitted',
  no_such_page: 'position_out_of_bounds',
  no_such_field: 'bad_request',
  field_signed: 'signing_not_permitted',
  field_locked: 'signing_not_permitted',
  out_of_bounds: 'position_out_of_bounds',
  // The one option that people choose is the place: too small for a signature, or on a page that is.
  bad_option: 'position_out_of_bounds',
  font_unusable: 'internal',
  contents_too_large: 'internal',
  base_changed: 'changed',
};

/** The contract's code for a job that gave no result: what took too much is told apart from what we broke. */
export function refusalCode({ code, reason = '' }: SandboxError): ErrorCode {
  if (code === 'timeout' || code === 'crashed' || reason === 'resource_limit') return 'pdf_resource_limit';
  if (code === 'busy' || code === 'closed') return 'busy';
  return Object.hasOwn(refusals, reason) ? refusals[reason as PdfErrorCode] : 'internal';
}
