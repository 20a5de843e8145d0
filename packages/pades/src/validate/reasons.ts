import type { ByteRangeProblem } from '@websign/pdf';
import type { PathFailure, TimeStampFailure } from '@websign/pki';

/** Every code that a step or a time-stamp names as its reason; closed. */
export type ValidationReason =
  | ByteRangeProblem
  | PathFailure
  | TimeStampFailure
  /**
   * A remark: octets after the CMS that are not zero. They are hexadecimal digits inside the gap that every signature
   * has, which is the /Contents string and nothing else: no reader shows them, and no object can begin there.
   */
  | 'contents_padding'
  /** A /SubFilter that is not read here: reported, never taken for unsigned. */
  | 'sub_filter'
  /** The CMS or the token cannot be read. */
  | 'malformed'
  /** More than is read or compared here: a bound of ours, which says nothing of the signature. */
  | 'limit'
  /** Not exactly one signer (EN 319 142-1 §6.3). */
  | 'signer_count'
  /** A detached signature that brings content of its own. */
  | 'encapsulated_content'
  | 'certificate_missing'
  /** signing-certificate is missing or names another certificate. */
  | 'certificate_binding'
  | 'attributes'
  | 'content_digest'
  | 'signature_value'
  /** A remark: a certificate of the chain is in the file in altered form, or the signer's is not in the signature. */
  | 'certificate_altered'
  /** A remark: the signer claims to have signed before the certificate was there, or after the signature was. */
  | 'claimed_time'
  /** A remark: a time-stamp bears a name, a reason or a place, as if somebody had signed (ISO 32000-2 §12.8.5). */
  | 'stamp_claims'
  | 'algorithm_unsupported'
  /** Made with an algorithm or key that was not reliable any more (ETSI TS 119 312). */
  | 'algorithm_weak'
  /** A keyUsage that is not for signatures. */
  | 'usage'
  | 'revoked'
  | 'on_hold'
  | 'revocation_missing'
  | 'revocation_unknown'
  | 'revocation_stale'
  /** The responder's certificate has ended, and nothing proves that it answered before. */
  | 'responder_expired'
  /** A time-stamp inside the signature is over something else, or its authority did not make it. */
  | 'timestamp_foreign'
  | 'time_stamp_order'
  /** Certificates or revocation data are not proven to have been there in time. */
  | 'material_unproven'
  /** There is no moment at which all certificates of the chain were valid. */
  | 'validity_disjoint'
  /** A later revision made changes that nothing permits. */
  | 'changed';
