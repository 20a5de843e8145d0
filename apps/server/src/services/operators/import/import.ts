import { createHash, randomUUID } from 'node:crypto';
import { existsSync } from 'node:fs';
import { readdir, readFile, rm } from 'node:fs/promises';
import { join } from 'node:path';
import { PkiError } from '@websign/pki';
import { fromColumns, ProviderError, toColumns } from '@websign/providers';
import { z } from 'zod';
import { ConfigError } from '../../../config.ts';
import { readCertificates } from '../../../files.ts';
import { fold, StorageError } from '../../../storage/index.ts';
import { codeMethodOf } from '../../codes/destination.ts';
import type { SecretsMaker } from '../../keys.ts';
import { factsOf, randomPassword, requestPem, requireSameWay, subjectName } from '../enrol.ts';
import { type Enrolment, type Enrolments, isCode } from '../enrolments.ts';
import { OperatorError } from '../error.ts';
import { leave, nameInFile } from '../hand-over.ts';
import { otpIssuer } from '../reset-otp.ts';
import type { OperatorTools } from '../tools.ts';
import type { ImportRow, ReadRow } from './rows.ts';

export interface ImportTools extends OperatorTools {
  readonly keys: SecretsMaker;
  readonly enrolments: Enrolments;
  /** Where requests and what people are to be handed go; kept until all of it is done. */
  readonly out: string;
  /** Where the CA's certificates are, for the second half. */
  readonly certificates?: string | undefined;
}

/** What became of a row. */
export interface Imported {
  readonly line: number;
  readonly username: string;
  readonly outcome: /** Its key is made; the request waits in `file` for a certificate. */
    | 'requested'
    /** It was made before, and waits still. */
    | 'waiting'
    /** The account is there; `file` is to be handed over. */
    | 'added'
    /** The account was there before. */
    | 'exists'
    | 'refused';
  readonly file?: string;
  readonly reason?: string;
}

/** What a person is handed: in a file of mode 600, and nowhere else. */
const handOver = z.object({ username: z.string(), password: z.string(), otp: z.string() });
type HandOver = z.infer<typeof handOver>;

/**
 * Makes the accounts of a table, row by row: each is done wholly or not at all, and the same table again goes on where the
 * last run ended. Keys that are made here wait for a certificate, which a second run with `certificates` binds; keys that
 * live elsewhere need theirs at once. Passwords and one-time-code secrets go into files of `out`, never into an answer.
 */
export async function* importAccounts(
  tools: ImportTools,
  rows: readonly ReadRow[],
): AsyncGenerator<Imported> {
  const seen = new Set<string>();
  for (const read of rows) {
    const { line, username } = read;
    const twice = seen.has(fold(username));
    seen.add(fold(username));
    if ('problem' in read) yield { line, username, outcome: 'refused', reason: read.problem };
    else if (twice) yield { line, username, outcome: 'refused', reason: 'the username stands twice' };
    else yield { line, username, ...(await importRow(tools, read.row)) };
  }
}

type Fate = Omit<Imported, 'line' | 'username'>;

async function importRow(tools: ImportTools, row: ImportRow): Promise<Fate> {
  try {
    if (await tools.storage.accounts.findByUsername(row.username)) return await settled(tools, row);
    if (row.provider !== 'software') return await addElsewhere(tools, row);
    const waiting = await tools.enrolments.find(row.username);
    return waiting === undefined ? await enrol(tools, row) : await certify(tools, row, waiting);
  } catch (error) {
    return { outcome: 'refused', reason: reasonOf(error) };
  }
}

/** What is about one row; anything else ends the import, which can be run again. */
function reasonOf(error: unknown): string {
  if (error instanceof OperatorError || error instanceof ConfigError) return error.message;
  if (error instanceof PkiError) return 'the certificate cannot be read';
  if (error instanceof ProviderError && ['bad_request', 'wrong_password', 'sealed_row'].includes(error.code))
    return error.message;
  if (error instanceof StorageError && error.code === 'exists')
    return 'an account of that name was made meanwhile';
  throw error;
}

/** The account was made before a run that broke off could put the rest away. */
async function settled({ enrolments, storage }: ImportTools, { username }: ImportRow): Promise<Fate> {
  const waiting = await enrolments.find(username);
  if (waiting && (await storage.accounts.find(waiting.id))) await enrolments.drop(username);
  return { outcome: 'exists' };
}

/** First half. The enrolment is written last: without it nothing was done, and the row is begun anew. */
async function enrol(tools: ImportTools, row: ImportRow): Promise<Fate> {
  const { keys, enrolments, out } = tools;
  const { username, email, phone, keyType, subject, otpMethod } = row;
  const id = randomUUID();
  const password = randomPassword();
  const made = await keys.enrol({
    ...{ account: id, label: username, issuer: otpIssuer, password },
    ...{ key: keyType, subject: subjectName(subject), method: codeMethodOf(otpMethod) },
  });
  await handOut(out, id, { username, password, otp: deviceOf(row, made.totp.uri) });
  const file = await leave(out, `${baseOf(username, id)}.csr`, requestPem(made.csr));
  const kept = await enrolments.keep({ id, username, email, phone, sealed: toColumns(made.sealed) });
  if (!kept) {
    await forget(out, username, (found) => id.startsWith(found));
    return { outcome: 'waiting' };
  }
  await forget(out, username, (found) => !id.startsWith(found));
  return { outcome: 'requested', file };
}

/** Second half, where the certificate is there: found by the request's own name, or by the column. */
async function certify(tools: ImportTools, row: ImportRow, waiting: Enrolment): Promise<Fate> {
  const { storage, keys, enrolments, out } = tools;
  const { username, otpMethod, phone } = row;
  const chain = chainOf(tools, row, baseOf(username, waiting.id));
  if (chain === undefined) return { outcome: 'waiting' };
  const file = join(out, `${baseOf(username, waiting.id)}.json`);
  const { password } = await handedOut(file);
  const [certificate = new Uint8Array()] = chain.certificates;
  const sealed = await keys.bindCertificate(fromColumns(waiting.id, waiting.sealed), password, certificate);
  requireSameWay(sealed, otpMethod);
  await storage.accounts.create(
    {
      ...{ id: waiting.id, username: waiting.username, email: waiting.email },
      ...factsOf(chain.certificates, chain.file),
      ...{ otpMethod, phone, passwordGiven: true },
      ...toColumns(sealed),
    },
    { kind: 'account_added', accountId: waiting.id, detail: { by: tools.by } },
  );
  await enrolments.drop(username);
  return { outcome: 'added', file };
}

/** A key that lives elsewhere: the account signs in here, and its certificate is told at once. */
async function addElsewhere(tools: ImportTools, row: ImportRow): Promise<Fate> {
  const { storage, keys, out, by } = tools;
  const { username, email, phone, otpMethod, provider, keyReference } = row;
  const chain = chainOf(tools, row, undefined);
  if (chain === undefined) return { outcome: 'refused', reason: 'its certificate is not there' };
  const facts = factsOf(chain.certificates, chain.file);
  const id = randomUUID();
  const password = randomPassword();
  const certificate = (provider === 'pkcs11' && chain.certificates[0]) || null;
  const access = { account: id, label: username, issuer: otpIssuer, password, certificate };
  const method = codeMethodOf(otpMethod);
  const made = await keys.enrolAccess({ ...access, method });
  const file = await handOut(out, id, { username, password, otp: deviceOf(row, made.totp.uri) });
  try {
    await storage.accounts.create(
      {
        ...{ id, username, email, ...facts },
        ...{ otpMethod, phone, provider, keyReference, passwordGiven: true },
        ...toColumns(made.sealed),
      },
      { kind: 'account_added', accountId: id, detail: { by, provider } },
    );
  } catch (error) {
    await forget(out, username, (found) => id.startsWith(found));
    if (error instanceof StorageError && error.code === 'exists') return { outcome: 'exists' };
    throw error;
  }
  await forget(out, username, (found) => !id.startsWith(found));
  return { outcome: 'added', file };
}

/** Codes that are sent need no device. */
const deviceOf = ({ otpMethod }: ImportRow, uri: string): string => (otpMethod === 'TOTP' ? uri : '');

/** Names that no two accounts share, and no two tries at one. */
const stemOf = (username: string): string => {
  const digest = createHash('sha256').update(fold(username)).digest('hex');
  return `${nameInFile(username)}-${digest.slice(0, 8)}`;
};
const baseOf = (username: string, id: string): string => `${stemOf(username)}-${id.slice(0, 8)}`;

const handOut = (out: string, id: string, given: HandOver): Promise<string> =>
  leave(out, `${baseOf(given.username, id)}.json`, `${JSON.stringify(given)}\n`);

async function handedOut(file: string): Promise<HandOver> {
  try {
    return handOver.parse(JSON.parse(await readFile(file, 'utf8')));
  } catch (cause) {
    throw new OperatorError('bad_request', `${file}, with the first password, is not there any more`, {
      cause,
    });
  }
}

/** Takes away what tries at this account left, those for which `which` is true of the beginning of their id. */
async function forget(out: string, username: string, which: (id: string) => boolean): Promise<void> {
  const stem = `${stemOf(username)}-`;
  for (const name of await readdir(out)) {
    const [, id] =
      /^([0-9a-f]{8})\.(?:json|csr)$/.exec(name.startsWith(stem) ? name.slice(stem.length) : '') ?? [];
    if (id !== undefined && which(id)) await rm(join(out, name), { force: true });
  }
}

const endings = ['.pem', '.crt', '.cer'];

/** The row's certificate and its issuers, DER; undefined where it is not there (yet). */
function chainOf(
  { certificates: folder }: ImportTools,
  { certificate, username }: ImportRow,
  base: string | undefined,
): { file: string; certificates: Uint8Array[] } | undefined {
  if (folder === undefined) return undefined;
  const bases = base === undefined ? [stemOf(username), nameInFile(username)] : [base];
  const names =
    certificate === '' ? bases.flatMap((name) => endings.map((ending) => `${name}${ending}`)) : [certificate];
  const file = names.map((name) => join(folder, name)).find((path) => existsSync(path));
  return file === undefined ? undefined : { file, certificates: readCertificates('The row', file) };
}

/** The folder for what is handed over, empty or of an import before; a sentence where it cannot be used. */
export async function requireFolder(path: string): Promise<void> {
  try {
    await readdir(path);
  } catch (cause) {
    if (isCode(cause, 'ENOENT')) return;
    throw new OperatorError('bad_request', `${path} is no folder that can be read.`, { cause });
  }
}
