import { describe, expect, test } from 'vitest';
import { shownTime, zonedTime } from '../../src/services/sign/zoned-time.ts';

describe('times', () => {
  test.each([
    ['2026-11-21T12:00:00.999Z', 'Europe/Athens', 120, '21/11/2026 14:00:00 +02:00'],
    ['2026-07-01T21:30:00Z', 'Europe/Athens', 180, '02/07/2026 00:30:00 +03:00'],
    ['2026-01-01T00:00:00Z', 'America/St_Johns', -210, '31/12/2025 20:30:00 -03:30'],
    ['2026-01-01T00:00:00Z', 'UTC', 0, '01/01/2026 00:00:00 +00:00'],
  ])('%s in %s', (at, zone, offsetMinutes, shown) => {
    const time = zonedTime(Date.parse(at), zone);
    expect(time.offsetMinutes).toBe(offsetMinutes);
    expect(time.epochMs % 1000).toBe(0);
    expect(shownTime(time)).toBe(shown);
  });
});
