import { constants, createPrivateKey, generateKeyPairSync, type KeyObject, sign } from 'node:crypto';
import {
  anchorOf,
  encodeName,
  keySize,
  type PublicKey,
  parseCertificate,
  type SignatureMethod,
  validatePath,
} from '@websign/pki';
import { nodePorts } from '@websign/ports';
import { isInstalled, judgedFiles, pem, TEST_NOW } from '@websign/testkit';
import { describe, expect, test } from 'vitest';
import { certificateTime } from '../src/asn1/time.ts';
import {
  bitString,
  boolean,
  explicit,
  integer,
  nullValue,
  octetString,
  oid,
  sequence,
  tlv,
} from '../src/asn1/writer.ts';
import { OID } from '../src/oids.ts';

const YEAR = 365 * 24 * 3600 * 1000;
const noOpenssl = !isInstalled('openssl');

interface Maker {
  title: string;
  keys: { publicKey: KeyObject; privateKey: KeyObject };
  /** AlgorithmIdentifier of the signatures. */
  identifier: Uint8Array;
  hash: string | null;
  padding?: { padding: number; saltLength: number };
  dsaEncoding?: 'der' | 'ieee-p1363';
  method: SignatureMethod;
  key: PublicKey;
  /** Undefined where tables of algorithms count none. */
  bits: number | undefined;
  /** OpenSSL 3.0 knows no ECDSA with SHA-3 in certificates, no plain ECDSA and no ML-DSA. */
  unknownToOpenssl?: boolean;
}

const ec = (namedCurve: string) => generateKeyPairSync('ec', { namedCurve });
const rsa = generateKeyPairSync('rsa', { modulusLength: 2048 });
const rsaPss = generateKeyPairSync('rsa-pss', { modulusLength: 2048 });

function ecdsa(
  title: string,
  namedCurve: string,
  type: string,
  hash: string,
  facts: Pick<Maker, 'method' | 'key' | 'bits' | 'unknownToOpenssl'>,
): Maker {
  return { title, keys: ec(namedCurve), identifier: sequence(oid(type)), hash, ...facts };
}

function pkcs1(hash: string, type: string, digest: NonNullable<SignatureMethod['digest']>): Maker {
  const facts = {
    method: { kind: 'pkcs1' as const, digest },
    key: { kind: 'rsa' as const, bits: 2048 },
    bits: 2048,
  };
  return {
    title: `RSA with ${digest}`,
    keys: rsa,
    identifier: sequence(oid(type), nullValue()),
    hash,
    ...facts,
  };
}

function pss(
  title: string,
  keys: Maker['keys'],
  kind: 'rsa' | 'rsa-pss',
  saltLength: number,
  name: 'SHA-256' | 'SHA3-256' = 'SHA-256',
): Maker {
  const digest = sequence(oid(name === 'SHA-256' ? OID.sha256 : OID.sha3With256), nullValue());
  const mask = sequence(oid(OID.mgf1), digest);
  const parameters = sequence(explicit(0, digest), explicit(1, mask), explicit(2, integer(saltLength)));
  return {
    title,
    keys,
    identifier: sequence(oid(OID.rsaPss), parameters),
    hash: name.toLowerCase().replace('sha-', 'sha'),
    padding: { padding: constants.RSA_PKCS1_PSS_PADDING, saltLength },
    method: { kind: 'pss', digest: name, ...(saltLength === 32 ? {} : { saltLength }) },
    key: { kind, bits: 2048 },
    bits: 2048,
  };
}

type PssDigest = 'sha1' | 'sha256' | 'sha384' | 'sha512' | 'sha3With256';
interface PssTerms {
  digest: PssDigest;
  mask: PssDigest;
  salt: number;
}

/** RSASSA-PSS and its parameters, as they stand in a signature and in a key that is bound to them. */
function pssIdentifier({ digest, mask, salt }: PssTerms): Uint8Array {
  const hash = (name: PssDigest) => sequence(oid(OID[name]), nullValue());
  const members = [explicit(0, hash(digest)), explicit(1, sequence(oid(OID.mgf1), hash(mask)))];
  return sequence(oid(OID.rsaPss), sequence(...members, explicit(2, integer(salt))));
}

const rsaPkcs1 = rsa.privateKey.export({ format: 'der', type: 'pkcs1' });
const rsaPublicPkcs1 = rsa.publicKey.export({ format: 'der', type: 'pkcs1' });

/** Keys of the one RSA key that are bound to some terms, and sign by others (Node's mask is the key's own). */
function boundKeys(bound: Uint8Array, signs: PssTerms): Maker['keys'] {
  const spki = Buffer.from(sequence(bound, bitString(rsaPublicPkcs1)));
  const pkcs8 = sequence(integer(0), pssIdentifier({ ...signs, salt: 0 }), octetString(rsaPkcs1));
  const privateKey = createPrivateKey({ key: Buffer.from(pkcs8), format: 'der', type: 'pkcs8' });
  return { privateKey, publicKey: { export: () => spki } as never };
}

function masked(title: string, signs: PssTerms, bound?: PssTerms): Maker {
  const own = bound ?? signs;
  const named = {
    sha1: 'SHA-1',
    sha256: 'SHA-256',
    sha384: 'SHA-384',
    sha512: 'SHA-512',
    sha3With256: 'SHA3-256',
  };
  const name = (digest: PssDigest) => named[digest] as NonNullable<SignatureMethod['digest']>;
  const { digest, mask, salt } = signs;
  const lengths = { sha1: 20, sha256: 32, sha384: 48, sha512: 64, sha3With256: 32 };
  return {
    title,
    keys: boundKeys(pssIdentifier(own), signs),
    identifier: pssIdentifier(signs),
    hash: digest,
    padding: { padding: constants.RSA_PKCS1_PSS_PADDING, saltLength: salt },
    method: {
      kind: 'pss',
      digest: name(digest),
      ...(salt === lengths[digest] ? {} : { saltLength: salt }),
      ...(mask === digest ? {} : { maskDigest: name(mask) }),
    },
    key: {
      kind: 'rsa-pss',
      bits: 2048,
      parameters: { digest: name(own.digest), maskDigest: name(own.mask), saltLength: own.salt },
    },
    bits: 2048,
  };
}

/** BSI TR-03111: r and s side by side. */
function plain(
  namedCurve: string,
  curve: 'bp256' | 'p384',
  type: string,
  digest: 'SHA-256' | 'SHA3-384',
): Maker {
  return {
    ...ecdsa(`plain ECDSA with ${digest}`, namedCurve, type, digest.toLowerCase().replace('sha-', 'sha'), {
      method: { kind: 'ecdsa', digest, plain: true },
      key: { kind: 'ec', curve },
      bits: Number(curve.replace(/\D/g, '')),
      unknownToOpenssl: true,
    }),
    dsaEncoding: 'ieee-p1363',
  };
}

function mlDsa(kind: 'ml-dsa-44' | 'ml-dsa-65' | 'ml-dsa-87', type: string): Maker {
  return {
    title: kind,
    // The typings of overloads want one name at a time.
    keys: generateKeyPairSync(kind as 'ml-dsa-44'),
    identifier: sequence(oid(type)),
    hash: null,
    method: { kind },
    key: { kind },
    bits: undefined,
    unknownToOpenssl: true,
  };
}

const MAKERS: Maker[] = [
  ecdsa('P-521', 'secp521r1', OID.ecdsaWithSha512, 'sha512', {
    method: { kind: 'ecdsa', digest: 'SHA-512' },
    key: { kind: 'ec', curve: 'p521' },
    bits: 521,
  }),
  ecdsa('P-521 with SHA-256', 'secp521r1', OID.ecdsaWithSha256, 'sha256', {
    method: { kind: 'ecdsa', digest: 'SHA-256' },
    key: { kind: 'ec', curve: 'p521' },
    bits: 521,
  }),
  ecdsa('P-384 with SHA3-384', 'secp384r1', OID.ecdsaWithSha3With384, 'sha3-384', {
    method: { kind: 'ecdsa', digest: 'SHA3-384' },
    key: { kind: 'ec', curve: 'p384' },
    bits: 384,
    unknownToOpenssl: true,
  }),
  ecdsa('brainpoolP256r1', 'brainpoolP256r1', OID.ecdsaWithSha256, 'sha256', {
    method: { kind: 'ecdsa', digest: 'SHA-256' },
    key: { kind: 'ec', curve: 'bp256' },
    bits: 256,
  }),
  ecdsa('brainpoolP384r1', 'brainpoolP384r1', OID.ecdsaWithSha384, 'sha384', {
    method: { kind: 'ecdsa', digest: 'SHA-384' },
    key: { kind: 'ec', curve: 'bp384' },
    bits: 384,
  }),
  ecdsa('brainpoolP512r1', 'brainpoolP512r1', OID.ecdsaWithSha512, 'sha512', {
    method: { kind: 'ecdsa', digest: 'SHA-512' },
    key: { kind: 'ec', curve: 'bp512' },
    bits: 512,
  }),
  {
    title: 'Ed25519',
    keys: generateKeyPairSync('ed25519'),
    identifier: sequence(oid(OID.ed25519)),
    hash: null,
    method: { kind: 'ed25519' },
    key: { kind: 'ed25519' },
    bits: 256,
  },
  {
    title: 'Ed448',
    keys: generateKeyPairSync('ed448'),
    identifier: sequence(oid(OID.ed448)),
    hash: null,
    method: { kind: 'ed448' },
    key: { kind: 'ed448' },
    bits: 448,
  },
  pkcs1('md5', OID.md5WithRsa, 'MD5'),
  pkcs1('sha1', OID.sha1WithRsa, 'SHA-1'),
  pkcs1('sha224', OID.sha224WithRsa, 'SHA-224'),
  pkcs1('sha3-256', OID.sha3With256Rsa, 'SHA3-256'),
  plain('brainpoolP256r1', 'bp256', OID.plainEcdsaWithSha256, 'SHA-256'),
  plain('secp384r1', 'p384', OID.plainEcdsaWithSha3With384, 'SHA3-384'),
  mlDsa('ml-dsa-44', OID.mlDsa44),
  mlDsa('ml-dsa-65', OID.mlDsa65),
  mlDsa('ml-dsa-87', OID.mlDsa87),
  pss('RSA-PSS', rsa, 'rsa', 32),
  pss('RSA-PSS with SHA3-256', rsa, 'rsa', 32, 'SHA3-256'),
  pss('RSA-PSS with a salt of 20 octets', rsa, 'rsa', 20),
  pss('RSA-PSS without a salt', rsa, 'rsa', 0),
  pss('RSA-PSS by a key for that alone', rsaPss, 'rsa-pss', 32),
  masked('RSA-PSS by a key that is bound to it', { digest: 'sha256', mask: 'sha256', salt: 32 }),
  masked('RSA-PSS masked by SHA-1', { digest: 'sha256', mask: 'sha1', salt: 32 }),
  masked('RSA-PSS masked by SHA-512', { digest: 'sha256', mask: 'sha512', salt: 20 }),
  masked(
    'RSA-PSS with a longer salt than its key asks for',
    { digest: 'sha384', mask: 'sha256', salt: 48 },
    { digest: 'sha384', mask: 'sha256', salt: 20 },
  ),
];

const signature = ({ keys, hash, padding, dsaEncoding = 'der' }: Maker, message: Uint8Array) =>
  sign(hash, message, { key: keys.privateKey, dsaEncoding, ...padding });

/** A certificate whose every part is the maker's: its own key, signed by it. */
function issued(maker: Maker, subject: string, ca: boolean): Uint8Array {
  const name = (commonName: string) => encodeName([{ type: 'commonName', value: commonName }]);
  const constraints = sequence(
    oid(OID.basicConstraints),
    boolean(true),
    octetString(sequence(...(ca ? [boolean(true)] : []))),
  );
  const tbs = sequence(
    explicit(0, integer(2)),
    integer(ca ? 1 : 2),
    maker.identifier,
    name('Root'),
    sequence(certificateTime(TEST_NOW - YEAR), certificateTime(TEST_NOW + YEAR)),
    name(subject),
    maker.keys.publicKey.export({ format: 'der', type: 'spki' }),
    explicit(3, sequence(constraints)),
  );
  return sequence(tbs, maker.identifier, bitString(signature(maker, tbs)));
}

describe.each(MAKERS.map((maker): [string, Maker] => [maker.title, maker]))(
  'certificates by %s',
  (_, maker) => {
    const root = issued(maker, 'Root', true);
    const leaf = issued(maker, 'Signer', false);

    test('tell method, digest and size of key, and verify', async () => {
      const certificate = parseCertificate(leaf);
      expect(certificate.signatureMethod).toEqual(maker.method);
      expect(certificate.publicKey).toEqual(maker.key);
      expect(keySize(certificate.publicKey)).toBe(maker.bits);
      const input = { intermediates: [], anchors: [anchorOf(parseCertificate(root))], at: TEST_NOW };
      expect(await validatePath({ ...input, certificate }, nodePorts())).toMatchObject({ valid: true });
      const flipped = parseCertificate(leaf.with(leaf.length - 1, (leaf.at(-1) ?? 0) ^ 1));
      expect(await validatePath({ ...input, certificate: flipped }, nodePorts())).toMatchObject({
        reason: 'signature',
      });
    });

    if (maker.unknownToOpenssl === true) return;
    test.skipIf(noOpenssl)(noOpenssl ? 'skipped: openssl not installed' : 'openssl agrees', () => {
      const files = { root: pem('CERTIFICATE', root), leaf: pem('CERTIFICATE', leaf) };
      const args = ['-auth_level', '0', '-attime', String(TEST_NOW / 1000), '-CAfile', 'root', 'leaf'];
      const { status, output } = judgedFiles('openssl', files, 'verify', ...args);
      expect(status, output).toBe(0);
    });
  },
);

const verdictUnder = async (maker: Maker, identifier: Uint8Array) => {
  const certificate = parseCertificate(issued({ ...maker, identifier }, 'Signer', false));
  const anchors = [anchorOf(parseCertificate(issued(maker, 'Root', true)))];
  const verdict = await validatePath({ certificate, intermediates: [], anchors, at: TEST_NOW }, nodePorts());
  return verdict.valid ? 'valid' : verdict.reason;
};
const [P521] = MAKERS;
const RSA = MAKERS.find(({ method }) => method.kind === 'pkcs1');
if (P521 === undefined || RSA === undefined) throw new Error('no makers');

test('a longer modulus than is computed with is told as not supported, not as a wrong signature', async () => {
  const modulus = Buffer.alloc(2600, 0xa5);
  const key = sequence(tlv(2, Buffer.concat([Uint8Array.of(0), modulus])), integer(65537));
  const spki = Buffer.from(sequence(sequence(oid(OID.rsaEncryption), nullValue()), bitString(key)));
  const huge = { ...RSA, keys: { ...RSA.keys, publicKey: { export: () => spki } as never } };
  const anchors = [anchorOf(parseCertificate(issued(huge, 'Root', true)))];
  const certificate = parseCertificate(issued(RSA, 'Signer', false));
  const verdict = await validatePath({ certificate, intermediates: [], anchors, at: TEST_NOW }, nodePorts());
  expect(verdict).toMatchObject({ valid: false, reason: 'algorithm_unsupported' });
});

test('masks and methods that are not known are told as not supported', async () => {
  const digest = (type: string) => sequence(oid(type), nullValue());
  const sha512of256 = '2.16.840.1.101.3.4.2.6';
  for (const [mgf, hash] of [
    [OID.mgf1, sha512of256],
    ['1.3.6.1.4.1.99999.8', OID.sha256],
  ] as const) {
    const mask = explicit(1, sequence(oid(mgf), digest(hash)));
    const parameters = sequence(explicit(0, digest(OID.sha256)), mask, explicit(2, integer(32)));
    expect(await verdictUnder(RSA, sequence(oid(OID.rsaPss), parameters))).toBe('algorithm_unsupported');
  }
  for (const maker of [P521, RSA])
    expect(await verdictUnder(maker, sequence(oid('1.3.6.1.4.1.99999.8')))).toBe('algorithm_unsupported');
});

/** What stands in signatures of the one RSA key by whoever has a key that is bound to something. */
const verdictOfBound = async (bound: Uint8Array, signs: PssTerms): Promise<string> => {
  const maker = { ...masked('', signs), keys: boundKeys(bound, signs) };
  return verdictUnder(maker, maker.identifier);
};

test('a key of RSASSA-PSS makes no values of other digests or shorter salts than it is bound to (RFC 4055 §3.3)', async () => {
  const bound: PssTerms = { digest: 'sha256', mask: 'sha1', salt: 32 };
  const verdict = (signs: Partial<PssTerms>) => verdictOfBound(pssIdentifier(bound), { ...bound, ...signs });
  expect(await verdict({})).toBe('valid');
  expect(await verdict({ salt: 33 })).toBe('valid');
  expect(await verdict({ salt: 31 })).toBe('signature');
  expect(await verdict({ mask: 'sha256' })).toBe('signature');
  expect(await verdict({ mask: 'sha384' })).toBe('signature');
  expect(await verdict({ digest: 'sha512' })).toBe('signature');
  expect(await verdict({ digest: 'sha1' })).toBe('signature');
});

test('a key may be bound to SHA-3, which OpenSSL does not read there', async () => {
  const bound: PssTerms = { digest: 'sha3With256', mask: 'sha3With256', salt: 32 };
  const keys = { ...boundKeys(pssIdentifier(bound), bound), privateKey: rsa.privateKey };
  const maker: Maker = { ...masked('', bound), keys, hash: 'sha3-256' };
  expect(await verdictUnder(maker, maker.identifier)).toBe('valid');
  expect(await verdictUnder(maker, pssIdentifier({ ...bound, salt: 20 }))).toBe('signature');
});

test('a key that is bound to what is not taken is none that is known', async () => {
  const signs: PssTerms = { digest: 'sha256', mask: 'sha256', salt: 32 };
  const digest = sequence(oid('2.16.840.1.101.3.4.2.6'), nullValue());
  const bound = sequence(oid(OID.rsaPss), sequence(explicit(0, digest)));
  expect(await verdictOfBound(bound, signs)).toBe('algorithm_unsupported');
  const trailer = sequence(oid(OID.rsaPss), sequence(explicit(3, integer(2))));
  expect(await verdictOfBound(trailer, signs)).toBe('algorithm_unsupported');
});

test.each([
  ['ML-DSA by a key of RSA', RSA, OID.mlDsa44],
  ['ECDSA by a key of RSA', RSA, OID.ecdsaWithSha256],
  ['RSA by a key of ECDSA', P521, OID.sha256WithRsa],
  ['Ed25519 by a key of ECDSA', P521, OID.ed25519],
  ['RSA without a digest', RSA, OID.rsaEncryption],
])('%s is a signature that the key did not make', async (_, maker, type) => {
  expect(await verdictUnder(maker, sequence(oid(type)))).toBe('signature');
});
