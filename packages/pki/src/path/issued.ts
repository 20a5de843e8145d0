import { PkiError } from '../error.ts';
import type { Certificate } from '../x509/certificate.ts';
import { verifyAlgorithm } from '../x509/identifiers.ts';
import type { PathFailure, PathPorts } from './face.ts';
import { hexOf } from './hex.ts';

export type SignatureOutcome = 'holds' | Extract<PathFailure, 'signature' | 'algorithm_unsupported'>;

/**
 * What was found of a certificate's signature with a key, for as long as the certificate is kept: the same few
 * issuers stand above every signature, time-stamp and revocation answer of a document.
 */
const OUTCOMES = new WeakMap<PathPorts['verify'], WeakMap<Certificate, Map<string, SignatureOutcome>>>();

function outcomesOf(subject: Certificate, { verify }: PathPorts): Map<string, SignatureOutcome> {
  const byCertificate = OUTCOMES.get(verify) ?? new WeakMap<Certificate, Map<string, SignatureOutcome>>();
  OUTCOMES.set(verify, byCertificate);
  const outcomes = byCertificate.get(subject) ?? new Map<string, SignatureOutcome>();
  byCertificate.set(subject, outcomes);
  return outcomes;
}

/** Whether the issuer's key signed the subject; undefined where that would take a check and none may be made. */
export async function signatureOutcome(
  issuer: Certificate,
  subject: Certificate,
  ports: PathPorts,
  spend: () => boolean,
): Promise<SignatureOutcome | undefined> {
  const outcomes = outcomesOf(subject, ports);
  const key = hexOf(issuer.spki);
  const known = outcomes.get(key);
  if (known !== undefined) return known;
  if (!spend()) return undefined;
  const outcome = await check(issuer, subject, ports);
  outcomes.set(key, outcome);
  return outcome;
}

async function check(issuer: Certificate, subject: Certificate, ports: PathPorts): Promise<SignatureOutcome> {
  const method = subject.signatureMethod;
  if (method === undefined) return 'algorithm_unsupported';
  try {
    // EdDSA and ML-DSA name no digest of their own; any value passes through unused.
    const algorithm = verifyAlgorithm(method, method.digest ?? 'SHA-512', issuer.publicKey);
    const good = await ports.verify(algorithm, issuer.spki, subject.tbs, subject.signature);
    return good ? 'holds' : 'signature';
  } catch (error) {
    if (error instanceof PkiError && error.code === 'algorithm_unsupported') return 'algorithm_unsupported';
    throw error;
  }
}
