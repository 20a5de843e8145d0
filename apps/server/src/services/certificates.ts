import { createHash } from 'node:crypto';
import { type CertificateSummary, type CertificatesAnswer, limits } from '@websign/contract';
import { type Certificate, type Name, nameValue, parseCertificate } from '@websign/pki';
import type { Context, SignedIn } from './context.ts';
import { RequestError } from './errors.ts';

const dayMs = 24 * 60 * 60 * 1000;
const iso = (ms: number): string => new Date(ms).toISOString();

/** CRT-1: who the signer is, and the certificates that say so. */
export async function certificates(
  { keys, clock }: Context,
  { account }: SignedIn,
): Promise<CertificatesAnswer> {
  const chain = (await keys.certificates(account)).map((der) => parseCertificate(der));
  const [own] = chain;
  if (!own) throw new RequestError('internal', { cause: new Error('the account has no certificate') });
  const { notBefore, notAfter } = own.validity;
  return {
    fullName: `${account.surname} ${account.name}`,
    username: account.username,
    email: account.email,
    subjectSerial: account.subjectSerial,
    serial: own.serialHex.toUpperCase(),
    validFrom: iso(notBefore),
    validUntil: iso(notAfter),
    ...statusOf(own, clock()),
    otpMethod: account.otpMethod,
    keyProvider: account.provider,
    activation: keys.activation(account),
    chain: chain.map(summaryOf),
  };
}

/** By the dates alone: whether a certificate was revoked is asked at validation. */
function statusOf({ validity }: Certificate, now: number): Pick<CertificatesAnswer, 'status' | 'daysLeft'> {
  const leftMs = validity.notAfter - now;
  const daysLeft = Math.max(0, Math.floor(leftMs / dayMs));
  if (leftMs < 0) return { status: 'expired', daysLeft };
  if (now < validity.notBefore) return { status: 'not_yet_valid', daysLeft };
  return { status: leftMs <= limits.certificateWarningDays * dayMs ? 'expiring' : 'valid', daysLeft };
}

const calledName = (name: Name): string =>
  nameValue(name, 'commonName') ?? nameValue(name, 'organization') ?? name.text;

function summaryOf(certificate: Certificate, at: number): CertificateSummary {
  const { subject, issuer, validity, serialHex, der } = certificate;
  const selfIssued = Buffer.compare(subject.der, issuer.der) === 0;
  return {
    name: calledName(subject),
    issuerName: calledName(issuer),
    subject: subject.text,
    issuer: issuer.text,
    serial: serialHex.toUpperCase(),
    validFrom: iso(validity.notBefore),
    validUntil: iso(validity.notAfter),
    sha256: createHash('sha256').update(der).digest('hex'),
    role: at === 0 ? 'signer' : selfIssued ? 'root' : 'intermediate',
  };
}
