import { writeFileSync } from 'node:fs';
import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import {
  api,
  type ErrorAnswer,
  type LoginAnswer,
  limits,
  type RequestOtpAnswer,
  type SignAnswer,
} from '@websign/contract';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import type { RunningServer } from '../../src/main.ts';
import { type MailServer, mailServer } from '../services/mail/smtp-server.ts';
import { codesBy } from './code-way.ts';
import { freshCode, Person, smallPdf, startTest, type TestHome, testHome } from './harness.ts';

interface Gateway {
  server: Server;
  url: string;
  status: number;
  /** Leaves requests unanswered. */
  silent: boolean;
  got: { type: string; authorization: string; body: string }[];
}

let home: TestHome;
let server: RunningServer;
let mail: MailServer;
let sms: Gateway;

const token = 'gateway-token';

beforeAll(async () => {
  mail = await mailServer();
  sms = await gateway();
  home = await testHome();
  const tokenFile = join(home.folder, 'sms.token');
  writeFileSync(tokenFile, `${token}\n`);
  await codesBy(home, 'maria', { otpMethod: 'EMAIL', phone: '' });
  await codesBy(home, 'nikos', { otpMethod: 'SMS', phone: '+306912345678' });
  await codesBy(home, 'petros', { otpMethod: 'SMS', phone: '' });
  server = await startTest(home, {
    SMTP_HOST: '127.0.0.1',
    SMTP_PORT: String(mail.port),
    SMTP_TLS: 'none',
    MAIL_FROM: 'sign@example.test',
    SMS_URL: sms.url,
    SMS_TOKEN_FILE: tokenFile,
    SMS_SECONDS: '1',
  });
});
afterAll(async () => {
  await server.close();
  await mail.close();
  sms.server.closeAllConnections();
  await new Promise((resolve) => sms.server.close(resolve));
  await home.remove();
});
beforeEach(() => {
  home.advance(limits.lockMs + limits.codePauseMs);
  sms.status = 202;
  sms.silent = false;
});

async function gateway(): Promise<Gateway> {
  const got: Gateway['got'] = [];
  const listening = createServer(async (request, response) => {
    const chunks: Buffer[] = [];
    for await (const chunk of request) chunks.push(chunk as Buffer);
    const { 'content-type': type = '', authorization = '' } = request.headers;
    got.push({ type, authorization, body: Buffer.concat(chunks).toString('utf8') });
    if (!opened.silent) response.writeHead(opened.status).end('{"queued":true}');
  });
  await new Promise<void>((resolve) => listening.listen(0, '127.0.0.1', resolve));
  const url = `http://127.0.0.1:${(listening.address() as AddressInfo).port}/send`;
  const opened: Gateway = { server: listening, url, status: 202, silent: false, got };
  return opened;
}

const personCalled = (username: string) =>
  Person.at(
    server.url,
    home.accounts.find((account) => account.username === username),
  );
const request = (person: Person) =>
  person.call<RequestOtpAnswer & ErrorAnswer>(api.requestOtp, { method: 'POST' });

/** The code in a letter's plain text. */
function codeIn(letter: string | undefined): string {
  const [, part = ''] = /text\/plain[\s\S]*?\r\n\r\n([\s\S]*?)\r\n--/.exec(letter ?? '') ?? [];
  const text = Buffer.from(part, 'base64').toString('utf8');
  return /Κωδικός μίας χρήσης: (\d{6})/.exec(text)?.[1] ?? '';
}
const mailedCode = () => codeIn(mail.letters.at(-1)?.text);
const textedCode = () => /\b(\d{6})\b/.exec(sms.got.at(-1)?.body ?? '')?.[1] ?? '';

async function sign(person: Person, otp: string) {
  const id = await person.document(smallPdf(otp));
  return person.sign<SignAnswer & ErrorAnswer>({ documents: [id], otp });
}

describe('one-time codes that are sent', () => {
  test('SES-2: the session says how codes come and, masked, where to', async () => {
    const said = async (username: string) => {
      const account = home.accounts.find((one) => one.username === username);
      const { body } = await new Person(
        server.url,
        account ?? { username, password: '', totpSecret: '' },
      ).post<LoginAnswer>(api.login, { username, password: account?.password });
      const { OTPMethod, SendsCodes, CodeTo } = body.signer;
      return [OTPMethod, SendsCodes, CodeTo];
    };
    expect(await said('maria')).toEqual(['EMAIL', true, 'm…@example.test']);
    expect(await said('nikos')).toEqual(['SMS', true, '•••• 5678']);
    expect(await said('eleni')).toEqual(['TOTP', false, '']);
  });

  test('a code by e-mail signs once, in Greek and English, and is in no log, outbox or audit', async () => {
    const maria = await personCalled('maria');
    const { status, body, headers } = await request(maria);
    expect(status).toBe(202);
    expect(body).toEqual({ sent: true, to: 'm…@example.test', validFor: 300, retryAfter: 60 });
    expect(headers.get('cache-control')).toBe('no-store');
    const { to, text } = mail.letters.at(-1) ?? { to: [], text: '' };
    expect(to).toEqual(['<maria@example.test>']);
    const code = codeIn(text);
    expect(code).toMatch(/^\d{6}$/);
    expect((await sign(maria, code)).body.documents).toMatchObject([{ status: 'success' }]);
    expect((await sign(maria, code)).body.error.code).toBe('wrong_otp');
    const database = new DatabaseSync(join(home.environment.WEBSIGN_DATA ?? '', 'websign.db'), {
      readOnly: true,
    });
    const rows = ['outbox', 'codes', 'audit', 'signings', 'attempts'].map((table) =>
      JSON.stringify(database.prepare(`SELECT * FROM ${table}`).all()),
    );
    database.close();
    expect(rows.join('')).toContain('otp_sent');
    // Hashes hold digits too: as a value of its own it is nowhere.
    const alone = new RegExp(`(?<![0-9a-z])${code}(?![0-9a-z])`, 'i');
    expect([...rows, ...home.logged].filter((line) => alone.test(line))).toEqual([]);
  });

  test('a code by SMS is posted with the token, and signs', async () => {
    const nikos = await personCalled('nikos');
    expect((await request(nikos)).body).toMatchObject({ to: '•••• 5678' });
    const { type, authorization, body } = sms.got.at(-1) ?? { type: '', authorization: '', body: '{}' };
    expect({ type, authorization }).toEqual({ type: 'application/json', authorization: `Bearer ${token}` });
    expect(JSON.parse(body)).toMatchObject({ to: '+306912345678' });
    expect((await sign(nikos, textedCode())).body.documents).toMatchObject([{ status: 'success' }]);
    expect(home.logged.join('')).not.toMatch(/6912345678|gateway-token/);
  });

  test('one a minute: 429 says when the next may be asked for; the next voids the one before', async () => {
    const maria = await personCalled('maria');
    expect((await request(maria)).status).toBe(202);
    const old = mailedCode();
    const letters = mail.letters.length;
    const again = await Promise.all(Array.from({ length: 5 }, () => request(maria)));
    for (const { status, body, headers } of again) {
      expect([status, body.error.code]).toEqual([429, 'too_many_requests']);
      const seconds = Number(headers.get('retry-after'));
      expect(seconds).toBeGreaterThan(0);
      expect(seconds).toBeLessThanOrEqual(60);
    }
    expect(mail.letters).toHaveLength(letters);
    home.advance(limits.codePauseMs);
    expect((await request(maria)).status).toBe(202);
    const code = mailedCode();
    if (code !== old) expect((await sign(maria, old)).body.error.code).toBe('wrong_otp');
    expect((await sign(maria, code)).body.documents).toMatchObject([{ status: 'success' }]);
  });

  test('SES-5: a wrong code leaves the right one good', async () => {
    const maria = await personCalled('maria');
    await request(maria);
    const code = mailedCode();
    const wrong = code === '000000' ? '000001' : '000000';
    expect((await sign(maria, wrong)).body.error.code).toBe('wrong_otp');
    expect((await sign(maria, code)).body.documents).toMatchObject([{ status: 'success' }]);
  });

  test('after five minutes a code is over', async () => {
    const maria = await personCalled('maria');
    await request(maria);
    home.advance(limits.codeMs);
    expect((await sign(maria, mailedCode())).body.error.code).toBe('wrong_otp');
  });

  test('SES-5: wrong codes count, and none is sent to a locked account', async () => {
    const maria = await personCalled('maria');
    await request(maria);
    // What was counted before is cleared by a right code.
    expect((await sign(maria, mailedCode())).status).toBe(200);
    home.advance(limits.codePauseMs);
    await request(maria);
    const code = mailedCode();
    const wrong = code === '000000' ? '000001' : '000000';
    for (let at = 0; at < limits.failures; at += 1)
      expect((await sign(maria, wrong)).body.error.code).toBe('wrong_otp');
    expect((await sign(maria, code)).status).toBe(423);
    home.advance(limits.codePauseMs);
    const { status, body } = await request(maria);
    expect([status, body.error.code]).toEqual([423, 'account_locked']);
  });

  test.each([503, 302, 404])(
    'SGN-8: a gateway that answers %i: a clear error, and the next try need not wait',
    async (status) => {
      const nikos = await personCalled('nikos');
      sms.status = status;
      const { body, status: answered } = await request(nikos);
      expect([answered, body.error.code]).toEqual([503, 'code_not_sent']);
      const void_ = textedCode();
      expect((await sign(nikos, void_)).body.error.code).toBe('wrong_otp');
      sms.status = 200;
      expect((await request(nikos)).status).toBe(202);
      expect((await sign(nikos, textedCode())).body.documents).toMatchObject([{ status: 'success' }]);
    },
  );

  test('a gateway that hangs is left in bounded time', async () => {
    const nikos = await personCalled('nikos');
    sms.silent = true;
    expect((await request(nikos)).body.error.code).toBe('code_not_sent');
  });

  test('a mail server that refuses, and an account without a number: a clear error', async () => {
    const maria = await personCalled('maria');
    mail.behaviour.rcpt = '550 maria@example.test is unknown';
    expect((await request(maria)).body.error.code).toBe('code_not_sent');
    mail.behaviour.rcpt = '250 ok';
    expect((await request(maria)).status).toBe(202);
    expect((await request(await personCalled('petros'))).body.error.code).toBe('code_not_sent');
    expect(home.logged.join('')).not.toContain('maria@example.test');
  });

  test('without a session 401', async () => {
    const nobody = new Person(server.url, { username: 'x', password: 'x', totpSecret: '' });
    expect((await request(nobody)).status).toBe(401);
  });

  test('SGN-2 where a device makes the codes 202, each time: nothing is sent, kept or counted', async () => {
    const eleni = await personCalled('eleni');
    const rows = () => {
      const database = new DatabaseSync(join(home.environment.WEBSIGN_DATA ?? '', 'websign.db'), {
        readOnly: true,
      });
      const all = ['codes', 'outbox', 'audit', 'attempts'].map((table) =>
        database.prepare(`SELECT count(*) AS n FROM ${table}`).get(),
      );
      database.close();
      return all;
    };
    const before = [mail.letters.length, sms.got.length, rows()];
    for (let time = 0; time < 3; time += 1) {
      const { status, body } = await request(eleni);
      expect([status, body]).toEqual([202, { sent: false, to: '', validFor: 0, retryAfter: 0 }]);
    }
    expect([mail.letters.length, sms.got.length, rows()]).toEqual(before);
    const otp = freshCode(home, eleni.account);
    expect((await sign(eleni, otp)).body.documents).toMatchObject([{ status: 'success' }]);
  });

  test('a device is not synchronised where there is none', async () => {
    const maria = await personCalled('maria');
    const { password } = maria.account;
    const { body } = await maria.post<ErrorAnswer>(api.resyncOtp, {
      password,
      otp1: '123456',
      otp2: '123457',
    });
    expect(body.error.code).toBe('bad_request');
  });
});
