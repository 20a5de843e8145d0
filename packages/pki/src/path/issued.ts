import type { Certificate } from '../x509/certificate.ts';
import { type SignatureOutcome, valueOutcome, verification } from '../x509/verification.ts';
import type { PathPorts } from './face.ts';
import { hexOf } from './hex.ts';

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

/**
 * Whether the issuer's key signed the subject; undefined where that would take a check and none may be made. What the
 * kinds of method and key tell takes none: strangers' certificates under a name cost the right one no check.
 */
export async function signatureOutcome(
  issuer: Certificate,
  subject: Certificate,
  ports: PathPorts,
  spend: () => boolean,
): Promise<SignatureOutcome | undefined> {
  const found = verification(subject.signatureMethod, undefined, issuer.publicKey);
  if (found.algorithm === undefined) return found.outcome;
  const outcomes = outcomesOf(subject, ports);
  const key = hexOf(issuer.spki);
  const known = outcomes.get(key);
  if (known !== undefined) return known;
  if (!spend()) return undefined;
  const signed = { message: subject.tbs, value: subject.signature };
  const outcome = await valueOutcome(found.algorithm, issuer.spki, signed, ports);
  outcomes.set(key, outcome);
  return outcome;
}
