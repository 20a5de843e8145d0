import { equalBytes } from '../asn1/bytes.ts';
import { PkiError } from '../error.ts';
import type { PkiPorts } from '../face.ts';
import { OID } from '../oids.ts';
import type { Certificate } from '../x509/certificate.ts';
import { verifyAlgorithm } from '../x509/identifiers.ts';

/** Why a path is not valid (RFC 5280 §6.1). */
export type PathFailure =
  /** No chain of certificates leads to a trust anchor. */
  | 'no_path'
  | 'signature'
  | 'algorithm_unsupported'
  | 'not_yet_valid'
  | 'expired'
  /** An issuer without basicConstraints cA. */
  | 'not_ca'
  | 'path_length'
  /** An issuer whose keyUsage lacks keyCertSign. */
  | 'key_usage'
  | 'unknown_critical'
  | 'name_constraints';

/** A verdict; `path` runs from the end entity to the last certificate below the anchor. */
export type PathVerdict =
  | { valid: true; path: Certificate[]; anchor: Certificate }
  | { valid: false; reason: PathFailure; certificate: Certificate };

export interface PathInput {
  certificate: Certificate;
  /** Certificates that may stand in between, in any order, of any origin. */
  intermediates: readonly Certificate[];
  /** Trusted by configuration: their names and keys count, not their dates (RFC 5280 §6.1.1). */
  anchors: readonly Certificate[];
  /** Milliseconds since 1970 at which the path must be valid. */
  at: number;
}

/** Certificates between end entity and anchor; more are no honest path. */
const MAX_LENGTH = 8;
/** Signature checks of one search: cross-certified bags must not cost more. */
const MAX_CHECKS = 40;

/**
 * Looks for a path to an anchor and validates it. Among several paths the first valid one is the answer; among
 * failures the one of the path that came furthest, so that "expired" is said rather than "no path".
 */
export async function validatePath(input: PathInput, ports: PkiPorts): Promise<PathVerdict> {
  const search: Search = { ...input, ports, checks: 0, failure: undefined };
  const found = await extend(search, [input.certificate]);
  return found ?? search.failure ?? { valid: false, reason: 'no_path', certificate: input.certificate };
}

interface Search extends PathInput {
  ports: PkiPorts;
  checks: number;
  failure: Extract<PathVerdict, { valid: false }> | undefined;
}

async function extend(search: Search, path: Certificate[]): Promise<PathVerdict | undefined> {
  const last = path.at(-1);
  if (last === undefined || path.length > MAX_LENGTH) return undefined;
  const itself = search.anchors.find((anchor) => equalBytes(anchor.der, last.der));
  if (itself !== undefined) return judged(search, path.length === 1 ? path : path.slice(0, -1), itself);
  for (const anchor of search.anchors) {
    if (await issued(search, anchor, last)) {
      const verdict = judged(search, path, anchor);
      if (verdict !== undefined) return verdict;
    }
  }
  for (const issuer of search.intermediates) {
    const used = path.some((member) => equalBytes(member.der, issuer.der));
    if (used || !(await issued(search, issuer, last))) continue;
    const verdict = await extend(search, [...path, issuer]);
    if (verdict !== undefined) return verdict;
  }
  return undefined;
}

/** Whether `issuer` signed `subject`: name, key identifier and signature. A failed check is remembered. */
async function issued(search: Search, issuer: Certificate, subject: Certificate): Promise<boolean> {
  if (!equalBytes(issuer.subject.der, subject.issuer.der)) return false;
  const wanted = subject.extensions.authorityKeyIdentifier;
  const offered = issuer.extensions.subjectKeyIdentifier;
  if (wanted !== undefined && offered !== undefined && !equalBytes(wanted, offered)) return false;
  if (search.checks++ >= MAX_CHECKS) return false;
  const reason = await signatureFailure(issuer, subject, search.ports);
  if (reason !== undefined) search.failure ??= { valid: false, reason, certificate: subject };
  return reason === undefined;
}

async function signatureFailure(
  issuer: Certificate,
  subject: Certificate,
  ports: PkiPorts,
): Promise<PathFailure | undefined> {
  const method = subject.signatureMethod;
  if (method === undefined) return 'algorithm_unsupported';
  try {
    // Ed25519 names no digest of its own; any value passes through unused.
    const algorithm = verifyAlgorithm(method, method.digest ?? 'SHA-512', issuer.publicKey);
    const good = await ports.verify(algorithm, issuer.spki, subject.tbs, subject.signature);
    return good ? undefined : 'signature';
  } catch (error) {
    if (error instanceof PkiError && error.code === 'algorithm_unsupported') return 'algorithm_unsupported';
    throw error;
  }
}

/** The verdict on a whole path whose signatures hold; a failure is remembered and the search goes on. */
function judged(search: Search, path: Certificate[], anchor: Certificate): PathVerdict | undefined {
  const failure = firstFailure(path, search.at);
  if (failure === undefined) return { valid: true, path, anchor };
  search.failure = { valid: false, ...failure };
  return undefined;
}

function firstFailure(
  path: Certificate[],
  at: number,
): { reason: PathFailure; certificate: Certificate } | undefined {
  let below = 0; // intermediate certificates under this one that are not self-issued (RFC 5280 §4.2.1.9)
  for (const [depth, certificate] of path.entries()) {
    const reason =
      certificateFailure(certificate, at) ?? (depth > 0 ? issuerFailure(certificate, below) : undefined);
    if (reason !== undefined) return { reason, certificate };
    if (depth > 0 && !equalBytes(certificate.issuer.der, certificate.subject.der)) below++;
  }
  return undefined;
}

function certificateFailure({ validity, extensions }: Certificate, at: number): PathFailure | undefined {
  if (at < validity.notBefore) return 'not_yet_valid';
  if (at > validity.notAfter) return 'expired';
  if (extensions.unknownCritical.includes(OID.nameConstraints)) return 'name_constraints';
  return extensions.unknownCritical.length > 0 ? 'unknown_critical' : undefined;
}

function issuerFailure({ version, extensions }: Certificate, below: number): PathFailure | undefined {
  const { basicConstraints, keyUsage } = extensions;
  if (version !== 3 || basicConstraints?.ca !== true) return 'not_ca';
  if (basicConstraints.pathLength !== undefined && below > basicConstraints.pathLength) return 'path_length';
  return keyUsage !== undefined && !keyUsage.includes('keyCertSign') ? 'key_usage' : undefined;
}
