import {
  constants,
  createHash,
  createPublicKey,
  generateKeyPairSync,
  type KeyObject,
  sign,
} from 'node:crypto';
import type { VerifyAlgorithm } from '@websign/pki';
import { nodePorts } from '@websign/ports';
import { describe, expect, test } from 'vitest';

const { verify } = nodePorts();
const message = Buffer.from('the signed attributes');

const ec = (namedCurve: string) => generateKeyPairSync('ec', { namedCurve });
const keys = {
  p256: ec('prime256v1'),
  p384: ec('secp384r1'),
  p521: ec('secp521r1'),
  k256: ec('secp256k1'),
  bp256: ec('brainpoolP256r1'),
  bp384: ec('brainpoolP384r1'),
  bp512: ec('brainpoolP512r1'),
  rsa: generateKeyPairSync('rsa', { modulusLength: 2048 }),
  rsaPss: generateKeyPairSync('rsa-pss', {
    modulusLength: 2048,
    hashAlgorithm: 'sha256',
    mgf1HashAlgorithm: 'sha256',
  }),
  ed25519: generateKeyPairSync('ed25519'),
  ed448: generateKeyPairSync('ed448'),
};
type KeyName = keyof typeof keys;
const spkiOf = (key: KeyObject) => Uint8Array.from(key.export({ type: 'spki', format: 'der' }));

const cases: [VerifyAlgorithm, KeyName, string | null, 'pss' | undefined][] = [
  ['ecdsa-p256-sha256', 'p256', 'sha256', undefined],
  ['ecdsa-p256-sha384', 'p256', 'sha384', undefined],
  ['ecdsa-p256-sha512', 'p256', 'sha512', undefined],
  ['ecdsa-p384-sha256', 'p384', 'sha256', undefined],
  ['ecdsa-p384-sha384', 'p384', 'sha384', undefined],
  ['ecdsa-p384-sha512', 'p384', 'sha512', undefined],
  ['ecdsa-p521-sha512', 'p521', 'sha512', undefined],
  ['ecdsa-p256-sha1', 'p256', 'sha1', undefined],
  ['ecdsa-p256-sha3-256', 'p256', 'sha3-256', undefined],
  ['ecdsa-p521-sha224', 'p521', 'sha224', undefined],
  ['ecdsa-bp256-sha256', 'bp256', 'sha256', undefined],
  ['ecdsa-bp384-sha384', 'bp384', 'sha384', undefined],
  ['ecdsa-bp512-sha512', 'bp512', 'sha512', undefined],
  ['rsa-pkcs1-md5', 'rsa', 'md5', undefined],
  ['rsa-pkcs1-sha1', 'rsa', 'sha1', undefined],
  ['rsa-pkcs1-sha224', 'rsa', 'sha224', undefined],
  ['rsa-pkcs1-sha3-512', 'rsa', 'sha3-512', undefined],
  ['rsa-pkcs1-sha256', 'rsa', 'sha256', undefined],
  ['rsa-pkcs1-sha384', 'rsa', 'sha384', undefined],
  ['rsa-pkcs1-sha512', 'rsa', 'sha512', undefined],
  ['rsa-pss-sha256', 'rsa', 'sha256', 'pss'],
  ['rsa-pss-sha384', 'rsa', 'sha384', 'pss'],
  ['rsa-pss-sha512', 'rsa', 'sha512', 'pss'],
  ['rsa-pss-sha256', 'rsaPss', 'sha256', 'pss'],
  ['rsa-pss-sha1', 'rsa', 'sha1', 'pss'],
  ['rsa-pss-sha3-384', 'rsa', 'sha3-384', 'pss'],
  ['ed25519', 'ed25519', null, undefined],
  ['ed448', 'ed448', null, undefined],
];

function signed(name: KeyName, hash: string | null, scheme: 'pss' | undefined): Uint8Array {
  const key = keys[name].privateKey;
  const padding =
    scheme === 'pss'
      ? { padding: constants.RSA_PKCS1_PSS_PADDING, saltLength: constants.RSA_PSS_SALTLEN_DIGEST }
      : {};
  return Uint8Array.from(sign(hash, message, { key, ...padding }));
}

describe.each(cases)('%s with a key of type %s', (algorithm, name, hash, scheme) => {
  const spki = spkiOf(keys[name].publicKey);
  const signature = signed(name, hash, scheme);

  test('accepts the right signature and no other message, value or key', () => {
    expect(verify(algorithm, spki, message, signature)).toBe(true);
    expect(verify(algorithm, spki, Buffer.from('another message'), signature)).toBe(false);
    const flipped = Uint8Array.from(signature);
    flipped[flipped.length - 1] = (flipped[flipped.length - 1] ?? 0) ^ 1;
    for (const value of [flipped, signature.subarray(1), new Uint8Array(0), new Uint8Array(100_000)]) {
      expect(verify(algorithm, spki, message, value)).toBe(false);
    }
  });

  test('keys of every other type are false', () => {
    for (const [other, pair] of Object.entries(keys)) {
      if (other === name) continue;
      expect(verify(algorithm, spkiOf(pair.publicKey), message, signature)).toBe(false);
    }
  });

  test('an algorithm of another name is false', () => {
    for (const [other] of cases.filter(([id]) => id !== algorithm)) {
      expect(verify(other, spki, message, signature)).toBe(false);
    }
  });
});

test.each([0, 20, 32, 64])('a PSS salt of %s octets is told by name; another one is false', (saltLength) => {
  const value = sign('sha256', message, {
    key: keys.rsa.privateKey,
    padding: constants.RSA_PKCS1_PSS_PADDING,
    saltLength,
  });
  const spki = spkiOf(keys.rsa.publicKey);
  expect(verify(`rsa-pss-sha256-salt${saltLength}`, spki, message, value)).toBe(true);
  expect(verify('rsa-pss-sha256', spki, message, value)).toBe(saltLength === 32);
  expect(verify(`rsa-pss-sha256-salt${saltLength + 1}`, spki, message, value)).toBe(false);
});

test.each<[VerifyAlgorithm, number]>([
  ['rsa-pkcs1-sha256', constants.RSA_PKCS1_PADDING],
  ['rsa-pss-sha256', constants.RSA_PKCS1_PSS_PADDING],
])(
  '%s: a value is as long as the modulus (RFC 8017 §8.2.2): its leading zero may not be left out',
  (algorithm, padding) => {
    const spki = spkiOf(keys.rsa.publicKey);
    // One value in 256 begins with a zero.
    for (let at = 0; at < 20_000; at++) {
      const text = Buffer.from(`message ${at}`);
      const key = { key: keys.rsa.privateKey, padding, saltLength: constants.RSA_PSS_SALTLEN_DIGEST };
      const value = Uint8Array.from(sign('sha256', text, key));
      if (value[0] !== 0) continue;
      expect(verify(algorithm, spki, text, value)).toBe(true);
      expect(verify(algorithm, spki, text, value.subarray(1))).toBe(false);
      expect(verify(algorithm, spki, text, Uint8Array.from([0, ...value]))).toBe(false);
      return;
    }
    throw new Error('no value begins with a zero');
  },
);

describe('exponents of RSA', () => {
  const modulus = keys.rsa.publicKey.export({ format: 'jwk' }).n ?? '';
  const spkiBy = (exponent: number) =>
    spkiOf(
      createPublicKey({
        key: { kty: 'RSA', n: modulus, e: Buffer.from([exponent]).toString('base64url') },
        format: 'jwk',
      }),
    );
  const hash = createHash('sha256').update(message).digest();
  const info = Buffer.concat([Buffer.from('3031300d060960864801650304020105000420', 'hex'), hash]);
  /** EMSA-PKCS1-v1_5 of the message: by an exponent of 1 it is its own value. */
  const padded = Buffer.concat([
    Buffer.from([0, 1]),
    Buffer.alloc(256 - 3 - info.length, 0xff),
    Buffer.from([0]),
    info,
  ]);

  test.each([1, 2, 4])('%s is none: what anybody writes down is no value (RFC 8017 §3.1)', (exponent) => {
    expect(verify('rsa-pkcs1-sha256', spkiBy(exponent), message, padded)).toBe(false);
  });

  test('3 is one', () => {
    const { publicKey, privateKey } = generateKeyPairSync('rsa', { modulusLength: 2048, publicExponent: 3 });
    const value = Uint8Array.from(sign('sha256', message, privateKey));
    expect(verify('rsa-pkcs1-sha256', spkiOf(publicKey), message, value)).toBe(true);
  });
});

describe('odd SubjectPublicKeyInfo', () => {
  const spki = spkiOf(keys.p256.publicKey);
  const signature = signed('p256', 'sha256', undefined);

  test('a curve given by explicit parameters is false', () => {
    const pair = generateKeyPairSync('ec', { namedCurve: 'prime256v1', paramEncoding: 'explicit' });
    const value = sign('sha256', message, pair.privateKey);
    expect(verify('ecdsa-p256-sha256', spkiOf(pair.publicKey), message, value)).toBe(false);
  });

  test('trailing bytes, cut ends and long junk are false', () => {
    for (const key of [
      Uint8Array.from([...spki, 0]),
      spki.subarray(0, -1),
      spki.subarray(1),
      new Uint8Array(0),
      Uint8Array.from([0x30, 0x80, 0, 0]),
      Uint8Array.from([0x30, 0x84, 0xff, 0xff, 0xff, 0xff]),
      new Uint8Array(1_000_000).fill(0x30),
    ]) {
      expect(verify('ecdsa-p256-sha256', key, message, signature)).toBe(false);
    }
  });

  test('a compressed point is the same key; the hybrid form is none', () => {
    const compressed = Uint8Array.from([
      ...spki.subarray(0, 26),
      2 + ((spki.at(-1) ?? 0) & 1),
      ...spki.subarray(27, 59),
    ]);
    compressed[1] = compressed.length - 2;
    compressed[24] = 34;
    expect(verify('ecdsa-p256-sha256', compressed, message, signature)).toBe(true);
    const hybrid = Uint8Array.from(spki);
    hybrid[26] = 6 + ((spki.at(-1) ?? 0) & 1);
    expect(verify('ecdsa-p256-sha256', hybrid, message, signature)).toBe(false);
  });

  test('a key with any byte changed does not verify', () => {
    for (let at = 0; at < spki.length; at++) {
      for (let mask = 1; mask < 256; mask++) {
        const key = Uint8Array.from(spki);
        key[at] = (key[at] ?? 0) ^ mask;
        if (verify('ecdsa-p256-sha256', key, message, signature)) throw new Error(`byte ${at} ^ ${mask}`);
      }
    }
  }, 120_000);
});
