import { generateKeyPairSync, sign } from 'node:crypto';
import { type Certificate, type Curve, parseCertificate } from '@websign/pki';
import { nodePorts } from '@websign/ports';
import { makeTestPki } from '@websign/testkit';
import { describe, expect, test } from 'vitest';
import { verifyValue } from '../src/signature/algorithms.ts';

const ports = nodePorts();
const any = parseCertificate(makeTestPki().root.certificate);
const message = Buffer.from('what was signed');
const ecdsa = (hash: string) => `http://www.w3.org/2001/04/xmldsig-more#ecdsa-${hash}`;

const CURVES: [Curve, string, string][] = [
  ['p256', 'prime256v1', 'sha256'],
  ['p384', 'secp384r1', 'sha384'],
  ['p521', 'secp521r1', 'sha512'],
  ['bp256', 'brainpoolP256r1', 'sha256'],
  ['bp384', 'brainpoolP384r1', 'sha384'],
  ['bp512', 'brainpoolP512r1', 'sha512'],
];

describe('signature values of XML', () => {
  test.each(CURVES)(
    'ECDSA on %s is two numbers side by side, whatever their leading zeros',
    async (curve, namedCurve, hash) => {
      const { privateKey, publicKey } = generateKeyPairSync('ec', { namedCurve });
      const spki = new Uint8Array(publicKey.export({ format: 'der', type: 'spki' }));
      const certificate: Certificate = { ...any, spki, publicKey: { kind: 'ec', curve } };
      const verified = (value: Uint8Array, text = message) =>
        verifyValue(ecdsa(hash), certificate, { message: text, value }, ports);
      // Of P-256 one value in 128 has a number that begins with a zero octet.
      for (let i = 0; i < (curve === 'p256' ? 300 : 4); i++) {
        expect(await verified(sign(hash, message, { key: privateKey, dsaEncoding: 'ieee-p1363' }))).toBe(
          true,
        );
      }
      expect(await verified(sign(hash, message, { key: privateKey, dsaEncoding: 'der' }))).toBe(false);
      const value = sign(hash, message, { key: privateKey, dsaEncoding: 'ieee-p1363' });
      expect(await verified(value, Buffer.from('something else'))).toBe(false);
      expect(await verified(new Uint8Array(value.length))).toBe(false);
      expect(await verified(value.subarray(1))).toBe(false);
    },
  );

  test.each([
    [1899, false],
    [1900, true],
    [2032, true],
  ])('an RSA key of %i bits counts: %s (TS 119 312, table 9)', async (modulusLength, counts) => {
    const { privateKey, publicKey } = generateKeyPairSync('rsa', { modulusLength });
    const spki = new Uint8Array(publicKey.export({ format: 'der', type: 'spki' }));
    const certificate: Certificate = { ...any, spki, publicKey: { kind: 'rsa', bits: modulusLength } };
    const signed = { message, value: sign('sha256', message, privateKey) };
    const rsa = 'http://www.w3.org/2001/04/xmldsig-more#rsa-sha256';
    expect(await verifyValue(rsa, certificate, signed, ports)).toBe(counts);
  });

  test('a key of RSASSA-PSS makes no values of other digests than it is bound to (RFC 4055 §3.3)', async () => {
    const terms = {
      modulusLength: 2048,
      hashAlgorithm: 'sha256',
      mgf1HashAlgorithm: 'sha256',
    };
    const { privateKey, publicKey } = generateKeyPairSync('rsa-pss', terms);
    const spki = new Uint8Array(publicKey.export({ format: 'der', type: 'spki' }));
    const value = sign('sha256', message, privateKey);
    const counts = (digest: 'SHA-256' | 'SHA-512', maskDigest: 'SHA-256' | 'SHA-1') => {
      const parameters = { digest, maskDigest, saltLength: 32 };
      const certificate: Certificate = {
        ...any,
        spki,
        publicKey: { kind: 'rsa-pss', bits: 2048, parameters },
      };
      const pss = 'http://www.w3.org/2007/05/xmldsig-more#sha256-rsa-MGF1';
      return verifyValue(pss, certificate, { message, value }, ports);
    };
    expect(await counts('SHA-256', 'SHA-256')).toBe(true);
    expect(await counts('SHA-256', 'SHA-1')).toBe(false);
    expect(await counts('SHA-512', 'SHA-256')).toBe(false);
  });

  test('a short RSA key, and a key of another kind, make none', async () => {
    const { privateKey, publicKey } = generateKeyPairSync('rsa', { modulusLength: 1024 });
    const spki = new Uint8Array(publicKey.export({ format: 'der', type: 'spki' }));
    const certificate: Certificate = { ...any, spki, publicKey: { kind: 'rsa', bits: 1024 } };
    const signed = { message, value: sign('sha256', message, privateKey) };
    const rsa = 'http://www.w3.org/2001/04/xmldsig-more#rsa-sha256';
    expect(await verifyValue(rsa, certificate, signed, ports)).toBe(false);
    expect(await verifyValue(ecdsa('sha256'), certificate, signed, ports)).toBe(false);
  });
});
