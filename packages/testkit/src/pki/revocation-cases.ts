import {
  type CrlTemplate,
  type ExtensionTemplate,
  type OcspResponder,
  parseCertificate,
  type RefusedRevocation,
  type RevocationAnswer,
  refuseOcsp,
} from '@websign/pki';
import {
  AUTHORITY_EXTENSIONS,
  RESPONDER_EXTENSIONS,
  type TestSubject,
  testCrl,
  testOcsp,
  testSubject,
} from './revocation.ts';
import { TEST_NOW } from './test-pki.ts';

const DAY = 24 * 3600 * 1000;

/** Who takes part in the cases. */
export interface RevocationWorld {
  root: TestSubject;
  /** The authority whose certificates are asked about; the root issued it. */
  issuer: TestSubject;
  /** The certificate that is asked about. */
  signer: TestSubject;
  /** Issued by the authority for OCSPSigning. */
  responder: TestSubject;
  /** Another authority under the root, of another name and key. */
  other: TestSubject;
}

/** One reading of RFC 6960 or RFC 5280, and what it must come to. */
export interface RevocationCase {
  title: string;
  /** One OCSPResponse, or CRLs. */
  ocsp?: Uint8Array;
  crls?: Uint8Array[];
  /** The certificate that is asked about; the signer's where it is left out. */
  certificate?: Uint8Array;
  /** Its issuer, where it is another than the world's. */
  issuer?: TestSubject;
  /** Further certificates at hand. */
  certificates?: Uint8Array[];
  expected: Partial<RevocationAnswer> | RefusedRevocation['reason'];
  /** Why openssl comes to another judgement, where it does. */
  openssl?: string;
}

export const CRL_URL = 'http://crl.test.invalid/a.crl';
const SIGNER_SERIAL = Uint8Array.of(0x0a, 0xbc);

export async function revocationWorld(): Promise<RevocationWorld> {
  const root = await testSubject('root', 'Revocation Root', undefined, { extensions: AUTHORITY_EXTENSIONS });
  const issuer = await testSubject('intermediate', 'Revocation Authority', root, {
    extensions: AUTHORITY_EXTENSIONS,
  });
  return {
    root,
    issuer,
    signer: await testSubject('p256', 'Revocation Signer', issuer, {
      serial: SIGNER_SERIAL,
      extensions: {
        basicConstraints: { ca: false },
        keyUsage: ['nonRepudiation'],
        crlDistributionPoints: [CRL_URL],
      },
    }),
    responder: await testSubject('p384', 'Revocation Responder', issuer, {
      serial: Uint8Array.of(0x0b, 1),
      extensions: RESPONDER_EXTENSIONS,
    }),
    other: await testSubject('rsa2048', 'Another Authority', root, {
      serial: Uint8Array.of(0x5a, 9),
      extensions: AUTHORITY_EXTENSIONS,
    }),
  };
}

/** Every case; about half a second. */
export async function revocationCases(world: RevocationWorld): Promise<RevocationCase[]> {
  return [...(await ocspCases(world)), ...(await crlCases(world)), ...(await scopeCases(world))];
}

async function ocspCases(world: RevocationWorld): Promise<RevocationCase[]> {
  const { issuer, signer, responder, other, root } = world;
  const answer = (change: Partial<OcspResponder> = {}, by: TestSubject = responder) =>
    testOcsp(by, issuer, signer.certificate, change);
  const responderWith = (extensions: ExtensionTemplate, by = issuer) =>
    testSubject('p384', 'Revocation Responder', by, { serial: Uint8Array.of(0x0b, 2), extensions });
  const revokedAt = TEST_NOW - 30 * DAY;
  const revoked = (reason: 'keyCompromise' | 'certificateHold') => () =>
    ({ status: 'revoked', revokedAt, reason }) as const;
  const expired = await testSubject('p384', 'Revocation Responder', issuer, {
    validity: { notBefore: TEST_NOW - 60 * DAY, notAfter: TEST_NOW - DAY },
    extensions: RESPONDER_EXTENSIONS,
  });
  const impostor = await testSubject('stranger', 'Revocation Authority', undefined, {
    extensions: AUTHORITY_EXTENSIONS,
  });
  const good = { source: 'ocsp', status: 'good' } as const;
  const { purposes } = RESPONDER_EXTENSIONS.extendedKeyUsage ?? { purposes: [] };
  const criticalExtension = { oid: '1.3.6.1.4.1.99999.7', critical: true, value: Uint8Array.of(5, 0) };
  return [
    { title: 'good, by a responder that the authority entitled', ocsp: await answer(), expected: good },
    { title: 'good, by the authority itself', ocsp: await answer({}, issuer), expected: good },
    {
      title: 'revoked',
      ocsp: await answer({ status: revoked('keyCompromise') }),
      expected: { source: 'ocsp', status: 'revoked', revokedAt, reason: 'keyCompromise' },
    },
    {
      title: 'on hold',
      ocsp: await answer({ status: revoked('certificateHold') }),
      expected: { source: 'ocsp', status: 'revoked', revokedAt, reason: 'certificateHold' },
    },
    {
      title: 'unknown to the responder',
      ocsp: await answer({ status: () => ({ status: 'unknown' }) }),
      expected: { source: 'ocsp', status: 'unknown' },
    },
    {
      title: 'archiveCutoff says how far back it tells',
      ocsp: await answer({ archiveCutoff: TEST_NOW - 300 * DAY }),
      expected: { ...good, since: TEST_NOW - 300 * DAY },
    },
    {
      title: 'stale: what it says is kept, its times tell',
      ocsp: await answer({ producedAt: TEST_NOW - 50 * DAY, nextUpdate: TEST_NOW - 43 * DAY }),
      expected: { ...good, thisUpdate: TEST_NOW - 50 * DAY, nextUpdate: TEST_NOW - 43 * DAY },
    },
    {
      title: 'of the future: its times tell',
      ocsp: await answer({ producedAt: TEST_NOW + 50 * DAY, nextUpdate: TEST_NOW + 57 * DAY }),
      expected: { ...good, thisUpdate: TEST_NOW + 50 * DAY },
    },
    {
      title: 'a responder whose certificate has expired: its dates tell',
      ocsp: await answer({}, expired),
      expected: good,
      openssl: 'judges the chain of the responder at its own moment',
    },
    {
      title: 'nextUpdate before thisUpdate',
      ocsp: await answer({ nextUpdate: TEST_NOW - DAY }),
      expected: 'malformed',
      openssl: 'reports the times apart from the signature',
    },
    {
      title: 'a status newer than the response',
      ocsp: await answer({ thisUpdate: TEST_NOW + 2 * DAY }),
      expected: 'malformed',
      openssl: 'does not compare producedAt',
    },
    {
      title: 'an unauthorised responder: no OCSPSigning',
      ocsp: await answer(
        {},
        await responderWith({
          ...RESPONDER_EXTENSIONS,
          extendedKeyUsage: { purposes: ['1.3.6.1.5.5.7.3.2'], critical: false },
        }),
      ),
      expected: 'unauthorised',
    },
    {
      title: 'an unauthorised responder: another signer of the same authority',
      ocsp: await answer({}, signer),
      expected: 'unauthorised',
    },
    {
      title: 'a responder of another authority',
      ocsp: await answer({}, await responderWith(RESPONDER_EXTENSIONS, other)),
      expected: 'unauthorised',
    },
    {
      title: 'a responder of the authority above',
      ocsp: await answer({}, await responderWith(RESPONDER_EXTENSIONS, root)),
      expected: 'unauthorised',
    },
    {
      title: 'a responder certified by an impostor of the same name',
      ocsp: await answer({}, await responderWith(RESPONDER_EXTENSIONS, impostor)),
      expected: 'unauthorised',
    },
    {
      title: 'the impostor itself',
      ocsp: await answer({}, impostor),
      expected: 'unauthorised',
    },
    {
      title: 'a responder whose keyUsage forbids signing',
      ocsp: await answer({}, await responderWith({ ...RESPONDER_EXTENSIONS, keyUsage: ['keyEncipherment'] })),
      expected: 'unauthorised',
      openssl: 'does not look at the keyUsage of a responder',
    },
    {
      title: 'a responder with a critical extension that is not known',
      ocsp: await answer(
        {},
        await responderWith({
          ...RESPONDER_EXTENSIONS,
          extendedKeyUsage: { purposes, critical: true },
          others: [criticalExtension],
        }),
      ),
      expected: 'unauthorised',
    },
    {
      title: 'a responder whose certificate did not come along, found among others',
      ocsp: await testOcsp(responder, issuer, signer.certificate, { chain: [responder.certificate] }),
      certificates: [responder.certificate],
      expected: good,
    },
    {
      title: 'about another serial number',
      ocsp: await testOcsp(responder, issuer, responder.certificate),
      expected: 'other_certificate',
    },
    {
      title: 'about another issuer: its name and key hashes are others',
      ocsp: await testOcsp(responder, other, signer.certificate),
      expected: 'other_certificate',
    },
    {
      title: 'tampered: the status is another',
      ocsp: tampered(await answer({ status: revoked('keyCompromise') })),
      expected: 'signature',
    },
    { title: 'tryLater', ocsp: refuseOcsp('tryLater'), expected: 'unsuccessful' },
    { title: 'unauthorized', ocsp: refuseOcsp('unauthorized'), expected: 'unsuccessful' },
    { title: 'internalError', ocsp: refuseOcsp('internalError'), expected: 'unsuccessful' },
    { title: 'not an answer at all', ocsp: Buffer.from('<html>503</html>'), expected: 'malformed' },
  ];
}

/** The year of the revocation is another one. */
function tampered(der: Uint8Array): Uint8Array {
  const copy = Buffer.from(der);
  const at = copy.indexOf('20261022');
  copy.write('2027', at, 'latin1');
  return copy;
}

async function crlCases(world: RevocationWorld): Promise<RevocationCase[]> {
  const { issuer, other } = world;
  const crl = (change: Partial<CrlTemplate> = {}) => testCrl(issuer, change);
  const revokedAt = TEST_NOW - 30 * DAY;
  const entry = { serial: SIGNER_SERIAL, revokedAt };
  const hold = { ...entry, reason: 'certificateHold' as const };
  const good = { source: 'crl', status: 'good' } as const;
  const noSign = await testSubject('intermediate', 'Revocation Authority', world.root, {
    extensions: { basicConstraints: { ca: true }, keyUsage: ['keyCertSign'] },
  });
  const unknown = { oid: '1.3.6.1.4.1.99999.7', critical: true, value: Uint8Array.of(5, 0) };
  const impostor = await testSubject('stranger', 'Revocation Authority', undefined, {
    extensions: AUTHORITY_EXTENSIONS,
  });
  const held = await crl({ entries: [hold] });
  const delta = (change: Partial<CrlTemplate> = {}) =>
    crl({ number: 9, base: 7, thisUpdate: TEST_NOW + DAY, ...change });
  const damaged = (await crl({ entries: [entry] })).slice();
  damaged[damaged.length - 1] = (damaged.at(-1) ?? 0) ^ 1;
  return [
    { title: 'an empty list', crls: [await crl()], expected: good },
    {
      title: 'a list of others',
      crls: [await crl({ entries: [{ serial: Uint8Array.of(1), revokedAt }] })],
      expected: good,
    },
    {
      title: 'revoked without a reason',
      crls: [await crl({ entries: [entry] })],
      expected: { status: 'revoked', revokedAt },
    },
    {
      title: 'revoked with a reason',
      crls: [await crl({ entries: [{ ...entry, reason: 'superseded' }] })],
      expected: { status: 'revoked', reason: 'superseded' },
    },
    { title: 'on hold', crls: [held], expected: { status: 'revoked', reason: 'certificateHold' } },
    {
      title: 'removed from hold by a delta',
      crls: [held, await delta({ entries: [{ ...entry, reason: 'removeFromCRL' }] })],
      expected: { ...good, thisUpdate: TEST_NOW + DAY },
      openssl: 'its crl command judges one list',
    },
    {
      title: 'revoked by a delta',
      crls: [await crl(), await delta({ entries: [entry] })],
      expected: { status: 'revoked', revokedAt },
      openssl: 'its crl command judges one list',
    },
    {
      title: 'a delta without its base',
      crls: [await delta({ entries: [entry] })],
      expected: 'base_missing',
      openssl: 'its crl command judges the signature alone',
    },
    {
      title: 'a delta to a newer base',
      crls: [await delta({ base: 8 })],
      expected: 'base_missing',
      openssl: 'its crl command judges the signature alone',
    },
    {
      title: 'expiredCertsOnCRL',
      crls: [await crl({ expiredCertsFrom: TEST_NOW - 900 * DAY })],
      expected: { ...good, since: TEST_NOW - 900 * DAY },
    },
    {
      title: 'a critical extension that is not known',
      crls: [await crl({ others: [unknown] })],
      expected: 'unknown_critical',
      openssl: 'its crl command judges the signature alone',
    },
    {
      title: 'a critical extension of another entry that is not known',
      crls: [await crl({ entries: [{ serial: Uint8Array.of(9), revokedAt, others: [unknown] }, entry] })],
      expected: 'unknown_critical',
      openssl: 'its crl command judges the signature alone',
    },
    {
      title: 'an extension that is not known and not critical',
      crls: [await crl({ others: [{ ...unknown, critical: false }] })],
      expected: good,
    },
    { title: 'of another authority', crls: [await testCrl(other)], expected: 'other_certificate' },
    {
      title: 'signed by an impostor of the same name',
      crls: [await testCrl(impostor)],
      expected: 'signature',
    },
    {
      title: 'an authority without cRLSign',
      crls: [await testCrl(issuer)],
      issuer: noSign,
      expected: 'unauthorised',
      openssl: 'its crl command does not look at the keyUsage',
    },
    { title: 'tampered', crls: [damaged], expected: 'signature' },
    {
      title: 'nextUpdate before thisUpdate',
      crls: [await crl({ nextUpdate: TEST_NOW - DAY })],
      expected: 'malformed',
      openssl: 'its crl command judges the signature alone',
    },
    { title: 'not a list at all', crls: [Buffer.from('<html>404</html>')], expected: 'malformed' },
  ];
}

/** Lists for a part of the certificates, and for a part of the reasons. */
async function scopeCases(world: RevocationWorld): Promise<RevocationCase[]> {
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
