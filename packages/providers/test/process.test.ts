import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { fileURLToPath } from 'node:url';
import { describe, expect, test } from 'vitest';
import { codeOf } from './contract.ts';
import { masterKeyFile, openBench, PASSWORD, sign, take } from './software-bench.ts';

describe('bounds', () => {
  test('SES-5 the process bounds guessing by itself, login apart from sessions', async () => {
    const bench = await openBench(['p256'], { maxFailures: 5 });
    try {
      const { sealed } = bench.table.row('account-p256');
      const guesses = Array.from({ length: 50 }, (_, at) =>
        bench.keys.verifyPassword(sealed, `guess ${at}`, 'anonymous').then(
          () => 'evaluated',
          (error: { code: string }) => error.code,
        ),
      );
      const outcomes = await Promise.all(guesses);
      expect(outcomes.filter((outcome) => outcome === 'evaluated')).toHaveLength(5);
      expect(outcomes.filter((outcome) => outcome === 'account_locked')).toHaveLength(45);
      expect(await codeOf(bench.keys.verifyPassword(sealed, PASSWORD, 'anonymous'))).toBe('account_locked');
      expect(await codeOf(sign(bench, 'account-p256', bench.otpAt('account-p256')))).toBe('done');
      const rightOnes = Array.from({ length: 20 }, () =>
        bench.keys.verifyPassword(sealed, PASSWORD, 'session'),
      );
      expect((await Promise.all(rightOnes)).every(Boolean)).toBe(true);
    } finally {
      await bench.close();
    }
  });

  test('SES-5 a used code neither counts as a guess nor clears the count of guesses', async () => {
    const bench = await openBench(['p256'], { maxFailures: 3 });
    try {
      const account = 'account-p256';
      const seen = bench.otpAt(account);
      const wrong = seen === '000000' ? '000001' : '000000';
      expect(await codeOf(sign(bench, account, seen))).toBe('done');
      for (const otp of [wrong, seen, seen, seen, seen, wrong, seen, wrong])
        expect(await codeOf(sign(bench, account, otp))).toBe('wrong_otp');
      expect(await codeOf(sign(bench, account, seen))).toBe('account_locked');
    } finally {
      await bench.close();
    }
  });

  test('a call that is too large is refused', async () => {
    const bench = await openBench(['p256']);
    try {
      const { sealed } = bench.table.row('account-p256');
      const long = bench.keys.verifyPassword(sealed, 'x'.repeat(1025), 'session');
      expect(await codeOf(long)).toBe('bad_request');
      const otp = bench.keys.sign(
        { sealed, password: PASSWORD, otp: '1'.repeat(65), now: 0, items: [], certificateSha256: '' },
        take,
      );
      expect(await codeOf(otp)).toBe('bad_request');
    } finally {
      await bench.close();
    }
  });

  test('a stopped process is noticed: time-out, then it is replaced', async () => {
    const crashes: string[] = [];
    const bench = await openBench(['p256'], {
      callTimeoutMs: 3000,
      onCrash: ({ code }) => crashes.push(code),
    });
    try {
      const { pid } = bench.keys;
      if (pid === undefined) throw new Error('not running');
      process.kill(pid, 'SIGSTOP');
      const { sealed } = bench.table.row('account-p256');
      expect(await codeOf(bench.keys.verifyPassword(sealed, PASSWORD, 'session'))).toBe('timeout');
      await expect.poll(() => bench.keys.pid, { timeout: 15_000 }).not.toBe(pid);
      await expect
        .poll(() => codeOf(bench.keys.verifyPassword(sealed, PASSWORD, 'session')), { timeout: 15_000 })
        .toBe('done');
      expect(crashes).toContain('unavailable');
    } finally {
      await bench.close();
    }
  });
});

describe('the process', () => {
  const alive = (pid: number) => {
    try {
      return process.kill(pid, 0);
    } catch {
      return false;
    }
  };

  test('ends with its parent, however that ends', async () => {
    const master = masterKeyFile();
    const entry = fileURLToPath(new URL('./open-once.ts', import.meta.url));
    for (const signal of ['SIGKILL', 'SIGTERM'] as const) {
      const parent = spawn(process.execPath, ['--no-warnings', entry, master.file], {
        stdio: ['ignore', 'pipe', 'inherit'],
      });
      const [line] = await once(parent.stdout, 'data');
      const pid = Number(String(line));
      expect(alive(pid)).toBe(true);
      parent.kill(signal);
      await expect.poll(() => alive(pid), { timeout: 10_000 }).toBe(false);
    }
    master.remove();
  });

  test('outlives a terminal’s Ctrl-C until its parent closes it, and finishes what is under way', async () => {
    const bench = await openBench(['p256']);
    const { pid } = bench.keys;
    if (pid === undefined) throw new Error('not running');
    const { sealed } = bench.table.row('account-p256');
    const calls = Array.from({ length: 20 }, () => bench.keys.verifyPassword(sealed, PASSWORD, 'session'));
    process.kill(pid, 'SIGINT');
    process.kill(pid, 'SIGTERM');
    await bench.close();
    expect(await Promise.all(calls)).toEqual(calls.map(() => true));
    expect(alive(pid)).toBe(false);
    expect(await codeOf(bench.keys.verifyPassword(sealed, PASSWORD, 'session'))).toBe('unavailable');
  });
});
