import type { CrlTemplate } from '@websign/pki';
import { AUTHORITY_EXTENSIONS, TEST_NOW, testCrl, testSubject } from '@websign/testkit';
import { describe, expect, test } from 'vitest';
import {
  anchor,
  conclusionOn,
  DAY,
  first,
  judge,
  sign,
  TSA_EXTENSIONS,
  withMaterial,
  withStamp,
  world,
} from './world.ts';

const SERIAL = Uint8Array.of(0x5a, 10);
const CA_SERIAL = Uint8Array.of(0x5a, 2);
const COMPLETE = 'http://crl.test.invalid/ca.crl';
const FRESHEST = 'http://crl.test.invalid/ca-delta.crl';

const tlv = (tag: number, content: Uint8Array): Uint8Array =>
  Buffer.concat([Uint8Array.of(tag, content.length), content]);
/** The extension freshestCRL (RFC 5280 §4.2.1.15) of one URL. */
const freshest = {
  oid: '2.5.29.46',
  critical: false,
  value: [0x86, 0xa0, 0xa0, 0x30, 0x30].reduce<Uint8Array>(
    (content, tag) => tlv(tag, content),
    Buffer.from(FRESHEST),
  ),
};

const it = await world({
  signer: {
    serial: SERIAL,
    extensions: {
      basicConstraints: { ca: false },
      keyUsage: ['nonRepudiation'],
      crlDistributionPoints: [COMPLETE],
      others: [freshest],
    },
  },
});
const bytes = await sign(it);
const base = await testCrl(it.ca);
const delta = (change: Partial<CrlTemplate> = {}) => testCrl(it.ca, { number: 9, base: 7, ...change });
const roots = await testCrl(it.root);
const given = (...crls: Uint8Array[]) => ({ material: { crls: [roots, ...crls] } });

describe('delta CRLs (RFC 5280 §5.2.4)', () => {
  test('count with the complete list that they add to, and both are what the verdict rests on', async () => {
    const unchanged = await delta();
    const judged = await judge(bytes, it, given(base, unchanged));
    expect(first(judged).indication).toBe('TOTAL-PASSED');
    expect(judged.used.crls).toHaveLength(3);
    for (const list of [base, unchanged, roots]) expect(judged.used.crls).toContainEqual(list);
    const revoking = await delta({ entries: [{ serial: SERIAL, revokedAt: TEST_NOW - DAY }] });
    expect(await conclusionOn(bytes, it, given(base, revoking))).toBe('REVOKED_NO_POE');
    expect(await conclusionOn(withMaterial(bytes, given(base, revoking).material), it)).toBe(
      'REVOKED_NO_POE',
    );
  });

  test('say nothing without it, neither good nor revoked: the complete list is asked for', async () => {
    const revoked = [{ serial: SERIAL, revokedAt: TEST_NOW - DAY }];
    for (const list of [await delta(), await delta({ entries: revoked }), await delta({ base: 8 })]) {
      const { signatures, missing } = await judge(bytes, it, given(list));
      const [report] = signatures;
      expect([report?.indication, report?.subIndication]).toEqual(['INDETERMINATE', 'TRY_LATER']);
      expect(report?.steps).toContainEqual(
        expect.objectContaining({ block: 'certificate', reason: 'revocation_missing' }),
      );
      // A list of what changed is not fetched: the complete one tells as much until its nextUpdate.
      expect(missing.map(({ url }) => url)).toEqual([COMPLETE]);
    }
  });

  test('are proven where both lists are: one that came later says nothing of a time before its authority fell', async () => {
    const other = await testSubject('stranger', 'Other Root', undefined, {
      extensions: AUTHORITY_EXTENSIONS,
    });
    const tsa = await testSubject('tsa', 'Their Authority', other, { extensions: TSA_EXTENSIONS });
    const theirs = { tsa, ca: other };
    const anchors = [...it.anchors, anchor(other)];
    const stamped = TEST_NOW + 3 * DAY;
    const fell = TEST_NOW + 5 * DAY;
    const at = TEST_NOW + 6 * DAY;
    const early = await testCrl(it.ca, { nextUpdate: TEST_NOW + DAY });
    const late = await delta({ thisUpdate: TEST_NOW + 2 * DAY, nextUpdate: TEST_NOW + 9 * DAY });
    const entries = [{ serial: CA_SERIAL, revokedAt: fell }];
    const crls = [
      await testCrl(it.root, { thisUpdate: fell + 1000, entries }),
      await testCrl(other, { thisUpdate: at }),
    ];
    const signed = await sign({ ...it, ...theirs, signer: it.signer }, { stamped, claimed: stamped });
    const chain = { certificates: [it.ca.certificate, it.signer.certificate] };
    const outcome = async (embedded: Uint8Array[], fetched: Uint8Array[]) => {
      const kept = await withStamp(
        withMaterial(signed, { ...chain, crls: embedded }),
        theirs,
        stamped + 1000,
      );
      return conclusionOn(kept, { anchors }, { at, material: { crls: [...crls, ...fetched] } });
    };
    expect(await outcome([early, late], [])).toBe('TOTAL-PASSED');
    expect(await outcome([early], [late])).toBe('REVOKED_CA_NO_POE');
    expect(await outcome([late], [early])).toBe('REVOKED_CA_NO_POE');
  });
});
