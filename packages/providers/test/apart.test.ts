import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { existsSync, mkdtempSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { connect, createServer, type Socket } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { Secret } from 'otpauth';
import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest';
import {
  type ProviderError,
  type Served,
  SoftwareKeys,
  serveSigner,
  totpCode,
  totpStep,
} from '../src/index.ts';
import { encodeFrame, FrameReader, MAX_FRAME } from '../src/process/frame.ts';
import { codeOf } from './contract.ts';
import { masterKeyFile, PASSWORD } from './software-bench.ts';

const folder = mkdtempSync(join(tmpdir(), 'websign-apart-'));
const path = join(folder, 'run', 'signer');
const master = masterKeyFile();
const ledgerFile = join(folder, 'epochs');
const account = {
  account: 'somebody',
  password: PASSWORD,
  label: 'L',
  issuer: 'I',
  method: 'device',
} as const;

let served: Served;
let keys: SoftwareKeys;
const open: Socket[] = [];

const serve = () => serveSigner({ masterKey: { file: master.file }, ledgerFile }, path);
beforeAll(async () => {
  served = await serve();
  keys = await SoftwareKeys.open({ socket: path });
});
afterEach(() => {
  for (const socket of open.splice(0)) socket.destroy();
});
afterAll(async () => {
  await keys?.close();
  await served?.close();
  master.remove();
  rmSync(folder, { recursive: true, force: true });
});

/** The device's code so many steps from now. */
const codesOf = (secret: string) => (at: number) =>
  totpCode(Secret.fromBase32(secret).bytes, totpStep(Date.now()) + at);

/** Somebody who connects: what came back, and when the connection was closed. */
function come(...octets: Uint8Array[]) {
  const socket = connect(path);
  open.push(socket);
  const reader = new FrameReader();
  const messages: unknown[] = [];
  socket.on('error', () => {});
  socket.on('data', (data) => messages.push(...reader.push(data).map(({ message }) => message)));
  for (const each of octets) socket.write(each);
  return {
    socket,
    messages,
    closed: new Promise<true>((resolve) => socket.once('close', () => resolve(true))),
  };
}
/** A frame of a text alone, of whatever size. */
function frameOf(text: string): Buffer {
  const frame = Buffer.alloc(8 + text.length);
  frame.writeUInt32BE(4 + text.length, 0);
  frame.writeUInt32BE(text.length, 4);
  frame.write(text, 8, 'latin1');
  return frame;
}
/** Kilobytes that a process holds. */
const memoryOf = (pid: number | undefined) =>
  Number(/VmRSS:\s+(\d+) kB/.exec(readFileSync(`/proc/${pid}/status`, 'utf8'))?.[1]);
/** The signer still does for others what it is there for. */
const works = async () => expect(await keys.verifyPassword(null, PASSWORD, 'session')).toBe(false);

describe('a signer process that is reached over a socket', () => {
  test('does what one that was started does, and asks whoever called for the database’s word', async () => {
    const { sealed, totp } = await keys.enrolAccess({ ...account, certificate: null });
    expect(await keys.verifyPassword(sealed, PASSWORD, 'session')).toBe(true);
    expect(totp.secret).toMatch(/^[A-Z2-7]+$/);
    expect(await keys.versions()).toEqual([1]);
    expect(await keys.sessionKeys()).toHaveLength(1);
    const asked: unknown[] = [];
    const consume = async (name: string, step: number) => asked.push([name, step]) === 0;
    const code = codesOf(totp.secret);
    const call = { sealed, password: PASSWORD, otp1: code(-1), otp2: code(0), now: 0 };
    expect(await codeOf(keys.resyncOtp(call, consume))).toBe('wrong_otp');
    expect(asked).toEqual([['somebody', expect.any(Number)]]);
  });

  test('has a socket for its user and its group alone, and one vault for all who come', async () => {
    expect(statSync(path).mode & 0o777).toBe(0o660);
    expect(statSync(join(folder, 'run')).mode & 0o777).toBe(0o750);
    const { sealed } = await keys.enrolAccess({ ...account, account: 'guessed', certificate: null });
    const other = await SoftwareKeys.open({ socket: path });
    try {
      for (let tries = 0; tries < 5; tries += 1) {
        await keys.verifyPassword(sealed, 'wrong', 'session');
        await other.verifyPassword(sealed, 'wrong', 'session');
      }
      for (const each of [keys, other])
        expect(await codeOf(each.verifyPassword(sealed, PASSWORD, 'session'))).toBe('account_locked');
    } finally {
      await other.close();
    }
    // Whoever leaves takes nothing away.
    await works();
  });

  const octets = Buffer.alloc(MAX_FRAME - 1000);
  const lists = '[],'.repeat(5_000_000);
  test.each<[string, Uint8Array]>([
    ['a message that is octets alone', encodeFrame(octets)],
    ['a call whose input is octets', encodeFrame({ type: 'call', id: 1, op: 'rewrap', input: octets })],
    ['a text of lists', frameOf(`{"type":"call","id":1,"op":"rewrap","input":{"sealed":[${lists}0]}}`)],
    ['lists alone', frameOf(`[${lists}0]`)],
    ['garbage', Buffer.from('GET / HTTP/1.1\r\nhost: signer\r\n\r\n')],
    ['a frame past the bound', Buffer.of(0xff, 0xff, 0xff, 0xff)],
    ['a start', encodeFrame({ type: 'start', start: { masterKey: { file: '/dev/zero' } } })],
    ['a connection', encodeFrame({ type: 'connection' })],
    ['a call without an id', encodeFrame({ type: 'call', op: 'ping', input: null })],
    ['a call whose input is a list', encodeFrame({ type: 'call', id: 1, op: 'rewrap', input: [] })],
    ['no object', encodeFrame([])],
    ['null', Buffer.concat([Buffer.of(0, 0, 0, 8, 0, 0, 0, 4), Buffer.from('null')])],
  ])('closes the connection that %s comes by, and none beside it', async (_, octets) => {
    const before = served.pid;
    expect(await come(octets).closed).toBe(true);
    await works();
    expect(served.pid).toBe(before);
    expect(memoryOf(before)).toBeLessThan(600_000);
  });

  test.each<[string, object]>([
    ['no operation', { op: 'constructor', input: {} }],
    ['an input that is missing', { op: 'verifyPassword', input: null }],
    [
      'a password that is no octets',
      { op: 'verifyPassword', input: { sealed: null, password: 'text', scope: 'session' } },
    ],
    [
      'a turn that nobody has',
      { op: 'verifyPassword', input: { sealed: null, password: Buffer.of(1), scope: '__proto__' } },
    ],
    ['a row that is octets', { op: 'rewrap', input: { sealed: octets } }],
    [
      'a part of a row that is octets',
      { op: 'rewrap', input: { sealed: { account: 'a', verifier: octets } } },
    ],
    ['documents that are octets', { op: 'sign', input: { items: octets, password: Buffer.of(1) } }],
    ['documents that are none', { op: 'sign', input: { items: { length: 1 }, password: 7 } }],
    [
      'a key that is not made',
      { op: 'enrol', input: { ...account, password: Buffer.of(1), key: 'rsa-1000000' } },
    ],
  ])('answers %s with an error, and lives', async (_, call) => {
    const before = served.pid;
    const { messages } = come(encodeFrame({ type: 'call', id: 3, ...call }));
    await expect.poll(() => messages.at(1)).toMatchObject({ type: 'reply', id: 3, ok: false });
    await works();
    expect(served.pid).toBe(before);
    expect(memoryOf(before)).toBeLessThan(600_000);
  });

  test('a hundred who connect and say nothing are sent away in time, and harm nobody', async () => {
    const idle = Array.from({ length: 100 }, () => come());
    const begun = come(Buffer.of(0, 0, 1));
    await expect.poll(() => idle.every(({ messages }) => messages.length === 1)).toBe(true);
    await works();
    const another = await SoftwareKeys.open({ socket: path });
    await another.ping();
    await Promise.all([...idle, begun].map(({ closed }) => closed));
    await works();
    await another.close();
  }, 120_000);

  test('what is begun on many connections, or told at once, has a bound over all of them', async () => {
    const before = served.pid;
    // Messages that never end: eighty of fifteen megabytes each would be more than a machine has to give.
    const begun = Array.from({ length: 80 }, () => {
      const caller = come(encodeFrame({ type: 'call', id: 1, op: 'ping', input: null }));
      caller.socket.write(Buffer.concat([Buffer.of(0, 0xff, 0, 0), Buffer.alloc(15_000_000)]));
      return caller;
    });
    await Promise.any(begun.map(({ closed }) => closed));
    expect(memoryOf(before)).toBeLessThan(600_000);
    await works();
    for (const { socket } of begun) socket.destroy();
    // Calls that wait for their password behind many others, ten megabytes each.
    const input = { sealed: null, password: Buffer.from('x'), scope: 'session' };
    const large = { ...input, more: Buffer.alloc(10_000_000) };
    const flood = come();
    const call = (id: number, what: object) =>
      flood.socket.write(encodeFrame({ type: 'call', id, op: 'verifyPassword', input: what }));
    for (let id = 1; id <= 100; id += 1) call(id, input);
    for (let id = 101; id <= 130; id += 1) call(id, large);
    const told = () => flood.messages.filter((message) => (message as { type: string }).type === 'reply');
    await expect.poll(() => told().length, { timeout: 90_000 }).toBe(130);
    const refused = told().filter((message) => (message as { code?: string }).code === 'unavailable');
    expect(refused.length).toBeGreaterThan(5);
    expect(served.pid).toBe(before);
    await works();
  }, 180_000);

  test('who leaves in the midst of a question lets the process go on', async () => {
    const { sealed, totp } = await keys.enrolAccess({ ...account, account: 'leaving', certificate: null });
    const code = codesOf(totp.secret);
    const input = { sealed, password: Buffer.from(PASSWORD), otp1: code(-1), otp2: code(0), now: 0 };
    const caller = come(encodeFrame({ type: 'call', id: 9, op: 'resyncOtp', input }));
    await expect.poll(() => caller.messages.at(1)).toMatchObject({ type: 'ask', id: 9 });
    caller.socket.destroy();
    await works();
  });

  test('a call that is too large is told so, and the next is answered', async () => {
    const { sealed } = await keys.enrolAccess({ ...account, account: 'large', certificate: null });
    const attributes = Buffer.alloc(MAX_FRAME);
    const item = { signedAttributes: attributes, digest: Buffer.alloc(32) };
    const call = { sealed, password: PASSWORD, otp: '000000', now: 0, certificateSha256: '' };
    const items = [{ ...item, digestAlgorithm: 'SHA-256', signatureAlgorithm: 'ecdsa-p256-sha256' }] as const;
    expect(await codeOf(keys.sign({ ...call, items: [...items] }, async () => true))).toBe('bad_request');
    await works();
  });

  test('is there again after its end, with the ledger that it had, and calls find it by themselves', async () => {
    const told: string[] = [];
    const watching = await SoftwareKeys.open({ socket: path, onCrash: ({ message }) => told.push(message) });
    try {
      const { sealed } = await keys.enrolAccess({ ...account, account: 'changed', certificate: null });
      const next = await keys.changePassword(sealed, PASSWORD, 'Another-word-1', 'session');
      expect(await keys.verifyPassword(next, 'Another-word-1', 'session')).toBe(true);
      const before = served.pid;
      process.kill(before ?? 0, 'SIGKILL');
      const answered = () => codeOf(watching.verifyPassword(null, PASSWORD, 'session'));
      await expect.poll(answered, { timeout: 20_000 }).toBe('done');
      expect(served.pid).not.toBe(before);
      expect(await codeOf(watching.verifyPassword(sealed, PASSWORD, 'session'))).toBe('sealed_row');
      expect(told).toContain('the signer process ended unexpectedly (its connection closed)');
    } finally {
      await watching.close();
    }
  }, 120_000);

  test('nobody takes the socket of one that listens; one that was left behind is taken', async () => {
    await expect(serve()).rejects.toMatchObject({
      code: 'unavailable',
      message: `${path} cannot be listened at (another process listens there)`,
    });
    await works();
    await served.close();
    expect(await codeOf(SoftwareKeys.open({ socket: path }))).toBe('unavailable');
    // A file of that name which is no socket stays.
    writeFileSync(path, 'mine');
    await expect(serve()).rejects.toMatchObject({ message: expect.stringContaining('a file of that name') });
    expect(readFileSync(path, 'utf8')).toBe('mine');
    rmSync(path);
    await leaveBehind(path);
    expect(existsSync(path)).toBe(true);
    served = await serve();
    await expect.poll(() => codeOf(works()), { timeout: 20_000 }).toBe('done');
  }, 120_000);

  test('what answers there and is no signer process is not spoken with', async () => {
    const other = join(folder, 'other');
    const greetings = [
      { type: 'ready', name: 'the HSM process', protocol: 1 },
      { type: 'ready', name: 'the signer process', protocol: 2 },
      { type: 'reply', id: 0, ok: true, output: null },
    ];
    for (const greeting of greetings) {
      const server = createServer((socket) => socket.on('error', () => {}).write(encodeFrame(greeting)));
      await new Promise<void>((resolve) => server.listen(other, resolve));
      const refused = await SoftwareKeys.open({ socket: other }).catch((error: ProviderError) => error);
      expect(refused).toMatchObject({
        code: 'unavailable',
        message: expect.stringMatching(/^what answers there is /),
      });
      await new Promise((resolve) => server.close(resolve));
    }
  });
});

/** A socket's file whose process was killed. */
async function leaveBehind(socket: string): Promise<void> {
  const script = `require('node:net').createServer().listen(${JSON.stringify(socket)}, () => console.log('there'))`;
  const child = spawn(process.execPath, ['-e', script], { stdio: ['ignore', 'pipe', 'inherit'] });
  await once(child.stdout, 'data');
  child.kill('SIGKILL');
  await once(child, 'exit');
}
