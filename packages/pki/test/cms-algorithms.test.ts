import { createHash, generateKeyPairSync, type KeyObject, sign } from 'node:crypto';
import {
  type AnyDigest,
  buildCertificate,
  encodeName,
  parseCertificate,
  parseSignedData,
  signedBytes,
  verifySigner,
} from '@websign/pki';
import { nodePorts } from '@websign/ports';
import { TEST_NOW } from '@websign/testkit';
import { describe, expect, test } from 'vitest';
import { explicit, implicit, integer, octetString, oid, sequence, setOf, tlv } from '../src/asn1/writer.ts';
import { attribute } from '../src/cms/attributes.ts';
import { OID } from '../src/oids.ts';

const ports = nodePorts();
const content = Buffer.from('the bytes that are signed');

interface Maker {
  title: string;
  keys: { publicKey: KeyObject; privateKey: KeyObject };
  /** Type of the signature; its digest for `sign`, null where the key names it. */
  type: string;
  hash: string | null;
  dsaEncoding?: 'der' | 'ieee-p1363';
  /** Type of the digest of the content, and its name for `createHash`. */
  digest: [type: string, name: string, outputLength?: number];
  /** Bits that the digest's identifier tells of its length. */
  bits?: number;
  expected?: string;
}

const ec = generateKeyPairSync('ec', { namedCurve: 'brainpoolP256r1' });
const MAKERS: Maker[] = [
  {
    title: 'SHA3-256 of the content',
    keys: ec,
    type: OID.ecdsaWithSha3With256,
    hash: 'sha3-256',
    digest: [OID.sha3With256, 'sha3-256'],
  },
  {
    title: 'SHA3-384 of the content',
    keys: ec,
    type: OID.ecdsaWithSha3With384,
    hash: 'sha3-384',
    digest: [OID.sha3With384, 'sha3-384'],
  },
  {
    title: 'SHA3-512 of the content',
    keys: ec,
    type: OID.ecdsaWithSha3With512,
    hash: 'sha3-512',
    digest: [OID.sha3With512, 'sha3-512'],
  },
  {
    title: 'SHA-224 of the content',
    keys: ec,
    type: OID.ecdsaWithSha224,
    hash: 'sha224',
    digest: [OID.sha224, 'sha224'],
  },
  {
    title: 'plain ECDSA',
    keys: ec,
    type: OID.plainEcdsaWithSha256,
    hash: 'sha256',
    dsaEncoding: 'ieee-p1363',
    digest: [OID.sha256, 'sha256'],
  },
  {
    title: 'plain ECDSA whose value is DER',
    keys: ec,
    type: OID.plainEcdsaWithSha256,
    hash: 'sha256',
    digest: [OID.sha256, 'sha256'],
    expected: 'signature_value',
  },
  {
    title: 'Ed448 with SHAKE256',
    keys: generateKeyPairSync('ed448'),
    type: OID.ed448,
    hash: null,
    digest: [OID.shake256, 'shake256', 64],
  },
  {
    title: 'Ed448 with SHAKE256 and its length (RFC 8419)',
    keys: generateKeyPairSync('ed448'),
    type: OID.ed448,
    hash: null,
    digest: [OID.shake256Len, 'shake256', 64],
    bits: 512,
  },
  {
    title: 'Ed448 with SHAKE256 of another length',
    keys: generateKeyPairSync('ed448'),
    type: OID.ed448,
    hash: null,
    digest: [OID.shake256Len, 'shake256', 32],
    bits: 256,
    expected: 'algorithm_unsupported',
  },
  {
    title: 'Ed448 with SHAKE256 of a length that is not told',
    keys: generateKeyPairSync('ed448'),
    type: OID.ed448,
    hash: null,
    digest: [OID.shake256Len, 'shake256', 64],
    expected: 'algorithm_unsupported',
  },
  {
    title: 'Ed25519 with SHA-512',
    keys: generateKeyPairSync('ed25519'),
    type: OID.ed25519,
    hash: null,
    digest: [OID.sha512, 'sha512'],
  },
  {
    title: 'Ed25519 with another digest than its own (RFC 8419)',
    keys: generateKeyPairSync('ed25519'),
    type: OID.ed25519,
    hash: null,
    digest: [OID.sha256, 'sha256'],
    expected: 'malformed',
  },
  {
    title: 'ECDSA with another digest than that of the content (RFC 5753)',
    keys: ec,
    type: OID.ecdsaWithSha256,
    hash: 'sha256',
    digest: [OID.sha512, 'sha512'],
    expected: 'malformed',
  },
  {
    title: 'ML-DSA-44',
    keys: generateKeyPairSync('ml-dsa-44'),
    type: OID.mlDsa44,
    hash: null,
    digest: [OID.sha256, 'sha256'],
  },
  {
    title: 'ML-DSA-65',
    keys: generateKeyPairSync('ml-dsa-65'),
    type: OID.mlDsa65,
    hash: null,
    digest: [OID.sha512, 'sha512'],
  },
  {
    title: 'ML-DSA-87',
    keys: generateKeyPairSync('ml-dsa-87'),
    type: OID.mlDsa87,
    hash: null,
    digest: [OID.shake256, 'shake256', 64],
  },
  {
    title: 'ML-DSA-44 by a key of ML-DSA-65',
    keys: generateKeyPairSync('ml-dsa-65'),
    type: OID.mlDsa44,
    hash: null,
    digest: [OID.sha512, 'sha512'],
    expected: 'signature_value',
  },
  {
    title: 'ML-DSA-44 by a key of ECDSA',
    keys: ec,
    type: OID.mlDsa44,
    hash: 'sha256',
    digest: [OID.sha256, 'sha256'],
    expected: 'signature_value',
  },
  {
    title: 'PKCS#1 v1.5 by a key for RSASSA-PSS alone',
    keys: generateKeyPairSync('rsa-pss', { modulusLength: 2048 }),
    type: OID.sha256WithRsa,
    hash: 'sha256',
    digest: [OID.sha256, 'sha256'],
    expected: 'signature_value',
  },
  {
    title: 'ECDSA with SHAKE256 under the name of ECDSA alone',
    keys: ec,
    type: OID.ecPublicKey,
    hash: 'sha256',
    digest: [OID.shake256, 'shake256', 64],
    expected: 'signature_value',
  },
  {
    title: 'a curve that nobody knows',
    keys: generateKeyPairSync('ec', { namedCurve: 'secp256k1' }),
    type: OID.ecdsaWithSha256,
    hash: 'sha256',
    digest: [OID.sha256, 'sha256'],
    expected: 'algorithm_unsupported',
  },
  {
    title: 'a method that nobody knows',
    keys: ec,
    type: '2.16.840.1.101.3.4.3.20',
    hash: 'sha256',
    digest: [OID.sha256, 'sha256'],
    expected: 'algorithm_unsupported',
  },
  {
    title: 'MD5, which is broken and not unknown',
    keys: ec,
    type: OID.ecdsaWithSha256,
    hash: 'sha256',
    digest: [OID.md5, 'md5'],
    expected: 'algorithm_weak',
  },
  {
    title: 'a digest that nobody knows',
    keys: ec,
    type: OID.ecdsaWithSha256,
    hash: 'sha256',
    digest: ['1.2.156.10197.1.401', 'sha256'],
    expected: 'algorithm_unsupported',
  },
];

/** A CMS over the content by a certificate for the maker's key. */
async function cmsOf({ keys, type, hash, dsaEncoding = 'der', digest, bits }: Maker): Promise<Uint8Array> {
  const [digestType, name, outputLength] = digest;
  const options = outputLength === undefined ? {} : { outputLength };
  const issuer = generateKeyPairSync('ec', { namedCurve: 'P-256' });
  const called = encodeName([{ type: 'commonName', value: 'Signer' }]);
  const certificate = await buildCertificate(
    {
      serial: Uint8Array.of(7),
      issuer: called,
      subject: called,
      validity: { notBefore: TEST_NOW - 1000, notAfter: TEST_NOW + 1000 },
      spki: keys.publicKey.export({ format: 'der', type: 'spki' }),
      extensions: {},
    },
    'ecdsa-p256-sha256',
    (tbs) => sign('sha256', tbs, issuer.privateKey),
  );
  const imprint = createHash(name, options).update(content).digest();
  const attributes = setOf(
    attribute(OID.contentType, oid(OID.data)),
    attribute(OID.messageDigest, octetString(imprint)),
  );
  const { issuer: by, serial } = parseCertificate(certificate);
  const identifier = sequence(oid(digestType), ...(bits === undefined ? [] : [integer(bits)]));
  const info = sequence(
    integer(1),
    sequence(by.der, tlv(0x02, serial)),
    identifier,
    implicit(0, attributes),
    sequence(oid(type)),
    octetString(sign(hash, attributes, { key: keys.privateKey, dsaEncoding })),
  );
  const announced = setOf(identifier);
  const certificates = implicit(0, setOf(certificate));
  const signedData = sequence(integer(1), announced, sequence(oid(OID.data)), certificates, setOf(info));
  return sequence(oid(OID.signedData), explicit(0, signedData));
}

async function verdict(cms: Uint8Array, over: Uint8Array): Promise<string> {
  const data = parseSignedData(cms);
  const [signer] = data.signers;
  if (signer === undefined) return 'no signer';
  const options = { requireSigningCertificate: false };
  const found = await verifySigner(data, signer, signedBytes(over, ports), ports, options);
  return found.integrity === 'intact' ? 'intact' : found.reason;
}

describe('algorithms of a CMS', () => {
  test.each(MAKERS.map((maker): [string, Maker] => [maker.title, maker]))('%s', async (_, maker) => {
    const cms = await cmsOf(maker);
    const { expected = 'intact' } = maker;
    expect(await verdict(cms, content)).toBe(expected);
    if (expected !== 'intact') return;
    expect(await verdict(cms, Buffer.from('others'))).toBe('content_digest');
    expect(await verdict(cms.with(cms.length - 3, (cms.at(-3) ?? 0) ^ 1), content)).toBe('signature_value');
  });

  test.each<[AnyDigest, string]>([
    ['SHA-224', '23097d223405d8228642a477bda255b32aadbce4bda0b3f7e36c9da7'],
    ['SHA3-256', '3a985da74fe225b2045c172d6bd390bd855f086e3e9d525b46bfe24511431532'],
    ['SHAKE256', '483366601360a8771c6863080cc4114d8db44530f8f1e1ee4f94ea37e78b5739'],
  ])('%s of "abc", as published', (algorithm, hex) => {
    expect(
      Buffer.from(ports.digest(algorithm, Buffer.from('abc')))
        .toString('hex')
        .slice(0, 64),
    ).toBe(hex);
  });
});
