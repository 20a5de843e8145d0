import { bodyOf, streamBody, type TestObject } from '@websign/testkit';
import { describe, expect, it } from 'vitest';
import { document, instead, PAY, saying, told } from './later-changes-objects.ts';

const layers = (state: string, more: string): TestObject[] => [
  {
    number: 5,
    body: streamBody(`/OC /L1 BDC ${PAY} EMC /OC /L2 BDC ${PAY.replace('1000', '9999')} EMC`),
  },
  instead(4, { '/Resources<<': '/Resources<</Properties<</L1 130 0 R/L2 131 0 R>>' }),
  { number: 131, body: '<</Type/OCG/Name(Other)>>' },
  instead(1, { '/OCProperties<</OCGs[130 0 R]/D<<>>>>': `/OCProperties${state}${more}` }),
];
const ALL = '/OCGs[130 0 R 131 0 R]';
const LEVEL = '/BaseVersion/1.7/ExtensionLevel 3';

describe('what is for two things may change only where both permit it', () => {
  it('MAP-8 a field that is the content of a page, in an array of its own', async () => {
    const hold = (amount: string): TestObject => ({
      number: 5,
      body: streamBody(PAY.replace('1000', amount), '/FT/Tx/T(hold)'),
    });
    const objects = [
      hold('1000'),
      { number: 6, body: '[5 0 R]' },
      instead(4, { '/Contents 5 0 R': '/Contents 6 0 R' }),
      instead(110, { '/Fields[': '/Fields[5 0 R ' }),
    ];
    expect(await told(objects, [hold('9999')])).toEqual(['reached_elsewhere', 'content']);
  });

  it.each([
    ['a field', 110, '/Fields[', '/Fields[5 0 R ', '/FT/Tx/T(hold)'],
    ['an annotation', 4, '/Annots [', '/Annots [5 0 R ', '/Subtype/Link/Rect[0 0 9 9]'],
    ['a store', 1, '/MarkInfo', '/DSS 5 0 R/MarkInfo', '/Certs[]'],
  ])('MAP-8 a stream in the place of %s is content', async (_, holder, from, to, entries) => {
    const held = (data: string): TestObject => ({ number: 5, body: streamBody(data, entries) });
    expect(await told([held(PAY), instead(holder, { [from]: to })], [held(PAY.replace('1', '2'))])).toContain(
      'content',
    );
  });

  it('MAP-8 the layers that are off, in the place of an extension', async () => {
    const objects = [
      ...layers(`<<${ALL}/D<</OFF 7 0 R>>>>`, '/Extensions<</ADBE 7 0 R>>'),
      { number: 7, body: '[131 0 R]' },
    ];
    expect(await told(objects, [{ number: 7, body: '[130 0 R]' }])).toContain('reached_elsewhere');
  });

  it('MAP-8 all that is said of layers, in the place of an extension', async () => {
    const all = (off: number): TestObject => ({
      number: 7,
      body: `<<${LEVEL}${ALL}/D<</OFF[${off} 0 R]>>>>`,
    });
    const objects = [...layers(' 7 0 R', '/Extensions 8 0 R'), { number: 8, body: '<</ADBE 7 0 R>>' }];
    expect(await told([...objects, all(131)], [all(130)])).toContain('reached_elsewhere');
  });

  it('MAP-8 an annotation that is the function of a colour, behind a name like a key', async () => {
    const ink = (black: number): TestObject => ({
      number: 7,
      body: `<</Type/Annot/Subtype/Link/Rect[0 0 9 9]/FunctionType 2/Domain[0 1]/N 1/C0[1]/C1[${black}]>>`,
    });
    const objects = [
      { number: 5, body: streamBody(`/Ink cs 1 scn ${PAY}`) },
      instead(4, {
        '/Annots [': '/Annots [7 0 R ',
        '/Resources<<':
          '/Resources<</ColorSpace<</Ink[/Separation/Annots[/CalGray<</WhitePoint[1 1 1]>>]7 0 R]>>',
      }),
      ink(0),
    ];
    expect(await told(objects, [ink(1)])).toContain('reached_elsewhere');
  });

  it.each([
    ['the layer of a form', '/OC 7 0 R'],
    ['a layer by the name of annotations', '/Resources<</Properties<</Annots 7 0 R>>>>'],
  ])('MAP-8 an annotation that is %s', async (_, entries) => {
    const layer = (policy: string): TestObject => ({
      number: 7,
      body: `<</Type/Annot/Subtype/Link/Rect[0 0 9 9]/OCGs 130 0 R/P/${policy}>>`,
    });
    const objects = [
      layer('AllOn'),
      { number: 6, body: streamBody(PAY, `/Type/XObject/Subtype/Form/BBox[0 0 600 800]${entries}`) },
      instead(4, { '/Annots [': '/Annots [7 0 R ', '/Resources<<': '/Resources<</XObject<</X 6 0 R>>' }),
    ];
    expect(await told(objects, [layer('AllOff')])).toContain('reached_elsewhere');
  });

  it('MAP-8 the look of a field that a page paints by the name of its appearances', async () => {
    const objects = [
      { number: 5, body: streamBody(`${PAY} /N Do`) },
      instead(4, { '/Resources<<': '/Resources<</XObject 7 0 R' }),
      { number: 7, body: '<</N 104 0 R>>' },
      instead(103, { '/AP<</N 104 0 R>>': '/AP 7 0 R' }),
    ];
    const filled = instead(103, { '/V(Eleni)/AP<</N 104 0 R>>': '/V(Maria)/AP 7 0 R' });
    expect(await told(objects, [filled, { number: 104, body: saying('Maria') }])).toContain('content');
  });
});

describe('what is referred to from several places of its own may change', () => {
  it('MAP-8 a field that an array of the order of calculation names', async () => {
    const objects = [instead(110, { '/DR': '/CO 7 0 R/DR' }), { number: 7, body: '[100 0 R 103 0 R]' }];
    const filled = [
      { number: 103, body: bodyOf(document, 103).replace('(Eleni)', '(Maria)').replace('104', '300') },
      { number: 300, body: saying('Maria') },
    ];
    expect(await told(objects, filled)).toEqual(['form_value']);
    expect(await told(objects, [{ number: 7, body: '[103 0 R 100 0 R]' }])).toEqual(['form']);
  });

  it.each([
    ['a dictionary of its own', `<<${LEVEL}>>`, '<</BaseVersion/1.7/ExtensionLevel 8>>'],
    ['an array of dictionaries', `[<<${LEVEL}>>]`, `[<<${LEVEL}>><<${LEVEL}>>]`],
  ])('MAP-8 extensions of a developer in %s', async (_, before, after) => {
    const objects = [
      instead(1, { '/MarkInfo': '/Extensions 8 0 R/MarkInfo' }),
      { number: 8, body: '<</ADBE 7 0 R>>' },
      { number: 7, body: before },
    ];
    expect(await told(objects, [{ number: 7, body: after }])).toEqual(['extensions']);
    expect(await told(objects, [{ number: 7, body: '[130 0 R]' }])).toEqual(['catalog']);
  });

  it('MAP-8 looks that are written anew in the dictionary of appearances', async () => {
    const objects = [
      { number: 7, body: '<</N 104 0 R>>' },
      instead(103, { '/AP<</N 104 0 R>>': '/AP 7 0 R' }),
    ];
    const filled = instead(103, { '/V(Eleni)/AP<</N 104 0 R>>': '/V(Maria)/AP 7 0 R' });
    expect(await told(objects, [filled, { number: 104, body: saying('Maria') }])).toEqual([
      'form_value',
      'form_value',
    ]);
  });

  it('MAP-8 a field that something names to which nothing leads', async () => {
    const objects = [{ number: 20, body: '<</Contents 103 0 R>>' }];
    const filled = [
      instead(103, { '(Eleni)': '(Maria)', '104': '300' }),
      { number: 300, body: saying('Maria') },
    ];
    expect(await told(objects, filled)).toEqual(['form_value']);
    expect(
      await told([...objects, instead(1, { '/MarkInfo': '/PieceInfo 20 0 R/MarkInfo' })], filled),
    ).toContain('reached_elsewhere');
  });
});

describe('a page that a destination names', () => {
  const DESTINATIONS: [string, string][] = [
    ['an action', '/OpenAction<</S/GoTo/D[4 0 R/Fit]>>'],
    ['a destination of a name', '/Dests<</Top<</D[4 0 R/XYZ 0 800 0]>>>>'],
    ['an entry of an array', '/OpenAction<</S/GoToE/D[[4 0 R]]/N[4 0 R]>>'],
  ];

  it.each(DESTINATIONS)('MAP-8 keeps its annotations where they belong: %s', async (_, entry) => {
    const list = bodyOf(document, 4).match(/\/Annots (\[[^\]]*\])/)?.[1] ?? '';
    const objects = [
      instead(1, { '/AcroForm': `${entry}/AcroForm` }),
      instead(4, { [`/Annots ${list}`]: '/Annots 7 0 R' }),
      { number: 7, body: list },
    ];
    const note = { number: 300, body: '<</Type/Annot/Subtype/Link/Rect[400 500 440 540]>>' };
    const noted = (signed: Uint8Array): TestObject[] => [instead(7, { '[': '[300 0 R ' }, signed), note];
    expect(await told(objects, noted)).toEqual(['annotation']);
  });

  it.each(DESTINATIONS)('MAP-8 keeps its fields where they belong: %s', async (_, entry) => {
    const renamed = (signed: Uint8Array): TestObject[] => [
      instead(103, { '(Eleni)': '(Nikos)' }, signed),
      { number: 104, body: saying('Nikos') },
    ];
    expect(await told([instead(1, { '/AcroForm': `${entry}/AcroForm` })], renamed)).not.toContain(
      'reached_elsewhere',
    );
  });
});
