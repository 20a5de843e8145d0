import { streamBody, type TestObject } from '@websign/testkit';
import { describe, expect, it } from 'vitest';
import { instead, look, PAY, told } from './later-changes-objects.ts';

const OTHER = '<</Type/Font/Subtype/Type1/BaseFont/Helvetica/Encoding<</Differences[48/nine/nine]>>>>';
const ADDED: TestObject[] = [
  { number: 8, body: '<</F1 3 0 R/F9 9 0 R>>' },
  { number: 9, body: OTHER },
];
/** The fonts of the form, which are those of the page, too. */
const SHARED: TestObject[] = [
  instead(4, { '/Font<</F1 3 0 R>>': '/Font 8 0 R' }),
  { number: 8, body: '<</F1 3 0 R>>' },
  instead(110, { '/Font<</F1 3 0 R>>': '/Font 8 0 R' }),
];
const NAMING = 'BT /F1 24 Tf 72 700 Td (Pay ) Tj /F9 24 Tf (1000) Tj ET';
const form = (content: string, entries: string): TestObject => ({
  number: 20,
  body: streamBody(content, `/Type/XObject/Subtype/Form/BBox[0 0 600 800]${entries}`),
});
const painting = [
  { number: 5, body: streamBody(`${PAY} /X Do`) },
  instead(4, { '/Font<</F1 3 0 R>>': '/Font 8 0 R/XObject<</X 20 0 R>>' }),
];

describe('fonts that the form and contents share', () => {
  it.each<[string, TestObject[]]>([
    ['a page', [{ number: 5, body: streamBody(NAMING) }]],
    ['a page, in other letters', [{ number: 5, body: streamBody(NAMING.replace('/F9', '/#469')) }]],
    ['a form without resources', [...painting, form(NAMING, '')]],
    ['a form that has them, too', [...painting, form(NAMING, '/Resources<</Font 8 0 R>>')]],
  ])('MAP-8 do not come to hold one that is named by %s', async (_, objects) => {
    expect(await told([...SHARED, ...objects], ADDED)).toContain('reached_elsewhere');
    expect(await told([...SHARED, ...objects], ADDED, { certify: 1 })).toContain('reached_elsewhere');
  });

  it.each<[string, TestObject[]]>([
    ['nothing names', []],
    [
      'a form names that has fonts of its own',
      [...painting, form(NAMING, '/Resources<</Font<</F9 3 0 R>>>>')],
    ],
    ['a look names that has fonts of its own', [{ number: 104, body: look(NAMING, '/Font<</F9 3 0 R>>') }]],
  ])('MAP-8 come to hold one that %s', async (_, objects) => {
    expect(await told([...SHARED, ...objects], ADDED)).toEqual(['form_upkeep']);
  });

  it('MAP-8 are all resources of a page', async () => {
    const objects = [
      { number: 5, body: streamBody(NAMING) },
      instead(4, { '/Resources<</Font<</F1 3 0 R>>>>': '/Resources 8 0 R' }),
      { number: 8, body: '<</Font<</F1 3 0 R>>>>' },
      instead(110, { '/DR<</Font<</F1 3 0 R>>>>': '/DR 8 0 R' }),
    ];
    const changed = [
      { number: 8, body: '<</Font<</F1 3 0 R/F9 9 0 R>>>>' },
      { number: 9, body: OTHER },
    ];
    expect(await told(objects, changed)).toContain('reached_elsewhere');
  });
});

describe('fonts of the form', () => {
  const added = (signed: Uint8Array): TestObject[] => [
    instead(110, { '/F1 3 0 R': '/F1 3 0 R/F9 9 0 R' }, signed),
    { number: 9, body: OTHER },
  ];

  it('MAP-8 do not come to hold one that a look without resources names', async () => {
    const bare = streamBody(NAMING, '/Type/XObject/Subtype/Form/BBox[0 0 90 20]');
    expect(await told([{ number: 104, body: bare }], added)).toContain('form');
    expect(await told([{ number: 104, body: look(NAMING) }], added)).toEqual(['form_upkeep']);
  });
});

describe('who takes fonts from the resources of the form', () => {
  const page = (resources: string, contents = '21 0 R'): TestObject[] => [
    instead(2, { '/Kids[4 0 R]/Count 1': '/Kids[4 0 R 20 0 R]/Count 2' }),
    {
      number: 20,
      body: `<</Type/Page/Parent 2 0 R/MediaBox[0 0 600 800]/Contents ${contents}/Resources<</Font${resources}>>>>`,
    },
    { number: 21, body: streamBody(NAMING) },
  ];
  const stream = (entries: string, data = NAMING): TestObject[] => [
    instead(4, { '/Font<</F1 3 0 R>>': '/Font 8 0 R/XObject<</X 20 0 R>>' }),
    { number: 20, body: streamBody(data, entries) },
  ];
  const glyph = (entries: string): TestObject[] => [
    instead(4, { '/Font<</F1 3 0 R>>': '/Font 8 0 R/XObject<</X 22 0 R>>' }),
    { number: 20, body: streamBody(`1000 0 d0 ${NAMING}`, entries) },
    { number: 21, body: '<</a 20 0 R>>' },
    {
      number: 22,
      body: '<</Type/Font/Subtype/Type3/FontBBox[0 0 9 9]/FontMatrix[1 0 0 1 0 0]/CharProcs 21 0 R/Encoding<</Differences[97/a]>>/FirstChar 97/LastChar 97/Widths[9]>>',
    },
  ];
  const FORM = '/Type/XObject/Subtype/Form/BBox[0 0 600 800]';
  const type3 = (resources: string): string =>
    `<</Type/Font/Subtype/Type3/FontBBox[0 0 9 9]/FontMatrix[1 0 0 1 0 0]/CharProcs<</a 21 0 R>>/Encoding<</Differences[97/a]>>/FirstChar 97/LastChar 97/Widths[9]/Resources<<${resources}>>>>`;
  /** A form that has such a font in place, with a glyph that calls itself a picture. */
  const inPlace = (resources: string, glyphs = ''): TestObject[] => [
    ...stream(`${FORM}/Resources<</Font<</T3 ${type3(resources)}>>>>`, 'BT /T3 9 Tf (a) Tj ET'),
    { number: 21, body: streamBody(`1000 0 d0 ${NAMING}`, `/Subtype/Image${glyphs}`) },
  ];

  it.each<[string, TestObject[]]>([
    ['another page that has its own', page('<</F9 3 0 R>>')],
    ['another page with several contents', page('<</F9 3 0 R>>', '[21 0 R]')],
    [
      'a form that has others, which are an object',
      [...stream(`${FORM}/Resources<</Font 30 0 R>>`), { number: 30, body: '<</F9 3 0 R>>' }],
    ],
    [
      'a picture',
      stream('/Type/XObject/Subtype/Image/Width 1/Height 1/BitsPerComponent 8/ColorSpace/DeviceGray'),
    ],
    ['a glyph of a font that has others', inPlace('/Font<</F9 3 0 R>>')],
    ['a function', stream('/FunctionType 4/Domain[0 1]/Range[0 1]')],
    ['metadata', stream('/Type/Metadata/Subtype/XML')],
  ])('MAP-8 not %s', async (_, objects) => {
    expect(await told([...SHARED, ...objects], ADDED)).toEqual(['form_upkeep']);
  });

  it.each<[string, TestObject[]]>([
    ['another page', page(' 8 0 R')],
    ['another page with several contents', page(' 8 0 R', '[21 0 R]')],
    ['a content that cannot be read', stream(`${FORM}/Filter/Unheard`)],
    ['a content without a subtype', stream('')],
    ['a pattern that calls itself a picture', stream('/PatternType 1/PaintType 1/Subtype/Image')],
    ['a glyph that calls itself a picture', glyph('/Subtype/Image')],
    ['a glyph that calls itself a function', glyph('/FunctionType 4')],
    ['a glyph of a font that stands in a form', inPlace('/Font 8 0 R')],
    ['a glyph with resources that do not count', inPlace('/Font 8 0 R', '/Resources<</Font<</F9 3 0 R>>>>')],
  ])('MAP-8 but %s', async (_, objects) => {
    expect(await told([...SHARED, ...objects], ADDED)).toContain('reached_elsewhere');
  });

  it('MAP-8 and one of several that come is enough', async () => {
    const added = [{ number: 8, body: '<</F1 3 0 R/F9 9 0 R/F8 9 0 R>>' }, ADDED[1] as TestObject];
    const objects = [...SHARED, { number: 5, body: streamBody(NAMING) }];
    expect(await told(objects, added)).toContain('reached_elsewhere');
  });
});
