import { type ChildProcess, spawn } from 'node:child_process';
import { readdir, readFile, stat } from 'node:fs/promises';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { fileURLToPath } from 'node:url';
import type { ErrorAnswer, HistoryDetail } from '@websign/contract';
import { afterAll, afterEach, beforeAll, describe, expect, test, vi } from 'vitest';
import { bundleTestProgram } from '../../../../scripts/bundle/test-program.ts';
import type { RunningServer } from '../../src/main.ts';
import { type MailServer, mailServer } from '../services/mail/smtp-server.ts';
import { freshCode, Person, smallPdf, startTest, type TestHome, testHome } from './harness.ts';

const soon = { timeout: 30_000, interval: 50 };
const day = 24 * 60 * 60_000;
const program = await bundleTestProgram(fileURLToPath(new URL('./server-process.ts', import.meta.url)));

let home: TestHome;
let mail: MailServer;
let running: RunningServer | undefined;

const mailSettings = () => ({
  SMTP_HOST: '127.0.0.1',
  SMTP_PORT: String(mail.port),
  SMTP_TLS: 'none',
  MAIL_FROM: 'sign@ministry.example',
  SMTP_SECONDS: '2',
});

/**
 * Signed documents of each person, made before the clock is put forward: blobs are dated by the file system, so that
 * a start on a later day takes what is being uploaded for a leftover.
 */
const signed: string[][] = [];
function take(at = 0): string {
  const document = signed[at]?.pop();
  if (document === undefined) throw new Error('no more signed documents');
  return document;
}

beforeAll(async () => {
  home = await testHome();
  mail = await mailServer();
  await server();
  for (const at of home.accounts.keys()) {
    const who = await person(at);
    const files = ['1', '2', '3', '4', '5'].map((name) => ({
      name: `αίτηση ${name}.pdf`,
      bytes: smallPdf(name),
    }));
    const documents = (await who.upload(files, '9')).body.documents.map(({ id }) => id ?? '');
    expect((await who.sign({ documents, otp: freshCode(home, who.account) })).status).toBe(200);
    signed[at] = documents;
  }
  await vi.waitFor(() => expect(mail.letters).toHaveLength(4), soon);
  await running?.close();
}, 120_000);
afterEach(async () => {
  await running?.close();
  running = undefined;
  Object.assign(mail.behaviour, { rcpt: '250 ok', end: '250 queued', delayMs: 0 });
});
afterAll(async () => {
  await mail.close();
  await home.remove();
});

async function server(environment: Record<string, string> = mailSettings()): Promise<RunningServer> {
  running = await startTest(home, environment);
  return running;
}

const person = (at = 0) => Person.at(running?.url ?? '', home.accounts[at]);

const send = (who: Person, document: string, to: string, more: object = {}, headers = {}) =>
  who.post<ErrorAnswer | ''>('/api/send_document', { document, to, ...more }, headers);
const states = async (who: Person, document: string) =>
  (await who.get<HistoryDetail>(`/api/history/${document}`)).body.sends.map(({ state }) => state);
const failures = async (who: Person, document: string) =>
  (await who.get<HistoryDetail>(`/api/history/${document}`)).body.sends.map(({ failure }) => failure);
const lettersTo = (address: string) => mail.letters.filter(({ to }) => to.includes(`<${address}>`));

describe('letters of a server', { timeout: 240_000 }, () => {
  test('SGN-9 one note for each sign request, however many documents it signs', async () => {
    await server();
    const maria = await person();
    const before = mail.letters.length;
    const { body } = await maria.upload(
      ['α.pdf', 'β.pdf', 'γ.pdf'].map((name) => ({ name, bytes: smallPdf(name) })),
      '77',
    );
    const documents = body.documents.map(({ id }) => id ?? '');
    expect((await maria.sign({ documents, otp: freshCode(home, maria.account) })).status).toBe(200);
    await vi.waitFor(() => expect(mail.letters.length).toBe(before + 1), soon);
    expect(mail.letters.at(-1)).toMatchObject({
      from: '<sign@ministry.example>',
      to: ['<maria@example.test>'],
    });
    // A request that signs nothing is told to nobody.
    expect((await maria.sign({ documents, otp: '000000' })).status).toBe(400);
    await new Promise((resolve) => setTimeout(resolve, 1000));
    expect(mail.letters.length).toBe(before + 1);
  });

  test('a signed document goes to its recipient, with a copy of its own to the signer, and the history tells', async () => {
    await server();
    const maria = await person();
    const document = take();
    const before = lettersTo('maria@example.test').length;
    expect((await send(maria, document, 'archive@example.gr', { copy: true })).status).toBe(202);
    await vi.waitFor(() => expect(lettersTo('archive@example.gr')).toHaveLength(1), soon);
    await vi.waitFor(() => expect(lettersTo('maria@example.test').length).toBeGreaterThan(before), soon);
    await vi.waitFor(async () => expect(await states(maria, document)).toEqual(['sent']), soon);
    const [letter] = lettersTo('archive@example.gr');
    expect(letter?.text).not.toContain('maria@example.test');
    const [, base64 = ''] =
      /application\/pdf[\s\S]*?\r\n\r\n([A-Za-z0-9+/=\r\n]+)\r\n--/.exec(letter?.text ?? '') ?? [];
    expect(Buffer.from(base64, 'base64').equals(Buffer.from(await maria.file(document)))).toBe(true);
  });

  test("only one's own signed documents that are kept, to one valid address", async () => {
    await server();
    const [maria, nikos] = [await person(), await person(1)];
    const document = take();
    const unsigned = await maria.document(smallPdf('unsigned'));
    const code = async (answer: ReturnType<typeof send>) => {
      const { status, body } = await answer;
      return [status, body === '' ? '' : body.error.code];
    };
    expect(await code(send(nikos, document, 'a@example.gr'))).toEqual([404, 'not_found']);
    expect(await code(send(maria, unsigned, 'a@example.gr'))).toEqual([409, 'not_signed']);
    for (const to of [
      'a@b',
      'a@x.gr,b@x.gr',
      'A <a@x.gr>',
      'a@x.gr\r\nBcc: b@x.gr',
      'a b@x.gr',
      '"a"@x.gr',
      '…@x.gr',
    ]) {
      expect(await code(send(maria, document, to))).toEqual([400, 'address_invalid']);
    }
    expect(await code(send(maria, document, ''))).toEqual([400, 'bad_request']);
    const stranger = new Person(maria.url, maria.account);
    expect(await code(send(stranger, document, 'a@example.gr'))).toEqual([401, 'session_required']);
    expect(lettersTo('a@example.gr')).toEqual([]);
    expect(await states(maria, document)).toEqual([]);
  });

  test('20 a day of each signer, exact when 40 come at once; then it says when the next may go', async () => {
    await server();
    const eleni = await person(2);
    const document = take(2);
    const answers = await Promise.all(
      Array.from({ length: 40 }, (_, n) => send(eleni, document, `n${n}@example.gr`)),
    );
    const refused = answers.filter(({ status }) => status === 429);
    expect(answers.filter(({ status }) => status === 202)).toHaveLength(20);
    expect(refused).toHaveLength(20);
    expect(refused[0]?.body).toMatchObject({ error: { code: 'daily_limit' } });
    const wait = Number(refused[0]?.headers.get('retry-after'));
    expect(wait).toBeGreaterThan(day / 1000 - 120);
    expect(wait).toBeLessThanOrEqual(day / 1000);
    await vi.waitFor(
      async () =>
        expect((await states(eleni, document)).filter((state) => state === 'sent')).toHaveLength(20),
      soon,
    );
    expect(mail.letters.filter(({ to }) => /^<n\d+@/.test(to[0] ?? ''))).toHaveLength(20);
    home.advance(day);
    const later = await person(2);
    expect((await send(later, document, 'later@example.gr')).status).toBe(202);
  });

  test('one Idempotency-Key is one letter', async () => {
    await server();
    const petros = await person(3);
    const document = take(3);
    const key = { 'idempotency-key': 'once' };
    const answers = await Promise.all(
      Array.from({ length: 5 }, () => send(petros, document, 'once@example.gr', {}, key)),
    );
    expect(answers.map(({ status }) => status)).toEqual([202, 202, 202, 202, 202]);
    expect((await send(petros, document, 'other@example.gr', {}, key)).status).toBe(400);
    await vi.waitFor(async () => expect(await states(petros, document)).toEqual(['sent']), soon);
    expect(lettersTo('once@example.gr')).toHaveLength(1);
  });

  test('a server that refuses for now is tried again; one that refuses for good is not; silence is unknown', async () => {
    await server();
    const petros = await person(3);
    const document = take(3);
    mail.behaviour.rcpt = '451 greylisted';
    await send(petros, document, 'grey@example.gr');
    await vi.waitFor(() => expect(mail.said.join()).toContain('grey@example.gr'), soon);
    expect(await states(petros, document)).toEqual(['waiting']);
    mail.behaviour.rcpt = '250 ok';
    home.advance(11_000);
    await vi.waitFor(async () => expect(await states(petros, document)).toEqual(['sent']), soon);
    expect(lettersTo('grey@example.gr')).toHaveLength(1);

    mail.behaviour.rcpt = '550 no such person';
    await send(petros, document, 'nobody@example.gr');
    await vi.waitFor(async () => expect(await states(petros, document)).toEqual(['failed', 'sent']), soon);
    expect(await failures(petros, document)).toEqual(['recipient_refused', null]);
    mail.behaviour.rcpt = '250 ok';
    mail.behaviour.end = '552 too large';
    await send(petros, document, 'large@example.gr');
    await vi.waitFor(
      async () =>
        expect(await failures(petros, document)).toEqual(['letter_refused', 'recipient_refused', null]),
      soon,
    );

    mail.behaviour.end = 'silence';
    await send(petros, document, 'silent@example.gr');
    await vi.waitFor(
      async () => expect(await states(petros, document)).toEqual(['unknown', 'failed', 'failed', 'sent']),
      soon,
    );
    mail.behaviour.end = '250 queued';
    home.advance(day);
    await new Promise((resolve) => setTimeout(resolve, 6000));
    expect(lettersTo('silent@example.gr')).toHaveLength(1);
    const metrics = await (await fetch(`${running?.operationsUrl}/metrics`)).text();
    expect(metrics).toMatch(/websign_outbox_jobs\{state="unknown"\} 1\n/);
    expect(metrics).toMatch(/websign_outbox_jobs\{state="given_up"\} 2\n/);
    expect(metrics).toMatch(/websign_outbox_jobs\{state="waiting"\} 0\n/);
    expect(metrics).toMatch(/websign_outbox_oldest_seconds 0\n/);
    expect((await fetch(`${running?.operationsUrl}/readyz`)).status).toBe(200);
  });

  test('a stop waits for the letter under way', async () => {
    const stopped = await server();
    const maria = await person();
    const document = take();
    mail.behaviour.delayMs = 400;
    const said = mail.said.length;
    await send(maria, document, 'slow@example.gr');
    await vi.waitFor(() => expect(mail.said.length).toBeGreaterThan(said), soon);
    await stopped.close();
    expect(lettersTo('slow@example.gr')).toHaveLength(1);
    mail.behaviour.delayMs = 0;
    await server();
    const again = await person();
    await vi.waitFor(async () => expect(await states(again, document)).toEqual(['sent']), soon);
    expect(lettersTo('slow@example.gr')).toHaveLength(1);
  });

  test('killed while its letter awaits an answer: unknown, and not sent again; killed before: sent once', async () => {
    mail.behaviour.end = 'silence';
    const first = startProcess();
    const url = await first.url;
    const maria = await Person.at(url, home.accounts[0]);
    const document = take();
    await send(maria, document, 'killed@example.gr');
    await vi.waitFor(() => expect(lettersTo('killed@example.gr')).toHaveLength(1), soon);
    await first.kill();

    const second = startProcess();
    mail.behaviour.end = '250 queued';
    mail.behaviour.rcpt = 'silence';
    const again = await Person.at(await second.url, home.accounts[0]);
    await send(again, document, 'early@example.gr');
    await vi.waitFor(() => expect(mail.said.join()).toContain('early@example.gr'), soon);
    await second.kill();
    mail.behaviour.rcpt = '250 ok';

    home.advance(2 * 60_000);
    await server();
    const last = await person();
    await vi.waitFor(async () => expect(await states(last, document)).toEqual(['sent', 'unknown']), soon);
    home.advance(day);
    await new Promise((resolve) => setTimeout(resolve, 6000));
    expect(lettersTo('killed@example.gr')).toHaveLength(1);
    expect(lettersTo('early@example.gr')).toHaveLength(1);
    const lines = home.logged.join('\n');
    for (const { to } of mail.letters) expect(lines).not.toContain(to[0]?.slice(1, -1));
  });

  test('without a mail server letters are files that only the server reads, and go with the documents', async () => {
    await server({});
    const maria = await person();
    const document = take();
    await send(maria, document, 'file@example.gr');
    await vi.waitFor(async () => expect(await states(maria, document)).toEqual(['sent']), soon);
    const folder = join(home.environment.WEBSIGN_DATA ?? '', 'mail');
    expect((await stat(folder)).mode & 0o777).toBe(0o700);
    const names = (await readdir(folder)).filter((name) => name.endsWith('.eml'));
    const texts = await Promise.all(names.map((name) => readFile(join(folder, name), 'latin1')));
    const [text] = texts.filter((one) => one.includes('file@example.gr'));
    expect(text).toMatch(/^To: file@example\.gr\r$/m);
    for (const name of names) expect((await stat(join(folder, name))).mode & 0o777).toBe(0o600);
    await running?.close();
    home.advance(31 * day);
    await server({});
    await vi.waitFor(async () => expect(await readdir(folder)).toEqual([]), soon);
  });

  test('HIS-2 a document whose term ended before its letter left is not sent', async () => {
    await home.remove();
    home = await testHome();
    await server({ ...mailSettings(), KEEP_SIGNED_DAYS: '1' });
    const maria = await person();
    const document = await maria.document(smallPdf());
    const otp = freshCode(home, maria.account);
    expect((await maria.sign({ documents: [document], otp })).status).toBe(200);
    mail.behaviour.rcpt = '451 later';
    await send(maria, document, 'late@example.gr');
    await vi.waitFor(() => expect(mail.said.join()).toContain('late@example.gr'), soon);
    mail.behaviour.rcpt = '250 ok';
    home.advance(day);
    await vi.waitFor(async () => expect(await states(await person(), document)).toEqual(['failed']), soon);
    expect(await failures(await person(), document)).toEqual(['expired']);
    expect(lettersTo('late@example.gr')).toEqual([]);
    const again = await person();
    expect((await send(again, document, 'late@example.gr')).status).toBe(410);
  });
});

/** The server in a process of its own, to be killed. */
function startProcess(): { url: Promise<string>; kill(): Promise<void> } {
  const child: ChildProcess = spawn(process.execPath, [program], {
    env: {
      ...{ ...home.environment, ...mailSettings(), OPERATIONS_PORT: 'off', LOG_LEVEL: 'warn' },
      TEST_OFFSET: String(home.clock() - Date.now()),
    },
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  const ended = new Promise<void>((resolve) => child.once('exit', () => resolve()));
  const url = new Promise<string>((resolve, reject) => {
    if (!child.stdout) return reject(new Error('no output'));
    createInterface({ input: child.stdout }).on('line', (line) => {
      home.logged.push(line);
      if (line.startsWith('listening ')) resolve(line.slice('listening '.length));
    });
    void ended.then(() => reject(new Error(`it ended: ${home.logged.at(-1)}`)));
  });
  url.catch(() => undefined);
  return {
    url,
    async kill() {
      child.kill('SIGKILL');
      await ended;
    },
  };
}
