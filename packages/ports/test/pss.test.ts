import {
  constants,
  createPrivateKey,
  createPublicKey,
  generateKeyPairSync,
  generatePrimeSync,
  type KeyObject,
  privateEncrypt,
  publicDecrypt,
  sign,
} from 'node:crypto';
import type { VerifyAlgorithm } from '@websign/pki';
import { nodePorts } from '@websign/ports';
import { isInstalled, judgedFiles } from '@websign/testkit';
import { describe, expect, test } from 'vitest';

/** RSASSA-PSS whose mask is of another digest than the message. */
const { verify } = nodePorts();
const message = Buffer.from('the signed attributes');
const noOpenssl = !isInstalled('openssl');
const spkiOf = (key: KeyObject) =>
  Uint8Array.from(createPublicKey(key).export({ type: 'spki', format: 'der' }));

/** A key whose modulus has just so many bits, in the upper quarter of that size; Node's own are of even sizes. */
function keyOf(bits: number): KeyObject {
  const prime = (size: number) => generatePrimeSync(size, { bigint: true });
  const least = 7n << BigInt(bits - 3);
  for (;;) {
    const [p, q, e] = [prime(Math.ceil(bits / 2)), prime(Math.floor(bits / 2)), 65537n];
    const [n, phi] = [p * q, (p - 1n) * (q - 1n)];
    if (n < least || phi % e === 0n) continue;
    const d = inverse(e, phi);
    const parts = { n, e, d, p, q, dp: d % (p - 1n), dq: d % (q - 1n), qi: inverse(q, p) };
    const jwk = Object.fromEntries(Object.entries(parts).map(([name, value]) => [name, base64url(value)]));
    return createPrivateKey({ key: { kty: 'RSA', ...jwk }, format: 'jwk' });
  }
}

function inverse(value: bigint, modulus: bigint): bigint {
  let [r, next, t, after] = [modulus, value % modulus, 0n, 1n];
  while (next !== 0n) {
    const quotient = r / next;
    [r, next] = [next, r - quotient * next];
    [t, after] = [after, t - quotient * after];
  }
  return ((t % modulus) + modulus) % modulus;
}

function base64url(value: bigint): string {
  const hex = value.toString(16);
  return Buffer.from(hex.padStart(hex.length + (hex.length % 2), '0'), 'hex').toString('base64url');
}

function opensslSign(key: KeyObject, hash: string, mask: string, saltLength: number): Uint8Array {
  const options = ['rsa_padding_mode:pss', `rsa_pss_saltlen:${saltLength}`, `rsa_mgf1_md:${mask}`];
  const { status, stdout, output } = judgedFiles(
    'openssl',
    { key: key.export({ type: 'pkcs8', format: 'pem' }), message },
    ...['dgst', `-${hash}`, '-sign', 'key', ...options.flatMap((option) => ['-sigopt', option]), 'message'],
  );
  if (status !== 0) throw new Error(output);
  return Uint8Array.from(stdout);
}

const rsa = generateKeyPairSync('rsa', { modulusLength: 2048 }).privateKey;
const raw = { padding: constants.RSA_NO_PADDING };
const encodedOf = (key: KeyObject, value: Uint8Array) => publicDecrypt({ key, ...raw }, value);

describe.skipIf(noOpenssl)(noOpenssl ? 'skipped: openssl not installed' : 'values by openssl', () => {
  test.each([
    ['sha256', 'sha1', 20],
    ['sha256', 'sha512', 32],
    ['sha512', 'sha256', 64],
    ['sha1', 'sha256', 0],
    ['sha384', 'sha3-256', 48],
    ['sha3-512', 'sha224', 7],
    ['sha224', 'md5', 222],
    ['sha256', 'sha384', 222],
  ])('%s masked by %s with a salt of %i octets', (hash, mask, saltLength) => {
    const value = opensslSign(rsa, hash, mask, saltLength);
    const spki = spkiOf(rsa);
    const named = (of: string, by: string, salt: number) => `rsa-pss-${of}-mgf1-${by}-salt${salt}`;
    const holds = (algorithm: string, over: Uint8Array = message) =>
      verify(algorithm as VerifyAlgorithm, spki, over, value);
    expect(holds(named(hash, mask, saltLength))).toBe(true);
    expect(holds(named(hash, mask, saltLength), Buffer.from('another message'))).toBe(false);
    expect(holds(named(hash, mask, saltLength + 1))).toBe(false);
    expect(holds(named(hash, mask, Math.max(saltLength - 1, 1)))).toBe(false);
    expect(holds(named(mask, hash, saltLength))).toBe(false);
    expect(holds(`rsa-pss-${hash}-salt${saltLength}`)).toBe(false);
    expect(holds(`rsa-pss-${mask}-salt${saltLength}`)).toBe(false);
  });

  // Of 8k + 1 bits the encoded message is an octet shorter than the modulus.
  test.each([1024, 1025, 1026, 1031])(
    'a modulus of %i bits',
    (bits) => {
      const key = keyOf(bits);
      const algorithm = 'rsa-pss-sha256-mgf1-sha1-salt20';
      const value = opensslSign(key, 'sha256', 'sha1', 20);
      expect(value).toHaveLength(Math.ceil(bits / 8));
      expect(verify(algorithm, spkiOf(key), message, value)).toBe(true);
      const encoded = encodedOf(key, value);
      const { n = '' } = key.export({ format: 'jwk' });
      const modulus = Buffer.from(n, 'base64url');
      // Each octet of the encoded message counts, and each bit of the first ones and of the last.
      let tried = 0;
      for (let at = 0; at < encoded.length * 8; at++) {
        const changed = Buffer.from(encoded);
        changed[at >> 3] = (changed[at >> 3] ?? 0) ^ (0x80 >> (at & 7));
        if (Buffer.compare(changed, modulus) >= 0) continue;
        tried++;
        const forged = privateEncrypt({ key, ...raw }, changed);
        if (verify(algorithm, spkiOf(key), message, forged)) throw new Error(`bit ${at} does not count`);
      }
      expect(tried).toBeGreaterThan(bits / 8 + 20);
    },
    60_000,
  );

  test('values of another length, or not below the modulus, are false', () => {
    const algorithm = 'rsa-pss-sha256-mgf1-sha1-salt20';
    const value = opensslSign(rsa, 'sha256', 'sha1', 20);
    const { n = '' } = rsa.export({ format: 'jwk' });
    const modulus = BigInt(`0x${Buffer.from(n, 'base64url').toString('hex')}`);
    const larger = BigInt(`0x${Buffer.from(value).toString('hex')}`) + modulus;
    const octets = Buffer.from(larger.toString(16).padStart(514, '0'), 'hex');
    const values = [Buffer.concat([Buffer.alloc(1), value]), value.subarray(1), octets, octets.subarray(1)];
    for (const one of [...values, new Uint8Array(0), new Uint8Array(256), new Uint8Array(256).fill(255)])
      expect(verify(algorithm, spkiOf(rsa), message, one)).toBe(false);
  });

  test('a salt for which the modulus has no room is false', () => {
    const value = opensslSign(rsa, 'sha256', 'sha1', 222);
    for (const salt of [223, 224, 256, 1024])
      expect(verify(`rsa-pss-sha256-mgf1-sha1-salt${salt}`, spkiOf(rsa), message, value)).toBe(false);
  });
});

test('a key that is bound to a mask verifies by the parameters that are told, not by its own', () => {
  const { privateKey } = generateKeyPairSync('rsa-pss', {
    modulusLength: 2048,
    hashAlgorithm: 'sha256',
    mgf1HashAlgorithm: 'sha1',
  });
  const value = sign('sha256', message, {
    key: privateKey,
    padding: constants.RSA_PKCS1_PSS_PADDING,
    saltLength: 32,
  });
  const spki = spkiOf(privateKey);
  expect(verify('rsa-pss-sha256-mgf1-sha1-salt32', spki, message, value)).toBe(true);
  expect(verify('rsa-pss-sha256', spki, message, value)).toBe(false);
  expect(verify('rsa-pss-sha256-mgf1-sha384-salt32', spki, message, value)).toBe(false);
  expect(verify('rsa-pss-sha256-mgf1-sha1-salt20', spki, message, value)).toBe(false);
});
