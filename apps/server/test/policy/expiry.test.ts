import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { warningDays, warningDue } from '../../src/policy/expiry.ts';

const day = 24 * 60 * 60_000;

describe('CRT-1 warnings before a certificate’s end', () => {
  test('are due 30, 14, 7 and 1 days before, to the millisecond, and not behind it', () => {
    const end = 100 * day;
    const due = (before: number) => warningDue(end, end - before);
    expect(
      [30 * day + 1, 30 * day, 14 * day + 1, 14 * day, 7 * day, day + 1, day, 1, 0, -1].map(due),
    ).toEqual([undefined, 30, 30, 14, 7, 7, 1, 1, undefined, undefined]);
  });

  test('come in their order, whenever it is looked', () => {
    fc.assert(
      fc.property(fc.array(fc.integer({ min: -day, max: 40 * day }), { maxLength: 50 }), (times) => {
        const given = times
          .toSorted((a, b) => b - a)
          .map((before) => warningDue(0, -before))
          .filter((days) => days !== undefined);
        expect(given).toEqual(given.toSorted((a, b) => b - a));
        for (const days of given) expect(warningDays).toContain(days);
      }),
    );
  });
});
