import type { Certificate } from '../x509/certificate.ts';
import type { SignatureMethod } from '../x509/identifiers.ts';

/** Revocation data as they were embedded or fetched, DER: OCSPResponse and CertificateList. */
export interface RevocationData {
  ocsps: readonly Uint8Array[];
  crls: readonly Uint8Array[];
}

/** CRLReason (RFC 5280 §5.3.1). */
export const REVOCATION_REASONS = [
  'unspecified',
  'keyCompromise',
  'cACompromise',
  'affiliationChanged',
  'superseded',
  'cessationOfOperation',
  'certificateHold',
  'privilegeWithdrawn',
  'aACompromise',
] as const;
export type RevocationReason = (typeof REVOCATION_REASONS)[number];

/**
 * What one OCSP response or CRL says of one certificate. Its signature holds and its signer is entitled to speak
 * for the issuer (RFC 6960 §4.2.2.2, RFC 5280 §6.3.3); the signer's own validity is the caller's to judge. All times
 * in milliseconds since 1970.
 */
export interface RevocationAnswer {
  source: 'ocsp' | 'crl';
  /** `unknown`: the responder does not know the certificate, or the CRL leaves out its reasons. */
  status: 'good' | 'revoked' | 'unknown';
  revokedAt?: number;
  reason?: RevocationReason;
  thisUpdate: number;
  nextUpdate?: number;
  /** When an OCSP response was made. */
  producedAt?: number;
  /** archiveCutoff or expiredCertsOnCRL: how far back it tells of expired certificates. */
  since?: number;
  /** Who signed it: the issuer itself or whom it entitled. */
  signer: Certificate;
  /** With what: whether that is still reliable is the caller's to judge. */
  method: SignatureMethod;
  /** Certificates that came along. */
  certificates: Certificate[];
  /** The whole OCSPResponse or CertificateList (for a delta CRL, its base). */
  der: Uint8Array;
  /** CertificateLists beside it on which it rests: the delta, or those of the other reasons. */
  others?: Uint8Array[];
}

/** Revocation data that tell nothing of the certificate, and why, for the report. */
export interface RefusedRevocation {
  source: 'ocsp' | 'crl';
  reason:
    | 'malformed'
    /** OCSPResponseStatus other than successful. */
    | 'unsuccessful'
    /** Of another certificate or issuer, or a CRL whose scope does not hold it. */
    | 'other_certificate'
    /** The signer is not entitled. */
    | 'unauthorised'
    | 'signature'
    | 'algorithm_unsupported'
    | 'unknown_critical'
    /** A delta CRL without the complete one that it adds to. */
    | 'base_missing'
    /** An OCSP response to another request. */
    | 'nonce';
  der: Uint8Array;
}

export interface RevocationAnswers {
  /** Newest thisUpdate first. */
  answers: RevocationAnswer[];
  refused: RefusedRevocation[];
}

/** Certificates and revocation data beside what a document holds; DER. */
export interface Material extends RevocationData {
  certificates: readonly Uint8Array[];
}

/** What to fetch so that the next validation can say more; the URLs are strangers' words. */
export type Missing =
  | (AskedOf & { kind: 'ocsp'; request: Uint8Array })
  | (AskedOf & {
      kind: 'crl';
      /** Whether the certificates that name it name a responder, too, which is asked first: its answer is smaller and newer. */
      isFallback?: boolean;
    })
  /** Certificates of an issuer (id-ad-caIssuers), who is not known yet: one certificate or a certs-only CMS. */
  | { kind: 'issuer'; url: string };

interface AskedOf {
  url: string;
  /**
   * Whether the certificate that names the URL has a path to an anchor that RFC 5280 §6.1 allows, dates apart: the URL is then
   * an authority's word. Anybody else's certificate may name any server.
   */
  isAnchored?: boolean;
}
