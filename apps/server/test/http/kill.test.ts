import { type ChildProcess, spawn } from 'node:child_process';
import { createHash } from 'node:crypto';
import { createInterface } from 'node:readline';
import { fileURLToPath } from 'node:url';
import type { DocumentAnswer, GroupAnswer, SignAnswer } from '@websign/contract';
import { isInstalled, judged } from '@websign/testkit';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { bundleTestProgram } from '../../../../scripts/bundle/test-program.ts';
import { nameKey } from '../../src/files.ts';
import { openStorage } from '../../src/storage/index.ts';
import { Person, smallPdf, type TestHome, testHome, totp } from './harness.ts';

/** Ten thousand are `npm run bench -- kills`. */
const kills = 12;
const step = 30_000;
/** Fifteen servers start from it. */
const program = await bundleTestProgram(fileURLToPath(new URL('./server-process.ts', import.meta.url)));
const sha256 = (bytes: Uint8Array) => createHash('sha256').update(bytes).digest('hex');
const pause = (ms: number) => new Promise((resolve) => setTimeout(resolve, ms));

interface Running {
  process: ChildProcess;
  /** Undefined when it ended before it listened. */
  url: Promise<string | undefined>;
  ended: Promise<void>;
}

function start(home: TestHome): Running {
  const offset = home.clock() - Date.now();
  const child = spawn(process.execPath, [program], {
    env: { ...home.environment, OPERATIONS_PORT: 'off', LOG_LEVEL: 'error', TEST_OFFSET: String(offset) },
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  const ended = new Promise<void>((resolve) => child.once('exit', () => resolve()));
  const url = new Promise<string | undefined>((resolve) => {
    for (const stream of [child.stdout, child.stderr]) {
      createInterface({ input: stream }).on('line', (line) => {
        home.logged.push(line);
        if (line.startsWith('listening ')) resolve(line.slice('listening '.length));
      });
    }
    void ended.then(() => resolve(undefined));
  });
  return { process: child, url, ended };
}

async function kill({ process: child, ended }: Running): Promise<void> {
  child.kill('SIGKILL');
  await ended;
}

/** What the server acknowledged: it may lose none of it. */
const uploaded = new Map<string, { account: number; checksum: string }>();
const signed = new Set<string>();

let home: TestHome;
const sessions: string[] = [];
let count = 0;

/** One person uploads and signs until the server dies; `uploads` and `signatures` are kept once acknowledged. */
async function work(url: string, at: number): Promise<void> {
  const account = home.accounts[at];
  if (!account) return;
  const person = new Person(url, account);
  try {
    const session = sessions[at];
    if (session === undefined) {
      sessions[at] = (await Person.at(url, account)).sessionId;
    }
    person.sessionId = sessions[at] ?? '';
    for (let ahead = -1; ; ahead++) {
      const bytes = smallPdf(`document ${count++}`);
      const { status, body } = await person.upload([{ name: 'a.pdf', bytes }], '1');
      expect(status).toBe(200);
      if (body.document === null) continue;
      uploaded.set(body.document, { account: at, checksum: sha256(bytes) });
      if (ahead > 1) continue;
      const otp = totp(account.totpSecret, home.clock() + ahead * step);
      const answer = await person.sign<SignAnswer>({ documents: [body.document], otp, visibility: true });
      if (answer.body.status === 'success') signed.add(body.document);
    }
  } catch (error) {
    // The connection ends with the server; anything else is a fault.
    if (!(error instanceof TypeError)) throw error;
  }
}

/** Every document of the group is whole, and everything acknowledged is among them. */
async function judge(url: string): Promise<{ documents: number; signatures: number }> {
  const found = { documents: 0, signatures: 0 };
  const seen = new Set<string>();
  for (const [at, account] of home.accounts.entries()) {
    const session = sessions[at];
    if (session === undefined) continue;
    const person = new Person(url, account);
    person.sessionId = session;
    const group = await person.get<GroupAnswer>('/api/groups/1');
    if (group.status === 404) continue;
    expect(group.status).toBe(200);
    for (const document of group.body.documents) {
      seen.add(document.id);
      found.documents += 1;
      found.signatures += document.signatures.length;
      await whole(person, document);
    }
  }
  for (const id of uploaded.keys()) expect(seen.has(id)).toBe(true);
  return found;
}

async function whole(person: Person, document: DocumentAnswer): Promise<void> {
  const bytes = await person.file(document.id);
  expect(sha256(bytes)).toBe(document.checksum);
  expect(bytes.length).toBe(document.size);
  const original = await person.file(document.id, 'original');
  expect(Buffer.compare(bytes.subarray(0, original.length), original)).toBe(0);
  const acknowledged = uploaded.get(document.id);
  if (acknowledged) expect(sha256(original)).toBe(acknowledged.checksum);
  if (signed.has(document.id)) expect(document.state).toBe('signed');
  expect(document.signatures.length).toBe(document.state === 'signed' ? 1 : 0);
}

describe('a server that is killed again and again', () => {
  beforeAll(async () => {
    home = await testHome();
  });
  afterAll(() => home.remove());

  test(`loses nothing acknowledged in ${kills} kills, keeps nothing half, and starts again`, {
    timeout: 900_000,
  }, async () => {
    for (let round = 0; round < kills; round++) {
      const server = start(home);
      // Some kills hit the start itself, after the first signatures are there.
      if (round % 10 === 9) await pause(Math.random() * 1000);
      else {
        const url = await server.url;
        if (url === undefined) throw new Error(`did not start: ${home.logged.slice(-5).join('\n')}`);
        const people = [0, 1, 2].map((at) => work(url, at));
        // Odd rounds wait for a signature first, so that a slow machine gets that far too.
        const before = signed.size;
        for (let i = 0; round % 2 === 1 && signed.size === before && i < 200; i++) await pause(50);
        await pause(Math.random() * 700);
        await kill(server);
        await Promise.all(people);
      }
      await kill(server);
      home.advance(4 * step);
    }
    const last = start(home);
    const url = await last.url;
    expect(url).toBeDefined();
    const found = await judge(url ?? '');
    expect(signed.size).toBeGreaterThan(kills / 5);
    expect(found.signatures).toBeGreaterThanOrEqual(signed.size);
    expect(found.documents).toBeGreaterThanOrEqual(uploaded.size);
    await judgeOutside(url ?? '');
    await kill(last);
    const dataFolder = home.environment.WEBSIGN_DATA ?? '';
    const storage = await openStorage({ dataFolder, nameKey: nameKey('', dataFolder), clock: home.clock });
    expect(await storage.audit.verify()).toMatchObject({ ok: true });
    await storage.close();
  });

  test('a sign request that a kill cut off goes on under its Idempotency-Key, and signs nothing twice', {
    timeout: 300_000,
  }, async () => {
    const first = start(home);
    const [account] = home.accounts;
    const maria = await Person.at((await first.url) ?? '', account);
    const files = Array.from({ length: 60 }, (_, at) => ({
      name: `${at}.pdf`,
      bytes: smallPdf(`group ${at}`),
    }));
    const { body } = await maria.upload(files, '2');
    const documents = body.documents.map(({ id }) => id ?? '');
    const key = { 'idempotency-key': 'cut off', prefer: 'respond-async' };
    const ask = (person: Person, headers: Record<string, string>) => {
      const otp = totp(person.account.totpSecret, home.clock());
      return person.sign<SignAnswer>({ documents, otp }, headers);
    };
    expect((await ask(maria, key)).status).toBe(202);
    const signedNow = async () => {
      const group = await maria.get<GroupAnswer>('/api/groups/2');
      return group.body.documents.filter(({ state }) => state === 'signed').length;
    };
    while ((await signedNow()) === 0) await pause(5);
    const before = await signedNow();
    await kill(first);
    expect(before).toBeLessThan(documents.length);
    home.advance(3 * 60_000);
    const second = start(home);
    const again = new Person((await second.url) ?? '', maria.account);
    again.sessionId = maria.sessionId;
    const answer = await ask(again, { 'idempotency-key': 'cut off' });
    expect(answer.body.status).toBe('success');
    const group = await again.get<GroupAnswer>('/api/groups/2');
    expect(group.body.documents.map(({ signatures }) => signatures.length)).toEqual(documents.map(() => 1));
    await kill(second);
  });
});

/** Others' judgement on a few of the signed documents. */
async function judgeOutside(url: string): Promise<void> {
  if (!isInstalled('pdfsig')) return;
  for (const id of [...signed].slice(-5)) {
    const at = uploaded.get(id)?.account ?? 0;
    const account = home.accounts[at];
    if (!account) continue;
    const person = new Person(url, account);
    person.sessionId = sessions[at] ?? '';
    const { text } = judged('pdfsig', [], await person.file(id));
    expect(text).toContain('Signature is Valid');
    expect(text).toContain('Total document signed');
  }
}
