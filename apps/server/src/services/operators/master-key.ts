import { fromColumns, type SealedAccount, toColumns } from '@websign/providers';
import type { Rewrite, SealedSecrets, WaitingJob } from '../../storage/index.ts';
import { digestOf, otpReset, otpResetKey, otpResetKind } from '../otp-reset.ts';
import { reseal } from '../reseal.ts';
import type { Enrolment, Enrolments } from './enrolments.ts';
import { OperatorError } from './error.ts';
import type { OperatorTools } from './tools.ts';

/** What seals rows anew under the newest version of the master key. */
export interface Rewrapper {
  rewrap(sealed: SealedAccount): Promise<SealedAccount>;
}

export interface RotationTools extends OperatorTools {
  readonly keys: Rewrapper;
  readonly enrolments: Enrolments;
}

/** How far a rotation has come: accounts looked at, of how many, and how many were moved. */
export interface Progress {
  seen: number;
  total: number;
  moved: number;
}

/** How many accounts, waiting device resets and waiting enrolments have something under each version. */
export type MasterKeyUsage = Map<number, { accounts: number; resets: number; enrolments: number }>;

const portion = 200;
/** Rows under way at once; each is opened and sealed in the signer process and written by itself. */
const lanes = 8;
/** Writes that may lose against another write to the account's row. */
const tries = 20;

const versionsOf = ({ verifier, totp, key }: SealedAccount): number[] => [
  ...new Set([verifier.version, totp.version, ...(key === null ? [] : [key.version])]),
];
const isUnder = (row: SealedAccount, version: number): boolean =>
  versionsOf(row).every((found) => found === version);

/** What is sealed under which version; rows are read in portions while everything runs. */
export async function masterKeyUsage(
  tools: Pick<RotationTools, 'storage' | 'enrolments'>,
): Promise<MasterKeyUsage> {
  const usage: MasterKeyUsage = new Map();
  const count = (row: SealedAccount, what: 'accounts' | 'resets' | 'enrolments') => {
    for (const version of versionsOf(row)) {
      const found = usage.get(version) ?? { accounts: 0, resets: 0, enrolments: 0 };
      usage.set(version, { ...found, [what]: found[what] + 1 });
    }
  };
  // In the order in which secrets move: an enrolment becomes a row, a reset becomes part of one.
  for await (const { id, sealed } of tools.enrolments.all()) count(fromColumns(id, sealed), 'enrolments');
  for (const { row } of resetsOf(await tools.storage.outbox.ofKind(otpResetKind))) count(row, 'resets');
  for await (const { id, secrets } of allRows(tools)) count(fromColumns(id, secrets), 'accounts');
  return usage;
}

/**
 * Seals every outer layer anew under the newest master key, while servers work: a row that changes meanwhile is taken
 * again, what is done already is passed by, so that a rotation that was broken off goes on where it was. Audited.
 * `told` hears of each portion. Throws OperatorError `busy` when a row would not stand still.
 */
export async function rotateMasterKey(
  tools: RotationTools,
  version: number,
  told: (progress: Progress) => void,
): Promise<Progress> {
  const { storage, by } = tools;
  await storage.audit.append({ kind: 'master_key_rotation_begun', detail: { by, version } });
  const progress: Progress = { seen: 0, total: await storage.roster.count(), moved: 0 };
  for await (const rows of portions(tools)) {
    for (let at = 0; at < rows.length; at += lanes) {
      const moved = await Promise.all(
        rows.slice(at, at + lanes).map(({ id, secrets }) => moveAccount(tools, id, secrets, version)),
      );
      progress.moved += moved.filter(Boolean).length;
    }
    progress.seen += rows.length;
    told({ ...progress });
  }
  // Resets of accounts whose own rows were done before they were asked for.
  for (const { accountId, row } of resetsOf(await storage.outbox.ofKind(otpResetKind))) {
    const secrets = await storage.accounts.sealed(accountId);
    if (secrets && row.totp.version !== version) await moveAccount(tools, accountId, secrets, version, true);
  }
  for await (const waiting of tools.enrolments.all()) {
    if (await moveEnrolment(tools, waiting, version)) progress.moved += 1;
  }
  await storage.audit.append({
    kind: 'master_key_rotated',
    detail: { by, version, accounts: progress.seen, moved: progress.moved },
  });
  return progress;
}

/**
 * Whether nothing is sealed under a version any more; throws OperatorError `in_use` with what is. Audited as the
 * operator's decision: the version is taken out of the file, or files, by whoever has them.
 */
export async function releaseMasterKey(
  tools: Pick<RotationTools, 'storage' | 'enrolments' | 'by'>,
  version: number,
): Promise<void> {
  const used = (await masterKeyUsage(tools)).get(version);
  if (used !== undefined) {
    const { accounts, resets, enrolments } = used;
    throw new OperatorError(
      'in_use',
      `Version ${version} still seals ${accounts} accounts, ${resets} new OTP secrets that wait and ${enrolments} keys that wait for a certificate; run master-key rotate first.`,
    );
  }
  await tools.storage.audit.append({ kind: 'master_key_retired', detail: { by: tools.by, version } });
}

async function* portions({ storage }: Pick<RotationTools, 'storage'>) {
  for (let after = ''; ; ) {
    const rows = await storage.roster.sealedAfter(after, portion);
    const last = rows.at(-1);
    if (last === undefined) return;
    yield rows;
    after = last.id;
  }
}

async function* allRows(tools: Pick<RotationTools, 'storage'>) {
  for await (const rows of portions(tools)) yield* rows;
}

/** The account's row with what waits to become part of it; false when all was under `version` already. */
async function moveAccount(
  { storage, keys }: RotationTools,
  id: string,
  read: SealedSecrets,
  version: number,
  withReset = false,
): Promise<boolean> {
  let secrets: SealedSecrets | undefined = read;
  for (let at = 0; at < tries && secrets; at++) {
    const row = fromColumns(id, secrets);
    if (!withReset && isUnder(row, version)) return false;
    const sealed = toColumns(await keys.rewrap(row));
    const job = await storage.outbox.waiting(otpResetKey(id));
    const moved = { old: secrets.totp, next: sealed.totp };
    const rewrites = job === undefined ? [] : [await rewrite({ keys }, row, job, moved)];
    if (await reseal(storage, id, secrets.version, sealed, rewrites)) return true;
    secrets = await storage.accounts.sealed(id);
  }
  if (!secrets) return false;
  throw new OperatorError('busy', `Account ${id} changes too often; run master-key rotate again.`);
}

/** The new secret that waits, sealed anew; that it replaces the present one is said of that one's new form. */
async function rewrite(
  { keys }: Pick<RotationTools, 'keys'>,
  row: SealedAccount,
  { id, payload }: WaitingJob,
  { old, next }: { old: string; next: string },
): Promise<Rewrite> {
  const order = otpReset.parse(payload);
  const waiting = await keys.rewrap(withTotp(row, order.totp));
  const replaces = order.replaces === digestOf(old) ? digestOf(next) : order.replaces;
  return { id, from: payload, to: { ...order, totp: toColumns(waiting).totp, replaces } };
}

async function moveEnrolment(
  { keys, enrolments }: RotationTools,
  waiting: Enrolment,
  version: number,
): Promise<boolean> {
  const row = fromColumns(waiting.id, waiting.sealed);
  if (isUnder(row, version)) return false;
  await enrolments.replace({ ...waiting, sealed: toColumns(await keys.rewrap(row)) });
  return true;
}

const withTotp = (row: SealedAccount, totp: string): SealedAccount => {
  const { verifier, key } = toColumns(row);
  return fromColumns(row.account, { verifier, key, totp });
};

/** Waiting resets as rows of which only the new secret counts. */
function resetsOf(jobs: readonly WaitingJob[]): { accountId: string; row: SealedAccount }[] {
  return jobs.flatMap(({ payload }) => {
    const order = otpReset.safeParse(payload).data;
    if (order === undefined) return [];
    const { totp, accountId } = order;
    // The same box in the verifier's place: its version is counted once.
    const box = fromColumns(accountId, { verifier: totp, key: 'null', totp });
    return [{ accountId, row: box }];
  });
}
