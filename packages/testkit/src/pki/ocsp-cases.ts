import { createHash } from 'node:crypto';
import { type ExtensionTemplate, type OcspResponder, refuseOcsp } from '@websign/pki';
import {
  AUTHORITY_EXTENSIONS,
  RESPONDER_EXTENSIONS,
  type TestSubject,
  testOcsp,
  testSubject,
} from './revocation.ts';
import { type RevocationCase, type RevocationWorld, SIGNER_SERIAL } from './revocation-world.ts';
import { TEST_NOW } from './test-pki.ts';

const DAY = 24 * 3600 * 1000;

/** Readings of RFC 6960. */
export async function ocspCases(world: RevocationWorld): Promise<RevocationCase[]> {
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
  const namesake = await testSubject('p256', 'Revocation Signer', other, { serial: SIGNER_SERIAL });
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
      ocsp: await testOcsp(responder, other, namesake.certificate),
      expected: 'other_certificate',
    },
    {
      title: 'tampered: the status is another',
      ocsp: tampered(await answer({ status: revoked('keyCompromise') })),
      expected: 'signature',
    },
    {
      title: 'a critical extension of the response that is not known',
      ocsp: await answer({ others: { response: [criticalExtension] } }),
      expected: 'unknown_critical',
      openssl: 'does not look at the extensions of a response',
    },
    {
      title: 'a critical extension of the status that is not known',
      ocsp: await answer({ others: { single: [criticalExtension] } }),
      expected: 'unknown_critical',
      openssl: 'does not look at the extensions of a status',
    },
    {
      title: 'an extension that is not known and not critical',
      ocsp: await answer({ others: { single: [{ ...criticalExtension, critical: false }] } }),
      expected: good,
    },
    {
      title: 'certHash of this certificate',
      ocsp: await answer({ others: { single: [certHash(signer.certificate)] } }),
      expected: good,
    },
    {
      title: 'certHash of another certificate with the serial number',
      ocsp: await answer({ others: { single: [certHash(responder.certificate)] } }),
      expected: 'other_certificate',
      openssl: 'does not know certHash',
    },
    { title: 'tryLater', ocsp: refuseOcsp('tryLater'), expected: 'unsuccessful' },
    { title: 'unauthorized', ocsp: refuseOcsp('unauthorized'), expected: 'unsuccessful' },
    { title: 'internalError', ocsp: refuseOcsp('internalError'), expected: 'unsuccessful' },
    { title: 'not an answer at all', ocsp: Buffer.from('<html>503</html>'), expected: 'malformed' },
  ];
}

/** CertHash with SHA-256 (Common PKI): of which certificate the status is. */
function certHash(certificate: Uint8Array): { oid: string; critical: boolean; value: Uint8Array } {
  const sha256 = Buffer.from('300d06096086480165030402010500', 'hex');
  const hash = createHash('sha256').update(certificate).digest();
  const value = Buffer.concat([Buffer.from([0x30, 0x31]), sha256, Buffer.from([0x04, 0x20]), hash]);
  return { oid: '1.3.36.8.3.13', critical: false, value };
}

/** The year of the revocation is another one. */
function tampered(der: Uint8Array): Uint8Array {
  const copy = Buffer.from(der);
  const at = copy.indexOf('20261022');
  copy.write('2027', at, 'latin1');
  return copy;
}
