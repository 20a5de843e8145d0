import { expect, test } from 'vitest';
import { dateTime } from '../src/report/claimed-time.ts';

test.each([
  ["D:20261121140000+02'00'", '2026-11-21T12:00:00.000Z'],
  ['D:20261121120000Z', '2026-11-21T12:00:00.000Z'],
  ['D:20261121120000-0330', '2026-11-21T15:30:00.000Z'],
  ['D:2026', '2026-01-01T00:00:00.000Z'],
  ['yesterday', undefined],
  ['D:20269999', undefined],
  [undefined, undefined],
])('the PDF date %s is %s', (date, iso) => {
  expect(dateTime(date)).toBe(iso === undefined ? undefined : Date.parse(iso));
});
