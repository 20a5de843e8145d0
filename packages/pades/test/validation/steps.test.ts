import { AUTHORITY_EXTENSIONS, TEST_NOW, testCrl, testSubject } from '@websign/testkit';
import { expect, test } from 'vitest';
import { but, CA_SERIAL, fine, it, revoked, SERIAL } from './case.ts';
import {
  allGood,
  anchor,
  DAY,
  judge,
  SIGNER_EXTENSIONS,
  sign,
  TSA_EXTENSIONS,
  type World,
  withMaterial,
  withStamp,
  world,
  YEAR,
} from './world.ts';

type Options = Parameters<typeof judge>[2];

/** The steps of the last signature, or of the last document time-stamp, in words. */
async function steps(
  bytes: Uint8Array,
  of: Pick<World, 'anchors'> = it,
  { ofStamp = false, ...options }: Options & { ofStamp?: boolean } = {},
): Promise<string[]> {
  const { signatures } = await judge(bytes, of, { material: fine, ...options });
  const report = signatures.findLast(({ kind }) => (kind === 'timestamp') === ofStamp);
  return (report?.steps ?? []).map(({ block, outcome, subIndication, reason, about }) =>
    [block, outcome, subIndication, reason, about].filter((word) => word !== undefined).join(' '),
  );
}

/** Those of a signature that holds as such, with these between its value and the changes after it. */
const around = (...between: string[]): string[] => [
  'format passed',
  'identification passed CN=Signer,C=GR',
  'cryptographic passed',
  ...between,
  'changes passed',
];
const TSA = 'time-stamp passed CN=Time-Stamp Authority,C=GR';

const plain = await sign(it);
const stamped = await sign(it, { stamped: TEST_NOW });
const brief = { notBefore: TEST_NOW - DAY, notAfter: TEST_NOW + DAY };
const short = await world({ signer: { serial: SERIAL, extensions: SIGNER_EXTENSIONS, validity: brief } });
const shortFine = await allGood(short);
const later = TEST_NOW + 2 * DAY;

test('a signature that holds, and its time-stamps', async () => {
  expect(await steps(plain)).toEqual(around('certificate passed', 'acceptance passed'));
  expect(await steps(stamped)).toEqual(around(TSA, 'certificate passed', 'acceptance passed'));
  const archived = await withStamp(stamped, it, TEST_NOW);
  const [, field] = (await judge(archived, it)).signatures;
  expect(await steps(archived)).toEqual(
    around(TSA, `time-stamp passed ${field?.field}`, 'certificate passed', 'acceptance passed'),
  );
  expect(await steps(archived, it, { ofStamp: true })).toEqual([
    'format passed',
    'identification passed',
    'cryptographic passed',
    'certificate passed CN=Time-Stamp Authority,C=GR',
    'changes passed',
  ]);
});

test('time-stamps that say nothing of it', async () => {
  const foreign = await sign(it, { stamped: TEST_NOW, over: Buffer.from('x') });
  expect(await steps(foreign)).toEqual(
    around(
      'time-stamp failed HASH_FAILURE timestamp_imprint CN=Time-Stamp Authority,C=GR',
      'certificate passed',
      'acceptance indeterminate SIG_CONSTRAINTS_FAILURE timestamp_foreign',
    ),
  );
  const disordered = await withStamp(stamped, it, TEST_NOW - DAY);
  const [, field] = (await judge(disordered, it)).signatures;
  expect(await steps(disordered)).toEqual(
    around(
      TSA,
      `time-stamp passed ${field?.field}`,
      'certificate passed',
      'acceptance indeterminate TIMESTAMP_ORDER_FAILURE time_stamp_order',
    ),
  );
  const tomorrow = await withStamp(plain, it, TEST_NOW + DAY);
  expect(await steps(tomorrow, it, { ofStamp: true })).toEqual([
    'format passed',
    'identification passed',
    'cryptographic passed',
    'acceptance indeterminate SIG_CONSTRAINTS_FAILURE timestamp_time',
    'changes passed',
  ]);
});

test('revoked', async () => {
  const material = await but(it, revoked(TEST_NOW - DAY));
  const revocation = 'certificate indeterminate REVOKED_NO_POE revoked CN=Signer,C=GR';
  expect(await steps(plain, it, { material })).toEqual(
    around(revocation, 'past indeterminate NO_POE material_unproven'),
  );
  expect(await steps(stamped, it, { material })).toEqual(
    around(TSA, revocation, 'past indeterminate NO_POE material_unproven'),
  );
  const claimed = TEST_NOW - 2 * DAY;
  expect(await steps(await sign(it, { stamped: claimed, claimed }), it, { material })).toEqual(
    around(TSA, revocation, 'acceptance passed'),
  );
});

test('impossible: before its certificate, after its end, after its revocation', async () => {
  const before = brief.notBefore - 1000;
  const early = await sign(short, { stamped: before, claimed: before });
  expect(await steps(early, short, { material: shortFine })).toEqual(
    around(TSA, 'certificate passed', 'acceptance failed NOT_YET_VALID not_yet_valid'),
  );
  const over = async (of: typeof it, stamp: number) =>
    sign(of, { base: await withStamp(await sign(it), it, stamp) });
  expect(await steps(await over(short, later), short, { at: later, material: shortFine })).toEqual(
    around('certificate indeterminate OUT_OF_BOUNDS_NOT_REVOKED expired CN=Signer,C=GR'),
  );
  const material = await but(it, revoked(TEST_NOW - DAY));
  expect(await steps(await over(it, TEST_NOW), it, { material })).toEqual(
    around('certificate indeterminate REVOKED_NO_POE revoked CN=Signer,C=GR'),
  );
});

test('what is not known', async () => {
  expect(await steps(plain, { anchors: [] })).toEqual(
    around('certificate indeterminate NO_CERTIFICATE_CHAIN_FOUND no_path CN=Authority,C=GR'),
  );
  expect(await steps(plain, it, { material: {} })).toEqual(
    around(
      'certificate indeterminate TRY_LATER revocation_missing CN=Signer,C=GR',
      'past indeterminate NO_POE revocation_missing',
    ),
  );
  const unknown = await but(it, { status: () => ({ status: 'unknown' }) });
  expect(await steps(plain, it, { material: unknown })).toEqual(
    around(
      'certificate indeterminate TRY_LATER revocation_unknown CN=Signer,C=GR',
      'past indeterminate NO_POE revocation_unknown',
    ),
  );
});

test('expired', async () => {
  const options = { at: later, material: shortFine };
  const expired = 'certificate indeterminate OUT_OF_BOUNDS_NOT_REVOKED expired CN=Signer,C=GR';
  expect(await steps(await sign(short), short, options)).toEqual(
    around(expired, 'past indeterminate OUT_OF_BOUNDS_NO_POE expired'),
  );
  const proven = await sign(short, { stamped: TEST_NOW });
  expect(await steps(proven, short, options)).toEqual(around(TSA, expired, 'acceptance passed'));
  expect(await steps(proven, short, { ...options, material: { crls: shortFine.crls } })).toEqual(
    around(
      'time-stamp indeterminate TRY_LATER revocation_missing CN=Time-Stamp Authority,C=GR',
      'certificate indeterminate OUT_OF_BOUNDS_NO_POE expired CN=Signer,C=GR',
      'past indeterminate NO_POE revocation_missing',
    ),
  );
});

test('an authority that has expired: by what is proven to have been there', async () => {
  const other = await testSubject('stranger', 'Other Root', undefined, { extensions: AUTHORITY_EXTENSIONS });
  const tsa = await testSubject('tsa', 'Their Authority', other, { extensions: TSA_EXTENSIONS });
  const validity = { notBefore: TEST_NOW - YEAR, notAfter: TEST_NOW + DAY };
  const of = await world({ ca: { serial: CA_SERIAL, validity, extensions: AUTHORITY_EXTENSIONS } });
  const theirs = { tsa, ca: other, anchors: [...of.anchors, anchor(other)] };
  const material = await allGood(of);
  const list = await testCrl(other);
  const lasting = withMaterial(await sign(of), material);
  const expired = 'certificate indeterminate OUT_OF_BOUNDS_NO_POE expired CN=Authority,C=GR';
  const options = { at: later, material: { crls: [list] } };
  expect(await steps(lasting, theirs, options)).toEqual(
    around(expired, 'past indeterminate NO_POE material_unproven'),
  );
  const proven = await steps(await withStamp(lasting, theirs, TEST_NOW + 1000), theirs, options);
  expect(proven.filter((step) => !step.startsWith('time-stamp'))).toEqual(
    around(expired, 'past passed', 'acceptance passed'),
  );
  const bare = await withStamp(await sign(of), theirs, TEST_NOW + 1000);
  const fetched = { ...material, crls: [...material.crls, list] };
  const unproven = await steps(bare, theirs, { at: later, material: fetched });
  expect(unproven.filter((step) => !step.startsWith('time-stamp'))).toEqual(
    around(expired, 'past indeterminate NO_POE material_unproven'),
  );
});
