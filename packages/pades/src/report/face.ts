import type { Box, ChangeLevel, LaterChanges } from '@websign/pdf';
import type { Material, Missing, RevocationReason } from '@websign/pki';

/** ETSI EN 319 102-1 §5.1.3, table 5. */
export type Indication = 'TOTAL-PASSED' | 'INDETERMINATE' | 'TOTAL-FAILED';

/** ETSI EN 319 102-1 §5.1.3, table 6. */
export const SUB_INDICATIONS = [
  'FORMAT_FAILURE',
  'HASH_FAILURE',
  'SIG_CRYPTO_FAILURE',
  'REVOKED',
  'EXPIRED',
  'NOT_YET_VALID',
  'SIG_CONSTRAINTS_FAILURE',
  'CHAIN_CONSTRAINTS_FAILURE',
  'CERTIFICATE_CHAIN_GENERAL_FAILURE',
  'CRYPTO_CONSTRAINTS_FAILURE',
  'POLICY_PROCESSING_ERROR',
  'SIGNATURE_POLICY_NOT_AVAILABLE',
  'TIMESTAMP_ORDER_FAILURE',
  'NO_SIGNING_CERTIFICATE_FOUND',
  'NO_CERTIFICATE_CHAIN_FOUND',
  'NO_CERTIFICATE_CHAIN_FOUND_NO_POE',
  'REVOKED_NO_POE',
  'REVOKED_CA_NO_POE',
  'OUT_OF_BOUNDS_NO_POE',
  'OUT_OF_BOUNDS_NOT_REVOKED',
  'REVOCATION_OUT_OF_BOUNDS_NO_POE',
  'CRYPTO_CONSTRAINTS_FAILURE_NO_POE',
  'NO_POE',
  'TRY_LATER',
  'SIGNED_DATA_NOT_FOUND',
  'CUSTOM',
] as const;
export type SubIndication = (typeof SUB_INDICATIONS)[number];

/** Building blocks of the validation (EN 319 102-1 §5.2 to §5.6), and our axis of later changes. */
export type ValidationBlock =
  | 'format'
  | 'identification'
  | 'certificate'
  | 'cryptographic'
  | 'acceptance'
  | 'time-stamp'
  | 'past'
  | 'changes';

/** What one block found. */
export interface ValidationStep {
  block: ValidationBlock;
  outcome: 'passed' | 'indeterminate' | 'failed';
  subIndication?: SubIndication;
  /** A closed code of what exactly; of a block that passed it is a remark: `content_digest`, `path_length`, `responder_unauthorised` … */
  reason?: string;
  /** Which certificate, time-stamp or object it is about, in words of the material: a subject, a field. */
  about?: string;
}

/** The sharpest of what came after a signature; `uncompared`: it cannot be told whether all of that is permitted. */
export type ChangesAfter = ChangeLevel | 'uncompared';

/** Times of reports are milliseconds since 1970. */
export interface CertificateFacts {
  /** The whole name (RFC 4514). */
  subject: string;
  commonName?: string;
  issuer: string;
  /** Upper-case hexadecimal. */
  serial: string;
  notBefore: number;
  notAfter: number;
  /** Lower-case hex SHA-256 of the DER. */
  sha256: string;
  /** For the signer's alone: attributes of the subject. */
  surname?: string;
  givenName?: string;
  organisation?: string;
  country?: string;
  /** The answer on which its status rests. */
  revocation?: RevocationFacts;
  /** Set on the certificate that is trusted. */
  anchor?: { source: 'operator' | 'trusted_list'; provider?: string; territory?: string };
}

export interface RevocationFacts {
  source: 'ocsp' | 'crl';
  /** Where it was: in the file, or fetched for this validation. */
  origin: 'embedded' | 'fetched';
  status: 'good' | 'revoked' | 'unknown';
  thisUpdate: number;
  nextUpdate?: number;
  producedAt?: number;
  revokedAt?: number;
  reason?: RevocationReason;
}

export interface TimeStampReport {
  /** `signature`: over the signature's value; `document`: a field of its own that covers the signature; `archive`: such in the CMS. */
  kind: 'signature' | 'document' | 'archive';
  /** The field of a document time-stamp. */
  field?: string;
  indication: Indication;
  subIndication?: SubIndication;
  reason?: string;
  genTime?: number;
  /** Certificate of the authority first. */
  chain: CertificateFacts[];
  qualified: boolean;
}

export type SignatureLevel = 'B-B' | 'B-T' | 'B-LT' | 'B-LTA';

/**
 * Outcome of ETSI TS 119 615 §4.6 for the signature at its best time; `not_applicable` where the validation did not
 * pass or there is no trusted list; never `qualified` by an operator's own anchor.
 */
export interface Qualification {
  qualified: boolean;
  /** The standard's word: `QESig`, `AdESig-QC`, `AdESig`, `QESeal` … */
  outcome: string;
  /** Closed codes of what spoke for or against it. */
  reasons: string[];
  service?: { territory: string; provider: string; name: string };
}

/** The judgement on one signature or document time-stamp. */
export interface SignatureReport {
  field: string;
  kind: 'signature' | 'certification' | 'timestamp';
  subFilter?: string;
  page?: number;
  rect?: Box;
  indication: Indication;
  subIndication?: SubIndication;
  steps: ValidationStep[];
  /** Signer's certificate first, the trusted one last; as far as it could be built. */
  chain: CertificateFacts[];
  /** /Name, /Reason, /Location as written. */
  name?: string;
  reason?: string;
  location?: string;
  /** By the signer's word: /M, else signing-time. */
  claimedTime?: number;
  /** The earliest moment at which it is proven to have been there; the validation's own where nothing proves an earlier one. */
  bestTime: number;
  /** Whether a time-stamp proves `bestTime`. */
  timeProven: boolean;
  timeStamps: TimeStampReport[];
  /** Absent where it is no PAdES signature. */
  level?: SignatureLevel;
  algorithms: { digest?: string; signature?: string; keyBits?: number };
  covers: 'whole-file' | 'revision' | 'partial';
  revision?: number;
  /** Octets that it covers, from the file's start. */
  end?: number;
  changes: LaterChanges;
  qualification: Qualification;
}

export type Verdict = 'valid' | 'valid-with-warnings' | 'indeterminate' | 'invalid' | 'unsigned';

/** The judgement on a document. */
export interface Validation {
  verdict: Verdict;
  signatures: SignatureReport[];
  /** Filled fields that were not judged: past a bound. */
  leftOut: number;
  missing: Missing[];
  /** As in Evidence, of everything that is known by now: more anchors may be asked for after something was fetched. */
  names: string[];
  /** On what the verdicts rest, of what the document holds and what was fetched: what a B-LT signature embeds. */
  used: Material;
  at: number;
}
