import type { PkiPorts } from '../face.ts';
import type { TrustAnchor } from '../trust/face.ts';
import type { Certificate } from '../x509/certificate.ts';

/** Why a path is not valid (RFC 5280 §6.1); closed. */
export const PATH_FAILURES = [
  /** No chain of certificates leads to a trust anchor. */
  'no_path',
  /** A certificate's signature does not hold with its issuer's key. */
  'signature',
  'algorithm_unsupported',
  'not_yet_valid',
  'expired',
  /** The certificate does not name the next one as its issuer. */
  'issuer_name',
  /** An issuer without basicConstraints cA. */
  'not_ca',
  'path_length',
  /** An issuer whose keyUsage lacks keyCertSign. */
  'key_usage',
  /** The end entity's keyUsage lets it make no signatures. */
  'signer_key_usage',
  /** The end entity's extendedKeyUsage holds none of the purposes that were asked for, or none for documents. */
  'extended_key_usage',
  'unknown_critical',
  /** An extension that is known and cannot be read. */
  'extension_malformed',
  /** Extensions in a certificate of version 1 or 2, or a version that does not exist. */
  'version',
  /** A name that an authority above permits not, or excludes, or may not be told. */
  'name_constraints',
  /** More certificates than are tried, or more names and constraints on them than are compared. */
  'limit',
  /** A policy is asked for, and none holds over the whole path. */
  'policy',
  /** anyPolicy is mapped from or to. */
  'policy_mapping',
] as const;
export type PathFailure = (typeof PATH_FAILURES)[number];

/** What is wrong, and with which certificate. */
export interface PathProblem {
  reason: PathFailure;
  certificate: Certificate;
}

/** A trust anchor, read. */
export type ParsedAnchor = TrustAnchor & { parsed: Certificate };

/** Certificates of which each is signed by the next one's key, and the last by the anchor's. */
export interface Chain {
  /**
   * The end entity first; the anchor is not among them, but where the end entity itself is the anchor: then it is
   * the only one.
   */
  certificates: Certificate[];
  anchor: ParsedAnchor;
}

export interface ChainInput {
  certificate: Certificate;
  /** Certificates that may stand in between, in any order, of any origin. */
  intermediates: readonly Certificate[];
  /** Trusted for their names and keys, not for their dates (RFC 5280 §6.1.1). */
  anchors: readonly TrustAnchor[];
}

/** What a search found. */
export interface ChainSearch {
  /** Shortest first; among equals those of a trusted list, then those that the hints speak for. */
  chains: Chain[];
  /** The longest row of verified certificates, the end entity first: what lacks an issuer is its last one. */
  furthest: Certificate[];
  /** The first issuer by name whose signature did not hold, or could not be checked. */
  problem?: PathProblem;
  /** Checks, rows or their length ran out before all that is at hand was tried: no chain is not known to be none. */
  exhausted: boolean;
}

/** The inputs of RFC 5280 §6.1.1 (c) to (g); by default any policy will do. */
export interface PolicyOptions {
  /** Policy OIDs of which one must hold; left out for any. */
  acceptable?: readonly string[];
  requireExplicit?: boolean;
  inhibitMapping?: boolean;
  inhibitAny?: boolean;
}

export interface CheckOptions {
  /** Milliseconds since 1970 at which every certificate must be valid; undefined leaves the dates out. */
  at?: number | undefined;
  policies?: PolicyOptions;
  /**
   * The end entity signs documents: its keyUsage, where it has one, holds nonRepudiation or digitalSignature, and its
   * extendedKeyUsage, where it has one, a purpose for that.
   */
  signer?: boolean;
  /** Key purposes (OIDs) of which the end entity's extendedKeyUsage, where it has one, must hold one, or any. */
  purposes?: readonly string[];
}

/** A verdict; `path` runs from the end entity to the last certificate below the anchor. */
export type PathVerdict =
  | { valid: true; path: Certificate[]; anchor: ParsedAnchor }
  | ({ valid: false } & PathProblem);

export type PathPorts = Pick<PkiPorts, 'verify'>;
