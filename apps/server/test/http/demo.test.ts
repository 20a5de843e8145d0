import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { AppConfig, DocumentAnswer, SignAnswer } from '@websign/contract';
import { isInstalled, judged } from '@websign/testkit';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { type RunningServer, startServer } from '../../src/main.ts';
import { Person, smallPdf, type TestAccount, totp } from './harness.ts';

let folder: string;
let server: RunningServer;
const logged: string[] = [];
const start = () =>
  startServer({
    demo: true,
    environment: { PORT: '0', OPERATIONS_PORT: 'off', WEBSIGN_DATA: folder },
    logTo: { write: (line) => void logged.push(line) },
  });
const accounts = () => JSON.parse(readFileSync(join(folder, 'demo-accounts.json'), 'utf8')) as TestAccount[];

beforeAll(async () => {
  folder = mkdtempSync(join(tmpdir(), 'websign-demo-'));
  server = await start();
});
afterAll(async () => {
  await server?.close();
  rmSync(folder, { recursive: true, force: true });
});

describe('the demonstration', () => {
  test('SGN-2: its signers log in, upload, sign and download, with a time-stamp and validation data', async () => {
    expect(server.url).toMatch(/^http:\/\/127\.0\.0\.1:\d+$/);
    for (const account of accounts()) {
      const person = await Person.at(server.url, account);
      const id = await person.document(smallPdf(), 'αίτηση.pdf');
      const otp = totp(account.totpSecret, Date.now());
      const { body } = await person.sign<SignAnswer>({
        documents: [id],
        otp,
        visibility: true,
        reason: 'Έγκριση',
      });
      expect(body.status).toBe('success');
      const { body: document } = await person.get<DocumentAnswer>(`/api/documents/${id}`);
      expect(document).toMatchObject({ raising: false, signatures: [{ level: 'B-LT' }] });
      if (!isInstalled('pdfsig')) continue;
      const { text } = judged('pdfsig', [], await person.file(id));
      expect(text).toContain('Signature is Valid');
      expect(text).not.toContain('Signature is Invalid');
    }
  });

  test('it says that it is one, and logs no secret', async () => {
    const facts = (await (await fetch(`${server.url}/api/config`)).json()) as AppConfig;
    expect(facts.demo).toBe(true);
    const log = logged.join('');
    for (const { password, totpSecret } of accounts()) {
      expect(log).not.toContain(password);
      expect(log).not.toContain(totpSecret);
    }
  });

  test('a second start keeps its signers and their sessions', async () => {
    const before = accounts();
    const person = await Person.at(server.url, before[0]);
    await server.close();
    server = await start();
    expect(accounts()).toEqual(before);
    const ping = await fetch(`${server.url}/api/ping?sessionId=${person.sessionId}`);
    expect(ping.status).toBe(204);
  });
});
