import { createHash } from 'node:crypto';
import { nameValue, PkiError, parseCertificate } from '@websign/pki';
import { warnedAhead, warningDue } from '../../policy/expiry.ts';
import type { Account } from '../../storage/index.ts';
import type { Context } from '../context.ts';
import { type LetterOrder, mailJob } from '../mail/jobs.ts';

type Tools = Pick<Context, 'storage' | 'clock' | 'config' | 'seal' | 'timeStamps' | 'archive'>;
type Digest = Extract<LetterOrder, { letter: 'certificates_digest' }>;

const portion = 200;
/** One digest tells of all that one sweep finds, and of what the next server's adds meanwhile. */
const gatheringMs = 10 * 60_000;
const digestKey = 'certificates_digest';

/**
 * Warns signers whose certificate ends soon, once for each of the days that `policy/expiry` names, and tells the operators
 * of all, their service's own certificates included. Any number of servers may do so at once.
 */
export async function warnOfExpiry(context: Tools): Promise<void> {
  const { storage, clock } = context;
  const now = clock();
  const digest = digestOf(context, now);
  const range = { from: now, to: now + warnedAhead };
  for (let offset = 0; ; offset += portion) {
    const { accounts } = await storage.roster.ending(range, { limit: portion, offset });
    for (const account of accounts) await warn(context, account, now, digest);
    if (accounts.length < portion) break;
  }
  if (digest === undefined) return;
  for (const { notice } of ownCertificates(context, now)) await storage.outbox.addOnce(notice, digest);
}

/** Nobody who is blocked is asked to do something about it. */
async function warn({ storage }: Tools, account: Account, now: number, digest: DigestJob): Promise<void> {
  const { id: accountId, certificateSerial: serial, validUntil, blockedAt } = account;
  const days = warningDue(validUntil, now);
  if (days === undefined || blockedAt !== null) return;
  const letter = mailJob({ letter: 'certificate_ending', accountId, at: now, serial, validUntil });
  const notice = `certificate:${accountId}:${serial}:${validUntil}:${days}`;
  await storage.outbox.addOnce(notice, letter, digest && { job: digest });
}

type DigestJob = ReturnType<typeof mailJob> | undefined;

/** The operators' letter: it lists what ends when it is written, beside the service's own. */
function digestOf(context: Tools, now: number): DigestJob {
  if (context.config.OPERATORS_MAIL === '') return undefined;
  const own = ownCertificates(context, now).map(({ name, validUntil }) => ({ name, validUntil }));
  const order: Digest = { letter: 'certificates_digest', at: now, own };
  return mailJob(order, { key: digestKey, notBefore: now + gatheringMs });
}

/** The service's certificates for which a warning is due. */
function ownCertificates({ seal, timeStamps, archive }: Tools, now: number) {
  const chains = [seal?.chain ?? [], timeStamps?.anchors ?? [], archive?.anchors ?? []].flat();
  const known = new Map(chains.map((der) => [createHash('sha256').update(der).digest('hex'), der]));
  return [...known].flatMap(([digest, der]) => {
    const read = nameAndEnd(der);
    const days = read && warningDue(read.validUntil, now);
    return read && days !== undefined ? [{ ...read, notice: `certificate:${digest}:${days}` }] : [];
  });
}

/** Undefined where it is no certificate: what rests on it says so. */
function nameAndEnd(der: Uint8Array): { name: string; validUntil: number } | undefined {
  try {
    const { subject, validity } = parseCertificate(der);
    return { name: nameValue(subject, 'commonName') ?? subject.text, validUntil: validity.notAfter };
  } catch (error) {
    if (!(error instanceof PkiError)) throw error;
    return undefined;
  }
}
