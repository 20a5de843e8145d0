import type { CrlTemplate } from '@websign/pki';
import { AUTHORITY_EXTENSIONS, testCrl, testSubject } from './revocation.ts';
import { type RevocationCase, type RevocationWorld, SIGNER_SERIAL } from './revocation-world.ts';
import { TEST_NOW } from './test-pki.ts';

const DAY = 24 * 3600 * 1000;

/** Readings of RFC 5280 §5 and §6.3. */
export async function crlCases(world: RevocationWorld): Promise<RevocationCase[]> {
  const { issuer, other } = world;
  const crl = (change: Partial<CrlTemplate> = {}) => testCrl(issuer, change);
  const revokedAt = TEST_NOW - 30 * DAY;
  const entry = { serial: SIGNER_SERIAL, revokedAt };
  const hold = { ...entry, reason: 'certificateHold' as const };
  const good = { source: 'crl', status: 'good' } as const;
  const noSign = await testSubject('intermediate', 'Revocation Authority', world.root, {
    extensions: { basicConstraints: { ca: true }, keyUsage: ['keyCertSign'] },
  });
  const spelled = await testSubject('intermediate', 'REVOCATION  authority', world.root);
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
      title: 'removed by a complete list, which can remove nothing',
      crls: [await crl({ entries: [{ ...entry, reason: 'removeFromCRL' }] })],
      expected: { status: 'revoked', revokedAt },
    },
    {
      title: 'twice on one list: on hold, and revoked earlier',
      crls: [await crl({ entries: [{ ...hold, revokedAt: TEST_NOW - DAY }, entry] })],
      expected: { status: 'revoked', revokedAt },
    },
    {
      title: 'twice on one list: revoked for two reasons at two times',
      crls: [
        await crl({
          entries: [
            { ...entry, revokedAt: TEST_NOW - DAY, reason: 'superseded' },
            { ...entry, reason: 'keyCompromise' },
          ],
        }),
      ],
      expected: { status: 'revoked', revokedAt, reason: 'keyCompromise' },
    },
    {
      title: 'twice on one delta: removed from hold, and revoked',
      crls: [held, await delta({ entries: [{ ...entry, reason: 'removeFromCRL' }, entry] })],
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
    {
      title: 'under the name of the authority in another spelling',
      crls: [await testCrl({ ...issuer, certificate: spelled.certificate }, { entries: [entry] })],
      expected: { status: 'revoked', revokedAt },
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
