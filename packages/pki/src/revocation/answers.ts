import { PkiError } from '../error.ts';
import type { PkiPorts } from '../face.ts';
import type { Certificate } from '../x509/certificate.ts';
import { crlAnswers, type ReadCrl } from './crl/answer.ts';
import { readCertificateList } from './crl/list.ts';
import type { RefusedRevocation, RevocationAnswer, RevocationAnswers, RevocationData } from './face.ts';
import { ocspAnswerOrMalformed, type ReadOcsp } from './ocsp/answer.ts';
import { IssuerHashes } from './ocsp/cert-id.ts';
import { readOcspResponse } from './ocsp/response.ts';
import { SignatureChecks } from './signed.ts';

export interface RevocationOptions {
  /**
   * Further certificates among which a signer of the data may be; they count where the issuer itself issued them
   * (RFC 6960 §4.2.2.2).
   */
  certificates?: readonly Certificate[];
  /**
   * Issuers of CRLs that the issuer did not issue itself: other keys of its name, and those of indirect CRLs. The
   * caller answers for it that they have a path to the certificate's own anchor (RFC 5280 §6.3.3 (f)).
   */
  crlIssuers?: readonly Certificate[];
  /** Of the request that an OCSP response is to answer: a response with another nonce is refused. */
  nonce?: Uint8Array;
}

/** Responses and lists of one kind that are read; a document has some tens. */
const MAX_ITEMS = 4096;

/**
 * What revocation data say of a certificate whose issuer is `issuer` (RFC 6960 §3.2, RFC 5280 §6.3.3): the answers
 * whose signature, signer and scope hold, newest first, and why the rest says nothing. Not judged here: whether an
 * answer is fresh enough, and whether its signer was valid and not revoked itself. `data` is read once and remembered
 * as long as the object lives: more may be added to it, nothing in it changed.
 */
export async function revocationAnswers(
  certificate: Certificate,
  issuer: Certificate,
  data: RevocationData,
  ports: PkiPorts,
  options: RevocationOptions = {},
): Promise<RevocationAnswers> {
  const { certificates = [], crlIssuers = [], nonce } = options;
  const { ocsps, crls, malformed } = readOnce(data);
  const answers: RevocationAnswer[] = [];
  const refused: RefusedRevocation[] = [...malformed];
  const hashes = new IssuerHashes(issuer, ports, certificate.issuer.der);
  const question = {
    certificate,
    issuer,
    hashes,
    certificates,
    ...(nonce === undefined ? {} : { nonce }),
  };
  for (const ocsp of ocsps) {
    const answer = await ocspAnswerOrMalformed(ocsp, question, ports);
    if (typeof answer === 'string') refused.push({ source: 'ocsp', reason: answer, der: ocsp.der });
    else answers.push(answer);
  }
  const lists = await crlAnswers(crls, { certificate, issuer, certificates, crlIssuers }, ports);
  refused.push(...lists.refused.map(({ der, reason }) => ({ source: 'crl' as const, reason, der })));
  return { answers: [...answers, ...lists.answers].toSorted(newestFirst), refused };
}

/** Of two that are as new, the one that says the worse. */
function newestFirst(a: RevocationAnswer, b: RevocationAnswer): number {
  return b.thisUpdate - a.thisUpdate || Number(b.status === 'revoked') - Number(a.status === 'revoked');
}

interface ReadData {
  ocsps: ReadOcsp[];
  crls: ReadCrl[];
  malformed: RefusedRevocation[];
  /** How many of each were read. */
  seen: { ocsps: number; crls: number };
}

const READ = new WeakMap<RevocationData, ReadData>();

/** Many certificates of a document are looked up in the same data. */
function readOnce(data: RevocationData): ReadData {
  const read = READ.get(data) ?? { ocsps: [], crls: [], malformed: [], seen: { ocsps: 0, crls: 0 } };
  // What was added since.
  for (const der of data.ocsps.slice(read.seen.ocsps, MAX_ITEMS)) readOcsp(read, der);
  for (const der of data.crls.slice(read.seen.crls, MAX_ITEMS)) readCrl(read, der);
  read.seen = { ocsps: data.ocsps.length, crls: data.crls.length };
  READ.set(data, read);
  return read;
}

function readOcsp({ ocsps, malformed }: ReadData, der: Uint8Array): void {
  const response = wellFormed(() => readOcspResponse(der));
  if (typeof response === 'object') ocsps.push({ der, response, checks: new SignatureChecks(response) });
  else malformed.push({ source: 'ocsp', reason: response, der });
}

function readCrl({ crls, malformed }: ReadData, der: Uint8Array): void {
  const list = wellFormed(() => readCertificateList(der));
  if (typeof list === 'object') crls.push({ der, list, checks: new SignatureChecks(list) });
  else malformed.push({ source: 'crl', reason: list, der });
}

function wellFormed<T>(read: () => T): T | 'malformed' {
  try {
    return read();
  } catch (error) {
    if (error instanceof PkiError) return 'malformed';
    throw error;
  }
}
