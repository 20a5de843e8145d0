/** Why a file, or a wish about it, is refused. Closed: every code is mapped to a sentence for people elsewhere. */
export type PdfErrorCode =
  // the file itself
  | 'not_a_pdf'
  | 'header_offset'
  | 'broken_xref'
  | 'broken_object'
  | 'broken_stream'
  | 'broken_pages'
  | 'broken_form'
  | 'encrypted'
  | 'encrypted_mac'
  | 'hybrid_ambiguous'
  | 'dynamic_xfa'
  | 'unsupported_filter'
  // bounds
  | 'too_large'
  | 'too_deep'
  | 'too_many_objects'
  | 'too_many_revisions'
  | 'too_many_pages'
  | 'inflate_limit'
  | 'loop'
  // what the document permits
  | 'restricted'
  | 'locked'
  | 'certified'
  | 'already_signed'
  | 'need_appearances'
  | 'seed_value'
  // the wish
  | 'no_such_page'
  | 'no_such_field'
  | 'field_signed'
  | 'field_locked'
  | 'out_of_bounds'
  | 'bad_option'
  | 'font_unusable'
  | 'contents_too_large'
  | 'base_changed';

/** The one error that this package throws. `object` is the object number at fault, where one is known. */
export class PdfError extends Error {
  override readonly name = 'PdfError';
  readonly code: PdfErrorCode;
  readonly object: number | undefined;

  constructor(code: PdfErrorCode, message: string, options: { cause?: unknown; object?: number } = {}) {
    super(message, 'cause' in options ? { cause: options.cause } : undefined);
    this.code = code;
    this.object = options.object;
  }
}

/** What a file may make us do is used up. What lies behind it was not looked at, and may be anything. */
const BOUNDS: ReadonlySet<PdfErrorCode> = new Set([
  'too_large',
  'too_deep',
  'too_many_objects',
  'too_many_revisions',
  'too_many_pages',
  'inflate_limit',
]);

/** What `read` gives; undefined where the file is broken there. Past a bound it throws as `read` does. */
export function readable<T>(read: () => T): T | undefined {
  try {
    return read();
  } catch (error) {
    if (isBroken(error)) return undefined;
    throw error;
  }
}

/** Whether `error` tells of a place of the file, beside which others can still be read. */
export const isBroken = (error: unknown): error is PdfError =>
  error instanceof PdfError && !BOUNDS.has(error.code);
