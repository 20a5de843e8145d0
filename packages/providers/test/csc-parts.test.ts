import { generateKeyPairSync, sign, verify } from 'node:crypto';
import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { satisfied } from '../src/csc/expression.ts';
import type { CscCredential, CscFactor } from '../src/csc/face.ts';
import { authData } from '../src/csc/factors.ts';
import { refusalOf } from '../src/csc/refusal.ts';
import { credentialAnswer, listAnswer, signHashAnswer, tokenAnswer } from '../src/csc/schemas.ts';
import { serviceAt } from '../src/csc/service.ts';
import { derOf } from '../src/csc/values.ts';
import { type Outbound, ProviderError } from '../src/index.ts';
import { codeOf } from './contract.ts';

describe('csc: signature values', () => {
  test('r and s side by side become the DER that others verify, leading zeros and all', () => {
    const { privateKey, publicKey } = generateKeyPairSync('ec', { namedCurve: 'P-256' });
    for (let at = 0; at < 600; at += 1) {
      const message = Buffer.from(`message ${at}`);
      const raw = sign('sha256', message, { key: privateKey, dsaEncoding: 'ieee-p1363' });
      const der = derOf(raw.subarray(0, 32), raw.subarray(32));
      expect(verify('sha256', message, publicKey, der)).toBe(true);
    }
  });

  test('every pair of numbers is written in the shortest form, and never as a negative', () => {
    fc.assert(
      fc.property(fc.uint8Array({ minLength: 48, maxLength: 48 }), fc.nat(48), (bytes, zeros) => {
        const r = bytes.map((octet, at) => (at < zeros ? 0 : octet));
        const der = derOf(r, bytes);
        expect(der[1]).toBe(der.length - 2);
        const length = der[3] ?? 0;
        const written = Buffer.from(der.subarray(4, 4 + length));
        expect(BigInt(`0x${written.toString('hex')}`)).toBe(BigInt(`0x${Buffer.from(r).toString('hex')}`));
        expect((written[0] ?? 0) & 0x80).toBe(0);
        const padded = length > 1 && written[0] === 0;
        if (padded) expect((written[1] ?? 0) & 0x80).toBe(0x80);
      }),
    );
  });
});

type Tree = string | [Tree, 'AND' | 'OR' | 'XOR', Tree];

describe('csc: auth/expression', () => {
  const ids = ['PIN', 'OTP', 'app', 'sms_1'];
  const tree = fc.letrec<{ tree: Tree }>((tie) => ({
    tree: fc.oneof(
      { maxDepth: 4 },
      fc.constantFrom<Tree>(...ids),
      fc.tuple(tie('tree'), fc.constantFrom('AND', 'OR', 'XOR'), tie('tree')) as fc.Arbitrary<Tree>,
    ),
  })).tree;
  const written = (node: Tree): string =>
    typeof node === 'string' ? node : `(${written(node[0])} ${node[1]} ${written(node[2])})`;
  const valued = (node: Tree, chosen: ReadonlySet<string>): boolean => {
    if (typeof node === 'string') return chosen.has(node);
    const [a, b] = [valued(node[0], chosen), valued(node[2], chosen)];
    return { AND: a && b, OR: a || b, XOR: a !== b }[node[1]];
  };

  test('means what it says', () => {
    fc.assert(
      fc.property(tree, fc.subarray(ids), (node, some) => {
        const chosen = new Set(some);
        expect(satisfied(written(node), chosen)).toBe(valued(node, chosen));
      }),
    );
  });

  test('AND binds closest, then XOR', () => {
    const chosen = new Set(['a']);
    expect(satisfied('a OR b AND c', chosen)).toBe(true);
    expect(satisfied('a XOR a AND b', chosen)).toBe(true);
    expect(satisfied('a or b', chosen)).toBe(true);
  });

  test('what cannot be read is neither true nor false, and takes no time', () => {
    const all = new Set(['a', 'b', 'AND', '(']);
    for (const broken of [
      '',
      'a AND',
      'AND',
      '(a',
      'a)',
      'a b',
      '()',
      `${'('.repeat(9999)}a`,
      'a OR '.repeat(9999),
    ])
      expect(satisfied(broken, all), broken.slice(0, 20)).toBeUndefined();
    fc.assert(
      fc.property(fc.string(), (text) => {
        expect([true, false, undefined]).toContain(satisfied(text, all));
      }),
    );
  });
});

describe('csc: what is given for a credential', () => {
  const factor = (id: string, kind: CscFactor['kind'], optional = false): CscFactor => ({
    id,
    kind,
    optional,
  });
  const credential = (factors: CscFactor[], expression = ''): CscCredential => ({
    credentialID: 'c',
    enabled: true,
    keyAlgorithms: [],
    chain: [],
    bound: true,
    multisign: 1,
    mode: 'explicit',
    factors,
    expression,
  });
  const pin = factor('PIN', 'password');
  const otp = factor('OTP', 'code');
  const app = factor('APP', 'elsewhere');
  const given = { password: 'p', otp: 'o' };

  test('all that it lists, or what its expression takes, the person’s own before what is asked elsewhere', () => {
    expect(authData(credential([pin, otp]), given)).toEqual([
      { id: 'PIN', value: 'p' },
      { id: 'OTP', value: 'o' },
    ]);
    const either = credential([pin, app, otp], 'PIN AND (OTP XOR APP)');
    expect(authData(either, given).map(({ id }) => id)).toEqual(['PIN', 'OTP']);
    expect(authData(either, { ...given, otp: '' })).toEqual([{ id: 'PIN', value: 'p' }, { id: 'APP' }]);
  });

  test('what is needed and was left empty, or is beyond all bounds, is wrong without being sent', () => {
    const codes = [
      [{ ...given, otp: '' }, 'wrong_otp'],
      [{ ...given, otp: '0'.repeat(1025) }, 'wrong_otp'],
      [{ ...given, password: '' }, 'wrong_password'],
    ] as const;
    for (const [part, code] of codes)
      for (const expression of ['', 'PIN AND OTP'])
        expect(() => authData(credential([pin, otp], expression), part)).toThrow(
          expect.objectContaining({ code }),
        );
    const optional = credential([pin, factor('OTP', 'code', true)]);
    expect(authData(optional, { ...given, otp: '' })).toEqual([{ id: 'PIN', value: 'p' }]);
  });

  test('a credential that asks the person for nothing is used by nobody', () => {
    const nothing = [credential([]), credential([factor('OTP', 'code', true)]), credential([pin], 'NOT_PIN')];
    for (const one of nothing)
      expect(() => authData(one, { ...given, otp: '' })).toThrow(
        expect.objectContaining({ code: 'provider_error' }),
      );
  });

  test('an expression that nothing satisfies is an error of the service', () => {
    for (const expression of ['FACE', 'PIN AND', 'PIN AND FACE'])
      expect(() => authData(credential([pin], expression), given)).toThrow(
        expect.objectContaining({ code: 'provider_error' }),
      );
  });
});

describe('csc: what services write in ways of their own', () => {
  test('base64 in lines, and seconds as text', () => {
    const lines = Buffer.alloc(96, 7)
      .toString('base64')
      .replace(/(.{64})/, '$1\r\n');
    const { signatures } = signHashAnswer.parse({ signatures: [lines] });
    expect(signatures).toEqual([Buffer.alloc(96, 7).toString('base64')]);
    expect(tokenAnswer.parse({ access_token: 't', expires_in: '300' }).expires_in).toBe(300);
    expect(tokenAnswer.parse({ access_token: 't', expires_in: null }).expires_in).toBeUndefined();
  });

  test('bounds hold', () => {
    const wrong = [
      [tokenAnswer, { access_token: '' }],
      [tokenAnswer, { access_token: 'x'.repeat(16 * 1024 + 1) }],
      [tokenAnswer, { access_token: 't', expires_in: -1 }],
      [tokenAnswer, { access_token: 't', expires_in: '1e400' }],
      [signHashAnswer, { signatures: ['*'] }],
      [signHashAnswer, { signatures: ['A'.repeat(4100)] }],
      [signHashAnswer, { signatures: Array.from({ length: 10_001 }, () => 'AAAA') }],
      [listAnswer, { credentialIDs: Array.from({ length: 1001 }, () => 'a') }],
      [listAnswer, { credentialIDs: [''] }],
      [credentialAnswer, { key: { status: 'enabled', algo: [] }, multisign: 1 }],
      [credentialAnswer, { key: { status: 'enabled', algo: ['1'] }, multisign: 0 }],
    ] as const;
    for (const [schema, value] of wrong) expect(schema.safeParse(value).success).toBe(false);
  });
});

describe('csc: refusals', () => {
  const CODES: [string, string, string, number?][] = [
    ['invalid_otp', 'The OTP is invalid', 'wrong_otp'],
    ['invalid_pin', 'The PIN is invalid', 'wrong_password'],
    ['invalid_pin', 'PIN locked', 'account_locked'],
    ['invalid_request', 'OTP locked', 'account_locked'],
    ['invalid_request', 'The PIN is invalid', 'wrong_password'],
    ['invalid_request', 'The OTP is invalid', 'wrong_otp'],
    ['invalid_request', 'Credential locked', 'account_locked'],
    ['invalid_authentication_data', 'The authentication data is invalid', 'wrong_factor'],
    ['invalid_authentication_data', 'OTP is not valid', 'wrong_otp'],
    ['invalid_authentication_data', 'The code is expired', 'wrong_otp'],
    ['invalid_grant', 'Authorization code is expired', 'timeout'],
    ['access_denied', 'Credential locked', 'account_locked'],
    ['invalid_authentication_data', 'wrong password', 'wrong_password'],
    ['invalid_authentication_data', 'PIN or OTP is wrong', 'wrong_factor'],
    ['invalid_request', 'Numbers of signatures is too high', 'too_many_items'],
    ['invalid_request', 'The credential identified by X is disabled', 'no_key'],
    ['invalid_request', 'Invalid parameter credentialID', 'no_key'],
    ['invalid_request', 'SAD expired', 'timeout'],
    ['access_denied', 'The user denied the request', 'denied'],
    ['temporarily_unavailable', '', 'unavailable', 503],
    ['server_error', 'oops', 'unavailable', 500],
    ['invalid_request', 'Hash is not authorized by the SAD', 'provider_error'],
    ['__proto__', 'toString', 'provider_error'],
  ];

  test.each(CODES)('%s, %s: %s', (error, description, code, status = 400) => {
    expect(refusalOf({ method: 'm', status, error, description }, []).code).toBe(code);
  });
});

describe('csc: info', () => {
  const BASE = 'https://provider.example/csc/v2';
  const answering = (info: object): Outbound => ({
    ask: async () => ({
      status: 200,
      contentType: 'application/json',
      headers: {},
      body: Buffer.from(
        JSON.stringify({ specs: '2.0.0.2', authType: ['oauth2client'], methods: [], ...info }),
      ),
    }),
    close: async () => undefined,
  });
  const asked = (info: object) => {
    const signal = new AbortController().signal;
    return serviceAt(BASE, { http: answering(info), timeoutMs: 1000, signal });
  };

  test('the version is chosen by specs; another than 1 and 2 is not spoken', async () => {
    const versions = { '2.0.0.2': 2, '2.1.0.0': 2, '1.0.4.0': 1, '1.0.3.0': 1 };
    for (const [specs, version] of Object.entries(versions))
      expect((await asked({ specs })).version).toBe(version);
    for (const specs of ['3.0', '0.9', '21.0', 'two', '1'])
      expect(await codeOf(asked({ specs }))).toBe('provider_error');
  });

  test('the authorization server is below its base, whether or not that names the folder', async () => {
    for (const oauth2 of ['https://as.example', 'https://as.example/', 'https://as.example/oauth2/'])
      expect((await asked({ oauth2 })).oauth).toEqual({
        authorize: 'https://as.example/oauth2/authorize',
        token: 'https://as.example/oauth2/token',
        pushed: undefined,
      });
  });

  test('secrets are sent no less protected than to the service itself', async () => {
    expect(await codeOf(asked({ oauth2: 'http://as.example/' }))).toBe('provider_error');
    expect(await codeOf(asked({ oauth2: 'file:///etc/passwd' }))).toBe('provider_error');
  });

  test('an answer of another shape, however large its parts, is an error and no crash', async () => {
    const own = (name: string, part: object) => ({ [name]: part });
    await fc.assert(
      fc.asyncProperty(
        fc.constantFrom('specs', 'authType', 'methods', 'oauth2', 'oauth2Issuer', 'name'),
        fc.jsonValue(),
        async (name, value) => {
          try {
            await asked(own(name, value as object));
          } catch (error) {
            expect(error).toBeInstanceOf(ProviderError);
          }
        },
      ),
    );
  });
});
