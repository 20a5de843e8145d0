import {
  assembleCms,
  draftCms,
  PkiError,
  type PublicKey,
  parseCertificate,
  parseSignedData,
  usualAlgorithm,
} from '@websign/pki';
import { nodePorts } from '@websign/ports';
import { makeTestPki, SIGNER_ALGORITHMS } from '@websign/testkit';
import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { sequence } from '../src/asn1/writer.ts';
import { requireKeyFor } from '../src/x509/public-key.ts';

const ports = nodePorts();
const pki = makeTestPki();
const { p256 } = pki.signers;

function cmsWith(certificates: Uint8Array[]): Uint8Array {
  const input = {
    digest: new Uint8Array(32),
    digestAlgorithm: 'SHA-256',
    algorithm: 'ecdsa-p256-sha256',
  } as const;
  const draft = draftCms({ ...input, chain: [p256.certificate, ...certificates] }, ports);
  return assembleCms(draft, p256.sign('ecdsa-p256-sha256', draft.signedAttributes));
}

function code(run: () => unknown): string {
  try {
    run();
    return 'read';
  } catch (error) {
    if (error instanceof PkiError) return error.code;
    throw error;
  }
}

describe('parseSignedData', () => {
  test('reads what is written', () => {
    const data = parseSignedData(cmsWith([pki.intermediate.certificate]));
    expect(data).toMatchObject({ version: 1, contentType: '1.2.840.113549.1.7.1', crls: [] });
    expect(data.content).toBeUndefined();
    expect(data.certificates).toHaveLength(2);
    expect(data.signers).toMatchObject([
      { version: 1, digestAlgorithm: 'SHA-256', signatureMethod: { kind: 'ecdsa', digest: 'SHA-256' } },
    ]);
    expect(data.signers[0]?.signedAttributes?.attributes.map(({ type }) => type).toSorted()).toEqual([
      '1.2.840.113549.1.9.16.2.47',
      '1.2.840.113549.1.9.3',
      '1.2.840.113549.1.9.4',
    ]);
  });

  test('a certificate that is given twice is written once', () => {
    const chain = [pki.intermediate.certificate, p256.certificate, pki.intermediate.certificate];
    expect(parseSignedData(cmsWith(chain)).certificates).toHaveLength(2);
  });

  test('zeros after it are allowed only where asked for, and not counted', () => {
    const cms = cmsWith([]);
    const padded = Uint8Array.of(...cms, 0, 0, 0);
    expect(code(() => parseSignedData(padded))).toBe('asn1_trailing');
    expect(parseSignedData(padded, { allowTrailing: true }).length).toBe(cms.length);
  });

  test('too many certificates are refused', () => {
    const many = (count: number) => Array.from({ length: count }, (_, i) => sequence(Uint8Array.of(2, 1, i)));
    expect(code(() => parseSignedData(cmsWith(many(63))))).toBe('read');
    expect(code(() => parseSignedData(cmsWith(many(64))))).toBe('asn1_limit');
  });

  test('another content type is unsupported, not malformed', () => {
    const data = Uint8Array.from(cmsWith([]));
    data[data.indexOf(0x07, 4) + 1] = 0x03; // pkcs7-envelopedData
    expect(code(() => parseSignedData(data))).toBe('cms_unsupported');
  });

  test('damaged ones throw PkiError and nothing else', () => {
    const cms = cmsWith([pki.intermediate.certificate]);
    fc.assert(
      fc.property(fc.nat(cms.length - 1), fc.uint8Array({ maxLength: 4 }), fc.nat(4), (at, octets, drop) => {
        const changed = Uint8Array.of(...cms.subarray(0, at), ...octets, ...cms.subarray(at + drop));
        expect(code(() => parseSignedData(changed, { allowTrailing: true }))).toMatch(
          /^(asn1|cms|algorithm)_|^read$/,
        );
      }),
      { numRuns: 2000 },
    );
  });
});

describe('usualAlgorithm', () => {
  const usual = (publicKey: PublicKey) => usualAlgorithm({ publicKey });

  test('ECDSA by the curve, RSA with PSS, PKCS#1 only where asked for', () => {
    for (const name of ['p256', 'p384'] as const) {
      const certificate = parseCertificate(pki.signers[name].certificate);
      expect(usualAlgorithm(certificate)).toBe(SIGNER_ALGORITHMS[name][0]);
    }
    const rsa = parseCertificate(pki.signers.rsa3072.certificate);
    expect(usualAlgorithm(rsa)).toBe('rsa-pss-sha256');
    expect(usualAlgorithm(rsa, { pkcs1: true })).toBe('rsa-pkcs1-sha256');
    expect(usual({ kind: 'rsa-pss', bits: 2048 })).toBe('rsa-pss-sha256');
    const parameters = { digest: 'SHA-512', maskDigest: 'SHA-512', saltLength: 64 } as const;
    expect(usual({ kind: 'rsa-pss', bits: 2048, parameters })).toBe('rsa-pss-sha512');
  });

  test.each<PublicKey>([
    { kind: 'ec', curve: 'p521' },
    { kind: 'rsa', bits: 2047 },
    { kind: 'rsa-pss', bits: 1024 },
    // Bound to what is not made here: another mask, or a longer salt.
    {
      kind: 'rsa-pss',
      bits: 2048,
      parameters: { digest: 'SHA-256', maskDigest: 'SHA-1', saltLength: 32 },
    },
    {
      kind: 'rsa-pss',
      bits: 2048,
      parameters: { digest: 'SHA-256', maskDigest: 'SHA-256', saltLength: 33 },
    },
    { kind: 'ed25519' },
    { kind: 'other', oid: '1.2.3' },
  ])('no other key signs: %o', (publicKey) => {
    expect(code(() => usual(publicKey))).toBe('algorithm_unsupported');
  });
});

test('a short RSA key drafts nothing, whatever is asked', () => {
  const key = { kind: 'rsa', bits: 1024 } as const;
  for (const algorithm of ['rsa-pss-sha256', 'rsa-pkcs1-sha512'] as const)
    expect(code(() => requireKeyFor(algorithm, key))).toBe('algorithm_unsupported');
  expect(code(() => requireKeyFor('rsa-pss-sha256', { kind: 'rsa', bits: 2048 }))).toBe('read');
  const parameters = { digest: 'SHA-256', maskDigest: 'SHA-256', saltLength: 32 } as const;
  const bound = { kind: 'rsa-pss', bits: 2048, parameters } as const;
  expect(code(() => requireKeyFor('rsa-pss-sha256', bound))).toBe('read');
  for (const algorithm of ['rsa-pss-sha384', 'rsa-pkcs1-sha256'] as const)
    expect(code(() => requireKeyFor(algorithm, bound))).toBe('algorithm_mismatch');
});
