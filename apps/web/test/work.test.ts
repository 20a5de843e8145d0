import type { SignedDocument } from '@websign/contract';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
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
