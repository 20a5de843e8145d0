import type { ByteRangeProblem } from '@websign/pdf';
import type { PathFailure, TimeStampFailure } from '@websign/pki';

/** Every code that a step or a time-stamp names as its reason; closed. */
export type ValidationReason =
  | ByteRangeProblem
  | PathFailure
  | TimeStampFailure
  /** Octets after the CMS that are not zero. */
  | 'contents_padding'
  /** A /SubFilter that is not read here: reported, never taken for unsigned. */
  | 'sub_filter'
  /** The CMS or the token cannot be read. */
  | 'malformed'
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
  | 'time_stamp_order'
  /** Certificates or revocation data are not proven to have been there in time. */
  | 'material_unproven'
  /** There is no moment at which all certificates of the chain were valid. */
  | 'validity_disjoint'
  /** A later revision made changes that nothing permits. */
  | 'changed';
