/** Everything that pki refuses; closed. Verdicts on well-formed material are values, not errors. */
export type PkiErrorCode =
  /** Bytes that are not the ASN.1 they should be. */
  | 'asn1_malformed'
  /** More depth, nodes or bytes than the reader allows. */
  | 'asn1_limit'
  /** Bytes after the end of a value. */
  | 'asn1_trailing'
  /** Well-formed ASN.1 of another shape than the structure asks. */
  | 'asn1_unexpected'
  /** A value that the DER writer cannot encode. */
  | 'asn1_value'
  /** An algorithm, curve or parameter that is not supported. */
  | 'algorithm_unsupported'
  /** A key, digest and signature algorithm that do not belong together. */
  | 'algorithm_mismatch'
  /** A signature value of the wrong length or shape for its key. */
  | 'signature_malformed'
  /** A signature value that does not verify. */
  | 'signature_invalid'
  /** No certificates where at least the signer's is needed. */
  | 'chain_empty'
  | 'certificate_malformed'
  | 'cms_malformed'
  | 'cms_unsupported'
  | TimeStampFailure
  | 'pkcs12_malformed'
  | 'pkcs12_unsupported'
  | 'pkcs12_limit'
  /** The integrity check fails: a wrong password or damaged bytes. */
  | 'pkcs12_password'
  /** The file holds no private key, more than one, or none of its certificates belongs to the key. */
  | 'pkcs12_no_identity';

/** Why a time-stamp answer or token is not accepted (RFC 3161 §2.3, §2.4.2; RFC 5816). */
export type TimeStampFailure =
  | 'timestamp_malformed'
  /** PKIStatus is neither granted nor grantedWithMods. */
  | 'timestamp_rejected'
  | 'timestamp_nonce'
  | 'timestamp_imprint'
  | 'timestamp_policy'
  /** The signed attributes do not bind the TSTInfo or its content type. */
  | 'timestamp_content'
  | 'timestamp_signature'
  /** signing-certificate(-v2) is missing or names another certificate. */
  | 'timestamp_certificate'
  /** extendedKeyUsage is not critical, or not timeStamping alone. */
  | 'timestamp_key_usage'
  /** The authority's certificate was not valid at genTime. */
  | 'timestamp_validity'
  /** No valid path to the given trust anchors. */
  | 'timestamp_untrusted'
  /** genTime is too far from the time of asking. */
  | 'timestamp_time';

/** The one error class of this package. */
export class PkiError extends Error {
  readonly code: PkiErrorCode;

  constructor(code: PkiErrorCode, message: string, options?: { cause?: unknown }) {
    super(message, options);
    this.name = 'PkiError';
    this.code = code;
  }
}
