import { bodyOf, sealed, type TestObject, updated } from '@websign/testkit';
import { describe, expect, it } from 'vitest';
import { document, instead, saying, told } from './later-changes-objects.ts';
import { changesOf } from './later-changes-support.ts';

const DA = '/DA(/F1 9 Tf)';
const LOOK = '/AP<</N 104 0 R>>';
/** The form without a default appearance, and one with it. */
const plain = instead(110, { [DA]: '' });
const styled = (signed: Uint8Array): TestObject[] => [
  { number: 110, body: bodyOf(signed, 110).replace('/DR', '/DA(/F1 9 Tf 1 g)/DR') },
];
/** The name that is filled in, without a look of its own. */
const unlooked = (entries = ''): TestObject => instead(103, { [LOOK]: entries });

const SLOT = `/ByteRange[0 ${`${' '.repeat(10)} `.repeat(3)}]/Contents<3000>`;
/** As `told`, where a program signed that leaves fields to be drawn anew, as ours does not. */
function toldOf(objects: readonly TestObject[], changed: (signed: Uint8Array) => TestObject[]): string[] {
  const value = { number: 310, body: `<</Type/Sig/SubFilter/adbe.pkcs7.detached${SLOT}>>` };
  const signed = sealed(updated(document, [...objects, instead(102, { '>>': '/V 310 0 R>>' }), value]));
  const changes = changesOf(updated(signed, changed(signed)))?.changes ?? [];
  return changes.map(({ reason, rule }) => reason ?? rule);
}

describe('a default appearance that the form gets', () => {
  it.each<[string, TestObject[], string]>([
    ['with which a field without a look is drawn', [unlooked()], 'form'],
    ['which a field without a look has itself', [unlooked(DA)], 'form_upkeep'],
    ['where every field has its look', [], 'form_upkeep'],
  ])('MAP-8 %s', async (_, objects, expected) => {
    expect(await told([plain, ...objects], styled)).toEqual([expected]);
  });

  it('MAP-8 with which readers draw every field anew', () => {
    const redrawn = instead(110, { [DA]: '/NeedAppearances true' });
    expect(toldOf([redrawn], styled)).toEqual(['form']);
  });
});

describe('fields that are to be drawn anew no more', () => {
  const redrawn = instead(110, { [DA]: `${DA}/NeedAppearances true` });
  const done = (signed: Uint8Array): TestObject[] => [
    { number: 110, body: bodyOf(signed, 110).replace(/\/NeedAppearances true/, '/NeedAppearances false') },
  ];

  it.each<[string, TestObject[], string]>([
    ['where each shows its value', [], 'form_upkeep'],
    ['where one shows another value than it has', [{ number: 104, body: saying('Maria') }], 'form'],
    ['where one has no look', [unlooked()], 'form'],
  ])('MAP-8 %s', (_, objects, expected) => {
    expect(toldOf([redrawn, ...objects], done)).toEqual([expected]);
  });
});
