import type { TrustAnchor } from '@websign/pki';
import { TEST_NOW } from '@websign/testkit';
import { expect, test } from 'vitest';
import { fine, it } from './case.ts';
import { anchor, DAY, first, judge, sign, YEAR } from './world.ts';

const ETSI = 'http://uri.etsi.org/TrstSvc';
/** The root as a trusted list names it: a service of this kind that stands so since then. */
const listed = (from: number, type = 'TSA/QTST', status = 'granted'): TrustAnchor => ({
  ...anchor(it.root),
  source: 'trusted_list',
  services: [
    {
      territory: 'EL',
      provider: 'Provider',
      name: 'Service',
      type: `${ETSI}/Svctype/${type}`,
      states: [
        {
          from,
          status: `${ETSI}/TrustedList/Svcstatus/${status}`,
          additional: [],
          qualifications: [],
        },
      ],
    },
  ],
});

test('a time-stamp is qualified where it holds and its service was granted at its time', async () => {
  const stamped = await sign(it, { stamped: TEST_NOW - DAY });
  const qualified = async (anchors: TrustAnchor[], material = fine) => {
    const { timeStamps } = first(await judge(stamped, { anchors }, { material }));
    return timeStamps.map(({ indication, qualified: is }) => [indication, is]);
  };
  expect(await qualified([listed(TEST_NOW - YEAR)])).toEqual([['TOTAL-PASSED', true]]);
  expect(await qualified([listed(TEST_NOW - DAY + 1000)])).toEqual([['TOTAL-PASSED', false]]);
  expect(await qualified([listed(TEST_NOW - YEAR, 'TSA/QTST', 'withdrawn')])).toEqual([
    ['TOTAL-PASSED', false],
  ]);
  expect(await qualified([listed(TEST_NOW - YEAR, 'CA/QC')])).toEqual([['TOTAL-PASSED', false]]);
  expect(await qualified(it.anchors)).toEqual([['TOTAL-PASSED', false]]);
  const unknown = { ...fine, ocsps: fine.ocsps.slice(0, 1) };
  expect(await qualified([listed(TEST_NOW - YEAR)], unknown)).toEqual([['INDETERMINATE', false]]);
});
