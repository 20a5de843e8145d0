import { TEST_NOW } from '@websign/testkit';
import { describe, expect, test } from 'vitest';
import { dateTime } from '../src/report/claimed-time.ts';
import { allGood, DAY, first, judge, SIGNER_EXTENSIONS, sign, world, YEAR } from './validation/world.ts';

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

describe('a claimed time that cannot be true', () => {
  const notBefore = TEST_NOW - 30 * DAY;
  const validity = { notBefore, notAfter: TEST_NOW + YEAR };
  const remarks = async (claimed: number) => {
    const it = await world({ signer: { extensions: SIGNER_EXTENSIONS, validity } });
    const validation = await judge(await sign(it, { claimed }), it, { material: await allGood(it) });
    const { indication, steps } = first(validation);
    expect(indication).toBe('TOTAL-PASSED');
    return { verdict: validation.verdict, remarks: steps.flatMap(({ reason }) => reason ?? []) };
  };

  test.each([
    ['years before the certificate', notBefore - 6 * YEAR],
    ['two days before the certificate', notBefore - 2 * DAY],
    ['two days after the signature was checked', TEST_NOW + 2 * DAY],
    ['after the certificate has ended', TEST_NOW + 2 * YEAR],
  ])('%s is a remark', async (_, claimed) => {
    expect(await remarks(claimed)).toEqual({ verdict: 'valid-with-warnings', remarks: ['claimed_time'] });
  });

  test.each([
    ['a zone that was forgotten, or a certificate made for the signature', notBefore - DAY / 2],
    ['the moment of the certificate', notBefore],
    ['now', TEST_NOW],
    ['a clock that runs ahead', TEST_NOW + DAY / 2],
  ])('%s is none', async (_, claimed) => {
    expect(await remarks(claimed)).toEqual({ verdict: 'valid', remarks: [] });
  });
});
