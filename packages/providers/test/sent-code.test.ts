import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { type SentChallenge, softwareSigner } from '../src/index.ts';
import { codeOf, item } from './contract.ts';
import { type OpenBench, openBench, PASSWORD, sign, signingCall, take } from './software-bench.ts';

const account = 'account-p256';
const document = () => [item('document', 'ecdsa-p256-sha256')];

describe('one-time codes that are sent', () => {
  let bench: OpenBench;
  const counter = { challenges: 0 };
  beforeAll(async () => {
    bench = await openBench(['p256', 'p384'], { maxFailures: 1000 }, 'sent');
  });
  afterAll(() => bench.close());

  function challenge(): SentChallenge {
    counter.challenges += 1;
    const challenge = counter.challenges.toString(16).padStart(32, '0');
    return { challenge, expiresAt: bench.now() + 5 * 60_000 };
  }
  const codeFor = (sent: SentChallenge, of = account) =>
    bench.keys.sentCode(bench.table.row(of).sealed, sent, bench.now());
  const signWith = (otp: string, sent: SentChallenge | null, consume = take) =>
    codeOf(bench.keys.sign({ ...signingCall(bench, account, otp), sent }, consume));

  test('six digits, which sign once, also where the database forgot that they did', async () => {
    const sent = challenge();
    const code = await codeFor(sent);
    expect(code).toMatch(/^\d{6}$/);
    expect(await signWith(code, sent)).toBe('done');
    expect(await signWith(code, sent)).toBe('wrong_otp');
    bench.tick();
    expect(await signWith(code, sent)).toBe('wrong_otp');
  });

  test('what the database says was spent signs nothing', async () => {
    const sent = challenge();
    expect(await signWith(await codeFor(sent), sent, async () => false)).toBe('wrong_otp');
  });

  test('a code of another challenge, of another end, of another account or of a device is none', async () => {
    const sent = challenge();
    const others = [
      await codeFor(challenge()),
      await codeFor({ ...sent, expiresAt: sent.expiresAt + 1 }),
      await codeFor(sent, 'account-p384'),
      bench.otpAt(account),
      '',
    ];
    for (const other of others) expect(await signWith(other, sent), other).toBe('wrong_otp');
    expect(await signWith(await codeFor(sent), sent)).toBe('done');
  });

  test('without an open code none is right, and one that was sent is none of the device', async () => {
    const code = await codeFor(challenge());
    expect(await signWith(code, null)).toBe('wrong_otp');
    expect(await signWith(bench.otpAt(account), null)).toBe('wrong_otp');
    expect(await codeOf(sign(bench, account, code))).toBe('wrong_otp');
  });

  test('the process itself refuses one that is long over', async () => {
    const sent = challenge();
    const code = await codeFor(sent);
    bench.tick(12);
    expect(await signWith(code, sent)).toBe('wrong_otp');
  });

  test('a wrong password leaves the code for the right one', async () => {
    const sent = challenge();
    const otp = await codeFor(sent);
    const call = { ...signingCall(bench, account, otp), sent };
    expect(await codeOf(bench.keys.sign({ ...call, password: 'wrong' }, take))).toBe('wrong_password');
    expect(await codeOf(bench.keys.sign(call, take))).toBe('done');
  });

  test('the signer asks the table for the open code and spends it there', async () => {
    const sent = challenge();
    const spent: string[] = [];
    const accounts = {
      sealed: (id: string) => bench.table.sealed(id),
      chain: (id: string) => bench.table.chain(id),
      consumeStep: async () => {
        throw new Error('no step of a device is taken');
      },
      sent: async () => sent,
      spendSent: async (_: string, of: string) => spent.push(of) === 1,
    };
    const signer = softwareSigner(bench.keys, accounts, bench.now);
    const given = { account, password: PASSWORD, otp: await codeFor(sent) };
    expect(await codeOf(signer.sign(document(), given))).toBe('done');
    expect(spent).toEqual([sent.challenge]);
    expect(await codeOf(signer.sign(document(), given))).toBe('wrong_otp');
  });

  test.each([
    { challenge: 'x', expiresAt: 1 },
    { challenge: '0'.repeat(33), expiresAt: 1 },
    { challenge: '0'.repeat(32), expiresAt: Number.NaN },
  ])('a challenge that is none is refused: %j', async (sent) => {
    expect(await codeOf(codeFor(sent))).toBe('bad_request');
  });
});
