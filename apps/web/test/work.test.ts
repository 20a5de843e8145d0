import type { SignedDocument } from '@websign/contract';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { overlaps } from '../src/common/viewer/geometry.ts';
import { nearestFree } from '../src/features/sign/free.ts';
import { isInside } from '../src/features/sign/placement.ts';
import { isRetryable } from '../src/features/sign/request.ts';
import { advanced, batchOf, begun, codesFor } from '../src/features/sign/work.ts';
import { stampTime } from '../src/i18n/format.ts';

describe('the documents of one opening of the sign box', () => {
  it('SGN-9 LIM every document is tried once, and never more with a code than it signs', () => {
    fc.assert(
      fc.property(fc.integer({ min: 1, max: 200 }), fc.integer({ min: 1, max: 50 }), (count, perCode) => {
        const ids = Array.from({ length: count }, (_, index) => String(index));
        let work = begun(ids, perCode);
        let codes = 0;
        while (work.queue.length > 0) {
          const batch = batchOf(work, perCode);
          expect(batch.length).toBeLessThanOrEqual(perCode);
          work = advanced(
            work,
            batch.map((document): SignedDocument => ({ document, status: 'success' })),
          );
          codes += 1;
        }
        expect(codes).toBe(codesFor(count, perCode));
        expect([...work.outcomes.keys()]).toEqual(ids);
      }),
    );
  });

  it('SGN-9 a retry asks for its own documents and keeps what the others came to', () => {
    const first = advanced(begun(['a', 'b'], 9), [
      { document: 'a', status: 'success' },
      { document: 'b', status: 'error', code: 'timestamp_unavailable' },
    ]);
    const retry = begun(['b'], 9, first.outcomes);
    expect(batchOf(retry, 9)).toEqual(['b']);
    expect(advanced(retry, [{ document: 'b', status: 'success' }]).outcomes.get('a')?.status).toBe('success');
  });

  it('SGN-6 SGN-7 SGN-8 another code helps where the document may stay as it is', () => {
    const may = (code: SignedDocument['code']) => isRetryable({ document: 'a', status: 'error', code });
    expect([may('timestamp_unavailable'), may('internal'), may('warnings_unconfirmed')]).toEqual([
      true,
      true,
      true,
    ]);
    expect([may('document_locked'), may('changed'), may('expired')]).toEqual([false, false, false]);
    expect(isRetryable({ document: 'a', status: 'success' })).toBe(false);
  });
});

describe('the nearest free place', () => {
  const side = fc.double({ min: 3, max: 14_400, noNaN: true });
  const number = fc.double({ min: -500, max: 14_400, noNaN: true });
  const area = fc.record({ x: number, y: number, width: side, height: side });

  it('SGN-2 is on the page and over nothing, however large the page and however much stands on it', () => {
    fc.assert(
      fc.property(side, side, fc.array(area, { maxLength: 40 }), (width, height, occupied) => {
        const page = { width, height };
        const wanted = { page: 1, x: 1, y: 1, width: Math.min(210, width), height: Math.min(72, height) };
        const free = nearestFree(wanted, page, occupied);
        if (!free) return;
        expect(isInside(free, page)).toBe(true);
        for (const taken of occupied) {
          // Rounding to hundredths may touch an edge.
          const inner = {
            ...free,
            x: free.x + 0.02,
            y: free.y + 0.02,
            width: free.width - 0.04,
            height: free.height - 0.04,
          };
          expect(overlaps(inner, taken)).toBe(false);
        }
      }),
    );
  });

  it('SGN-2 five thousand pieces on the largest page are no hang', () => {
    const occupied = Array.from({ length: 5000 }, (_, index) => ({
      x: (index % 70) * 200,
      y: Math.floor(index / 70) * 200,
      width: 190,
      height: 190,
    }));
    const wanted = { page: 1, x: 0, y: 0, width: 210, height: 72 };
    const began = performance.now();
    for (let times = 0; times < 20; times += 1)
      nearestFree(wanted, { width: 14_400, height: 14_400 }, occupied);
    expect(performance.now() - began).toBeLessThan(10_000);
  });
});

describe('the time in the signature', () => {
  it("SGN-2 is written in the service's zone, summer and winter, and in a zone without hours", () => {
    const at = (iso: string, zone: string) => stampTime(new Date(iso), zone);
    expect(at('2026-11-21T13:40:12Z', 'Europe/Athens')).toBe('21/11/2026 15:40:12 +02:00');
    expect(at('2026-07-01T21:05:09Z', 'Europe/Athens')).toBe('02/07/2026 00:05:09 +03:00');
    expect(at('2026-07-01T00:00:00Z', 'UTC')).toBe('01/07/2026 00:00:00 +00:00');
    expect(at('2026-07-01T00:00:00Z', 'America/St_Johns')).toBe('30/06/2026 21:30:00 -02:30');
    expect(at('2026-07-01T00:00:00Z', 'No/Such_Zone')).toMatch(
      /^\d\d\/\d\d\/2026 \d\d:\d\d:\d\d [+-]\d\d:\d\d$/,
    );
  });
});
