import { appendFileSync, existsSync, readFileSync, statSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { Secret } from 'otpauth';
import { afterEach, describe, expect, test } from 'vitest';
import { type SealedAccount, SoftwareKeys, totpCode, totpStep } from '../src/index.ts';
import { prepareEpochFile } from '../src/software/epoch-file.ts';
import { EpochLedger } from '../src/software/epochs.ts';
import { codeOf } from './contract.ts';
import {
  masterKeyFile,
  type OpenBench,
  openBench,
  PASSWORD,
  sign,
  signingCall,
  take,
} from './software-bench.ts';

const account = 'account-p256';
const NEXT = 'Another-Horse-7';
const opened: { close(): Promise<void> }[] = [];
const folders: ReturnType<typeof masterKeyFile>[] = [];
afterEach(async () => {
  for (const bench of opened.splice(0)) await bench.close();
  for (const folder of folders.splice(0)) folder.remove();
});

function ledgerFile(): string {
  const made = masterKeyFile();
  folders.push(made);
  return join(made.folder, 'signer', 'epochs');
}

async function open(options: Parameters<typeof openBench>[1] = {}): Promise<OpenBench> {
  const bench = await openBench(['p256'], { maxFailures: 1000, ...options });
  opened.push(bench);
  return bench;
}

const login = ({ keys, now }: OpenBench, sealed: SealedAccount, password: string) =>
  codeOf(keys.verifyPassword(sealed, password, 'anonymous', now()));

/** Signs with what the row was made for; the code is fresh. */
function signWith(bench: OpenBench, sealed: SealedAccount, password = PASSWORD) {
  bench.tick(2);
  return codeOf(
    bench.keys.sign({ ...signingCall(bench, account, bench.otpAt(account), { sealed }), password }, take),
  );
}

describe('a row of before a change', () => {
  test('opens nothing once the changed one was used: an old password neither signs in nor signs', async () => {
    const bench = await open();
    const old = bench.table.row(account).sealed;
    const changed = await bench.keys.changePassword(old, PASSWORD, NEXT, 'session');
    expect(await login(bench, changed, NEXT)).toBe('done');
    expect(await login(bench, old, PASSWORD)).toBe('sealed_row');
    expect(await signWith(bench, old)).toBe('sealed_row');
    expect(await codeOf(bench.keys.changePassword(old, PASSWORD, 'Third-Horse-3', 'session'))).toBe(
      'sealed_row',
    );
    // Neither does a part of it beside the others of now.
    const { verifier, key } = old;
    expect(await signWith(bench, { ...changed, verifier, key })).toBe('sealed_row');
    expect(await signWith(bench, changed, NEXT)).toBe('done');
  });

  test('still counts where the changed one was made and never used: a failed transaction locks nobody out', async () => {
    const bench = await open();
    const old = bench.table.row(account).sealed;
    await bench.keys.changePassword(old, PASSWORD, NEXT, 'session');
    await bench.keys.bindCertificate(old, PASSWORD, bench.pki.signers.p256.certificate);
    const call = { label: 'p256', issuer: 'WebSign', method: 'device', now: bench.now() } as const;
    await bench.keys.resetOtp({ sealed: old, ...call });
    expect(await login(bench, old, PASSWORD)).toBe('done');
    expect(await signWith(bench, old)).toBe('done');
  });

  test('a wrong password, a wrong code or a count that is merely claimed raises nothing', async () => {
    const bench = await open();
    const old = bench.table.row(account).sealed;
    const changed = await bench.keys.changePassword(old, PASSWORD, NEXT, 'session');
    expect(await login(bench, changed, 'wrong')).toBe('done');
    const claimed = { ...old, totp: { ...old.totp, epoch: 9 } };
    expect(await login(bench, claimed, PASSWORD)).toBe('sealed_row');
    expect(await login(bench, { ...old, verifier: { ...old.verifier, epoch: 9 } }, PASSWORD)).toBe(
      'sealed_row',
    );
    expect(await signWith(bench, old)).toBe('done');
  });

  test('an old device is none once a session began with the new one in effect, and is one until then', async () => {
    const bench = await open({ newDeviceAfterMs: 3_600_000 });
    const old = bench.table.row(account).sealed;
    const call = { label: 'p256', issuer: 'WebSign', method: 'device', now: bench.now() } as const;
    const { sealed, totp } = await bench.keys.resetOtp({ sealed: old, ...call });
    expect(await login(bench, sealed, PASSWORD)).toBe('done');
    expect(await signWith(bench, old)).toBe('done');
    bench.tick(120);
    expect(await login(bench, sealed, PASSWORD)).toBe('done');
    expect(await signWith(bench, old)).toBe('sealed_row');
    const checked = bench.keys.checkOtp({ sealed: old, otp: bench.otpAt(account), now: bench.now() });
    expect(await codeOf(checked)).toBe('sealed_row');
    expect(await codeOf(bench.keys.resetOtp({ sealed: old, ...call }))).toBe('sealed_row');
    const otp = totpCode(Secret.fromBase32(totp.secret).bytes, totpStep(bench.now()));
    expect(await codeOf(sign(bench, account, otp, { sealed }))).toBe('done');
  });

  test('is still known after the process ended and was started again, by its file', async () => {
    const file = ledgerFile();
    const bench = await open({ ledgerFile: file });
    const old = bench.table.row(account).sealed;
    const changed = await bench.keys.changePassword(old, PASSWORD, NEXT, 'session');
    expect(await login(bench, changed, NEXT)).toBe('done');
    const counts = ['1 0', '2 0', '2 1'].map((each) => `${account} ${each}\n`);
    expect(readFileSync(file, 'latin1')).toBe(counts.join(''));
    const { pid } = bench.keys;
    if (pid !== undefined) process.kill(pid, 'SIGKILL');
    await expect.poll(() => login(bench, changed, NEXT), { timeout: 15_000 }).toBe('done');
    expect(await login(bench, old, PASSWORD)).toBe('sealed_row');
    expect(readFileSync(file, 'latin1')).toBe(`${account} 2 1\n`);
    expect(statSync(file).mode & 0o777).toBe(0o600);
  });

  test('a ledger that cannot be kept stops the start, and one that cannot be written what would be forgotten', async () => {
    const master = masterKeyFile();
    folders.push(master);
    writeFileSync(join(master.folder, 'plain'), '');
    const nowhere = join(master.folder, 'plain', 'epochs');
    const open = SoftwareKeys.open({ masterKey: { file: master.file }, ledgerFile: nowhere });
    expect(await codeOf(open)).toBe('unavailable');
    const ledger = new EpochLedger(join(master.folder, 'plain'));
    master.remove();
    expect(() => ledger.raise('a', { password: 1 })).toThrow('could not be written');
  });
});

describe('the ledger’s file', () => {
  test('is packed to a line an account, without what a crash left of the last one', () => {
    const file = ledgerFile();
    prepareEpochFile(file);
    expect(readFileSync(file, 'latin1')).toBe('');
    const ledger = new EpochLedger(file);
    for (const password of [1, 3, 2]) ledger.raise('a', { password });
    ledger.raise('b', { device: 5 });
    ledger.raise('a', { device: 2 });
    expect(readFileSync(file, 'latin1')).toBe('a 1 0\na 3 0\nb 0 5\na 3 2\n');
    appendFileSync(file, 'a 9');
    writeFileSync(`${file}.new`, 'of a crash');
    prepareEpochFile(file);
    expect(readFileSync(file, 'latin1')).toBe('a 3 2\nb 0 5\n');
    expect(existsSync(`${file}.new`)).toBe(false);
  });

  test('that is none is refused and left as it is', () => {
    const file = ledgerFile();
    prepareEpochFile(file);
    writeFileSync(file, 'something else\n');
    expect(() => prepareEpochFile(file)).toThrow('a line that is none');
    expect(readFileSync(file, 'latin1')).toBe('something else\n');
  });
});
