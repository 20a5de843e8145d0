import { type CrlTemplate, parseCertificate } from '@websign/pki';
import { type TestSubject, testCrl, testSubject } from './revocation.ts';
import { CRL_URL, type RevocationCase, type RevocationWorld, SIGNER_SERIAL } from './revocation-world.ts';
import { TEST_NOW } from './test-pki.ts';

const DAY = 24 * 3600 * 1000;

/** Lists for a part of the certificates, and for a part of the reasons. */
export async function crlScopeCases(world: RevocationWorld): Promise<RevocationCase[]> {
  const { issuer, other, root } = world;
  const crl = (scope: NonNullable<CrlTemplate['scope']>, change: Partial<CrlTemplate> = {}) =>
    testCrl(issuer, { scope, ...change });
  const good = { source: 'crl', status: 'good' } as const;
  const openssl = 'its crl command judges the signature alone';
  const revokedAt = TEST_NOW - 30 * DAY;
  const entry = { serial: SIGNER_SERIAL, revokedAt };
  const nameOf = ({ certificate }: TestSubject) => parseCertificate(certificate).subject.der;
  const indirectSigner = await testSubject('tsa', 'CRL Service', issuer, {
    serial: Uint8Array.of(0x0c, 1),
    extensions: { basicConstraints: { ca: false }, keyUsage: ['cRLSign'] },
  });
  const viaService = await testSubject('p256', 'Served by another', issuer, {
    serial: SIGNER_SERIAL,
    extensions: { others: [indirectPoint(nameOf(indirectSigner))] },
  });
  const spelled = await testSubject('intermediate', 'revocation AUTHORITY', root);
  const { certificate } = viaService;
  const certificates = [indirectSigner.certificate];
  const byService = (entries: CrlTemplate['entries'], indirect = true) =>
    testCrl(indirectSigner, { entries, scope: { indirect } });
  const first = [1, 2, 3, 4];
  const second = [5, 6, 7, 8];
  return [
    { title: 'for user certificates only', crls: [await crl({ only: 'user' })], expected: good },
    {
      title: 'for authorities only',
      crls: [await crl({ only: 'ca' })],
      expected: 'other_certificate',
      openssl,
    },
    {
      title: 'for authorities only, about one',
      crls: [await testCrl(root, { scope: { only: 'ca' } })],
      certificate: issuer.certificate,
      issuer: root,
      expected: good,
    },
    {
      title: 'for user certificates only, about an authority',
      crls: [await testCrl(root, { scope: { only: 'user' } })],
      certificate: issuer.certificate,
      issuer: root,
      expected: 'other_certificate',
      openssl,
    },
    {
      title: 'for attribute certificates only',
      crls: [await crl({ only: 'attribute' })],
      expected: 'other_certificate',
      openssl,
    },
    {
      title: 'of a distribution point that the certificate names',
      crls: [await crl({ uris: ['http://a.invalid/', CRL_URL] })],
      expected: good,
    },
    {
      title: 'the host of a distribution point in capitals',
      crls: [await crl({ uris: ['HTTP://CRL.Test.Invalid/a.crl'] })],
      expected: good,
    },
    {
      title: 'of a distribution point that it does not name',
      crls: [await crl({ uris: ['http://crl.test.invalid/b.crl'] })],
      expected: 'other_certificate',
      openssl,
    },
    {
      title: 'for some reasons: not on it is not good',
      crls: [await crl({ reasons: first })],
      expected: { source: 'crl', status: 'unknown' },
    },
    {
      title: 'for some reasons: on it is revoked',
      crls: [await crl({ reasons: first }, { entries: [entry] })],
      expected: { status: 'revoked', revokedAt },
    },
    {
      title: 'two lists that together are for all reasons',
      crls: [
        await crl({ reasons: first }),
        await crl({ reasons: second }, { thisUpdate: TEST_NOW - DAY, nextUpdate: TEST_NOW + DAY }),
      ],
      expected: { ...good, thisUpdate: TEST_NOW - DAY, nextUpdate: TEST_NOW + DAY },
      openssl,
    },
    {
      title: 'two lists that together leave a reason out',
      crls: [await crl({ reasons: first }), await crl({ reasons: [5, 6, 7] })],
      expected: { source: 'crl', status: 'unknown' },
      openssl,
    },
    {
      title: 'an indirect list of whom the certificate names',
      crls: [await byService([])],
      certificate,
      certificates,
      expected: good,
      openssl,
    },
    {
      title: 'an indirect list on which it stands under its issuer',
      crls: [await byService([{ ...entry, certificateIssuer: nameOf(issuer) }])],
      certificate,
      certificates,
      expected: { status: 'revoked', revokedAt },
      openssl,
    },
    {
      title: 'an indirect list: the issuer of an entry holds for those that follow',
      crls: [
        await byService([{ serial: Uint8Array.of(3), revokedAt, certificateIssuer: nameOf(issuer) }, entry]),
      ],
      certificate,
      certificates,
      expected: { status: 'revoked', revokedAt },
      openssl,
    },
    {
      title: 'an indirect list on which it stands under its issuer in another spelling',
      crls: [await byService([{ ...entry, certificateIssuer: nameOf(spelled) }])],
      certificate,
      certificates,
      expected: { status: 'revoked', revokedAt },
      openssl,
    },
    {
      title: 'an indirect list on which the serial number stands under another issuer',
      crls: [await byService([{ ...entry, certificateIssuer: nameOf(other) }])],
      certificate,
      certificates,
      expected: good,
      openssl,
    },
    {
      title: 'a list of whom the certificate names that is not indirect',
      crls: [await byService([], false)],
      certificate,
      certificates,
      expected: 'other_certificate',
      openssl,
    },
    {
      title: 'an indirect list whose signer is not to be had',
      crls: [await byService([])],
      certificate,
      expected: 'unauthorised',
      openssl,
    },
    {
      title: 'an indirect list by somebody whom the certificate does not name',
      crls: [await byService([])],
      certificates,
      expected: 'other_certificate',
      openssl,
    },
  ];
}

/** CRLDistributionPoints of one point: the URL, and the cRLIssuer. */
function indirectPoint(issuer: Uint8Array): { oid: string; critical: boolean; value: Uint8Array } {
  const uri = tlv(0x86, Buffer.from(CRL_URL));
  const point = tlv(0x30, tlv(0xa0, tlv(0xa0, uri)), tlv(0xa2, tlv(0xa4, issuer)));
  return { oid: '2.5.29.31', critical: false, value: tlv(0x30, point) };
}

function tlv(tag: number, ...contents: Uint8Array[]): Uint8Array {
  const content = Buffer.concat(contents);
  const length =
    content.length < 0x80
      ? [content.length]
      : content.length < 0x100
        ? [0x81, content.length]
        : [0x82, content.length >> 8, content.length & 0xff];
  return Buffer.concat([Uint8Array.of(tag, ...length), content]);
}
