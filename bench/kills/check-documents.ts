import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { api, type DocumentAnswer, type HistoryAnswer, type HistoryRow, limits } from '@websign/contract';
import { json } from './calls.ts';
import { type Fetched, type Ledger, sha256Of } from './ledger.ts';
import type { VirtualSigner } from './signer.ts';

/** Between two tries of somebody whose account is locked, and how long past the lock's length. */
const PAUSE_MS = 10_000;
const LATE_MS = 60_000;

/** What the documents of everybody are at the end. */
export interface Documents {
  /** Uploads and signatures there are, acknowledged or not. */
  documents: number;
  signed: number;
  /** Signed files, in a folder. */
  files: string[];
}

/** Asks the servers, as their owners, for everything that was acknowledged; what contradicts it goes to the ledger. */
export async function checkDocuments(
  signers: readonly VirtualSigner[],
  ledger: Ledger,
  folder: string,
): Promise<Documents> {
  const found: Documents = { documents: 0, signed: 0, files: [] };
  const seen = new Set<string>();
  for (const signer of signers) {
    if (!(await signedIn(signer))) {
      ledger.violations.push(`${signer.account.username} cannot sign in`);
      continue;
    }
    for (const row of await historyOf(signer, ledger)) {
      seen.add(row.id);
      found.documents += 1;
      const bytes = await checkDocument(signer, ledger, row);
      if (bytes === undefined || !row.signed) continue;
      found.signed += 1;
      const file = join(folder, `${row.id}.pdf`);
      await writeFile(file, bytes);
      found.files.push(file);
    }
  }
  for (const [id] of ledger.uploads)
    if (!seen.has(id)) ledger.violations.push(`${id} was uploaded, and is not in the history`);
  return found;
}

/**
 * Tries whose server was killed count as failures (SES-5), so that an account may be locked for a while, rightly: whoever has
 * no session waits for the end of the lock.
 */
async function signedIn(signer: VirtualSigner): Promise<boolean> {
  const until = Date.now() + limits.lockMs + LATE_MS;
  if (await signer.hasSession()) return true;
  while (!(await signer.signIn())) {
    if (Date.now() > until) return false;
    await sleep(PAUSE_MS);
  }
  return true;
}

async function historyOf(signer: VirtualSigner, ledger: Ledger): Promise<HistoryRow[]> {
  const rows: HistoryRow[] = [];
  for (let page = 1; ; page += 1) {
    const answer = await signer.get(`${api.history}?page=${page}&size=${limits.historyPageMax}`);
    if (answer.status !== 200) {
      ledger.violations.push(`the history of ${signer.account.username} is answered ${answer.status}`);
      return rows;
    }
    const { rows: more, total } = json<HistoryAnswer>(answer);
    rows.push(...more);
    if (more.length === 0 || rows.length >= total) return rows;
  }
}

/** The document as it stands, held against what was acknowledged of it; undefined where it is refused or missing. */
async function checkDocument(
  signer: VirtualSigner,
  ledger: Ledger,
  row: HistoryRow,
): Promise<Buffer | undefined> {
  const wrong = (what: string) => void ledger.violations.push(`${row.id}: ${what}`);
  const uploaded = ledger.uploads.get(row.id);
  const signed = ledger.signed.get(row.id);
  if (uploaded !== undefined && row.checksum !== uploaded.sha256) wrong('the history names other bytes');
  if (signed !== undefined && !row.signed) wrong('was signed, and is not signed in the history');
  // Not acknowledged, or as refused: a child that was killed cannot tell what a document is.
  if (row.state === 'refused' && uploaded === undefined) return undefined;
  const [told, file] = [await signer.get(api.document(row.id)), await signer.get(api.file(row.id))];
  if (told.status !== 200 || file.status !== 200) {
    wrong(`is answered ${told.status}, its file ${file.status}`);
    return undefined;
  }
  const document = json<DocumentAnswer>(told);
  const { body } = file;
  if (sha256Of(body) !== document.checksum || body.length !== document.size)
    wrong('its file is not what its row says');
  if (uploaded !== undefined && !beginsWith(body, uploaded)) wrong('what was uploaded is not its beginning');
  for (const fetched of signed ?? []) if (!beginsWith(body, fetched)) wrong('it was fetched as other bytes');
  const ours = document.signatures.filter(({ kind }) => kind !== 'timestamp');
  if (ours.length !== (row.signed ? 1 : 0)) wrong(`it has ${ours.length} signatures`);
  if (ours.some(({ integrity }) => integrity !== 'intact')) wrong('its signature is not intact');
  return body;
}

/** What was given earlier is the file, or its beginning where validation data were added since. */
const beginsWith = (bytes: Buffer, { size, sha256 }: Fetched) =>
  bytes.length >= size && sha256Of(bytes.subarray(0, size)) === sha256;

/** Sessions that were answered as ended open nothing any more. */
export async function checkSessions({ caller }: VirtualSigner, ledger: Ledger): Promise<void> {
  for (const session of ledger.ended) {
    const headers = { authorization: `Bearer ${session}` };
    const { status } = await caller.call(`${api.history}?page=1&size=1`, () => ({ headers }));
    if (status !== 401) ledger.violations.push(`a session that was ended is answered ${status}`);
  }
}

/** Every sign request that a server took has an end. */
export async function checkSignings(signers: readonly VirtualSigner[], ledger: Ledger): Promise<void> {
  const owners = new Map(signers.map((signer) => [signer.account.username, signer]));
  for (const [signing, username] of ledger.signings) {
    const answer = await owners.get(username)?.get(api.signing(signing));
    if (answer?.status !== 200) {
      ledger.violations.push(`sign request ${signing} is answered ${answer?.status}`);
    } else if (json<{ status: string }>(answer).status === 'pending') {
      ledger.violations.push(`sign request ${signing} is still under way`);
    }
  }
}
