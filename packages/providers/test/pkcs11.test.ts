import { generateKeyPairSync, X509Certificate } from 'node:crypto';
import { readFileSync, writeFileSync } from 'node:fs';
import { noHsm, softHsmModule } from '@websign/testkit';
import { afterAll, beforeAll, beforeEach, describe, expect, test, vi } from 'vitest';
import { bridgeInstalled, openPkcs11, parseKeyReference } from '../src/index.ts';
import { codeOf, item } from './contract.ts';
import { type HsmBench, openHsm, PERSON, PERSON_PIN, SERVICE_PIN } from './pkcs11-bench.ts';
import { PASSWORD } from './software-bench.ts';

vi.setConfig({ testTimeout: 60_000, hookTimeout: 180_000 });
const reason = noHsm(bridgeInstalled());
const ACCOUNT = 'account-p256';
const one = [item('document', 'ecdsa-p256-sha256')];

const sign = (bench: HsmBench, account = ACCOUNT, given: { password?: string; otp?: string } = {}) => {
  const { password = account === PERSON ? PERSON_PIN : PASSWORD, otp = bench.freshOtp(account) } = given;
  return codeOf(bench.signer.sign(one, { account, password, otp }));
};

test('a reference names a key by label or id, and a person’s key on a token of its own', () => {
  expect(parseKeyReference({ label: 'κλειδί' })).toEqual({ label: 'κλειδί', pin: 'service' });
  expect(parseKeyReference({ id: '0a', token: 't', pin: 'person' })).toEqual({
    id: '0a',
    token: 't',
    pin: 'person',
  });
  const wrong = [null, 'x', [], {}, { label: '' }, { id: 'A0' }, { id: '0' }, { label: 'x'.repeat(256) }];
  for (const value of [
    ...wrong,
    { label: 'a', pin: 'person' },
    { label: 'a', pin: 'x' },
    { label: 'a', id: 1 },
    Object.assign(new Uint8Array(1), { label: 'a' }),
  ])
    expect(() => parseKeyReference(value), JSON.stringify(value)).toThrow(/on a token/);
});

describe.skipIf(reason !== undefined)(`an HSM (${reason ?? 'softhsm2'})`, () => {
  let bench: HsmBench;
  beforeAll(async () => {
    bench = await openHsm({ sessions: 2 });
  });
  afterAll(() => bench.close());

  test('lists tokens, and the keys of the one whose PIN it has, with what compares them to certificates', async () => {
    const tokens = await bench.keys.list();
    expect(tokens.map(({ label }) => label)).toEqual(expect.arrayContaining(['service', 'person']));
    const keys = tokens.find(({ label }) => label === 'service')?.keys ?? [];
    expect(keys.map(({ label, id }) => [label, id])).toEqual(
      expect.arrayContaining([
        ['key p256', 'a0'],
        ['key rsa3072', 'a1'],
        ['key p384', 'a2'],
      ]),
    );
    for (const name of ['p256', 'rsa3072', 'p384'] as const) {
      const { publicKey } = new X509Certificate(bench.pki.signers[name].certificate);
      const own = keys.find(({ label }) => label === `key ${name}`)?.spki ?? new Uint8Array();
      expect(publicKey.export({ format: 'der', type: 'spki' }).equals(own)).toBe(true);
    }
    expect(tokens.find(({ label }) => label === 'person')?.keys).toEqual([]);
    const own = await bench.keys.list({ token: 'person', pin: PERSON_PIN });
    expect(own.find(({ label }) => label === 'person')?.keys).toMatchObject([{ label: 'κλειδί', id: 'b0' }]);
    expect(await codeOf(bench.keys.list({ token: 'person', pin: '0000' }))).toBe('wrong_password');
  });

  test('a key that is not there, is there twice, or is not the certificate’s signs nothing', async () => {
    const other = generateKeyPairSync('ec', { namedCurve: 'P-256' }).privateKey;
    const pkcs8 = other.export({ format: 'der', type: 'pkcs8' });
    for (const id of ['c0', 'c1']) bench.hsm.addKey('service', SERVICE_PIN, { label: 'twice', id, pkcs8 });
    const references: [unknown, string][] = [
      [{ label: 'nothing' }, 'no_key'],
      [{ id: 'ff' }, 'no_key'],
      [{ label: 'twice' }, 'no_key'],
      [{ label: 'twice', id: 'a0' }, 'no_key'],
      [{ label: 'twice', id: 'c1' }, 'provider_error'],
      [{ label: 'key p256', token: 'person' }, 'no_key'],
      [{ label: 'key p256', token: 'service', pin: 'person' }, 'no_key'],
      [null, 'no_key'],
    ];
    for (const [at, [reference, code]] of references.entries()) {
      await bench.enrol(`account-${at}`, 'p256', reference);
      expect(await sign(bench, `account-${at}`), JSON.stringify(reference)).toBe(code);
    }
    expect(await sign(bench)).toBe('done');
  });

  test('the process has the environment that it is given and no more, no PIN, no core dumps, no new privileges', async () => {
    expect(await sign(bench)).toBe('done');
    const read = (name: string) => readFileSync(`/proc/${bench.keys.pid}/${name}`, 'utf8');
    const own = new Set(['NODE_CHANNEL_FD', 'NODE_CHANNEL_SERIALIZATION_MODE']);
    const names = read('environ')
      .split('\0')
      .filter(Boolean)
      .map((entry) => entry.split('=')[0]);
    expect(names.filter((name = '') => !own.has(name)).sort()).toEqual([
      'SOFTHSM2_CONF',
      'UV_THREADPOOL_SIZE',
    ]);
    expect(read('cmdline') + read('environ')).not.toContain(SERVICE_PIN);
    expect(read('limits')).toMatch(/Max core file size +[01] /);
    expect(read('status')).toMatch(/NoNewPrivs:\t1/);
  });

  test('a token that is away costs nobody a code, and signs again when it is back', async () => {
    const otp = bench.freshOtp(ACCOUNT);
    bench.hsm.away();
    // SoftHSM keeps what it has read: a new process finds what there is.
    process.kill(bench.keys.pid ?? 0, 'SIGKILL');
    expect(await codeOf(bench.signer.health())).toBe('unavailable');
    expect(await sign(bench, ACCOUNT, { otp })).toBe('unavailable');
    bench.hsm.back();
    await expect.poll(() => sign(bench, ACCOUNT, { otp }), { timeout: 20_000 }).toBe('done');
    expect(await codeOf(bench.signer.health())).toBe('done');
  });

  test('a module that is not there, or is none, fails the start and says so', async () => {
    const base = { token: 'service', pinFile: bench.pinFile, sessions: 1, environment: {} };
    for (const module of ['/nowhere/libhsm.so', bench.pinFile])
      expect(await codeOf(openPkcs11({ ...base, module }))).toBe('unavailable');
  });
});

describe.skipIf(reason !== undefined)(`the service’s PIN (${reason ?? 'softhsm2'})`, () => {
  test('one that the token refuses is tried once, also after a crash, until the file holds another', async () => {
    const bench = await openHsm({ faulty: true });
    const logins = () => bench.faulty?.calls().filter((call) => call === 'C_Login').length;
    try {
      writeFileSync(bench.pinFile, 'wrong\n');
      for (const _ of [1, 2, 3]) expect(await sign(bench)).toBe('unavailable');
      process.kill(bench.keys.pid ?? 0, 'SIGKILL');
      await expect.poll(() => codeOf(bench.signer.health()), { timeout: 20_000 }).toBe('unavailable');
      expect(await sign(bench)).toBe('unavailable');
      expect(logins()).toBe(1);
      writeFileSync(bench.pinFile, `${SERVICE_PIN}\n`);
      expect(await sign(bench)).toBe('done');
      expect(logins()).toBe(2);
    } finally {
      await bench.close();
    }
  });
});

describe.skipIf(reason !== undefined || softHsmModule() === undefined)(
  `a module with faults (${reason ?? 'softhsm2'})`,
  () => {
    let bench: HsmBench;
    const faulty = () => {
      if (bench.faulty === undefined) throw new Error('the bench has no faulty module');
      return bench.faulty;
    };
    beforeAll(async () => {
      bench = await openHsm({
        faulty: true,
        sessions: 3,
        operationMs: 2000,
      });
    });
    beforeEach(async () => {
      faulty().faults();
      await expect.poll(() => sign(bench), { timeout: 20_000 }).toBe('done');
      faulty().forget();
    });
    afterAll(() => bench.close());

    test.each([
      ['CKR_SESSION_HANDLE_INVALID', 'C_SignInit once 0xb3'],
      ['CKR_SESSION_CLOSED', 'C_Sign once 0xb0'],
      ['CKR_KEY_HANDLE_INVALID', 'C_SignInit once 0x60'],
      ['CKR_USER_NOT_LOGGED_IN', 'C_SignInit once 0x101'],
      ['CKR_DEVICE_REMOVED', 'C_Sign once 0x32'],
      ['CKR_DEVICE_ERROR', 'C_SignInit once 0x30'],
      ['CKR_TOKEN_NOT_PRESENT', 'C_Sign once 0xe0'],
      ['CKR_CRYPTOKI_NOT_INITIALIZED', 'C_SignInit once 0x190'],
      ['CKR_GENERAL_ERROR', 'C_Sign once 0x5'],
    ] as const)('%s: session or module is opened anew, and nobody notices', async (_, fault) => {
      faulty().faults(fault);
      expect(await sign(bench)).toBe('done');
      expect(
        faulty()
          .calls()
          .filter((call) => call === 'C_Sign ended'),
      ).toHaveLength(1);
    });

    test.each([
      ['the device stays away', 'C_Sign return 0x32', 'unavailable'],
      ['no slot answers', 'C_GetSlotList return 0x30', 'done'],
      ['the key may not do it', 'C_SignInit return 0x68', 'provider_error'],
      ['an answer of its own', 'C_Sign return 0x80000123', 'provider_error'],
      ['a value with one bit wrong', 'C_Sign wrong 0', 'provider_error'],
      ['a value too short', 'C_Sign short 63', 'provider_error'],
      ['no value', 'C_Sign short 0', 'provider_error'],
    ] as const)('%s: no signature, a clear outcome, and later it signs again', async (_, fault, code) => {
      faulty().faults(fault);
      expect(await sign(bench)).toBe(code);
    });

    test('SGN-8 a module that ends its process in mid-call: a clean error, then it signs again', async () => {
      faulty().faults('C_Sign crash 0');
      expect(await sign(bench)).toBe('unavailable');
    });

    test('a function that does not return is given up with its process', async () => {
      const hanging = await openHsm({ faulty: true, operationMs: 2000 });
      try {
        for (const fault of ['C_Sign slow 60000', 'C_SignInit slow 60000'] as const) {
          const { pid } = hanging.keys;
          hanging.faulty?.faults(fault);
          expect(await sign(hanging)).toBe('unavailable');
          hanging.faulty?.faults();
          await expect.poll(() => sign(hanging), { timeout: 20_000 }).toBe('done');
          expect(hanging.keys.pid).not.toBe(pid);
        }
      } finally {
        await hanging.close();
      }
    });

    test('a token that cannot be closed behind its person is closed with the process', async () => {
      const { pid } = bench.keys;
      faulty().faults('C_CloseAllSessions return 0x5');
      expect(await sign(bench, PERSON)).toBe('unavailable');
      faulty().faults();
      await expect.poll(() => sign(bench, PERSON), { timeout: 20_000 }).toBe('done');
      expect(bench.keys.pid).not.toBe(pid);
    });

    test('more than a thousand values a call, and none, are refused', async () => {
      const [digest] = one.map(({ digest, signatureAlgorithm }) => ({ digest, signatureAlgorithm }));
      if (digest === undefined) throw new Error('there is one');
      const reference = { label: 'key p256', pin: 'service' } as const;
      const many = Array.from({ length: 1001 }, () => digest);
      expect(await codeOf(bench.keys.sign(reference, many))).toBe('too_many_items');
      expect(await codeOf(bench.keys.sign(reference, []))).toBe('too_many_items');
      expect(faulty().calls()).not.toContain('C_Sign');
    });

    test('as many values are made at once as there are sessions, whoever asks', async () => {
      faulty().faults('C_Sign slow 20');
      const calls = Array.from({ length: 8 }, (_, at) => {
        const items = Array.from({ length: 10 }, (__, each) => item(`${at} ${each}`, 'ecdsa-p256-sha256'));
        return bench.keys.sign({ label: 'key p256', pin: 'service' }, items);
      });
      expect((await Promise.all(calls)).flat()).toHaveLength(80);
      let [now, most, opened] = [0, 0, 1];
      for (const call of faulty().calls()) {
        if (call === 'C_OpenSession') opened += 1;
        if (call === 'C_Sign') now += 1;
        if (call === 'C_Sign ended') now -= 1;
        most = Math.max(most, now);
      }
      expect({ most, opened: opened <= 3 }).toEqual({ most: 3, opened: true });
    });

    test('a token of fewer sessions is content with fewer', async () => {
      process.kill(bench.keys.pid ?? 0, 'SIGKILL');
      await expect.poll(() => sign(bench), { timeout: 20_000 }).toBe('done');
      faulty().faults('C_OpenSession return 0xb1', 'C_Sign slow 5');
      const items = Array.from({ length: 20 }, (_, at) => item(`${at}`, 'ecdsa-p256-sha256'));
      expect(await bench.keys.sign({ label: 'key p256', pin: 'service' }, items)).toHaveLength(20);
    });

    describe('a person’s PIN', () => {
      const logins = () =>
        faulty()
          .calls()
          .filter((call) => call === 'C_Login').length;

      test.each([
        ['CKR_PIN_INCORRECT', '0xa0', 'wrong_password'],
        ['CKR_PIN_INVALID', '0xa1', 'wrong_password'],
        ['CKR_PIN_LEN_RANGE', '0xa2', 'wrong_password'],
        ['CKR_PIN_LOCKED', '0xa4', 'token_locked'],
        ['CKR_PIN_EXPIRED', '0xa3', 'token_locked'],
        ['CKR_DEVICE_REMOVED', '0x32', 'unavailable'],
        ['CKR_USER_TYPE_INVALID', '0x103', 'provider_error'],
      ])('SGN-5 %s is told as what it is, and leaves the code for the next try', async (_, value, code) => {
        const otp = bench.freshOtp(PERSON);
        faulty().faults(`C_Login return ${value}`);
        expect(await sign(bench, PERSON, { otp })).toBe(code);
        faulty().faults();
        await expect.poll(() => sign(bench, PERSON, { otp }), { timeout: 20_000 }).toBe('done');
      });

      test('SGN-5 a wrong code, an empty PIN or one that is too long costs no try at the token', async () => {
        expect(await sign(bench, PERSON, { otp: 'abcdef' })).toBe('wrong_otp');
        expect(await sign(bench, PERSON, { password: '' })).toBe('wrong_password');
        expect(await sign(bench, PERSON, { password: 'x'.repeat(300) })).toBe('wrong_password');
        expect(logins()).toBe(0);
      });

      test('a wrong PIN beside a right one does not profit from it', async () => {
        faulty().faults('C_Sign slow 20');
        const tries = Array.from({ length: 12 }, (_, at) => {
          const authorized = one.map(({ digest, signatureAlgorithm }) => ({ digest, signatureAlgorithm }));
          const reference = { token: 'person', label: 'κλειδί', pin: 'person' } as const;
          const pin = at % 2 === 0 ? PERSON_PIN : 'wrong';
          return codeOf(bench.keys.signAsPerson(reference, pin, async () => authorized));
        });
        const expected = tries.map((_, at) => (at % 2 === 0 ? 'done' : 'wrong_password'));
        expect(await Promise.all(tries)).toEqual(expected);
        expect(logins()).toBe(12);
      });

      test('calls that wait for a token are bounded', async () => {
        const reference = { token: 'person', label: 'κλειδί', pin: 'person' } as const;
        const authorized = one.map(({ digest, signatureAlgorithm }) => ({ digest, signatureAlgorithm }));
        const { promise: asked, resolve: ask } = Promise.withResolvers<void>();
        const { promise: released, resolve: release } = Promise.withResolvers<void>();
        const holder = bench.keys.signAsPerson(reference, PERSON_PIN, async () => {
          ask();
          await released;
          return authorized;
        });
        await asked;
        let refused = 0;
        const tries = Array.from({ length: 300 }, async () => {
          const code = await codeOf(bench.keys.signAsPerson(reference, 'wrong', async () => authorized));
          if (code === 'unavailable') refused += 1;
          return code;
        });
        await expect.poll(() => refused, { timeout: 10_000 }).toBe(45);
        release();
        expect(await holder).toHaveLength(1);
        const codes = await Promise.all(tries);
        expect(codes.filter((code) => code === 'wrong_password')).toHaveLength(255);
      });

      test('a login that is there already opens nothing: the PIN that is given has to', async () => {
        faulty().faults('C_Login once 0x100');
        expect(await sign(bench, PERSON)).toBe('done');
      });
    });
  },
);
