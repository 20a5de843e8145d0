import type { CscFaultKind } from '@websign/testkit';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { ProviderError } from '../src/index.ts';
import { codeOf, item } from './contract.ts';
import { type CscBench, cscBench, ELENI, GIORGOS, idOf, PIN } from './csc-bench.ts';

const SIGN = 'signatures/signHash';
const AUTHORIZE = 'credentials/authorize';
const items = () => [item('one', 'ecdsa-p256-sha256'), item('two', 'ecdsa-p256-sha256')];

/** What is wrong with an answer, and what it comes to; nothing of it is handed on. */
const OUTCOMES: [CscFaultKind, string][] = [
  ['hang', 'timeout'],
  ['slow', 'timeout'],
  ['http_500', 'unavailable'],
  ['busy', 'unavailable'],
  ['redirect', 'provider_error'],
  ['drop', 'unavailable'],
  ['count', 'provider_error'],
  ['order', 'provider_error'],
  ['value', 'provider_error'],
  ['malformed', 'provider_error'],
  ['shape', 'provider_error'],
  ['flood', 'provider_error'],
  ['unknown_error', 'provider_error'],
];
const OF_SIGNATURES: readonly CscFaultKind[] = ['count', 'order', 'value'];

/** The wire is the same: of the older version those that tell the most. */
const ALONE: readonly CscFaultKind[] = ['hang', 'drop', 'count', 'value'];

describe.each([2, 1] as const)('csc v%i: faults of the service', (version) => {
  const outcomes = OUTCOMES.filter(([kind]) => version === 2 || ALONE.includes(kind));
  let bench: CscBench;
  beforeAll(async () => {
    bench = await cscBench({ version, with: { timeoutMs: 1_200 } });
    await bench.client.info();
  });
  beforeEach(() => bench.simulator.fault(null));
  afterAll(() => bench.close());

  const sign = (otp: string, account = ELENI) => bench.signer.sign(items(), { account, password: PIN, otp });

  test.each(OUTCOMES)(
    'SGN-8 signHash answers with %s: %s, asked once, authorised once',
    async (kind, code) => {
      const otp = await bench.freshOtp(ELENI);
      const before = { signs: bench.simulator.calls(SIGN), authorized: bench.taken(ELENI) };
      bench.simulator.fault({ kind });
      expect(await codeOf(sign(otp))).toBe(code);
      expect(bench.simulator.calls(SIGN)).toBe(before.signs + 1);
      expect(bench.taken(ELENI)).toBe(before.authorized + 1);
      bench.simulator.fault(null);
      expect(await codeOf(sign(await bench.freshOtp(ELENI)))).toBe('done');
    },
  );

  test.each(outcomes.filter(([kind]) => !OF_SIGNATURES.includes(kind)))(
    'SGN-8 authorize answers with %s: %s, and is never asked again by itself',
    async (kind, code) => {
      const otp = await bench.freshOtp(ELENI);
      const before = {
        asked: bench.simulator.calls(AUTHORIZE),
        authorized: bench.taken(ELENI),
        signs: bench.simulator.calls(SIGN),
      };
      bench.simulator.fault({ kind, method: AUTHORIZE });
      expect(await codeOf(sign(otp))).toBe(code);
      expect(bench.simulator.calls(AUTHORIZE)).toBe(before.asked + 1);
      expect(bench.taken(ELENI)).toBeLessThanOrEqual(before.authorized + 1);
      expect(bench.simulator.calls(SIGN)).toBe(before.signs);
    },
  );

  test('SGN-8 an activation that was given and never heard of leaves the code spent, and the next code signs', async () => {
    const otp = await bench.freshOtp(ELENI);
    bench.simulator.fault({ kind: 'drop', method: AUTHORIZE, times: 1 });
    expect(await codeOf(sign(otp))).toBe('unavailable');
    expect(await codeOf(sign(otp))).toBe('wrong_otp');
    expect(await codeOf(sign(await bench.freshOtp(ELENI)))).toBe('done');
  });

  test.each(['credentials/info', 'oauth2/token'])(
    'SGN-8 %s does nothing by being asked twice: it is, once',
    async (method) => {
      for (const kind of ['drop', 'http_500', 'busy'] as const) {
        const otp = await bench.freshOtp(ELENI);
        if (method === 'oauth2/token') bench.tick(2 * 3600_000);
        const before = bench.simulator.calls(method);
        const code = method === 'oauth2/token' ? bench.simulator.code(idOf(ELENI)) : otp;
        bench.simulator.fault({ kind, method, times: 1 });
        expect(await codeOf(sign(code)), kind).toBe('done');
        expect(bench.simulator.calls(method)).toBe(before + 2);
      }
      const LASTING = [
        ['http_500', 'unavailable', 2],
        ['hang', 'timeout', 1],
      ] as const;
      for (const [kind, code, asked] of LASTING) {
        bench.simulator.fault({ kind, method });
        const before = bench.simulator.calls(method);
        bench.tick(2 * 3600_000);
        expect(await codeOf(sign('000000'))).toBe(code);
        expect(bench.simulator.calls(method)).toBe(before + asked);
      }
    },
  );

  test('a code is sent once for one asking, whatever becomes of the answer', async () => {
    const method = version === 2 ? 'credentials/getChallenge' : 'credentials/sendOTP';
    for (const kind of ['drop', 'http_500', 'hang'] as const) {
      const before = bench.simulator.calls(method);
      bench.simulator.fault({ kind, method });
      expect(await codeOf(bench.signer.requestOtp(GIORGOS))).toMatch(/^(unavailable|timeout)$/);
      expect(bench.simulator.calls(method)).toBe(before + 1);
    }
  });

  test('what the service said is kept for the audit, without what the person gave, and fit to be read', async () => {
    const otp = await bench.freshOtp(ELENI);
    bench.simulator.fault({ kind: 'unknown_error', method: AUTHORIZE });
    const error = await sign(otp).catch((thrown: unknown) => thrown);
    if (!(error instanceof ProviderError)) throw error;
    const { said = {} } = error;
    expect(said).toMatchObject({ method: AUTHORIZE, status: '400', error: 'hsm_ entropy' });
    expect(said.error_description).toMatch(/^out of it /);
    const told = JSON.stringify([error.message, said, String(error.cause)]);
    expect(told).not.toContain(PIN);
    expect(told).not.toContain(otp);
    for (const text of Object.values(said)) {
      expect(text).not.toMatch(/[\p{Cc}\p{Cf}]/u);
      expect(text.length).toBeLessThanOrEqual(200);
    }
  });

  test('a service whose info is out of order is no reason to ask anything else', async () => {
    const own = await cscBench({ version, with: { timeoutMs: 1_200 } });
    try {
      for (const [kind, code] of outcomes.filter(([each]) => !OF_SIGNATURES.includes(each))) {
        own.simulator.fault({ kind, method: 'info' });
        expect(await codeOf(own.signer.health()), kind).toBe(code);
      }
      expect(own.simulator.calls('oauth2/token')).toBe(0);
      own.simulator.fault(null);
      expect(await codeOf(own.signer.health())).toBe('done');
    } finally {
      await own.close();
    }
  });
});
