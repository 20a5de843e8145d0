import { draftSignature, finishSignature, validate } from '@websign/pades';
import { openPdf, prepareSignature } from '@websign/pdf';
import { AUTHORITY_EXTENSIONS, signedBy, TEST_NOW, testCrl, testOcsp, testSubject } from '@websign/testkit';
import { describe, expect, test } from 'vitest';
import { CA_SERIAL, fine, it } from './case.ts';
import {
  anchor,
  DAY,
  first,
  joined,
  judge,
  NONE,
  ports,
  read,
  SIGNER_EXTENSIONS,
  sign,
  smallPdf,
  TSA_EXTENSIONS,
  type World,
  withMaterial,
  withStamp,
} from './world.ts';

const other = await testSubject('stranger', 'Other Root', undefined, { extensions: AUTHORITY_EXTENSIONS });
const tsa = await testSubject('tsa', 'Their Authority', other, { extensions: TSA_EXTENSIONS });
const theirs = { tsa, ca: other };

/** The signature without the authority's certificate. */
async function signedAlone({ signer }: Pick<World, 'signer'>): Promise<Uint8Array> {
  const base = smallPdf();
  const prepared = await prepareSignature(openPdf(base, ports), {
    time: { epochMs: TEST_NOW, offsetMinutes: 0 },
    digestAlgorithm: 'SHA-256',
    contentsBytes: 16_000,
  });
  const { certificate, algorithm } = signer;
  const draft = draftSignature(prepared, { chain: [certificate], algorithm }, ports);
  const { tail } = await finishSignature(prepared, draft, signedBy(signer)(draft.signedAttributes), ports);
  return joined(base, tail);
}

describe('what a time-stamp proves of material', () => {
  const HOUR = 3600 * 1000;
  const at = TEST_NOW + DAY;
  /** Root, authority, one below it, signer; the authority is revoked an hour after the signature. */
  const row = (async () => {
    const serial = Uint8Array.of(0x5b, 1);
    const sub = await testSubject('rsa2048', 'Sub-authority', it.ca, {
      serial,
      extensions: AUTHORITY_EXTENSIONS,
    });
    const signer = await testSubject('p256', 'Signer', sub, { extensions: SIGNER_EXTENSIONS });
    const entries = [{ serial: CA_SERIAL, revokedAt: TEST_NOW + HOUR }];
    return {
      sub,
      signer,
      answers: {
        ocsps: [await testOcsp(it.ca, it.ca, sub.certificate), await testOcsp(sub, sub, signer.certificate)],
      },
      lists: [await testCrl(it.root, { thisUpdate: TEST_NOW + 2 * HOUR, entries }), await testCrl(other)],
    };
  })();

  /** What is said of the first signature; the certificate between stands in a second one, and that is changed. */
  async function outcome(
    order: 'before' | 'behind',
    change: Partial<Awaited<ReturnType<typeof read>>['signatures'][number]> = {},
  ): Promise<string> {
    const { sub, signer, answers, lists } = await row;
    const alone = withMaterial(await signedAlone({ signer }), {
      ...answers,
      certificates: [it.ca.certificate],
    });
    const stamp = (bytes: Uint8Array) => withStamp(bytes, theirs, TEST_NOW + 1000);
    const carrying = (base: Uint8Array) => sign({ ...it, ca: sub }, { base });
    const bytes =
      order === 'before' ? await stamp(await carrying(alone)) : await carrying(await stamp(alone));
    const found = await read(bytes);
    const second = found.signatures.findLast(({ kind }) => kind !== 'timestamp');
    const signatures = found.signatures.map((one) => (one === second ? { ...one, ...change } : one));
    const grounds = { anchors: [...it.anchors, anchor(other)], at, freshnessMs: DAY };
    const material = { ...NONE, crls: lists };
    const { subIndication, indication } = first(
      await validate({ ...found, signatures }, material, grounds, ports),
    );
    return subIndication ?? indication;
  }

  test('what lies before it, and not what lies behind it', async () => {
    expect(await outcome('before')).toBe('TOTAL-PASSED');
    expect(await outcome('behind')).toBe('REVOKED_CA_NO_POE');
  });

  test('a signature whose byte range is malformed says nothing of where it ends', async () => {
    expect(await outcome('before', { problems: ['gap_is_not_contents'] })).toBe('REVOKED_CA_NO_POE');
    expect(await outcome('behind', { problems: ['gap_is_not_contents'], end: 1 })).toBe('REVOKED_CA_NO_POE');
  });
});

describe('the order of time-stamps', () => {
  const last = async (bytes: Uint8Array) => {
    const { signatures } = await judge(bytes, it, { material: fine });
    const report = signatures.findLast(({ kind }) => kind !== 'timestamp');
    return report?.subIndication ?? report?.indication;
  };

  test('those that nobody trusts say nothing of it', async () => {
    const stamped = await sign(it, { stamped: TEST_NOW });
    expect(await last(await withStamp(stamped, theirs, TEST_NOW - DAY))).toBe('TOTAL-PASSED');
    expect(await last(await withStamp(stamped, it, TEST_NOW - DAY))).toBe('TIMESTAMP_ORDER_FAILURE');
  });

  test('that of those which a signature covers is not its own', async () => {
    const disordered = await withStamp(
      await withStamp(await sign(it), it, TEST_NOW - DAY),
      it,
      TEST_NOW - 2 * DAY,
    );
    expect(await last(disordered)).toBe('TIMESTAMP_ORDER_FAILURE');
    expect(await last(await sign(it, { base: disordered }))).toBe('TOTAL-PASSED');
  });
});
