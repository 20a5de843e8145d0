import { streamBody, type TestObject } from '@websign/testkit';
import { describe, expect, it } from 'vitest';
import { instead, look, PAY, saying, told } from './later-changes-objects.ts';

const OBJECTS: readonly TestObject[] = [instead(4, { ' 150 0 R': '' }), { number: 5, body: streamBody(PAY) }];
const FILLED = '/T(amount)/V(9)/AP<</N 330 0 R>>';
const SHOWN: TestObject = { number: 330, body: saying('9') };

/** The text field 100, which had `had`, is filled in and has `has` besides. */
const filled = (had: string, has: string): Promise<string[]> =>
  told([...OBJECTS, instead(100, { '/FT/Tx': `/FT/Tx${had}` })], (signed) => [
    instead(
      100,
      { '/T(amount)': FILLED, ...(had === '' ? { '/FT/Tx': `/FT/Tx${has}` } : { [had]: has }) },
      signed,
    ),
    SHOWN,
  ]);

describe('a filled field with entries spelled out', () => {
  it.each([
    ['a border style', '', '/BS<</S/S/W 1>>'],
    ['a border style and a border', '', '/BS<</Type/Border>>/Border[0 0 1]'],
    ['the width of a border that is not drawn', '/BS<</S/S/W 0>>', '/BS<</S/S/W 1>>'],
    ['an alignment', '', '/Q 0'],
    ['no flags', '', '/Ff 0'],
    ['nothing of what it looks like', '', '/MK<<>>'],
    ['a name', '', '/NM(0-1)'],
    ['the default appearance of the form', '', '/DA(/F1 9 Tf 0 g)'],
    ['a size where it had a free choice', '/DA(/F1 0 Tf 0 g)', '/DA(/F1 9 Tf 0 g)'],
    [
      'colours that are rounded',
      '/MK<</BC[.1 .1 .1]/BG[.8 .843 1]>>',
      '/MK<</BC[0.1019607843 0.1 0.1]/BG[0.8 0.8431372549 1]>>',
    ],
    ['colours as near as that', '/MK<</BG[.5 0 0]>>', '/MK<</BG[.509 0 0]>>'],
    ['a grey in red, green and blue', '/MK<</BG[.5]/CA(x)>>', '/MK<</BG[.5 .5 .5]/CA(x)>>'],
    ['inks in red, green and blue', '/MK<</BG[1 0 0 0]>>', '/MK<</BG[0 1 1]>>'],
    ['no colour that was written', '/MK<</BG[]>>', '/MK<<>>'],
    ['nothing of what it looks like any more', '/MK<<>>', ''],
  ])('MAP-8 is a filled field: %s', async (_, had, has) => {
    expect(await filled(had, has)).toEqual(['form_value']);
  });

  it.each([
    ['a broad border', '', '/BS<</W 9>>'],
    ['a dashed border', '', '/BS<</S/D/W 1>>'],
    ['a border with dashes of its own', '', '/BS<</S/S/W 1/D[3]>>'],
    ['a border style that is none', '', '/BS[1]'],
    ['a round border', '', '/Border[9 9 1]'],
    ['another broad border', '', '/Border[0 0 9]'],
    ['a border with dashes', '', '/Border[0 0 1[3]]'],
    ['a border that is none', '', '/Border 1'],
    ['a border beside a style that was there', '/BS<</W 9>>', '/BS<</W 9>>/Border[0 0 1]'],
    ['a name that is none', '', '/NM 1'],
    ['an appearance that is none', '', '/MK[]'],
    ['an entry that nobody knows', '', '/Odd 0'],
    ['an entry like the border', '', '/Edge[0 0 1]'],
    ['a border where it had none', '/Border[0 0 0]', '/Border[0 0 0]/BS<</W 1>>'],
    ['a border that was not drawn', '/MK<</BC[0]>>/BS<</W 0>>', '/MK<</BC[0]>>/BS<</W 1>>'],
    ['another alignment', '', '/Q 2'],
    ['a flag', '', '/Ff 2'],
    ['no flags where it had one', '/Ff 2', '/Ff 0'],
    ['an alignment that is not the one it had', '/Q 2', '/Q 0'],
    ['a ground', '', '/MK<</BG[0]>>'],
    ['another name', '/NM(0-1)', '/NM(0-2)'],
    ['another size', '/DA(/F1 9 Tf 0 g)', '/DA(/F1 2 Tf 0 g)'],
    ['a free choice where it had a size', '/DA(/F1 9 Tf 0 g)', '/DA(/F1 0 Tf 0 g)'],
    ['another colour', '/DA(/F1 0 Tf 0 g)', '/DA(/F1 9 Tf 1 g)'],
    ['an entry of its own that is like a border style', '/Odd<</W 0>>', '/Odd<</W 1>>'],
    ['a border that was dashed', '/BS<</S/D/W 0>>', '/BS<</S/S/W 1>>'],
    ['a border that becomes broad', '/BS<</S/S/W 0>>', '/BS<</S/S/W 9>>'],
    ['a border whose width is no number', '', '/BS<</S/S/W/One>>'],
    ['another size than that of the form', '', '/DA(/F1 2 Tf)'],
    ['a default appearance instead of what was none', '/DA 5', '/DA(/F1 9 Tf)'],
    ['a default appearance that is none', '/DA(/F1 9 Tf)', '/DA 5'],
    ['a colour that is farther', '/MK<</BG[.5 0 0]>>', '/MK<</BG[.511 0 0]>>'],
    ['a colour that comes', '/MK<</BC[0]>>', '/MK<</BC[0]/BG[1 1 1]>>'],
    ['a colour that goes', '/MK<</BC[0]>>', '/MK<<>>'],
    ['a colour that goes with all', '/MK<</BC[0]>>', ''],
    ['a colour of two parts', '/MK<</BC[0 0]>>', '/MK<</BC[0 0.001]>>'],
    ['a colour that is none', '/MK<</BC[0]>>', '/MK<</BC/None>>'],
    ['a colour that was none', '/MK<</BC/None>>', '/MK<</BC[]>>'],
    ['another caption', '/MK<</BC[0]/CA(x)>>', '/MK<</BC[0]/CA(y)>>'],
    ['a turn beside a colour that is rounded', '/MK<</BC[.1]>>', '/MK<</BC[.101]/R 180>>'],
  ])('MAP-8 is another field: %s', async (_, had, has) => {
    expect(await filled(had, has)).toEqual(['field']);
  });
});

describe('a field whose widget is an object of its own', () => {
  const kid: TestObject = {
    number: 320,
    body: '<</Type/Annot/Subtype/Widget/Parent 100 0 R/F 4/Rect[0 0 90 20]>>',
  };
  const field = (entries: string): TestObject => ({
    number: 100,
    body: `<</FT/Tx/T(amount)/Kids[320 0 R]${entries}>>`,
  });
  const shown = (signed: Uint8Array): TestObject => instead(320, { '/F 4': '/F 4/AP<</N 330 0 R>>' }, signed);
  const objects = [
    instead(4, { ' 150 0 R': '', '100 0 R': '320 0 R' }),
    OBJECTS[1] as TestObject,
    kid,
    field('/DA(/F1 9 Tf 0 g)'),
  ];

  it('MAP-8 is spelled otherwise where that gets its look', async () => {
    const changed = (signed: Uint8Array): TestObject[] => [
      field('/DA(/F1 9 Tf 0 0 0 rg)/V(9)'),
      shown(signed),
      SHOWN,
    ];
    expect(new Set(await told(objects, changed))).toEqual(new Set(['form_value']));
  });

  it('MAP-8 is spelled otherwise by that itself, in a look that stands where the old one stood', async () => {
    const old = [...objects, instead(4, { ' 150 0 R': '', '100 0 R': '320 0 R' })];
    const looked = { number: 320, body: kid.body.toString().replace('/F 4', '/F 4/AP<</N 322 0 R>>') };
    const changed =
      (style: string) =>
      (signed: Uint8Array): TestObject[] => [
        field('/DA(/F1 9 Tf 0 g)/V(9)'),
        instead(320, { '/F 4': `/F 4/DA(/Other ${style})` }, signed),
        { number: 322, body: saying('9') },
      ];
    const before = [...old, looked, { number: 322, body: look('') }];
    expect(new Set(await told(before, changed('9 Tf 0 g')))).toEqual(new Set(['form_value']));
    expect(await told(before, changed('2 Tf 0 g'))).toContain('field');
  });

  it('MAP-8 is another field where that gets none', async () => {
    expect(await told(objects, [field('/DA(/F1 9 Tf 0 0 0 rg)/V(9)')])).toContain('field');
  });
});

describe('the look of a remark', () => {
  it('MAP-8 does not hide letters where it is written anew in its place', async () => {
    const mark = '<</Type/Annot/Subtype/Highlight/Rect[70 690 300 730]/F 4/AP<</N 321 0 R>>>>';
    const objects: TestObject[] = [
      ...OBJECTS,
      instead(4, { ' 150 0 R': ' 320 0 R' }),
      { number: 320, body: mark },
      { number: 321, body: look('1 w 0 1 90 1 re S') },
    ];
    expect(await told(objects, [{ number: 321, body: look('1 g 0 0 90 20 re f') }])).toEqual([
      'covers_content',
    ]);
    expect(await told(objects, [{ number: 321, body: look('2 w 0 1 90 1 re S') }])).toEqual(['annotation']);
  });
});

describe('what a node above gives its fields', () => {
  const below = (had: string, has: string, form = ''): Promise<string[]> =>
    told(
      [
        ...OBJECTS,
        { number: 106, body: `<</T(person)/Kids[107 0 R]${had}>>` },
        ...(form === '' ? [] : [instead(110, { '/DA(/F1 9 Tf)': form })]),
      ],
      (signed) => [instead(107, { '/T(city)': `/T(city)/V(9)/AP<</N 330 0 R>>${has}` }, signed), SHOWN],
    );

  it.each([
    ['/Ff 2', '/Ff 0'],
    ['/Q 2', '/Q 0'],
    ['/DA(/F1 12 Tf)', '/DA(/F1 9 Tf)'],
  ])('MAP-8 is not spelled otherwise below it: %s, %s', async (had, has) => {
    expect(await below(had, has)).toEqual(['field']);
  });

  it('MAP-8 is the same in other words below it', async () => {
    expect(await below('/DA(/F1 12 Tf)', '/DA(/F1 12 Tf 0 g)')).toEqual(['form_value']);
    expect(await below('', '/DA(/F1 12 Tf 0 g)', '/DA(/F1 12 Tf)')).toEqual(['form_value']);
    expect(await below('', '/DA(/F1 9 Tf 0 g)', '/Q 0')).toEqual(['field']);
  });
});

describe('what the form gives its fields', () => {
  it('MAP-8 is not spelled otherwise by one of them', async () => {
    const centred = [...OBJECTS, instead(110, { '/DR': '/Q 1/DR' })];
    const left = (signed: Uint8Array): TestObject[] => [
      instead(100, { '/T(amount)': FILLED, '/FT/Tx': '/FT/Tx/Q 0' }, signed),
      SHOWN,
    ];
    expect(await told(centred, left)).toEqual(['field']);
  });
});

describe('the default appearance of a filled field', () => {
  const from = (had: string, has: string) => filled(`/DA(${had})`, `/DA(${has})`);

  it.each([
    ['/F1 9 Tf 0 g', '/F1 9 Tf 0 0 0 rg'],
    ['/F1 9 Tf 0 g', '/F1 9 Tf 0 0 0 1 k'],
    ['/F1 9 Tf 0 g', '/F1 9 Tf 1 1 1 0 k'],
    ['/F1 9 Tf 0 g', '/Other 9 Tf'],
    ['/F1 9 Tf 1 0 0 rg', '1 0 0 rg /F1 9 Tf'],
    ['/F1 9 Tf 1 0 0 rg', '/F1 9 Tf 0 1 1 0 k'],
    ['/F1 9 Tf .5 g', '/F1 9 Tf .505 g'],
    ['/F1 9 Tf .5 0 0 rg', '/F1 9 Tf .2 .7 .7 .3 k'],
  ])('MAP-8 is the same in other words: %s, %s', async (had, has) => {
    expect(await from(had, has)).toEqual(['form_value']);
  });

  it.each([
    ['/F1 9 Tf 1 0 0 rg', '/F1 9 Tf 0 1 0 rg'],
    ['/F1 9 Tf 1 0 0 rg', '/F1 9 Tf 1 0 1 rg'],
    ['/F1 9 Tf .5 g', '/F1 9 Tf .52 g'],
    ['/F1 9 Tf 0 g', '/F1 9 Tf 0 0 0 0 k'],
    ['/F1 9 Tf 0 g', '/F1 9 Tf 0 g 3 Tr'],
    ['/F1 9 Tf 0 g', '/F1 9 Tf 0 0 g'],
    ['/F1 9 Tf 0 g', '/F1 9 Tf 0 0 rg'],
    ['/F1 9 Tf 0 g', '/F1 9 9 Tf 0 g'],
    ['/F1 9 Tf 0 g', '/F1 9 Tf 0 g 7'],
    ['/F1 9 Tf 0 g', '/F1 9 Tf 0.0.0 g'],
    ['/F1 9 Tf 0 g', '0 g'],
    ['0 g', '0 0 0 rg'],
    ['9', '/F1 9 Tf'],
    ['/F1 9 Tf', '/F1 9 Tf 1 g'],
    ['/F1 0 Tf 0 g', '/F1 9.9.9 Tf 0 g'],
    ['/F1 9 Tf 0 g', '/F1 9 Tf 0 G'],
    ['/F1 9 Tf 1 0 0 rg', '/F1 9 Tf 1 0 0 RG'],
    ['/F1 9 Tf 0 g', '/F1 9 Tf 0 0 0 1 K'],
    ['/F1 9 Tf 1 1 0 rg', '/F1 9 Tf 0 0 1 k'],
    ['/F1 9 Tf 0 g', '/F1 9 Tf 0 w'],
  ])('MAP-8 is another one: %s, %s', async (had, has) => {
    expect(await from(had, has)).toEqual(['field']);
  });
});
