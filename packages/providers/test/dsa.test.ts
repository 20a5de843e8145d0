import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { makeTestPki } from '@websign/testkit';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { dsaClient, ProviderError } from '../src/index.ts';
import { codeOf, item } from './contract.ts';
import { type DsaBench, dsaBench } from './dsa-bench.ts';

const account = 'account-rsa3072';
const user = 'rsa3072@provider';
const document = () => [item('document', 'rsa-pkcs1-sha256')];

describe('dsa provider', () => {
  let bench: DsaBench;
  const password = () => bench.accounts[0]?.password ?? '';
  beforeAll(async () => {
    bench = await dsaBench({ failures: 3, timeoutMs: 400 });
  });
  beforeEach(() => {
    bench.simulator.fault(null);
    bench.simulator.unlock(user);
  });
  afterAll(() => bench.close());

  const signed = async (otp?: string) =>
    bench.signer.sign(document(), {
      account,
      password: password(),
      otp: otp ?? (await bench.freshOtp(account)),
    });

  async function failure(call: Promise<unknown>): Promise<ProviderError> {
    try {
      await call;
    } catch (error) {
      if (error instanceof ProviderError) return error;
      throw error;
    }
    throw new Error('it did not fail');
  }

  test('SGN-5 a locked user of the provider is account_locked, however right the password is', async () => {
    for (let at = 0; at < 3; at += 1) {
      const wrong = { account, password: 'wrong', otp: '000000' };
      expect(await codeOf(bench.signer.sign(document(), wrong))).toBe('wrong_password');
    }
    expect(await codeOf(signed())).toBe('account_locked');
  });

  test.each(['other_value', 'other_key'] as const)(
    'SGN-8 a value that does not verify is not handed on: %s',
    async (kind) => {
      bench.simulator.fault({ kind });
      expect(await codeOf(signed())).toBe('provider_error');
    },
  );

  test.each([
    ['http_500', 'unavailable'],
    ['malformed', 'provider_error'],
    ['flood', 'provider_error'],
    ['hang', 'timeout'],
  ] as const)(
    'SGN-8 %s is %s, in bounded time, asked once, and the next document is signed',
    async (kind, code) => {
      bench.simulator.fault({ kind });
      const before = bench.simulator.asked();
      expect(await codeOf(signed())).toBe(code);
      expect(bench.simulator.asked()).toBe(before + 1);
      bench.simulator.fault(null);
      await expect(signed()).resolves.toHaveLength(1);
    },
  );

  test('a slow provider is waited for', async () => {
    bench.simulator.fault({ kind: 'slow', ms: 50 });
    await expect(signed()).resolves.toHaveLength(1);
  });

  test('an error that nobody knows keeps its words for the audit, and no secret', async () => {
    bench.simulator.fault({ kind: 'unknown_error' });
    const error = await failure(signed());
    expect(error.code).toBe('provider_error');
    expect(error.said).toEqual({
      Message: 'The appliance is out of entropy (•••)',
      Module: 'SAPI',
      Code: '0X9002DEAD',
      InnerCode: '0',
    });
    expect(JSON.stringify([error, error.message, String(error.cause)])).not.toContain(password());
  });

  test('credentials that cannot be right are not sent', async () => {
    const before = bench.simulator.asked();
    const long = 'x'.repeat(1025);
    for (const [given, code] of [
      [{ password: '', otp: '1' }, 'wrong_password'],
      [{ password: long, otp: '1' }, 'wrong_password'],
      [{ password: 'x', otp: '' }, 'wrong_otp'],
      [{ password: 'x', otp: long }, 'wrong_otp'],
    ] as const)
      expect(await codeOf(bench.signer.sign(document(), { account, ...given }))).toBe(code);
    expect(bench.simulator.asked()).toBe(before);
  });

  test('CRT-1 the provider gives the chain for the person’s own password', async () => {
    const client = dsaClient({ url: bench.simulator.url });
    const chain = await client.certificates({ username: user, password: password() });
    expect(chain.map((der) => Buffer.from(der))).toEqual(
      makeTestPki().signers.rsa3072.chain.map((der) => Buffer.from(der)),
    );
    expect(await codeOf(client.certificates({ username: user, password: 'wrong' }))).toBe('wrong_password');
  });

  test('health tells whether the provider answers', async () => {
    await expect(bench.signer.health()).resolves.toBeUndefined();
    const away = createServer();
    await new Promise<void>((resolve) => away.listen(0, '127.0.0.1', resolve));
    const { port } = away.address() as AddressInfo;
    await new Promise((resolve) => away.close(resolve));
    const client = dsaClient({ url: `http://127.0.0.1:${port}`, timeoutMs: 1000 });
    expect(await codeOf(client.health())).toBe('unavailable');
    expect(await codeOf(client.certificates({ username: user, password: 'x' }))).toBe('unavailable');
  });

  test.each([
    'http://provider.example',
    'ftp://127.0.0.1',
    'https://u:p@provider.example',
    'nonsense',
    'https://provider.example/?a=b',
  ])('passwords do not travel to %s', (url) => {
    expect(() => dsaClient({ url })).toThrow(ProviderError);
  });
});
