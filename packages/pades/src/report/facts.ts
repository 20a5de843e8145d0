import { type Certificate, type Chain, nameValue, type RevocationAnswer } from '@websign/pki';
import type { ChainJudgement, Link } from '../validate/chain.ts';
import type { Inquiry } from '../validate/inquiry.ts';
import type { CertificateFacts, RevocationFacts } from './face.ts';

/** The chain as the report has it: the signer's certificate first, the trusted one last. */
export function chainFacts({ chain, links }: ChainJudgement, inquiry: Inquiry): CertificateFacts[] {
  const facts = links.map((link, depth) => ({
    ...certificateFacts(link.certificate, inquiry),
    ...(depth === 0 ? personFacts(link.certificate) : {}),
    ...revocationFacts(link, inquiry),
  }));
  if (chain === undefined) return facts;
  const anchor = { ...certificateFacts(chain.anchor.parsed, inquiry), anchor: anchorFacts(chain) };
  const [only] = facts;
  // A signer's certificate that is itself the anchor stands once.
  if (facts.length === 1 && only?.sha256 === anchor.sha256) return [{ ...only, anchor: anchor.anchor }];
  return [...facts, anchor];
}

export function certificateFacts(certificate: Certificate, inquiry: Inquiry): CertificateFacts {
  const { subject, issuer, validity } = certificate;
  const commonName = nameValue(subject, 'commonName');
  return {
    subject: subject.text,
    ...(commonName === undefined ? {} : { commonName }),
    issuer: issuer.text,
    serial: certificate.serialHex.toUpperCase(),
    notBefore: validity.notBefore,
    notAfter: validity.notAfter,
    sha256: inquiry.pool.key(certificate.der),
  };
}

function personFacts({ subject }: Certificate): Partial<CertificateFacts> {
  const found = {
    surname: nameValue(subject, 'surname'),
    givenName: nameValue(subject, 'givenName'),
    organisation: nameValue(subject, 'organization'),
    country: nameValue(subject, 'country'),
  };
  return Object.fromEntries(Object.entries(found).filter(([, value]) => value !== undefined));
}

function anchorFacts({ anchor: { source, services } }: Chain): NonNullable<CertificateFacts['anchor']> {
  const [service] = services;
  return {
    source,
    ...(service === undefined ? {} : { provider: service.provider, territory: service.territory }),
  };
}

function revocationFacts({ answer }: Link, inquiry: Inquiry): { revocation?: RevocationFacts } {
  return answer === undefined ? {} : { revocation: answerFacts(answer, inquiry) };
}

function answerFacts(answer: RevocationAnswer, inquiry: Inquiry): RevocationFacts {
  const { source, status, thisUpdate, nextUpdate, producedAt, revokedAt, reason } = answer;
  return {
    source,
    origin: inquiry.originOf(source === 'ocsp' ? 'ocsps' : 'crls', answer.der),
    status,
    thisUpdate,
    ...(nextUpdate === undefined ? {} : { nextUpdate }),
    ...(producedAt === undefined ? {} : { producedAt }),
    ...(revokedAt === undefined ? {} : { revokedAt }),
    ...(reason === undefined ? {} : { reason }),
  };
}
