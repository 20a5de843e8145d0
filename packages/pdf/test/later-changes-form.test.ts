import { bodyOf, sealed, streamBody, type TestObject, updated } from '@websign/testkit';
import { describe, expect, it } from 'vitest';
import type { LaterChanges } from '../src/index.ts';
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
const toldOf = (...parts: Parameters<typeof changesAfter>): string[] =>
  changesAfter(...parts).map(({ reason, rule }) => reason ?? rule);

function changesAfter(
  objects: readonly TestObject[],
  changed: (signed: Uint8Array) => TestObject[],
): LaterChanges['changes'] {
  const value = { number: 310, body: `<</Type/Sig/SubFilter/adbe.pkcs7.detached${SLOT}>>` };
  const signed = sealed(updated(document, [...objects, instead(102, { '>>': '/V 310 0 R>>' }), value]));
  return changesOf(updated(signed, changed(signed)))?.changes ?? [];
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

/** The field 103 with a widget 320 of its own, of which neither has a look unless they get one here. */
const parted = (field: string, widget: string, more = ''): TestObject[] => [
  instead(4, { '103 0 R': '320 0 R 321 0 R' }),
  { number: 103, body: `<</FT/Tx/T(name)/V(Eleni)/Kids[320 0 R${more}]${field}>>` },
  {
    number: 320,
    body: `<</Type/Annot/Subtype/Widget/Parent 103 0 R/F 4/Rect[9 39 99 59]${widget}>>`,
  },
];
const second = (entries: string): TestObject => ({
  number: 321,
  body: `<</Type/Annot/Subtype/Widget/Parent 103 0 R/F 4/Rect[9 199 99 219]${entries}>>`,
});
const choice = (entries: string, from: TestObject = instead(103, {})): TestObject => ({
  number: 103,
  body: String(from.body).replace('/FT/Tx', `/FT/Ch${entries}`),
});

describe('a default appearance for fields without a look', () => {
  it.each<[string, TestObject[], string]>([
    ['whose widget has one', parted('', DA), 'form_upkeep'],
    ['of which the field above the widget has one', parted(DA, ''), 'form_upkeep'],
    ['of which none has one', parted('', ''), 'form'],
    ['of which one of two has one', [...parted('', DA, ' 321 0 R'), second('')], 'form'],
    ['that is a choice', [choice('', unlooked())], 'form'],
    ['that is a box', [instead(105, { '/AP<</N<</Yes 108 0 R/Off 109 0 R>>>>': '' })], 'form_upkeep'],
    ['that has no value', [instead(103, { [LOOK]: '', '/V(Eleni)': '' })], 'form_upkeep'],
    [
      'below a node that has one',
      [instead(106, { '/T(person)': `/T(person)${DA}` }), instead(107, { '/T(city)': '/T(city)/V(Athens)' })],
      'form_upkeep',
    ],
    ['below a node that has none', [instead(107, { '/T(city)': '/T(city)/V(Athens)' })], 'form'],
  ])('MAP-8 %s', async (_, objects, expected) => {
    expect(toldOf([plain, ...objects], styled)).toEqual([expected]);
  });

  it('MAP-8 stays what it was', () => {
    expect(toldOf([], (signed) => [instead(110, { '/F1 9 Tf': '/F1 8 Tf' }, signed)])).toEqual(['form']);
    expect(toldOf([], (signed) => [instead(110, { [DA]: '' }, signed)])).toEqual(['form']);
  });
});

describe('fields that are drawn anew no more, of several kinds', () => {
  const redrawn = instead(110, { [DA]: `${DA}/NeedAppearances true` });
  const done = (signed: Uint8Array): TestObject[] => [
    { number: 110, body: bodyOf(signed, 110).replace(/\/NeedAppearances true/, '/NeedAppearances false') },
  ];
  const other = { number: 104, body: saying('Maria') };

  it.each<[string, TestObject[], string]>([
    ['a choice that shows what it has', [choice('')], 'form_upkeep'],
    ['a choice that shows something else', [choice(''), other], 'form'],
    ['a box without a look', [instead(105, { '/AP<</N<</Yes 108 0 R/Off 109 0 R>>>>': '' })], 'form_upkeep'],
    ['a widget that shows what its field has', parted('', LOOK), 'form_upkeep'],
    ['a widget that shows something else', [...parted('', LOOK), other], 'form'],
    ['a widget without a look', parted('', ''), 'form'],
    ['one of two widgets without a look', [...parted('', LOOK, ' 321 0 R'), second('')], 'form'],
    [
      'one of two widgets that shows something else',
      [...parted('', LOOK, ' 321 0 R'), second('/AP<</N 322 0 R>>'), { number: 322, body: saying('Maria') }],
      'form',
    ],
    [
      'two widgets that show what their field has',
      [...parted('', LOOK, ' 321 0 R'), second('/AP<</N 322 0 R>>'), { number: 322, body: saying('Eleni') }],
      'form_upkeep',
    ],
  ])('MAP-8 %s', (_, objects, expected) => {
    expect(toldOf([redrawn, ...objects], done)).toEqual([expected]);
  });

  it('MAP-8 or again', () => {
    const again = (signed: Uint8Array) => [instead(110, { [DA]: `${DA}/NeedAppearances true` }, signed)];
    expect(toldOf([], again)).toEqual(['form']);
    const gone = (signed: Uint8Array) => [instead(110, { '/NeedAppearances true': '' }, signed)];
    expect(toldOf([redrawn], gone)).toEqual(['form_upkeep']);
  });
});

describe('a font that the form gets', () => {
  const gets =
    (fonts: string) =>
    (signed: Uint8Array): TestObject[] => [
      instead(110, { '/F1 3 0 R': fonts }, signed),
      { number: 330, body: '<</Type/Font/Subtype/Type1/BaseFont/Courier>>' },
    ];
  const adds = gets('/F1 3 0 R/F9 330 0 R');

  it.each<[string, TestObject[], string]>([
    ['that nobody names', [], 'form_upkeep'],
    ['with which a field without a look is drawn', [unlooked('/DA(/F9 9 Tf)')], 'form'],
    ['of another name than that', [unlooked('/DA(/F8 9 Tf)')], 'form_upkeep'],
    [
      'with which a field is drawn that has its look',
      [instead(103, { [LOOK]: `${LOOK}/DA(/F9 9 Tf)` })],
      'form_upkeep',
    ],
    ['that the widget of a field names', parted(DA, '/DA(/F9 9 Tf)'), 'form'],
    ['that the field of a widget names', parted('/DA(/F9 9 Tf)', DA), 'form'],
    ['where nothing says how a field is drawn', [plain, unlooked()], 'form_upkeep'],
    [
      'that a look may name which nobody can read',
      [{ number: 104, body: streamBody('x', '/Type/XObject/Subtype/Form/BBox[0 0 9 9]/Filter/Unheard') }],
      'form',
    ],
    ['that the form itself names', [unlooked(), instead(110, { '/F1 9 Tf': '/F9 9 Tf' })], 'form'],
    ['that a default appearance names which is none', [unlooked('/DA 5')], 'form_upkeep'],
    [
      'that a box names',
      [instead(105, { '/AP<</N<</Yes 108 0 R/Off 109 0 R>>>>': '/DA(/F9 9 Tf)' })],
      'form_upkeep',
    ],
    ['that a choice names', [choice('', unlooked('/DA(/F9 9 Tf)'))], 'form'],
  ])('MAP-8 %s', (_, objects, expected) => {
    expect(toldOf(objects, adds)).toEqual([expected]);
  });

  it.each([
    ['beside one that is another', '/F1 330 0 R/F9 330 0 R'],
    ['in the place of one', '/F9 330 0 R'],
    ['twice', '/F1 3 0 R/F9 330 0 R/F9 3 0 R'],
  ])('MAP-8 %s', (_, fonts) => {
    expect(toldOf([], gets(fonts))).toContain('form');
  });

  it.each<[string, string, string]>([
    ['resources of a kind that it had not', '/DR<</XObject<</X 330 0 R>>', 'form_upkeep'],
    ['a list of what is drawn with them', '/DR<</ProcSet[/PDF]', 'form_upkeep'],
    ['a kind that stands there twice', '/DR<</Font<</F1 330 0 R>>', 'form'],
  ])('MAP-8 comes beside %s', (_, resources, expected) => {
    const changed = (signed: Uint8Array): TestObject[] => [
      instead(110, { '/DR<<': resources }, signed),
      { number: 330, body: '<</Type/Font/Subtype/Type1/BaseFont/Courier>>' },
    ];
    expect(toldOf([], changed)).toContain(expected);
  });

  it('MAP-8 comes in resources that stay some', () => {
    const to = (resources: string) =>
      toldOf([], (signed) => [instead(110, { '/DR<</Font<</F1 3 0 R>>>>': resources }, signed)]);
    expect(to('')).toEqual(['form']);
    expect(to('/DR 5')).toEqual(['form']);
    expect(to('/DR<</Font 5>>')).toEqual(['form']);
    expect(to('/DR<<>>')).toEqual(['form']);
  });
});

describe('flags of the form', () => {
  it.each<[string, string, string]>([
    ['', '/SigFlags 3', 'form_upkeep'],
    ['', '/SigFlags 1', 'form_upkeep'],
    ['/SigFlags 1', '/SigFlags 3', 'form_upkeep'],
    ['/SigFlags 0', '', 'form_upkeep'],
    ['/SigFlags 3', '/SigFlags 1', 'form'],
    ['/SigFlags 3', '/SigFlags 0', 'form'],
    ['/SigFlags 3', '', 'form'],
    ['', '/SigFlags 4', 'form'],
    ['/SigFlags 3', '/SigFlags 7', 'form'],
    ['', '/SigFlags -1', 'form'],
    ['', '/Q 2', 'form'],
    ['', '/Odd false', 'form'],
    ['/Q 0', '/Q 0/Q 2', 'form'],
  ])('MAP-8 %s, %s: %s', (had, has, expected) => {
    const before = instead(110, { [DA]: `${DA}${had}` });
    const changed = (signed: Uint8Array): TestObject[] => [
      { number: 110, body: bodyOf(signed, 110).replace(`${DA}${had}`, `${DA}${has}`) },
    ];
    expect(toldOf([before], changed)).toContain(expected);
  });
});

describe('a form that goes', () => {
  it('MAP-8 is told, also where it comes again', () => {
    const value = { number: 310, body: `<</Type/Sig/SubFilter/adbe.pkcs7.detached${SLOT}>>` };
    const signed = sealed(updated(document, [instead(102, { '>>': '/V 310 0 R>>' }), value]));
    const without = updated(signed, [instead(1, { '/AcroForm 110 0 R': '' })]);
    const again = updated(without, [{ number: 1, body: bodyOf(signed, 1) }]);
    const found = (changesOf(again)?.changes ?? []).map(
      ({ reason, what, object }) => `${reason} ${what} ${object}`,
    );
    expect(found).toContain('form /AcroForm 1');
  });
});
