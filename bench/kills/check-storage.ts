import { readdir, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import pg from 'pg';
import type { Storage } from '../../apps/server/src/storage/index.ts';
import { plainText } from '../../e2e/codes.ts';
import type { Ledger } from './ledger.ts';

const AT_ONCE = 4;
/** A sign request that was silent for a minute counts as interrupted. */
const SILENT_MS = 60_000;

/** What is in the database and the blob store at the end. */
export interface Stored {
  blobs: number;
  audited: number;
  /** Letters that were written, each once. */
  letters: number;
  /** Work that follows a commit and is not done yet, or whose end nobody knows. */
  left: number;
}

/** Looks at rows, blobs and the audit log from within; what contradicts the ledger, or itself, goes to the ledger. */
export async function checkStorage(
  storage: Storage,
  { databaseUrl, dataFolders }: { databaseUrl: string; dataFolders: readonly string[] },
  ledger: Ledger,
): Promise<Stored> {
  const client = new pg.Client({ connectionString: databaseUrl });
  await client.connect();
  try {
    const blobs = await checkBlobs(storage, client, ledger);
    await checkRows(storage, client, ledger);
    const audited = await checkAudit(storage, client, ledger);
    return { blobs, audited, ...(await checkLetters(client, dataFolders, ledger)) };
  } finally {
    await client.end();
  }
}

/** Of each signature its signer is told: in a letter that names its file, or in one that is still to be written. */
async function checkLetters(client: pg.Client, dataFolders: readonly string[], ledger: Ledger) {
  const { rows: jobs } = await client.query<{ id: string }>('SELECT id FROM outbox');
  const { rows: waiting } = await client.query<{ documentId: string }>(
    `SELECT "documentId" FROM versions JOIN outbox ON outbox.key = 'signed:' || "signingId"`,
  );
  const pending = new Set(waiting.map(({ documentId }) => documentId));
  const letters = new Map<string, string>();
  for (const folder of dataFolders.map((data) => join(data, 'mail'))) {
    for (const name of await readdir(folder))
      if (name.endsWith('.eml')) letters.set(name, plainText(await readFile(join(folder, name), 'utf8')));
  }
  const texts = [...letters.values()];
  for (const id of ledger.signed.keys()) {
    const { name } = ledger.uploads.get(id) ?? {};
    if (pending.has(id) || (name !== undefined && texts.some((text) => text.includes(name)))) continue;
    ledger.violations.push(`${id} was signed, and no letter tells of ${name}`);
  }
  return { letters: letters.size, left: jobs.length };
}

/** Every stored blob is whole, and every one that a row names is there. */
async function checkBlobs({ blobs }: Storage, client: pg.Client, ledger: Ledger): Promise<number> {
  const sizes = new Map<string, number>();
  for await (const { sha256, size } of blobs.list()) sizes.set(sha256, size);
  const all = sizes.entries();
  const lane = async () => {
    for (const [sha256, size] of all) {
      await blobs.read(sha256, { size, verify: true }).catch((error: unknown) => {
        ledger.violations.push(`blob ${sha256} is not whole: ${String(error)}`);
      });
    }
  };
  await Promise.all(Array.from({ length: AT_ONCE }, lane));
  const { rows } = await client.query<{ sha256: string; size: string }>(
    `SELECT sha256, size FROM documents WHERE state NOT IN ('expired', 'refused')
     UNION SELECT sha256, size FROM versions UNION SELECT "currentSha256", "currentSize" FROM documents
     WHERE state NOT IN ('expired', 'refused')`,
  );
  for (const { sha256, size } of rows)
    if (sizes.get(sha256) !== Number(size)) ledger.violations.push(`blob ${sha256} of a row is not there`);
  return sizes.size;
}

async function checkRows(storage: Storage, client: pg.Client, ledger: Ledger): Promise<void> {
  const twice = await client.query<{ documentId: string }>(
    'SELECT "documentId" FROM versions GROUP BY "documentId" HAVING count(*) > 1',
  );
  for (const { documentId } of twice.rows) ledger.violations.push(`${documentId} was signed twice`);
  const running = await client.query<{ id: string }>(
    `SELECT id FROM signings WHERE state <> 'done' AND "aliveAt" > $1`,
    [storage.clock() - SILENT_MS],
  );
  for (const { id } of running.rows) ledger.violations.push(`sign request ${id} is under way without an end`);
}

/** The log has an entry of whatever was acknowledged, and of each signature that there is; answers how many. */
async function checkAudit({ audit }: Storage, client: pg.Client, ledger: Ledger): Promise<number> {
  const documents = new Map<string, Set<string>>();
  const accounts = new Map<string, number>();
  let entries = 0;
  for await (const { kind, accountId, documentId } of audit.export()) {
    entries += 1;
    if (documentId !== null) documents.set(documentId, (documents.get(documentId) ?? new Set()).add(kind));
    ledger.count(accounts, `${kind} ${accountId}`);
  }
  const missing = (what: string) => void ledger.violations.push(`the audit log lacks ${what}`);
  for (const [id] of ledger.uploads) if (!documents.get(id)?.has('upload')) missing(`the upload of ${id}`);
  const { rows: versions } = await client.query<{ documentId: string }>('SELECT "documentId" FROM versions');
  const signed = new Set([...ledger.signed.keys(), ...versions.map(({ documentId }) => documentId)]);
  for (const id of signed) if (!documents.get(id)?.has('sign')) missing(`the signature of ${id}`);
  const { rows } = await client.query<{ id: string; username: string }>('SELECT id, username FROM accounts');
  for (const { id, username } of rows) {
    for (const [kind, acknowledged] of [
      ['login', ledger.logins],
      ['logout', ledger.logouts],
    ] as const) {
      const lacks = (acknowledged.get(username) ?? 0) - (accounts.get(`${kind} ${id}`) ?? 0);
      if (lacks > 0) missing(`${lacks} × ${kind} of ${username}`);
    }
  }
  return entries;
}
