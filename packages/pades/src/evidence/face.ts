import type { Box, ByteRangeProblem, LaterChanges, Permission } from '@websign/pdf';
import type { AnyDigest, SignerFailure } from '@websign/pki';

/** What a PDF gives for judging its signatures: plain data, made in one reading, made where strangers' bytes are read. */
export interface Evidence {
  /** Octets of the file. */
  size: number;
  /** Lower-case hex. */
  sha256: string;
  /** Oldest first; `end`: the revision is the file's first `end` octets. */
  revisions: { number: number; end: number }[];
  /** In the order in which they were made: by the end of what they cover. */
  signatures: SignatureEvidence[];
  /** Filled signature fields that are not judged: past a bound. */
  leftOut: number;
  /** What /DSS holds, over all revisions (EN 319 142-1 §5.4.2). */
  store: { certificates: StoredDer[]; ocsps: StoredDer[]; crls: StoredDer[] };
  /**
   * `nameHash` of every name that a certificate or time-stamp in the document bears as
   * subject or issuer: which trust anchors are asked for.
   */
  names: string[];
}

/** An object of the store. */
export interface StoredDer {
  der: Uint8Array;
  /** End of the first revision in which it stands: a document time-stamp that covers so much proves that it was there. */
  end: number;
}

/** One filled signature field. */
export interface SignatureEvidence {
  /** Fully qualified name. */
  field: string;
  object?: number;
  kind: 'signature' | 'certification' | 'timestamp';
  /** /SubFilter as written. */
  subFilter?: string;
  /** Page of its widget, counted from 1, and where it stands there, where it is seen. */
  page?: number;
  rect?: Box;
  /** Entries of the signature dictionary. */
  name?: string;
  reason?: string;
  location?: string;
  contactInfo?: string;
  /** /M as written. */
  claimedTime?: string;
  /** /P of its DocMDP. */
  permission?: Permission;
  covers: 'whole-file' | 'revision' | 'partial';
  revision?: number;
  /** End of the byte range: octets of the file, counted from its start, that time-stamps of it prove. */
  end?: number;
  problems: ByteRangeProblem[];
  /** CMS SignedData or the time-stamp token, padding left out; absent where there is none to be read. */
  cms?: Uint8Array;
  /** Octets after the CMS that are not zero. */
  padded?: boolean;
  /** Digest over the byte range, for each algorithm that the CMS asks for. */
  digests: Partial<Record<AnyDigest, Uint8Array>>;
  /**
   * Where the CMS has no signed attributes, its value is over the byte range itself, which does not come along:
   * whether it verifies with the key of the signer's certificate, or why not; absent past the bound on what is read.
   */
  direct?: 'holds' | SignerFailure;
  changes: LaterChanges;
}
