import {
  type Certificate,
  checkChain,
  maySignCrls,
  nameKey,
  ocspRequest,
  type RevocationAnswer,
  revocationAnswers,
  sameName,
} from '@websign/pki';
import { reliableUntil } from './algorithms.ts';
import type { Inquiry } from './inquiry.ts';

/** Clocks of authorities may be a little ahead of ours. */
export const CLOCK_SKEW_MS = 5 * 60_000;
/** Certificates of who signed an answer whose own status is looked up by others' answers, one above the other. */
const MAX_DEPTH = 2;

/** What is known of one certificate's revocation. */
export interface Status {
  /** Answers whose signers were entitled, valid and not revoked; newest first. */
  answers: RevocationAnswer[];
  /** Its issuer says that it is never revoked: no status is asked for. */
  exempt: boolean;
}

/** id-ce-noRevAvail (RFC 9608) and the short-term certificates of EN 319 412-1 §5.2. */
const NO_REVOCATION: ReadonlySet<string> = new Set(['2.5.29.56', '0.4.0.194121.2.1']);

/**
 * The status of a certificate that `issuer` issued, by all that is at hand; `open` are the certificates whose own status
 * hangs on it, outermost first.
 */
export function statusOf(
  certificate: Certificate,
  issuer: Certificate,
  inquiry: Inquiry,
  open: readonly Certificate[] = [],
): Promise<Status> {
  return inquiry.remembered('status', [certificate, issuer, ...open], () =>
    findStatus(certificate, issuer, inquiry, [...open, certificate]),
  );
}

async function findStatus(
  certificate: Certificate,
  issuer: Certificate,
  inquiry: Inquiry,
  open: readonly Certificate[],
): Promise<Status> {
  const { pool, ports, at } = inquiry;
  const options = {
    certificates: pool.certificates,
    crlIssuers: await crlIssuers(certificate, issuer, inquiry),
  };
  const found = await revocationAnswers(certificate, issuer, inquiry.revocation, ports, options);
  const answers: RevocationAnswer[] = [];
  for (const answer of found.answers) {
    if (answer.thisUpdate > at + CLOCK_SKEW_MS) continue;
    const entitled =
      tellsOfItself(answer, certificate) || (await isEntitledNow(answer, issuer, inquiry, open));
    if (entitled) answers.push(answer);
  }
  return {
    answers,
    exempt: isNeverRevoked(certificate) && !answers.some(({ status }) => status === 'revoked'),
  };
}

/** RFC 9608 §2 and EN 319 412-1 §5.2: such certificates are of end entities; one that is revoked all the same is. */
const isNeverRevoked = ({ extensions }: Certificate): boolean =>
  extensions.basicConstraints?.ca !== true && extensions.all.some(({ oid }) => NO_REVOCATION.has(oid));

/** Keys of one certificate's CRL issuers that are looked at: an authority has two or three. */
const MAX_CRL_ISSUERS = 8;
/** Certificates under the issuer's name of which it is asked whether somebody vouches for them. */
const MAX_CANDIDATES = 64;

/**
 * Who may sign CRLs beside the key that signed the certificate: other keys under its issuer's name (a key that was
 * changed, or one for CRLs alone), and the issuers of indirect CRLs that it names. Each has a valid path to the
 * certificate's own anchor (RFC 5280 §6.3.3 (f)).
 */
async function crlIssuers(
  certificate: Certificate,
  issuer: Certificate,
  inquiry: Inquiry,
): Promise<Certificate[]> {
  if (inquiry.revocation.crls.length === 0) return [];
  const points = certificate.extensions.crlDistributionPoints ?? [];
  const names = new Set([certificate.issuer, ...points.flatMap(({ issuers }) => issuers)].map(nameKey));
  const candidates = inquiry.pool.certificates.filter(
    (candidate) =>
      names.has(nameKey(candidate.subject)) && !sameKey(candidate, issuer) && maySignCrls(candidate),
  );
  if (candidates.length === 0) return [];
  const own = (await inquiry.chainsOf(certificate)).chains.map(({ anchor }) => anchor.parsed);
  const found: Certificate[] = [];
  for (const candidate of candidates.slice(0, MAX_CANDIDATES)) {
    // Others under the name, which nobody vouches for, take no place from those who are.
    if (found.length === MAX_CRL_ISSUERS) break;
    const { chains } = await inquiry.chainsOf(candidate);
    const vouched = chains.some(
      (chain) => own.some((one) => sameKey(one, chain.anchor.parsed)) && checkChain(chain) === undefined,
    );
    if (vouched) found.push(candidate);
  }
  return found;
}

/**
 * Whether the answer is of its own signer, whose authority has it speak for itself: the certificate names itself as
 * the issuer of the list on which it would stand. Nobody else could be asked.
 */
function tellsOfItself({ signer, source }: RevocationAnswer, certificate: Certificate): boolean {
  const points = certificate.extensions.crlDistributionPoints ?? [];
  return (
    source === 'crl' &&
    sameKey(signer, certificate) &&
    points.some(({ issuers }) => issuers.some((name) => sameName(name, certificate.subject)))
  );
}

/**
 * Whether who signed an answer, and every authority between it and the anchor or the certificate's own issuer, was valid
 * when it was made and is not revoked (RFC 5280 §6.3.3 (f)). id-pkix-ocsp-nocheck frees a responder of the latter
 * (RFC 6960 §4.2.2.2.1), whose own authority is that issuer. None of the certificates in question vouches for itself, by
 * its own key or by one that it certified.
 */
async function isEntitledNow(
  answer: RevocationAnswer,
  issuer: Certificate,
  inquiry: Inquiry,
  open: readonly Certificate[],
): Promise<boolean> {
  const { signer, source, producedAt, thisUpdate } = answer;
  if (sameKey(signer, issuer)) return true;
  if (open.length > MAX_DEPTH + 1) return false;
  const made = producedAt ?? thisUpdate;
  const isFree = source === 'ocsp' && signer.extensions.ocspNoCheck;
  // Of an answer that counts now it is asked how its signer stands now; of an older one, how it stood then.
  const moment = freshUntil(answer, inquiry) >= inquiry.at ? inquiry.at : made;
  const { row, isAnchored } = await rowAbove(signer, issuer, inquiry);
  for (const [at, certificate] of row.entries()) {
    const above = row[at + 1];
    // The anchor is trusted as it is, and the certificate's own issuer is judged with the certificate.
    if (sameKey(certificate, issuer) || (above === undefined && at > 0)) return true;
    if (made < certificate.validity.notBefore || made > certificate.validity.notAfter) return false;
    if (open.some((one) => sameKey(one, certificate))) return false;
    if (at === 0 && isFree) continue;
    const stands =
      above === undefined
        ? !namesSource(certificate)
        : await isGood({ certificate, issuer: above, isAnchored, moment }, inquiry, open);
    if (!stands) return false;
  }
  return true;
}

/**
 * Whether a certificate is not revoked, by an answer that tells so at `moment`; where it names no source of its status,
 * nobody need have told it.
 */
async function isGood(
  { certificate, issuer, isAnchored, moment }: StatusQuestion & { moment: number },
  inquiry: Inquiry,
  open: readonly Certificate[],
): Promise<boolean> {
  const status = await statusOf(certificate, issuer, inquiry, open);
  if (status.exempt) return true;
  const told = revocationOf(status) ?? status.answers[0];
  if (told !== undefined) useAnswer(told, inquiry);
  if (told !== undefined && told.status !== 'good') return false;
  if (told !== undefined && freshUntil(told, inquiry) >= moment) return true;
  askStatus({ certificate, issuer, isAnchored }, inquiry);
  return !namesSource(certificate);
}

export const sameKey = (a: Certificate, b: Certificate): boolean =>
  a.spki.length === b.spki.length && a.spki.every((octet, i) => octet === b.spki[i]);

function namesSource({ extensions }: Certificate): boolean {
  const { authorityInfoAccess, crlDistributionPoints } = extensions;
  return (authorityInfoAccess?.ocsp.length ?? 0) > 0 || (crlDistributionPoints?.length ?? 0) > 0;
}

/**
 * The signer of an answer and its issuers, the anchor last; its own `issuer`, where that bears the name and no other chain
 * is known. `isAnchored`: RFC 5280 allows that chain.
 */
async function rowAbove(
  certificate: Certificate,
  issuer: Certificate,
  inquiry: Inquiry,
): Promise<{ row: readonly Certificate[]; isAnchored: boolean }> {
  const [chain] = (await inquiry.chainsOf(certificate)).chains;
  if (chain !== undefined) {
    return {
      row: [...chain.certificates, chain.anchor.parsed],
      isAnchored: checkChain(chain) === undefined,
    };
  }
  const row = sameName(certificate.issuer, issuer.subject) ? [certificate, issuer] : [certificate];
  return { row, isAnchored: false };
}

/** Whose status is asked for, and whether it leads to an anchor by a path that RFC 5280 allows. */
export interface StatusQuestion {
  certificate: Certificate;
  issuer: Certificate;
  isAnchored: boolean;
}

/** Asks for the status: OCSP first, the CRL else ({@link gather} keeps the order). */
export function askStatus({ certificate, issuer, isAnchored }: StatusQuestion, inquiry: Inquiry): void {
  const { authorityInfoAccess, crlDistributionPoints } = certificate.extensions;
  const responders = (authorityInfoAccess?.ocsp ?? []).filter(isWeb);
  for (const url of responders) {
    const request = ocspRequest(certificate, issuer, inquiry.ports);
    inquiry.ask({ kind: 'ocsp', url, request, isAnchored });
  }
  const isFallback = responders.length > 0;
  for (const url of crlDistributionPoints?.flatMap(({ uris }) => uris) ?? []) {
    if (isWeb(url)) inquiry.ask({ kind: 'crl', url, isAnchored, isFallback });
  }
}

/** Asks for who issued it. */
export function askIssuer(certificate: Certificate, inquiry: Inquiry): void {
  for (const url of certificate.extensions.authorityInfoAccess?.caIssuers ?? []) {
    if (isWeb(url)) inquiry.ask({ kind: 'issuer', url });
  }
}

const isWeb = (url: string): boolean => /^https?:\/\//i.test(url);

/** Remembers an answer as something on which the verdict rests, with who signed it. */
export function useAnswer({ source, der, others, signer }: RevocationAnswer, inquiry: Inquiry): void {
  inquiry.use(source === 'ocsp' ? 'ocsps' : 'crls', der);
  for (const other of others ?? []) inquiry.use('crls', other);
  if (inquiry.pool.find('certificates', signer.der) !== undefined) inquiry.use('certificates', signer.der);
}

/** Until when an answer tells the status (EN 319 102-1 §5.2.5). */
export function freshUntil({ thisUpdate, nextUpdate }: RevocationAnswer, inquiry: Inquiry): number {
  return nextUpdate ?? thisUpdate + inquiry.freshnessMs;
}

/**
 * Until when that with which an answer was signed is reliable, and that with which `issuer` entitled another to sign
 * it; undefined: no end is set.
 */
export function answerReliableUntil(
  { method, signer }: RevocationAnswer,
  issuer: Certificate,
): number | undefined {
  const own = reliableUntil({ method, digest: method.digest, key: signer.publicKey });
  if (sameKey(signer, issuer)) return own;
  const by = signer.signatureMethod;
  const entitled = reliableUntil({ method: by, digest: by?.digest, key: issuer.publicKey });
  return own === undefined || entitled === undefined ? (own ?? entitled) : Math.min(own, entitled);
}

/** The answer that says it was revoked for good, where one does: no later answer takes that back. */
export function revocationOf({ answers }: Status): RevocationAnswer | undefined {
  return answers.find(({ status, reason }) => status === 'revoked' && reason !== 'certificateHold');
}
