import { execFileSync } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { Readable } from 'node:stream';
import { getCACertificates, setDefaultCACertificates } from 'node:tls';
import { isInstalled } from '@websign/testkit';
import { afterEach, beforeAll, describe, expect, test } from 'vitest';
import type { Letter } from '../../../src/services/mail/letter.ts';
import { type SmtpOptions, smtp } from '../../../src/services/mail/smtp.ts';
import { type Behaviour, type MailServer, mailServer } from './smtp-server.ts';

const letter: Letter = {
  messageId: '<1@websign.invalid>',
  date: Date.UTC(2026, 10, 21, 14, 40),
  to: 'maria@example.gr',
  subject: 'Υπογράψατε 1 έγγραφο',
  text: '.a line that begins with a dot\r\n..\r\nτέλος\r\n',
  html: '<p>τέλος</p>',
};
const large: Letter = {
  ...letter,
  attachment: { name: 'α.pdf', until: 0, open: async () => Readable.from([Buffer.alloc(3_000_000, 7)]) },
};

const servers: MailServer[] = [];
afterEach(async () => {
  for (const server of servers.splice(0)) await server.close();
});
async function serverThat(behaviour: Partial<Behaviour> = {}): Promise<MailServer> {
  const server = await mailServer(behaviour);
  servers.push(server);
  return server;
}

interface Options extends Partial<SmtpOptions> {
  letter?: Letter;
  hand?: () => Promise<boolean>;
  signal?: AbortSignal;
}

/** Delivers, and tells how often the letter was marked as handed over. */
async function delivered(server: { port: number }, options: Options = {}) {
  const { letter: sent = letter, hand = async () => true, signal = new AbortController().signal } = options;
  let marks = 0;
  const transport = smtp({
    ...{ host: '127.0.0.1', port: server.port, tls: 'none', from: 'sign@example.gr', silenceMs: 400 },
    ...options,
  });
  const mark = () => {
    marks += 1;
    return hand();
  };
  return { delivery: await transport.deliver(sent, mark, signal), marks };
}

describe('a letter to a mail server', () => {
  test('arrives whole, once, with its envelope', async () => {
    const server = await serverThat();
    expect(await delivered(server)).toEqual({ delivery: { kind: 'accepted' }, marks: 1 });
    expect(server.letters).toMatchObject([{ from: '<sign@example.gr>', to: ['<maria@example.gr>'] }]);
    // No line of base64 begins with a dot: nothing in a letter ends it early.
    expect(server.letters[0]?.text).toContain(Buffer.from(letter.text).toString('base64'));
  });

  test('with pipelining as well', async () => {
    const server = await serverThat({ extensions: ['PIPELINING', '8BITMIME', 'SMTPUTF8'] });
    expect(await delivered(server, { letter: large })).toMatchObject({ delivery: { kind: 'accepted' } });
    expect(server.letters).toHaveLength(1);
  });

  test('a server that is not there costs nothing: later again', async () => {
    const server = await mailServer();
    await server.close();
    expect(await delivered(server)).toMatchObject({
      delivery: { kind: 'refused' },
      marks: 0,
    });
  });

  test.each([
    ['greeting', '421 too busy'],
    ['greeting', 'silence'],
    ['greeting', 'drop'],
    ['mail', '451 later'],
    ['mail', '550 who are you'],
    ['rcpt', '450 greylisted'],
    ['rcpt', 'drop'],
    ['rcpt', 'silence'],
    ['data', '451 later'],
    ['data', 'drop'],
  ] as const)(
    '%s: %s is no verdict on the letter: later again, and nothing was handed over',
    async (at, act) => {
      const server = await serverThat({ [at]: act });
      const { delivery, marks } = await delivered(server);
      expect(delivery).toMatchObject({ kind: 'refused' });
      expect(marks).toBe(0);
      expect(server.begun).toBe(0);
    },
  );

  test.each([
    ['rcpt', '550 no such person', 'recipient'],
    ['data', '554 not here', 'letter'],
    ['end', '552 too large', 'letter'],
  ] as const)('%s: %s is for good, because of the %s', async (at, reason, because) => {
    const server = await serverThat({ [at]: reason });
    expect((await delivered(server)).delivery).toEqual({ kind: 'rejected', because, reason });
  });

  test('a reason holds nobody’s address', async () => {
    const server = await serverThat({ rcpt: '550 <maria@example.gr>: maria@example.gr is unknown' });
    const reason = '550 <[address]>: [address] is unknown';
    expect((await delivered(server)).delivery).toEqual({ kind: 'rejected', because: 'recipient', reason });
  });

  test('a temporary answer after the whole letter is an answer: later again', async () => {
    const server = await serverThat({ end: '451 disk full' });
    const refused = { kind: 'refused', reason: '451 disk full' };
    expect((await delivered(server)).delivery).toEqual(refused);
  });

  test.each(['silence', 'drop'])('%s after the whole letter: nobody knows', async (end) => {
    const server = await serverThat({ end });
    expect(await delivered(server)).toMatchObject({ delivery: { kind: 'unknown' }, marks: 1 });
    expect(server.letters).toHaveLength(1);
  });

  test('a connection lost in the middle of a large letter is no delivery: later again', async () => {
    const server = await serverThat({ during: 'drop' });
    const { delivery } = await delivered(server, { letter: large });
    expect(delivery).toMatchObject({ kind: 'refused' });
    expect(server.letters).toHaveLength(0);
  });

  test('a slow server is waited for', async () => {
    const server = await serverThat({ delayMs: 150 });
    expect((await delivered(server)).delivery).toEqual({ kind: 'accepted' });
  });

  test('a letter that is not this worker’s any more never leaves', async () => {
    const server = await serverThat();
    const { delivery } = await delivered(server, { hand: async () => false });
    expect(delivery).toEqual({ kind: 'taken' });
    expect(server.letters).toHaveLength(0);
  });

  test('cut off before the letter: later again; cut off while its answer is awaited: nobody knows', async () => {
    const early = await serverThat({ greeting: 'silence' });
    const long = { silenceMs: 60_000, signal: AbortSignal.timeout(100) };
    expect((await delivered(early, long)).delivery).toMatchObject({ kind: 'refused' });
    const late = await serverThat({ end: 'silence' });
    const again = { silenceMs: 60_000, signal: AbortSignal.timeout(300) };
    expect((await delivered(late, again)).delivery).toMatchObject({ kind: 'unknown' });
  });

  test('a file that is gone leaves no half letter', async () => {
    const server = await serverThat();
    const gone = { name: 'α.pdf', until: 0, open: () => Promise.reject(new Error('missing')) };
    const { delivery, marks } = await delivered(server, { letter: { ...letter, attachment: gone } });
    expect([delivery.kind, marks]).toEqual(['refused', 0]);
    expect(server.letters).toHaveLength(0);
  });

  test('a wrong password is the operator’s to mend, and stands in no reason', async () => {
    const server = await serverThat({ auth: '535 wrong' });
    const login = { user: 'websign', password: 'S3cret!password' };
    const { delivery } = await delivered(server, { login });
    expect(delivery).toMatchObject({ kind: 'refused' });
    expect(JSON.stringify(delivery)).not.toContain('S3cret');
    server.behaviour.auth = '235 welcome';
    expect((await delivered(server, { login })).delivery).toEqual({ kind: 'accepted' });
  });

  test('an endless answer is bounded', async () => {
    const server = await serverThat({ rcpt: `250-${'x'.repeat(1000)}\r\n`.repeat(200) });
    expect((await delivered(server)).delivery).toMatchObject({ kind: 'refused' });
  });

  test('without the upgrade to TLS that is insisted on, neither password nor letter is said', async () => {
    const server = await serverThat();
    const login = { user: 'websign', password: 'S3cret!password' };
    const { delivery } = await delivered(server, { tls: 'starttls', login });
    expect(delivery).toMatchObject({ kind: 'refused' });
    expect(server.said.filter((line) => /^(AUTH|MAIL)/.test(line))).toEqual([]);
  });

  describe.skipIf(!isInstalled('openssl'))('over TLS', () => {
    /** A certificate for 127.0.0.1 that nobody vouches for, until it is trusted by itself. */
    let certified: { key: string; cert: string };
    const trusted = getCACertificates('default');
    beforeAll(() => {
      const folder = mkdtempSync(join(tmpdir(), 'websign-smtp-'));
      const [key, cert] = [join(folder, 'key'), join(folder, 'cert')];
      const made = ['-x509', '-newkey', 'rsa:2048', '-nodes', '-subj', '/CN=mail.test', '-days', '2'];
      const name = ['-addext', 'subjectAltName=IP:127.0.0.1'];
      execFileSync('openssl', ['req', ...made, ...name, '-keyout', key, '-out', cert], { stdio: 'ignore' });
      certified = { key: readFileSync(key, 'utf8'), cert: readFileSync(cert, 'utf8') };
      rmSync(folder, { recursive: true });
    });
    afterEach(() => setDefaultCACertificates(trusted));

    async function encrypting(tls: 'starttls' | 'tls'): Promise<MailServer> {
      const server = await mailServer({}, { tls: { ...certified, upgrade: tls === 'starttls' } });
      servers.push(server);
      return server;
    }
    const login = { user: 'websign', password: 'S3cret!password' };

    test.each(['starttls', 'tls'] as const)('%s: password and letter are said encrypted', async (tls) => {
      setDefaultCACertificates([certified.cert]);
      const server = await encrypting(tls);
      const answer = await delivered(server, { tls, login, letter: large, silenceMs: 5000 });
      expect(answer).toEqual({ delivery: { kind: 'accepted' }, marks: 1 });
      expect(server.letters).toMatchObject([{ from: '<sign@example.gr>', to: ['<maria@example.gr>'] }]);
      const [upgraded, signedIn] = ['STARTTLS', 'AUTH'].map((word) =>
        server.said.findIndex((line) => line.startsWith(word)),
      );
      expect(signedIn).toBeGreaterThan(0);
      expect(upgraded).toBe(tls === 'starttls' ? 1 : -1);
    });

    test.each(['starttls', 'tls'] as const)(
      '%s: a certificate that nobody vouches for ends the conversation',
      async (tls) => {
        const server = await encrypting(tls);
        const { delivery } = await delivered(server, { tls, login });
        expect(delivery).toMatchObject({ kind: 'refused' });
        expect(server.said.filter((line) => /^(AUTH|MAIL)/.test(line))).toEqual([]);
      },
    );
  });
});
