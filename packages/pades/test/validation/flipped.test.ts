import { embed, openPdf, PdfError, prepareSignature } from '@websign/pdf';
import { assembleCms, draftCms } from '@websign/pki';
import { signedBy, TEST_NOW } from '@websign/testkit';
import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import {
  allGood,
  DAY,
  hasPassed,
  joined,
  judge,
  ports,
  sign,
  slotOf,
  smallPdf,
  withMaterial,
  withStamp,
  world,
} from './world.ts';

const it = await world();
const fine = await allGood(it);

describe('nothing that was changed passes', () => {
  test('any flipped covered byte', { timeout: 240_000 }, async () => {
    const bytes = await sign(it);
    const slot = slotOf(bytes);
    await fc.assert(
      fc.asyncProperty(fc.nat(bytes.length - 1), fc.integer({ min: 1, max: 255 }), async (at, mask) => {
        if (at >= slot.start && at < slot.end) return;
        const changed = Uint8Array.from(bytes, (octet, i) => (i === at ? octet ^ mask : octet));
        try {
          const { signatures, verdict } = await judge(changed, it, { material: fine });
          expect(signatures.filter(hasPassed)).toEqual([]);
          expect(verdict).not.toBe('valid');
        } catch (error) {
          expect(error).toBeInstanceOf(PdfError);
        }
      }),
      { numRuns: 300 },
    );
  });

  test('any flipped octet of the CMS', { timeout: 240_000 }, async () => {
    const bytes = smallPdf();
    const prepared = await prepareSignature(openPdf(bytes, ports), {
      time: { epochMs: TEST_NOW, offsetMinutes: 0 },
      digestAlgorithm: 'SHA-256',
      contentsBytes: 12_000,
    });
    const { digest, digestAlgorithm } = prepared;
    const draft = draftCms(
      { digest, digestAlgorithm, chain: [it.signer.certificate], algorithm: 'ecdsa-p256-sha256' },
      ports,
    );
    const cms = assembleCms(draft, signedBy(it.signer)(draft.signedAttributes));
    const survivors: number[] = [];
    for (let at = 0; at < cms.length; at++) {
      const changed = cms.slice();
      changed[at] = (changed[at] ?? 0) ^ (1 << (at & 7));
      const { signatures } = await judge(joined(bytes, embed(prepared, changed)), it, { material: fine });
      if (signatures.some(hasPassed)) survivors.push(at);
    }
    // Octet 25 is the version of SignedData: others write wrong ones, and nothing depends on it. The two others are
    // letters of the issuer's name in the signer's identifier, whose case says nothing (RFC 5280 §7.1).
    const isOfCase = (at: number): boolean =>
      (at & 7) === 5 && /[a-z]/i.test(String.fromCharCode(cms[at] ?? 0));
    expect(survivors.filter((at) => !isOfCase(at))).toEqual([25]);
    expect(survivors).toHaveLength(3);
  });

  test('mutated time-stamps, stores and signatures of a B-LTA give a report or a PdfError, and no better verdict', {
    timeout: 240_000,
  }, async () => {
    const lasting = await withStamp(
      withMaterial(await sign(it, { stamped: TEST_NOW }), fine),
      it,
      TEST_NOW + 1000,
    );
    const slots = [slotOf(lasting, 0), slotOf(lasting, 1)];
    await fc.assert(
      fc.asyncProperty(
        fc.array(
          fc.tuple(fc.nat(lasting.length - 1), fc.constantFrom(...Buffer.from('0123456789abcdef<>/'))),
          { minLength: 1, maxLength: 8 },
        ),
        async (changes) => {
          const changed = lasting.slice();
          for (const [at, octet] of changes) changed[at] = octet;
          try {
            const { verdict, signatures } = await judge(changed, it, { at: TEST_NOW + DAY });
            const outside = changes.some(
              ([at, octet]) =>
                lasting[at] !== octet && slots.every(({ start, end }) => at < start || at >= end),
            );
            if (outside) expect(verdict).not.toBe('valid');
            expect(signatures.length).toBeGreaterThan(-1);
          } catch (error) {
            expect(error).toBeInstanceOf(PdfError);
          }
        },
      ),
      { numRuns: 300 },
    );
  });
});
