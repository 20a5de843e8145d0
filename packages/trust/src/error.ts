/** Why a trusted list is refused; closed. */
export type TrustErrorCode =
  /** Bytes that are no well-formed XML in UTF-8. */
  | 'xml_malformed'
  /** More bytes, depth or elements than a list may have. */
  | 'xml_limit'
  /** A document type declaration: entities are refused, whatever they are for. */
  | 'xml_doctype'
  /** No signature, more than one, or one that is not an enveloped one of the form of TS 119 612, annex B. */
  | 'signature_form'
  /** A digest, signature or canonicalisation algorithm that does not count. */
  | 'signature_algorithm'
  /** Signed by none of those who may, or the signature names another certificate. */
  | 'signature_signer'
  /** A digest or signature value that does not verify. */
  | 'signature_invalid'
  /** Well-formed and well signed, but no trusted list of TS 119 612. */
  | 'list_malformed'
  /** Another type of list, or a version that is not known. */
  | 'list_type'
  | 'list_territory';

/** The one error class of this package. */
export class TrustError extends Error {
  override name = 'TrustError';
  readonly code: TrustErrorCode;

  constructor(code: TrustErrorCode, message: string, options?: { cause?: unknown }) {
    super(message, options);
    this.code = code;
  }
}
