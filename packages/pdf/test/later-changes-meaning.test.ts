import { streamBody, type TestObject } from '@websign/testkit';
import { describe, expect, it } from 'vitest';
import { instead, told } from './later-changes-objects.ts';

type Body = string | Uint8Array;
/** What the document needs, an object (7) that nothing but itself explains, two equal layers and two equal pages. */
const beside: TestObject[] = [
  instead(1, { '/MarkInfo': '/Note 7 0 R/MarkInfo' }),
  { number: 10, body: '90' },
  { number: 11, body: '90.0' },
  { number: 12, body: '<</Type/OCG/Name(layer)>>' },
  { number: 13, body: '<</Type/OCG/Name(layer)>>' },
  { number: 14, body: '<</Type 16 0 R/Name(layer)>>' },
  { number: 15, body: '<</Type/OCMD/OCGs 12 0 R>>' },
  { number: 16, body: '/OCG' },
  { number: 18, body: '<</A(x)>>' },
  { number: 19, body: '<</A(x)>>' },
  { number: 20, body: '<</MC0 12 0 R>>' },
  { number: 21, body: '<</MC0 13 0 R>>' },
  { number: 24, body: '[[3 1]0]' },
  { number: 22, body: '[3 1]' },
  { number: 23, body: '3' },
  { number: 25, body: '<</Parent 26 0 R>>' },
  { number: 26, body: '<</Parent 25 0 R>>' },
];
const from = (before: Body, after: Body): Promise<string[]> =>
  told([...beside, { number: 7, body: before }], [{ number: 7, body: after }]);

/** Expects two values to be the same, or not, in whichever order they come. */
const both =
  (isSame: boolean) =>
  async (before: Body, after: Body): Promise<void> => {
    for (const found of [await from(before, after), await from(after, before)]) {
      if (isSame) expect(found).toEqual([]);
      else expect(found).toContain('content');
    }
  };

describe('an integer and a real of one value', () => {
  it.each<[Body, Body]>([
    ['<</Rotate 90>>', '<</Rotate 90.0>>'],
    ['<</Rotate 90>>', '<</Rotate 90.>>'],
    ['<</Rotate 10 0 R>>', '<</Rotate 11 0 R>>'],
    ['<</Rotate 90>>', '<</Rotate 11 0 R>>'],
    ['<</Differences[49/nine]>>', '<</Differences[49.0/nine]>>'],
    ['<</FirstChar 32>>', '<</FirstChar 32.0>>'],
    ['<</F 2>>', '<</F 2.0>>'],
    // The page of another file.
    ['<</Dest[0/XYZ 0 0 1]>>', '<</Dest[0.0/XYZ 0 0 1]>>'],
    // A colour space that resources call so.
    ['<</CA[/Indexed/DeviceRGB 1(ABCDEF)]>>', '<</CA[/Indexed/DeviceRGB 1.0(ABCDEF)]>>'],
    [streamBody('data', '/Width 2'), streamBody('data', '/Width 2.0')],
    ['<</DecodeParms<</Predictor 12>>>>', '<</DecodeParms<</Predictor 12.0>>>>'],
    ['<</DecodeParms[null<</Columns 60>>]>>', '<</DecodeParms[null<</Columns 60.0>>]>>'],
    ['<</W[32[500]]>>', '<</W[32.0[500]]>>'],
    ['<</W[32 34 500]>>', '<</W[32.0 34 500]>>'],
    ['<</ColorSpace[/Indexed/DeviceRGB 1(abcdef)]>>', '<</ColorSpace[/Indexed/DeviceRGB 1.0(abcdef)]>>'],
    ['90', '90.0'],
    ['[1]', '[1.0]'],
  ])('MAP-8 are two where readers may want an integer: %#', both(false));

  it.each<[Body, Body]>([
    ['<</MediaBox[0 0 595 842]>>', '<</MediaBox[0.0 0 595.00 842.]>>'],
    ['<</Matrix[1 0 0 1 0 0]>>', '<</Matrix[1.0 0.0 0 1 0 0]>>'],
    ['<</InkList[[1 2 3 4]]>>', '<</InkList[[1.0 2 3 4]]>>'],
    ['<</C[1 0 0]/CA 1>>', '<</C[1.0 0 0]/CA 1.0>>'],
    ['<</BS<</W 1/D[3 2]>>>>', '<</BS<</W 1.0/D[3.0 2]>>>>'],
    ['<</Widths[500 600]>>', '<</Widths[500.0 600]>>'],
    ['<</W[32[500 600]]>>', '<</W[32[500.0 600]]>>'],
    ['<</Dest[0/XYZ 0 0 1]>>', '<</Dest[0/XYZ 0 0.0 1.0]>>'],
  ])('MAP-8 are one where numbers are real by nature: %#', both(true));
});

describe('an object that is known by its number', () => {
  it.each<[Body, Body]>([
    ['<</Properties<</MC0 12 0 R>>>>', '<</Properties<</MC0 13 0 R>>>>'],
    ['<</Properties<</MC0 12 0 R>>>>', '<</Properties<</MC0 14 0 R>>>>'],
    ['<</Properties 20 0 R>>', '<</Properties 21 0 R>>'],
    ['<</Properties 20 0 R>>', '<</Properties<</MC0 13 0 R>>>>'],
    ['<</OC 12 0 R>>', '<</OC<</Type/OCG/Name(layer)>>>>'],
    ['<</OC 14 0 R>>', '<</OC<</Type/OCG/Name(layer)>>>>'],
    ['<</OC 15 0 R>>', '<</OC<</Type/OCMD/OCGs 13 0 R>>>>'],
    ['<</OFF[12 0 R]>>', '<</OFF[13 0 R]>>'],
    ['<</OFF[18 0 R]>>', '<</OFF[19 0 R]>>'],
    ['<</D<</Order[(a)[18 0 R]]>>>>', '<</D<</Order[(a)[19 0 R]]>>>>'],
    ['<</VE[/Not 12 0 R]>>', '<</VE[/Not 13 0 R]>>'],
    ['<</First 18 0 R>>', '<</First 19 0 R>>'],
    ['<</Dest[18 0 R/Fit]>>', '<</Dest[19 0 R/Fit]>>'],
    ['<</A<</CO[18 0 R]>>>>', '<</A<</CO[19 0 R]>>>>'],
    [streamBody('data', '/OC 12 0 R'), streamBody('data', '/OC<</Type/OCG/Name(layer)>>')],
  ])('MAP-8 is not the same as an equal one: %#', both(false));

  it('MAP-8 may stand in a membership, which is known by what it says', () =>
    both(true)('<</OC 15 0 R>>', '<</OC<</Type/OCMD/OCGs 12 0 R>>>>'));
});

describe('a null', () => {
  it.each(['Resources', 'MediaBox', 'CropBox', 'Rotate', 'FT', 'Ff', 'V', 'DA', 'Q', 'MaxLen', 'Opt'])(
    'MAP-8 says something of its own where /%s may be inherited',
    (key) => both(false)('<</A 1>>', `<</A 1/${key} null>>`),
  );
  it.each(['H', 'W', 'F', 'DP', 'IM', 'BPC', 'D', 'ca', 'Font', 'Foo'])(
    'MAP-8 and where readers may ask whether /%s stands there',
    async (key) => {
      await both(false)('<</A 1>>', `<</A 1/${key} null>>`);
      await both(false)('<</A<</B 1>>>>', `<</A<</B 1/${key} null>>>>`);
      await both(false)(streamBody('data'), streamBody('data', `/${key} null`));
    },
  );
  it('MAP-8 and where another one goes', () => both(false)('<</A 1/B null>>', '<</A 1/C null>>'));

  it('MAP-8 is nothing among the entries of a page or a field, but for those that readers look for', async () => {
    const more = (number: number, entries: string) => told([], [instead(number, { '<<': `<<${entries}` })]);
    expect(await told([], (signed) => [instead(4, { '/Contents': '/Foo null/Contents' }, signed)])).toEqual(
      [],
    );
    expect(await more(103, '/Foo null')).toEqual([]);
    expect(await more(103, '/BS null')).toEqual(['field']);
    expect(await more(103, '/Border null')).toEqual(['field']);
    expect(await more(103, '/OC null')).toEqual(['field']);
  });
});

describe('a dash', () => {
  it.each<[Body, Body]>([
    ['<</D[[3 1]0]>>', '<</D 24 0 R>>'],
    ['<</D[[3 1]0]>>', '<</D[22 0 R 0]>>'],
    ['<</D[[3 1]0]>>', '<</D[[23 0 R 1]0]>>'],
  ])('MAP-8 is another one where some readers follow no reference: %s, %s', async (before, after) => {
    await both(false)(before, after);
  });
});

describe('a text string', () => {
  const wide = (text: string): string => `<FEFF${Buffer.from(text, 'utf16le').swap16().toString('hex')}>`;
  it.each<[Body, Body]>([
    [`<</Lang${wide('en-US')}>>`, '<</Lang(en\\055US)>>'],
    [`<</TU${wide('Name à…')}>>`, '<</TU(Name \\340\\203)>>'],
    [`<</Opt[${wide('one')}[${wide('1')}(two)]]>>`, `<</Opt[(one)[(1)${wide('two')}]]>>`],
    [`<</Contents${wide('a\n\tb\r')}>>`, '<</Contents(a\\n\\tb\\r)>>'],
    [`<</T${wide('')}>>`, '<</T()>>'],
    // Some of the letters by which UTF-8 and UTF-16 are marked.
    [`<</T${wide('ïa')}>>`, '<</T(\\357a)>>'],
    [`<</T${wide('ï»a')}>>`, '<</T(\\357\\273a)>>'],
    [`<</T${wide('ïa¿')}>>`, '<</T(\\357a\\277)>>'],
    [`<</T${wide('a»¿')}>>`, '<</T(a\\273\\277)>>'],
    [`<</T${wide('þa')}>>`, '<</T(\\376a)>>'],
    [`<</T${wide('ÿa')}>>`, '<</T(\\377a)>>'],
    [`<</T${wide('aÿ')}>>`, '<</T(a\\377)>>'],
    [`<</T${wide('aþ')}>>`, '<</T(a\\376)>>'],
  ])('MAP-8 says the same in another encoding: %#', both(true));

  it.each<[Body, Body]>([
    [`<</Lang${wide('en-US')}>>`, '<</Lang(en-GB)>>'],
    [`<</DA${wide('/F1 9 Tf')}>>`, '<</DA(/F1 9 Tf)>>'],
    [`[${wide('one')}]`, '[(one)]'],
    // Readers of earlier versions show the mark of UTF-8.
    ['<</TU(\\357\\273\\277name)>>', '<</TU(name)>>'],
    [`<</TU${wide('name')}>>`, '<</TU(\\357\\273\\277name)>>'],
    ['<</TU<FFFE6100>>>', '<</TU(a)>>'],
    [`<</TU${wide('a')}>>`, '<</TU<FFFE6100>>>'],
    [`<</TU${wide('ÿþab')}>>`, '<</TU(\\377\\376ab)>>'],
    ['<</TU<FEFF4E2D>>>', '<</TU<FEFF4E2D41>>>'],
    // Codes that PDFDocEncoding has not, controls, and half of a character.
    [`<</TU${wide('a\x7f')}>>`, '<</TU(a\\177)>>'],
    [`<</TU${wide('a\x01')}>>`, '<</TU(a\\001)>>'],
    ['<</TU<FEFF006162>>>', '<</TU(a)>>'],
    [`<</ByteRange[0 1]/Contents${wide('a')}>>`, '<</ByteRange[0 1]/Contents(a)>>'],
    // Palettes of colour spaces whose names in the resources are those of texts.
    [`<</V[/Indexed/DeviceRGB 1${wide('ABCDEF')}]>>`, '<</V[/Indexed/DeviceRGB 1(ABCDEF)]>>'],
    [
      `<</E[/Separation/Ink[/Indexed/DeviceGray 1${wide('AB')}]]>>`,
      '<</E[/Separation/Ink[/Indexed/DeviceGray 1(AB)]]>>',
    ],
    [`<</T[16 0 R/DeviceRGB 1${wide('ABCDEF')}]>>`, '<</T[16 0 R/DeviceRGB 1(ABCDEF)]>>'],
  ])('MAP-8 says something else, or is none: %#', async (before, after) => {
    for (const found of [await from(before, after), await from(after, before)]) expect(found).not.toEqual([]);
  });
});

describe('a rectangle', () => {
  it.each<[Body, Body]>([
    ['<</Rect[184.579 9 200 20]>>', '<</Rect[184.57898 9.0005 199.9995 20]>>'],
    ['<</TrimBox[0 0 595.3039370078 842]>>', '<</TrimBox[0 0 595.30398 842]>>'],
  ])('MAP-8 that a writer rounds is where it was: %#', both(true));

  it.each<[Body, Body]>([
    ['<</Rect[1 2 3 4]>>', '<</Rect[1.001 2 3 4]>>'],
    ['<</Rect[1 2 3 4]>>', '<</Rect[1 2 3 4.001]>>'],
    ['<</Rect[1 2 1 4]>>', '<</Rect[1 2 1.0004 4]>>'],
    ['<</Rect[1 2 3 2]>>', '<</Rect[1 2 3 2.0004]>>'],
    ['<</Rect[1 2 3 4 5]>>', '<</Rect[1.0004 2 3 4 5]>>'],
    ['<</Rect[1 2 3 4]>>', '<</Rect[1 2 3(4)]>>'],
    ['<</Rect[1 -2 3 4]>>', '<</Rect[1 -2 3(4)]>>'],
    ['<</Rect[1 2 3 4(5)]>>', '<</Rect[1 2 3 4 5]>>'],
    ['<</Rect[1 2 3 4]>>', '<</Rect[/1 2 3 4]>>'],
    ['<</Coords[1 2 3 4]>>', '<</Coords[1.0004 2 3 4]>>'],
  ])('MAP-8 elsewhere, or with an area where there was none, is another: %#', both(false));
});

describe('a value whose type is looked for above it', () => {
  it('MAP-8 is a text where what stands above leads around in a circle', () =>
    both(true)('<</V(a)/Parent 25 0 R>>', '<</V<FEFF0061>/Parent 25 0 R>>'));
});

describe('what actions name', () => {
  const note = '<</Subtype/Square/Rect[70 690 300 730]>>';
  const field = '<</FT/Tx/T(paid)>>';
  const node = '<</T(paid)/Kids[]>>';
  const below = '<</T(paid)/Parent 106 0 R>>';
  const element = '<</Type/StructElem/S/P/P 140 0 R>>';
  const bodies = { 30: note, 31: field, 32: node, 33: below, 34: element };
  const objects = Object.entries(bodies).flatMap(([number, body]) => [
    { number: Number(number), body },
    { number: Number(number) + 10, body },
  ]);
  const after = (before: string, changed: string): Promise<string[]> =>
    told(
      [...beside, ...objects, { number: 7, body: `<<${before}>>` }],
      [{ number: 7, body: `<<${changed}>>` }],
    );

  it.each([
    ['/S/Hide/T 30 0 R', '/S/Hide/T 40 0 R'],
    ['/S/Hide/T[30 0 R]', '/S/Hide/T[40 0 R]'],
    ['/S/Hide/T[30 0 R]', `/S/Hide/T[${note}]`],
    ['/S/Hide/T 31 0 R', '/S/Hide/T 41 0 R'],
    ['/S/Hide/T 32 0 R', '/S/Hide/T 42 0 R'],
    ['/S/Hide/T 33 0 R', '/S/Hide/T 43 0 R'],
    ['/S/Rendition/AN 30 0 R', '/S/Rendition/AN 40 0 R'],
    ['/S/GoTo/SD[34 0 R/Fit]', '/S/GoTo/SD[44 0 R/Fit]'],
  ])('MAP-8 are annotations, fields and elements known by their number: %s', async (before, changed) => {
    expect(await after(before, changed)).toContain('content');
    expect(await after(before, before.replace('/S', ' /S'))).toEqual([]);
  });
});
