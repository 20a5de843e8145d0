import { mkdtempSync, rmSync, statSync } from 'node:fs';
import { connect, type Socket } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { Secret } from 'otpauth';
import { afterAll, afterEach, beforeAll, describe, expect, test, vi } from 'vitest';
import { type Served, SoftwareKeys, serveSigner, totpCode, totpStep } from '../src/index.ts';
import { encodeFrame } from '../src/process/frame.ts';
import { codeOf } from './contract.ts';
import { masterKeyFile, PASSWORD } from './software-bench.ts';

const folder = mkdtempSync(join(tmpdir(), 'websign-ends-'));
const path = join(folder, 'signer');
const master = masterKeyFile();
const ping = (id: number) => encodeFrame({ type: 'call', id, op: 'ping', input: null });
const open: Socket[] = [];
let served: Served;
let keys: SoftwareKeys;
const told: string[] = [];

const serve = (socket: string) => serveSigner({ masterKey: { file: master.file } }, socket);
const sleep = (ms: number) => new Promise((resolve) => setTimeout(resolve, ms));
beforeAll(async () => {
  served = await serve(path);
  keys = await SoftwareKeys.open({ socket: path, onCrash: ({ message }) => told.push(message) });
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

/** Somebody who connects, and when the connection was closed. */
function come() {
  const socket = connect(path);
  open.push(socket);
  socket.on('error', () => {}).resume();
  return { socket, closed: new Promise((resolve) => socket.once('close', resolve)) };
}

describe('what ends of a process over a socket, and what does not', () => {
  test('a call that is under way when it is closed is answered, and none begins', async () => {
    const socket = join(folder, 'closing');
    const closing = await serve(socket);
    const caller = await SoftwareKeys.open({ socket });
    const { sealed, totp } = await caller.enrolAccess({
      account: 'somebody',
      password: PASSWORD,
      label: 'L',
      issuer: 'I',
      method: 'device',
      certificate: null,
    });
    const code = (at: number) => totpCode(Secret.fromBase32(totp.secret).bytes, totpStep(Date.now()) + at);
    const call = { sealed, password: PASSWORD, otp1: code(-1), otp2: code(0), now: 0 };
    let closed: Promise<void> | undefined;
    let late = '';
    const answer = await caller.resyncOtp(call, async () => {
      closed = closing.close();
      await sleep(100);
      late = await codeOf(caller.verifyPassword(null, PASSWORD, 'session'));
      await sleep(4000);
      return true;
    });
    expect(answer).toMatchObject({ account: 'somebody' });
    expect(late).toBe('unavailable');
    await closed;
    expect(closing.pid).toBeUndefined();
    await caller.close();
  }, 120_000);

  test('calls right after its end wait until it is there again', async () => {
    for (let times = 0; times < 2; times += 1) {
      const { length } = told;
      process.kill(served.pid ?? 0, 'SIGKILL');
      expect(await keys.versions()).toEqual([1]);
      expect(told).toHaveLength(length + 1);
      process.kill(served.pid ?? 0, 'SIGKILL');
      await expect.poll(() => told.length, { interval: 5 }).toBe(length + 2);
      expect(await keys.verifyPassword(null, PASSWORD, 'session')).toBe(false);
    }
  }, 120_000);

  test('who came to one that ended before it took them is sent away', async () => {
    const before = served.pid ?? 0;
    process.kill(before, 'SIGSTOP');
    const waiting = [come(), come(), come()];
    await sleep(500);
    process.kill(before, 'SIGKILL');
    await Promise.all(waiting.map(({ closed }) => closed));
    await expect.poll(() => served.pid, { timeout: 20_000 }).toBeDefined();
  }, 120_000);

  test('past the bound over all, whoever holds most goes, and not whoever comes last', async () => {
    const begun = (length: number) => {
      const caller = come();
      caller.socket.write(Buffer.concat([ping(1), Buffer.of(0, 0xff, 0xff, 0xff), Buffer.alloc(length)]));
      return caller;
    };
    const large = Array.from({ length: 4 }, () => begun(16_500_000));
    const small = begun(2_000_000);
    const first = large.map(({ closed }) => closed.then(() => 'large'));
    expect(await Promise.race([...first, small.closed.then(() => 'small')])).toBe('large');
    await sleep(500);
    expect(small.socket.destroyed).toBe(false);
    expect(large.filter(({ socket }) => !socket.destroyed)).toHaveLength(3);
  }, 120_000);

  test('who does not read its answers is sent away in time', async () => {
    const { socket } = come();
    socket.pause();
    socket.write(Buffer.concat(Array.from({ length: 20_000 }, (_, id) => ping(id))));
    // Only what it writes tells whoever does not read that nobody is there.
    const more = setInterval(() => socket.write(ping(20_000)), 200);
    await expect.poll(() => socket.destroyed, { timeout: 25_000 }).toBe(true);
    clearInterval(more);
  }, 120_000);

  test('its folder is open to its group under a service’s umask, too', async () => {
    const before = process.umask(0o077);
    try {
      const other = await serve(join(folder, 'run', 'deep', 'signer'));
      for (const made of ['run', 'run/deep']) expect(statSync(join(folder, made)).mode & 0o777).toBe(0o750);
      await other.close();
    } finally {
      process.umask(before);
    }
  });

  test('no list of a password’s octets is made on its way', async () => {
    const lists = vi.spyOn(Buffer.prototype, 'toJSON');
    await keys.verifyPassword(null, PASSWORD, 'session');
    expect(lists).not.toHaveBeenCalled();
    lists.mockRestore();
  });
});
