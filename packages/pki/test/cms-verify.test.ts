import { createHash } from 'node:crypto';
import {
  type Draft,
  draftCms,
  parseCertificate,
  parseSignedData,
  parseTimeStampToken,
  signedBytes,
  verifySigner,
  verifyTimeStampToken,
} from '@websign/pki';
import { nodePorts } from '@websign/ports';
import { makeTestPki, type TestIdentity } from '@websign/testkit';
import { describe, expect, test } from 'vitest';
import { concat } from '../src/asn1/bytes.ts';
import {
  boolean,
  explicit,
  implicit,
  integer,
  octetString,
  oid,
  sequence,
  setOf,
  tlv,
} from '../src/asn1/writer.ts';
import { assembleSignedData, type SignedDataParts } from '../src/cms/assemble.ts';
import { attribute, signingCertificateV2 } from '../src/cms/attributes.ts';
import { OID } from '../src/oids.ts';

const ports = nodePorts();
const pki = makeTestPki();
const { p256 } = pki.signers;
const algorithm = 'ecdsa-p256-sha256';
const content = Buffer.from('the bytes that are signed');
const digest = createHash('sha256').update(content).digest();
const sha256 = (bytes: Uint8Array) => createHash('sha256').update(bytes).digest();
const NO_CONTENT: SignedDataParts = {
  content: sequence(oid(OID.data)),
  unsignedAttributes: [],
  version: 1,
  certificates: p256.chain,
};

const contentType = (type: string) => attribute(OID.contentType, oid(type));
const messageDigest = attribute(OID.messageDigest, octetString(digest));
const binding = signingCertificateV2(p256.certificate, 'SHA-256', ports);

/** A CMS whose signature is over just these attributes, right or not. */
function cmsOver(
  attributes: Uint8Array,
  identity: TestIdentity = p256,
  parts: SignedDataParts = NO_CONTENT,
): Uint8Array {
  const chain = identity.chain;
  const good = draftCms({ digest, digestAlgorithm: 'SHA-256', chain, algorithm }, ports);
  const draft: Draft = { ...good, signedAttributes: attributes };
  return assembleSignedData(draft, identity.sign(algorithm, attributes), parts);
}

async function verdict(cms: Uint8Array): Promise<string> {
  const data = parseSignedData(cms);
  const [signer] = data.signers;
  if (signer === undefined) return 'no signer';
  const options = { requireSigningCertificate: true };
  const found = await verifySigner(data, signer, signedBytes(content, ports), ports, options);
  return found.integrity === 'intact' ? 'intact' : found.reason;
}

describe('verifySigner: what the signed attributes must say', () => {
  const plain = cmsOver(setOf(contentType(OID.data), messageDigest, binding));

  test('all three: intact', async () => {
    expect(await verdict(plain)).toBe('intact');
  });

  test.each<[string, Uint8Array[], string]>([
    ['another content type', [contentType(OID.tstInfo), messageDigest, binding], 'attributes'],
    ['no content type', [messageDigest, binding], 'attributes'],
    ['no message digest', [contentType(OID.data), binding], 'attributes'],
    [
      'two message digests',
      [
        contentType(OID.data),
        messageDigest,
        attribute(OID.messageDigest, octetString(sha256(digest))),
        binding,
      ],
      'attributes',
    ],
    [
      'a message digest of two values',
      [
        contentType(OID.data),
        sequence(oid(OID.messageDigest), setOf(octetString(digest), octetString(sha256(digest)))),
        binding,
      ],
      'attributes',
    ],
    [
      'another message digest',
      [contentType(OID.data), attribute(OID.messageDigest, octetString(sha256(digest))), binding],
      'content_digest',
    ],
    ['no signing certificate', [contentType(OID.data), messageDigest], 'certificate_binding'],
    [
      'another signing certificate',
      [
        contentType(OID.data),
        messageDigest,
        signingCertificateV2(pki.signers.p384.certificate, 'SHA-256', ports),
      ],
      'certificate_binding',
    ],
    ['two signing certificates', [contentType(OID.data), messageDigest, binding, binding], 'malformed'],
  ])('%s: %s', async (_, attributes, expected) => {
    expect(await verdict(cmsOver(setOf(...attributes)))).toBe(expected);
  });

  test('RFC 6211: algorithms that were signed along are those by which it is verified, once', async () => {
    const [sha256Id, sha512Id] = [sequence(oid(OID.sha256)), sequence(oid(OID.sha512))];
    const [ecdsa256, ecdsa384] = [sequence(oid(OID.ecdsaWithSha256)), sequence(oid(OID.ecdsaWithSha384))];
    const by = (...members: Uint8Array[]) => attribute(OID.cmsAlgorithmProtection, sequence(...members));
    const told = (...more: Uint8Array[]) =>
      verdict(cmsOver(setOf(contentType(OID.data), messageDigest, binding, ...more)));
    const right = by(sha256Id, implicit(1, ecdsa256));
    expect(await told(right)).toBe('intact');
    expect(await told(by(sequence(oid(OID.sha256), tlv(5)), implicit(1, ecdsa256)))).toBe('intact');
    // A name that leaves the digest to the structure says the same.
    expect(await told(by(sha256Id, implicit(1, sequence(oid(OID.ecPublicKey)))))).toBe('intact');
    for (const wrong of [
      by(sha512Id, implicit(1, ecdsa256)),
      by(sha256Id, implicit(1, ecdsa384)),
      by(sha256Id, implicit(1, sequence(oid(OID.sha256WithRsa)))),
      by(sha256Id, implicit(1, sequence(oid('1.2.3.4')))),
      sequence(oid(OID.cmsAlgorithmProtection), setOf()),
    ]) {
      expect(await told(wrong)).toBe('attributes');
    }
    expect(await told(right, by(sha256Id, implicit(1, ecdsa384)))).toBe('attributes');
    expect(await told(by(sha256Id, implicit(2, ecdsa256)))).toBe('malformed');
  });

  test('RFC 5035 §2: signing-certificate is judged by itself beside signing-certificate-v2', async () => {
    const older = (certificate: Uint8Array) => {
      const hash = createHash('sha1').update(certificate).digest();
      return attribute(OID.signingCertificate, sequence(sequence(sequence(octetString(hash)))));
    };
    const told = (own: Uint8Array) =>
      verdict(cmsOver(setOf(contentType(OID.data), messageDigest, binding, own)));
    expect(await told(older(p256.certificate))).toBe('intact');
    expect(await told(older(pki.signers.p384.certificate))).toBe('certificate_binding');
  });

  test('RFC 5035: issuer and serial of the signing certificate, where given, are compared too', async () => {
    const { issuer, serial, subject } = parseCertificate(p256.certificate);
    const named = (name: Uint8Array, number: Uint8Array) => {
      const issuerSerial = sequence(sequence(explicit(4, name)), tlv(0x02, number));
      const certId = sequence(octetString(sha256(p256.certificate)), issuerSerial);
      const ess = attribute(OID.signingCertificateV2, sequence(sequence(certId)));
      return verdict(cmsOver(setOf(contentType(OID.data), messageDigest, ess)));
    };
    expect(await named(issuer.der, serial)).toBe('intact');
    expect(await named(subject.der, serial)).toBe('certificate_binding');
    expect(await named(issuer.der, Uint8Array.of(1, 2, 3))).toBe('certificate_binding');
  });

  test('a certificate of the same issuer and serial, but another, is not taken for the signer’s', async () => {
    const { serial } = parseCertificate(p256.certificate);
    const twin = pki.issue('p256', { serial: Number(BigInt(`0x${Buffer.from(serial).toString('hex')}`)) });
    const attributes = setOf(contentType(OID.data), messageDigest, binding);
    const only = cmsOver(attributes, p256, { ...NO_CONTENT, certificates: [twin.certificate] });
    expect(await verdict(only)).toBe('certificate_binding');
    const both = [twin.certificate, p256.certificate];
    expect(await verdict(cmsOver(attributes, p256, { ...NO_CONTENT, certificates: both }))).toBe('intact');
  });

  test('a digest algorithm that the SignedData does not announce is malformed', async () => {
    const data = parseSignedData(plain);
    const [signer] = data.signers;
    if (signer === undefined) throw new Error('no signer');
    const silent = { ...data, digestAlgorithms: [OID.sha512] };
    const options = { requireSigningCertificate: true };
    const found = await verifySigner(silent, signer, signedBytes(content, ports), ports, options);
    expect(found).toMatchObject({ integrity: 'broken', reason: 'malformed' });
  });
});

describe('RFC 5652 §5.4: signed attributes that do not stand in DER', () => {
  const members = [contentType(OID.data), messageDigest, binding];
  const der = setOf(...members);
  const signer = (attributes: Uint8Array, value: Uint8Array, times = 1) => {
    const { issuer, serial } = parseCertificate(p256.certificate);
    const sha = sequence(oid(OID.sha256));
    const info = [
      integer(1),
      sequence(issuer.der, tlv(0x02, serial)),
      sha,
      attributes,
      sequence(oid(OID.ecdsaWithSha256)),
      octetString(value),
    ];
    const certificates = implicit(0, setOf(...p256.chain));
    const signedData = [
      integer(1),
      setOf(sha),
      sequence(oid(OID.data)),
      certificates,
      setOf(...Array<Uint8Array>(times).fill(sequence(...info))),
    ];
    return sequence(oid(OID.signedData), explicit(0, sequence(...signedData)));
  };
  const over = (signed: Uint8Array) => p256.sign(algorithm, signed);
  const body = concat(members);
  const END = Uint8Array.of(0, 0);

  test('an indefinite length', async () => {
    const ber = concat([Uint8Array.of(0xa0, 0x80), body, END]);
    expect(await verdict(signer(ber, over(der)))).toBe('intact');
  });

  test('a length in more octets than it needs', async () => {
    const ber = concat([Uint8Array.of(0xa0, 0x83, 0, body.length >> 8, body.length & 0xff), body]);
    expect(await verdict(signer(ber, over(der)))).toBe('intact');
  });

  test('indefinite lengths inside, and a message digest in pieces', async () => {
    const halves = concat([octetString(digest.subarray(0, 9)), octetString(digest.subarray(9))]);
    const pieces = concat([Uint8Array.of(0x24, 0x80), halves, END]);
    const split = sequence(oid(OID.messageDigest), concat([Uint8Array.of(0x31, 0x80), pieces, END]));
    const ber = tlv(0xa0, contentType(OID.data), split, binding);
    expect(await verdict(signer(ber, over(der)))).toBe('intact');
  });

  test('another order than DER’s, signed as it stands or as DER', async () => {
    const order = members.toReversed();
    const given = tlv(0x31, ...order);
    expect(Buffer.from(given).equals(der)).toBe(false);
    for (const signed of [given, der]) {
      expect(await verdict(signer(tlv(0xa0, ...order), over(signed)))).toBe('intact');
    }
  });

  test('of more signers than anybody has the first are read, so that their number is told', () => {
    const many = (times: number) => parseSignedData(signer(tlv(0xa0, ...members), over(der), times));
    expect(many(16).signers).toHaveLength(16);
    expect(many(17).signers).toHaveLength(16);
  });

  test('and no value that is over something else', async () => {
    expect(await verdict(signer(tlv(0xa0, ...members), over(content)))).toBe('signature_value');
  });
});

describe('verifyTimeStampToken: what a token must be', () => {
  const { tsa } = pki;
  const imprint = sequence(sequence(oid(OID.sha256)), octetString(digest));
  const info = (...more: Uint8Array[]) =>
    sequence(
      integer(1),
      oid('1.2.3'),
      imprint,
      integer(7),
      tlv(0x18, Buffer.from('20261121120000Z')),
      ...more,
    );

  async function tokenVerdict(tstInfo: Uint8Array, attributes: Uint8Array[], signers = 1): Promise<string> {
    const cms = cmsOver(setOf(...attributes), tsa, {
      content: sequence(oid(OID.tstInfo), explicit(0, octetString(tstInfo))),
      unsignedAttributes: [],
      version: 3,
      certificates: tsa.chain,
    });
    const token = parseTimeStampToken(cms);
    const repeated = token.signedData.signers.flatMap((signer) => Array(signers).fill(signer));
    const signedData = { ...token.signedData, signers: repeated };
    const found = await verifyTimeStampToken({ ...token, signedData }, {}, ports);
    return found.valid ? 'valid' : found.reason;
  }

  const attributesOf = (tstInfo: Uint8Array) => [
    contentType(OID.tstInfo),
    attribute(OID.messageDigest, octetString(sha256(tstInfo))),
    signingCertificateV2(tsa.certificate, 'SHA-256', ports),
  ];

  test('one signer, bound to its certificate and to the TSTInfo', async () => {
    const good = info();
    const [type = good, hash = good, ess = good] = attributesOf(good);
    expect(await tokenVerdict(good, [type, hash, ess])).toBe('valid');
    expect(await tokenVerdict(good, [type, hash, ess], 2)).toBe('timestamp_malformed');
    expect(await tokenVerdict(good, [type, hash])).toBe('timestamp_certificate');
    expect(await tokenVerdict(good, [contentType(OID.data), hash, ess])).toBe('timestamp_content');
    expect(await tokenVerdict(good, attributesOf(info(integer(9))))).toBe('timestamp_content');
  });

  test('a critical extension that is not known is refused, another one is not', async () => {
    const extended = (...critical: Uint8Array[]) =>
      info(implicit(1, sequence(sequence(oid('1.2.3.4'), ...critical, octetString(new Uint8Array(1))))));
    const quiet = extended();
    expect(await tokenVerdict(quiet, attributesOf(quiet))).toBe('valid');
    const loud = extended(boolean(true));
    await expect(tokenVerdict(loud, attributesOf(loud))).rejects.toMatchObject({
      code: 'timestamp_malformed',
    });
  });

  test('a keyUsage that cannot be read is not passed over', async () => {
    const extensions = {
      extendedKeyUsage: { purposes: [OID.timeStamping], critical: true },
      others: [{ oid: OID.keyUsage, critical: false, value: octetString(new Uint8Array(2)) }],
    };
    const odd = pki.issue('tsa', { serial: 77, extensions });
    const good = info();
    const [type = good, hash = good] = attributesOf(good);
    const ess = signingCertificateV2(odd.certificate, 'SHA-256', ports);
    const cms = cmsOver(setOf(type, hash, ess), odd, {
      content: sequence(oid(OID.tstInfo), explicit(0, octetString(good))),
      unsignedAttributes: [],
      version: 3,
      certificates: odd.chain,
    });
    expect(await verifyTimeStampToken(parseTimeStampToken(cms), {}, ports)).toMatchObject({
      valid: false,
      reason: 'timestamp_key_usage',
    });
  });
});
