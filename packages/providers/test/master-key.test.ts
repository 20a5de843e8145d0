import { hkdfSync } from 'node:crypto';
import {
  chmodSync,
  closeSync,
  openSync,
  readFileSync,
  rmSync,
  statSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs';
import { encodeName } from '@websign/pki';
import { describe, expect, test } from 'vitest';
import { addMasterKey, masterKeyVersions, retireMasterKey, SoftwareKeys } from '../src/index.ts';
import { codeOf } from './contract.ts';
import { keyLine, masterKeyFile, openBench, PASSWORD } from './software-bench.ts';

describe('the master key', () => {
  test('rotation re-wraps the outer layer; the password stays; the old version can go', async () => {
    const bench = await openBench(['p256']);
    const { sealed } = bench.table.row('account-p256');
    const both = masterKeyFile([keyLine(1, 7), '# newer', keyLine(2, 9)]);
    const only = masterKeyFile([keyLine(2, 9)]);
    const open = (file: string) => SoftwareKeys.open({ masterKey: { file } });
    const [rotating, after] = await Promise.all([open(both.file), open(only.file)]);
    try {
      const rewrapped = await rotating.rewrap(sealed);
      expect([rewrapped.verifier.version, rewrapped.totp.version, rewrapped.key?.version]).toEqual([2, 2, 2]);
      expect(await after.verifyPassword(rewrapped, PASSWORD, 'session')).toBe(true);
      const next = await after.changePassword(rewrapped, PASSWORD, 'Another-Horse-7', 'session');
      expect(await after.verifyPassword(next, 'Another-Horse-7', 'session')).toBe(true);
      expect(await codeOf(after.verifyPassword(sealed, PASSWORD, 'session'))).toBe('sealed_row');
    } finally {
      await Promise.all([rotating.close(), after.close(), bench.close()]);
      both.remove();
      only.remove();
    }
  });

  test('reaches the process by a descriptor too, and again after a crash', async () => {
    const master = masterKeyFile();
    const descriptor = openSync(master.file, 'r');
    const keys = await SoftwareKeys.open({ masterKey: { descriptor } });
    try {
      const { pid } = keys;
      if (pid !== undefined) process.kill(pid, 'SIGKILL');
      expect(await codeOf(keys.verifyPassword(null, 'x', 'anonymous'))).toMatch(/done|unavailable/);
      await expect
        .poll(() => codeOf(keys.verifyPassword(null, 'x', 'anonymous')), { timeout: 15_000 })
        .toBe('done');
    } finally {
      await keys.close();
      closeSync(descriptor);
      master.remove();
    }
  });

  test('is neither in the process’s arguments nor its environment, and there are no core dumps', async () => {
    const master = masterKeyFile();
    const keys = await SoftwareKeys.open({ masterKey: { file: master.file } });
    try {
      const read = (name: string) => readFileSync(`/proc/${keys.pid}/${name}`, 'latin1');
      expect(read('cmdline')).not.toContain(master.folder);
      const names = read('environ')
        .split('\0')
        .filter(Boolean)
        .map((entry) => entry.split('=')[0]);
      expect(names.filter((name) => !/^(NODE_CHANNEL_|PWD$|SHLVL$|_$|OLDPWD$)/.test(name ?? ''))).toEqual([]);
      expect(read('limits')).toMatch(/Max core file size +([01]) +\1 /);
    } finally {
      await keys.close();
      master.remove();
    }
  });

  test('is taken raw, as one line of base64, or with its version: the same key', async () => {
    const master = masterKeyFile([keyLine(1, 7)]);
    const seal = await SoftwareKeys.open({ masterKey: { file: master.file } });
    const account = { account: 'a', password: PASSWORD, label: 'a', issuer: 'WebSign' };
    const subject = encodeName([{ type: 'commonName', value: 'a' }]);
    const { sealed } = await seal.enrol({ ...account, key: 'ec-p256', subject, method: 'device' });
    await seal.close();
    for (const key of [Buffer.alloc(32, 7), `${Buffer.alloc(32, 7).toString('base64')}\n`]) {
      writeFileSync(master.file, key);
      const open = await SoftwareKeys.open({ masterKey: { file: master.file } });
      expect(await open.verifyPassword(sealed, PASSWORD, 'session')).toBe(true);
      await open.close();
    }
    master.remove();
  });

  test('versions come and go while the process runs: a version it meets is read from the file, what is sealed anew stays where it was', async () => {
    const bench = await openBench(['p256']);
    const { sealed } = bench.table.row('account-p256');
    const late = masterKeyFile([keyLine(1, 7)]);
    const early = masterKeyFile([keyLine(1, 7), keyLine(2, 9)]);
    const open = (file: string) => SoftwareKeys.open({ masterKey: { file } });
    const [one, other] = await Promise.all([open(late.file), open(early.file)]);
    try {
      // The one whose file is newer seals nothing that the other cannot open.
      const changed = await other.changePassword(sealed, PASSWORD, 'Another-Horse-7', 'session');
      expect([changed.verifier.version, changed.totp.version, changed.key?.version]).toEqual([1, 1, 1]);
      expect(await one.verifyPassword(changed, 'Another-Horse-7', 'session')).toBe(true);
      const names = { label: 'p256', issuer: 'WebSign' };
      const device = await other.resetOtp({ sealed: changed, ...names, method: 'device', now: 0 });
      expect(device.sealed.totp.version).toBe(1);
      const moved = await other.rewrap(changed);
      expect(await codeOf(one.verifyPassword(moved, 'Another-Horse-7', 'session'))).toBe('sealed_row');
      writeFileSync(late.file, 'half');
      expect(await codeOf(one.verifyPassword(moved, 'Another-Horse-7', 'session'))).toBe('sealed_row');
      expect(await one.verifyPassword(changed, 'Another-Horse-7', 'session')).toBe(true);
      writeFileSync(late.file, `${keyLine(1, 7)}\n${keyLine(2, 9)}\n`);
      expect(await one.verifyPassword(moved, 'Another-Horse-7', 'session')).toBe(true);
      expect(await one.verifyPassword(changed, 'Another-Horse-7', 'session')).toBe(true);
      // Taken out of the file: with the next look at it the old version opens nothing.
      expect(retireMasterKey(late.file, 1)).toBe(true);
      await one.rewrap(moved);
      expect(await codeOf(one.verifyPassword(sealed, PASSWORD, 'session'))).toBe('sealed_row');
    } finally {
      await Promise.all([one.close(), other.close(), bench.close()]);
      late.remove();
      early.remove();
    }
  });

  test('gives the server a key of each version for session ids, the oldest first, and nothing of itself', async () => {
    const master = masterKeyFile([keyLine(2, 9), keyLine(1, 7)]);
    const keys = await SoftwareKeys.open({ masterKey: { file: master.file } });
    try {
      const derived = (fill: number) =>
        Buffer.from(hkdfSync('sha256', Buffer.alloc(32, fill), '', 'websign session ids 1', 32)).toString(
          'hex',
        );
      const hex = async () => (await keys.sessionKeys()).map((key) => Buffer.from(key).toString('hex'));
      expect(await hex()).toEqual([derived(7), derived(9)]);
      writeFileSync(master.file, `${keyLine(2, 9)}\n${keyLine(3, 11)}\n`);
      expect(await hex()).toEqual([derived(9), derived(11)]);
    } finally {
      await keys.close();
      master.remove();
    }
  });

  test('a version is added and taken out of the file as a whole; a link is left to where it comes from', () => {
    const master = masterKeyFile([keyLine(1, 7)]);
    const { file, folder } = master;
    chmodSync(file, 0o640);
    expect(addMasterKey(file)).toBe(2);
    expect(addMasterKey(file)).toBe(3);
    expect(statSync(file).mode & 0o777).toBe(0o640);
    expect(masterKeyVersions(file)).toEqual([1, 2, 3]);
    expect(readFileSync(file, 'latin1').split('\n')[0]).toBe(keyLine(1, 7));
    expect(() => retireMasterKey(file, 3)).toThrow('newest');
    expect(retireMasterKey(file, 2)).toBe(true);
    expect(retireMasterKey(file, 2)).toBe(false);
    expect(masterKeyVersions(file)).toEqual([1, 3]);
    // What another command left half done is not overwritten.
    writeFileSync(`${file}.new`, '');
    expect(() => addMasterKey(file)).toThrow('EEXIST');
    symlinkSync(file, `${folder}/mounted`);
    expect(() => addMasterKey(`${folder}/mounted`)).toThrow('is a link');
    expect(addMasterKey(`${folder}/mounted`, `${folder}/next`)).toBe(4);
    expect(statSync(`${folder}/next`).mode & 0o777).toBe(0o600);
    expect(masterKeyVersions(`${folder}/next`)).toEqual([1, 3, 4]);
    writeFileSync(file, Buffer.alloc(32, 7));
    rmSync(`${file}.new`);
    expect(addMasterKey(file)).toBe(2);
    expect(readFileSync(file, 'latin1').split('\n')[0]).toBe(keyLine(1, 7));
    master.remove();
  });

  test('missing, empty, malformed or too large: the start fails and says why', async () => {
    const bad = masterKeyFile(['1:short']);
    const reasons: string[] = [];
    for (const text of ['', '1:short\n', `${keyLine(1, 1)}\n${keyLine(1, 2)}\n`, '#'.repeat(70_000)]) {
      writeFileSync(bad.file, text);
      const failure = await SoftwareKeys.open({ masterKey: { file: bad.file } }).catch(
        (error: Error) => error,
      );
      reasons.push(failure instanceof Error ? String(failure.cause) : 'opened');
    }
    expect(reasons).toEqual([
      expect.stringContaining('holds no key'),
      expect.stringContaining('version:base64'),
      expect.stringContaining('version:base64'),
      expect.stringContaining('64 KiB'),
    ]);
    const missing = SoftwareKeys.open({ masterKey: { file: `${bad.folder}/none` } });
    expect(await codeOf(missing)).toBe('unavailable');
    bad.remove();
  });
});
