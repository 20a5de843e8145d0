import { draftSignature, validate } from '@websign/pades';
import {
  embed,
  type LaterChange,
  type LaterChanges,
  openPdf,
  prepareDocTimeStamp,
  prepareSignature,
} from '@websign/pdf';
import { assembleCms } from '@websign/pki';
import { signedBy, TEST_NOW } from '@websign/testkit';
import { describe, expect, test } from 'vitest';
import { allGood, DAY, first, joined, judge, ports, read, sign, smallPdf, tokenOf, world } from './world.ts';

const it = await world();
const fine = await allGood(it);
/** As many values as no certificate's DER, each another. */
const many = (count: number): Uint8Array[] =>
  Array.from({ length: count }, (_, n) => Uint8Array.of(0x30, 4, 2, 2, 1 + (n >> 7), n & 0x7f));

describe('what is more than the reader takes is not known to be wrong', () => {
  async function signedWith(
    extra: Uint8Array[],
    chain = [it.signer.certificate, it.ca.certificate],
  ): Promise<Uint8Array> {
    const base = smallPdf();
    const prepared = await prepareSignature(openPdf(base, ports), {
      time: { epochMs: TEST_NOW, offsetMinutes: 0 },
      digestAlgorithm: 'SHA-256',
      contentsBytes: 16_000,
    });
    const draft = draftSignature(prepared, { chain, algorithm: 'ecdsa-p256-sha256' }, ports);
    const value = signedBy(it.signer)(draft.signedAttributes);
    return joined(base, embed(prepared, assembleCms({ ...draft, chain: [...chain, ...extra] }, value)));
  }

  test('a certificate of somebody else in the CMS that cannot be read is told of, and says nothing of those that are left out', async () => {
    const found = await judge(await signedWith(many(1), [it.signer.certificate]), it, { material: fine });
    expect(found.verdict).toBe('valid-with-warnings');
    expect(first(found).indication).toBe('TOTAL-PASSED');
    expect(first(found).steps.flatMap(({ reason }) => reason ?? [])).toEqual(['certificate_altered']);
  });

  test('more than 64 certificates in the CMS: indeterminate, and said so; 64 pass', async () => {
    expect(first(await judge(await signedWith(many(62)), it, { material: fine })).indication).toBe(
      'TOTAL-PASSED',
    );
    const { verdict, ...validation } = await judge(await signedWith(many(63)), it, { material: fine });
    expect(verdict).toBe('indeterminate');
    const { indication, subIndication, steps } = first({ verdict, ...validation });
    expect([indication, subIndication]).toEqual(['INDETERMINATE', 'CUSTOM']);
    expect(steps).toContainEqual(expect.objectContaining({ block: 'format', reason: 'limit' }));
  });

  test('more changes than are compared: indeterminate, and the step says so; a forbidden one among them fails', async () => {
    const found = await read(await sign(it));
    const change = { revision: 2, level: 'other', rule: 'unexplained', what: '/Contents' } as const;
    const after = async (...reasons: NonNullable<LaterChange['reason']>[]) => {
      const changes = reasons.map((reason) => ({ ...change, reason }));
      const later: LaterChanges = { level: 'other', changes, truncated: false };
      const signatures = found.signatures.map((one) => ({ ...one, changes: later }));
      const grounds = { anchors: it.anchors, at: TEST_NOW, freshnessMs: DAY };
      const validation = await validate({ ...found, signatures }, fine, grounds, ports);
      const step = first(validation).steps.find(({ block }) => block === 'changes');
      return { verdict: validation.verdict, step };
    };
    expect(await after('limit')).toEqual({
      verdict: 'indeterminate',
      step: { block: 'changes', outcome: 'indeterminate', reason: 'limit' },
    });
    expect(await after('limit', 'content')).toEqual({
      verdict: 'invalid',
      step: { block: 'changes', outcome: 'failed', reason: 'changed', about: '/Contents' },
    });
  });

  test('a document time-stamp with more than 64 certificates proves nothing and breaks nothing', async () => {
    const bytes = await sign(it);
    const prepared = prepareDocTimeStamp(openPdf(bytes, ports), {
      digestAlgorithm: 'SHA-256',
      contentsBytes: 10_000,
    });
    const der = await tokenOf(it, prepared.digest, TEST_NOW, 2, many(63));
    const { verdict, signatures } = await judge(joined(bytes, embed(prepared, der)), it, { material: fine });
    expect(verdict).toBe('valid-with-warnings');
    expect(signatures.map(({ indication, subIndication }) => [indication, subIndication])).toEqual([
      ['TOTAL-PASSED', undefined],
      ['INDETERMINATE', 'CUSTOM'],
    ]);
  });
});
