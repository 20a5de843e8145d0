import type { CscFault } from '@websign/testkit';
import { afterEach, describe, expect, test } from 'vitest';
import type { ProviderError } from '../src/index.ts';
import { codeOf, item } from './contract.ts';
import { type CscBench, cscBench, ELENI, GIORGOS, IOULIA, idOf, NIKOS, PIN } from './csc-bench.ts';

const AUTHORIZE = 'credentials/authorize';
const SIGN = 'signatures/signHash';
const EXTEND = 'credentials/extendTransaction';
const VERSIONS = [2, 1] as const;

let bench: CscBench;
afterEach(() => bench.close());

const many = (count: number, algorithm: Parameters<typeof item>[1] = 'ecdsa-p256-sha256') =>
  Array.from({ length: count }, (_, at) => item(`document ${at}`, algorithm));
const sign = (account: string, otp: string, items = many(2), password = PIN) =>
  bench.signer.sign(items, { account, password, otp });

describe.each(VERSIONS)('csc v%i', (version) => {
  test('SGN-9 every hash goes into the activation, in the order of the documents, whatever the level', async () => {
    for (const scal of [1, 2] as const) {
      bench = await cscBench({ version, change: () => ({ scal }) });
      const items = many(3);
      await sign(ELENI, await bench.freshOtp(ELENI), items);
      const hashes = items.map(({ digest }) => Buffer.from(digest).toString('base64'));
      const [asked, signed] = [bench.simulator.lastBody(AUTHORIZE), bench.simulator.lastBody(SIGN)];
      expect(asked.numSignatures).toBe(3);
      expect(asked[version === 2 ? 'hashes' : 'hash']).toEqual(hashes);
      expect(signed[version === 2 ? 'hashes' : 'hash']).toEqual(hashes);
      expect(signed[version === 2 ? 'hashAlgorithmOID' : 'hashAlgo']).toBe('2.16.840.1.101.3.4.2.1');
      if (scal === 1) await bench.close();
    }
  });

  test('SGN-9 many documents go in several calls under one activation, extended between them, or in one', async () => {
    for (const extend of [true, false]) {
      bench = await cscBench({ version, extend, with: { hashesPerCall: 2 } });
      expect(await codeOf(sign(ELENI, await bench.freshOtp(ELENI), many(5)))).toBe('done');
      expect(bench.simulator.calls(SIGN)).toBe(extend ? 3 : 1);
      expect(bench.simulator.calls(EXTEND)).toBe(extend ? 2 : 0);
      expect(bench.simulator.authorized(idOf(ELENI))).toBe(1);
      if (extend) await bench.close();
    }
  });

  test('after a wrong value nothing more is signed', async () => {
    bench = await cscBench({ version, with: { hashesPerCall: 2 } });
    const otp = await bench.freshOtp(ELENI);
    bench.simulator.fault({ kind: 'value' });
    expect(await codeOf(sign(ELENI, otp, many(6)))).toBe('provider_error');
    expect(bench.simulator.signed(idOf(ELENI))).toBe(2);
  });

  test('SGN-9 more documents than an activation signs are refused before a code is spent', async () => {
    bench = await cscBench({ version });
    const otp = await bench.freshOtp(GIORGOS);
    const items = many(6, 'ecdsa-p384-sha384');
    expect(await codeOf(sign(GIORGOS, otp, items))).toBe('too_many_items');
    expect(bench.simulator.calls(AUTHORIZE)).toBe(0);
    expect(await codeOf(sign(GIORGOS, otp, items.slice(0, 5)))).toBe('done');
  });

  test('SGN-9 two algorithms of one key under one activation, each value in its place', async () => {
    bench = await cscBench({ version });
    const items = many(6).map((_, at) => item(`${at}`, at % 2 ? 'rsa-pss-sha256' : 'rsa-pkcs1-sha256'));
    expect(await codeOf(sign(NIKOS, await bench.freshOtp(NIKOS), items))).toBe('done');
    expect(bench.simulator.authorized(idOf(NIKOS))).toBe(1);
  });

  test('hashes of two algorithms need two activations', async () => {
    bench = await cscBench({ version });
    const items = [item('a', 'rsa-pss-sha256'), item('b', 'rsa-pss-sha512')];
    expect(await codeOf(sign(NIKOS, '000000', items))).toBe('bad_request');
    expect(bench.simulator.calls('info')).toBe(0);
  });

  test('an algorithm that the key does not list is refused before a code is spent', async () => {
    bench = await cscBench({ version });
    const otp = await bench.freshOtp(NIKOS);
    expect(await codeOf(sign(NIKOS, otp, many(1, 'rsa-pkcs1-sha512')))).toBe('bad_request');
    expect(bench.simulator.calls(AUTHORIZE)).toBe(0);
  });

  test('a key that lists plain RSA is told the digest apart, and makes PKCS#1 where it does no PSS', async () => {
    bench = await cscBench({
      version,
      change: ({ id }) => (id === idOf(NIKOS) ? { algorithms: ['rsa-pkcs1-sha256'], plainRsa: true } : {}),
    });
    const otp = await bench.freshOtp(NIKOS);
    expect(await codeOf(sign(NIKOS, otp, many(2, 'rsa-pkcs1-sha256')))).toBe('done');
    expect(bench.simulator.lastBody(SIGN).signAlgo).toBe('1.2.840.113549.1.1.1');
  });

  test('SES-5 wrong tries lock the key at the service, and that is what is said, to the right one too', async () => {
    bench = await cscBench({ version, failures: 3 });
    const otp = await bench.freshOtp(ELENI);
    expect(await codeOf(sign(ELENI, otp, many(1), 'wrong'))).toBe('wrong_password');
    expect(await codeOf(sign(ELENI, '000000'))).toBe('wrong_otp');
    expect(await codeOf(sign(ELENI, '000000'))).toBe('wrong_otp');
    expect(await codeOf(sign(ELENI, otp))).toBe('account_locked');
    bench.simulator.unlock(idOf(ELENI));
    expect(await codeOf(sign(ELENI, otp))).toBe('done');
  });

  test('a key that is disabled signs nothing and spends no code', async () => {
    bench = await cscBench({ version });
    const otp = await bench.freshOtp(ELENI);
    bench.simulator.setEnabled(idOf(ELENI), false);
    expect(await codeOf(sign(ELENI, otp))).toBe('no_key');
    expect(bench.simulator.calls(AUTHORIZE)).toBe(0);
    bench.simulator.setEnabled(idOf(ELENI), true);
    expect(await codeOf(sign(ELENI, otp))).toBe('done');
  });

  test('a code that the service sends is sent when it is asked for, and works once', async () => {
    bench = await cscBench({ version });
    expect(await bench.signer.requestOtp(NIKOS)).toBe(false);
    expect(await bench.signer.requestOtp(GIORGOS)).toBe(true);
    const otp = bench.simulator.code(idOf(GIORGOS));
    expect(otp).toMatch(/^\d{6}$/);
    const items = many(1, 'ecdsa-p384-sha384');
    expect(await codeOf(sign(GIORGOS, otp, items))).toBe('done');
    expect(await codeOf(sign(GIORGOS, otp, items))).toBe('wrong_otp');
    expect(await codeOf(bench.signer.requestOtp('account-nobody'))).toBe('no_key');
  });

  test('an activation that is over before it is used is no wrong code', async () => {
    bench = await cscBench({ version, sadSeconds: 0 });
    expect(await codeOf(sign(ELENI, await bench.freshOtp(ELENI)))).toBe('timeout');
  });

  test('one token serves until shortly before its end; one that is refused is renewed once, and nothing is doubled', async () => {
    bench = await cscBench({ version, tokenSeconds: 600 });
    const tokens = () => bench.simulator.calls('oauth2/token');
    for (let round = 0; round < 3; round += 1) await sign(ELENI, await bench.freshOtp(ELENI));
    expect(tokens()).toBe(1);
    bench.tick(550_000);
    await sign(ELENI, await bench.freshOtp(ELENI));
    expect(tokens()).toBe(2);
    bench.simulator.forgetTokens();
    expect(await codeOf(sign(ELENI, await bench.freshOtp(ELENI)))).toBe('done');
    expect(tokens()).toBe(3);
    expect(bench.simulator.authorized(idOf(ELENI))).toBe(5);
  });

  test('a token that ends between two calls is renewed where it is refused: before anything is authorised', async () => {
    bench = await cscBench({ version });
    const otp = await bench.freshOtp(ELENI);
    const fault: CscFault = { kind: 'slow', method: 'credentials/info', times: 1, ms: 100 };
    bench.simulator.fault(fault);
    const signing = codeOf(sign(ELENI, otp));
    await expect.poll(() => bench.simulator.calls('credentials/info')).toBe(1);
    await new Promise((resolve) => setTimeout(resolve, 120));
    bench.simulator.forgetTokens();
    expect(await signing).toBe('done');
    expect(bench.simulator.authorized(idOf(ELENI))).toBe(1);
  });

  test('the credentials of a person are listed, page by page', async () => {
    bench = await cscBench({ version, pageSize: 2 });
    const all = await bench.client.credentials();
    expect(all).toHaveLength(5);
    expect(bench.simulator.calls('credentials/list')).toBe(version === 1 ? 3 : 1);
    expect(await bench.client.credentials('eleni')).toEqual([idOf(ELENI)]);
  });

  test('what a credential says of itself is read alike', async () => {
    bench = await cscBench({ version });
    const { identity } = bench.credential(ELENI);
    expect(await bench.client.credential(idOf(ELENI))).toMatchObject({
      credentialID: idOf(ELENI),
      enabled: true,
      bound: true,
      multisign: 1000,
      mode: 'explicit',
      keyAlgorithms: ['1.2.840.10045.4.3.2'],
      factors: [{ kind: 'password' }, { kind: 'code' }],
    });
    const { chain } = await bench.client.credential(idOf(ELENI));
    expect(chain.map((der) => Buffer.from(der))).toEqual(identity.chain.map((der) => Buffer.from(der)));
    expect(await codeOf(bench.client.credential('nobody'))).toBe('no_key');
  });

  test('a login in place of OAuth 2 gives the token, too', async () => {
    bench = await cscBench({ version, authType: ['basic'] });
    expect(await codeOf(sign(ELENI, await bench.freshOtp(ELENI)))).toBe('done');
    expect(bench.simulator.calls('auth/login')).toBe(1);
  });

  test('a secret that the service does not know is told by the health, without the secret', async () => {
    for (const authType of [['oauth2client'], ['basic']]) {
      bench = await cscBench({ version, authType, with: { clientSecret: 'not-the-secret' } });
      const error = await bench.signer.health().catch((thrown: unknown) => thrown);
      expect(error).toMatchObject({ code: 'provider_error' });
      expect(JSON.stringify([String(error), (error as ProviderError).said])).not.toContain('not-the-secret');
      if (authType.includes('oauth2client')) await bench.close();
    }
  });

  test('an authorization that is not known here is an error, and nobody is asked for a code', async () => {
    bench = await cscBench({ version, authType: ['TLS'] });
    expect(await codeOf(sign(ELENI, '000000'))).toBe('provider_error');
    expect(bench.simulator.calls(AUTHORIZE)).toBe(0);
  });
});

describe('csc v1 alone', () => {
  test('pages without an end are not turned for ever', async () => {
    bench = await cscBench({ version: 1, pageSize: 0 });
    expect(await codeOf(bench.client.credentials())).toBe('provider_error');
    expect(bench.simulator.calls('credentials/list')).toBe(50);
  });
});

describe('csc v2 alone', () => {
  test('SGN-5 where the service does not say which of PIN and code was wrong, nobody guesses', async () => {
    bench = await cscBench({ vague: true });
    const otp = await bench.freshOtp(ELENI);
    expect(await codeOf(sign(ELENI, otp, many(1), 'wrong'))).toBe('wrong_factor');
    expect(await codeOf(sign(ELENI, '000000'))).toBe('wrong_factor');
    expect(await codeOf(sign(ELENI, otp))).toBe('done');
  });

  test('an approval elsewhere is waited for, and signs once it is there', async () => {
    bench = await cscBench({ approveAfter: 3 });
    expect(await codeOf(sign(IOULIA, '', many(2, 'rsa-pss-sha512')))).toBe('done');
    expect(bench.simulator.calls('credentials/authorizeCheck')).toBe(4);
    expect(bench.simulator.lastBody(AUTHORIZE).authData).toEqual([
      { id: 'sign-pin', value: PIN },
      { id: 'app' },
    ]);
  });

  test('an approval is asked after again where an answer stays away', async () => {
    bench = await cscBench({ approveAfter: 1 });
    bench.simulator.fault({ kind: 'http_500', method: 'credentials/authorizeCheck', times: 7 });
    expect(await codeOf(sign(IOULIA, '', many(1, 'rsa-pss-sha512')))).toBe('done');
    expect(bench.simulator.authorized(idOf(IOULIA))).toBe(1);
  });

  test('an approval that is refused, and one that never comes, end the waiting', async () => {
    const approvalMs = 100;
    bench = await cscBench({ approveAfter: Number.POSITIVE_INFINITY, with: { approvalMs } });
    const document = many(1, 'rsa-pss-sha512');
    expect(await codeOf(sign(IOULIA, '', document))).toBe('timeout');
    bench.simulator.decide('deny');
    expect(await codeOf(sign(IOULIA, '', document))).toBe('denied');
    expect(bench.simulator.signed(idOf(IOULIA))).toBe(0);
  });

  test('an approval that comes while its answer is lost is not asked for a second time', async () => {
    bench = await cscBench({ approveAfter: 0 });
    bench.simulator.fault({ kind: 'drop', method: 'credentials/authorizeCheck', times: 1 });
    expect(await codeOf(sign(IOULIA, '', many(1, 'rsa-pss-sha512')))).not.toBe('done');
    expect(bench.simulator.calls(AUTHORIZE)).toBe(1);
    expect(bench.simulator.authorized(idOf(IOULIA))).toBe(1);
    expect(bench.simulator.signed(idOf(IOULIA))).toBe(0);
  });

  test('closing ends the waiting for an approval', async () => {
    bench = await cscBench({ approveAfter: Number.POSITIVE_INFINITY, with: { pollMs: 60_000 } });
    const waiting = codeOf(sign(IOULIA, '', many(1, 'rsa-pss-sha512')));
    await expect.poll(() => bench.simulator.calls(AUTHORIZE)).toBe(1);
    await new Promise((resolve) => setTimeout(resolve, 50));
    await bench.signer.close();
    expect(await waiting).toBe('unavailable');
  });
});
