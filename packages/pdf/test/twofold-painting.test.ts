import { documentObjects, streamBody, type TestObject, writePdf } from '@websign/testkit';
import { describe, expect, it, vi } from 'vitest';
import { inspect } from '../src/index.ts';
import { jpegOf } from './hidden-scans.ts';
import { open } from './support.ts';

/** What is told of a page of text with more content, more resources and more objects. */
function told(content: string, resources = '', more: TestObject[] = [], fonts = ''): string[] {
  const text = 'BT /F1 12 Tf 72 700 Td (The price is 9000 euro) Tj ET';
  const objects = documentObjects({ pages: [{ content: `${content} ${text}` }], more }).map((object) =>
    object.number === 4
      ? { number: 4, body: String(object.body).replace('/Font<<', () => `${resources}/Font<<${fonts}`) }
      : object,
  );
  return inspect(open(writePdf({ kind: 'table', objects }))).findings.map(({ kind }) => kind);
}
const TWOFOLD = 'ambiguous_syntax';

const SAMPLES = Buffer.from([0, 0, 0, 255, 255, 255]);
/** What is told of an image of two samples in a row, and maybe of its mask. */
const toldOfImage = (entries: string, samples: Uint8Array = SAMPLES, more: TestObject[] = []): string[] =>
  told('q 200 0 0 50 72 500 cm /X1 Do Q', '/XObject<</X1 92 0 R>>', [
    { number: 92, body: streamBody(samples, `/Type/XObject/Subtype/Image${entries}`) },
    ...more,
  ]);
const TWO = '/Width 2/Height 1';
const GRAY = `${TWO}/BitsPerComponent 8/ColorSpace/DeviceGray`;
const RGB = `${TWO}/BitsPerComponent 8/ColorSpace/DeviceRGB`;
const STENCIL = `${TWO}/BitsPerComponent 1/ImageMask true`;
const indexed = `${TWO}/BitsPerComponent 8/ColorSpace[/Indexed/DeviceGray 1<00ff>]`;

describe('UP-6: images that do not say what readers need (ISO 32000-2 Table 87)', () => {
  it.each([
    ['how many bits a sample has', `${TWO}/ColorSpace/DeviceGray`],
    ['a number of bits that there is', `${TWO}/BitsPerComponent 3/ColorSpace/DeviceGray`],
    ['a colour space', `${TWO}/BitsPerComponent 8`],
    ['how all components are decoded', `${RGB}/Decode[1 0]`],
    ['which colours are left out', `${RGB}/Mask[0 10]`],
    ['that a stencil has one bit', `${TWO}/BitsPerComponent 8/ImageMask true`],
    ['a way to decode a stencil', `${STENCIL}/Decode[.5 1]`],
    ['whether it is a stencil', `${TWO}/BitsPerComponent 1/ImageMask/true`],
  ])('%s', (_, entries) => expect(toldOfImage(entries)).toContain(TWOFOLD));

  it('numbers of a palette that are decoded otherwise', () =>
    expect(toldOfImage(`${indexed}/Decode[1 0]`, Buffer.from([0, 1]))).toContain(TWOFOLD));

  it('all samples of all rows', () =>
    expect(toldOfImage('/Width 8/Height 8/BitsPerComponent 8/ColorSpace/DeviceGray')).toContain(TWOFOLD));

  it('a mask of one component', () => {
    const mask = { number: 93, body: streamBody(SAMPLES, `/Type/XObject/Subtype/Image${RGB}`) };
    expect(toldOfImage(`${GRAY}/SMask 93 0 R`, SAMPLES, [mask])).toContain(TWOFOLD);
  });

  it.each([
    ['in grey', GRAY],
    ['in grey, turned over', `${GRAY}/Decode[1 0]`],
    ['in red, green and blue', `${RGB}/Decode[0 1 0 1 0 1]`],
    ['with a colour that is left out', `${GRAY}/Mask[250 255]`],
    ['of sixteen bits', `${TWO}/BitsPerComponent 16/ColorSpace/DeviceGray`],
    ['as a stencil', `${TWO}/ImageMask true/Decode[1 0]`],
    ['as no stencil', `${GRAY}/ImageMask false`],
    ['as null stencil', `${GRAY}/ImageMask null`],
    ['with a palette', `${indexed}/Decode[0 255]`],
  ])('SGN-7: none %s', (_, entries) =>
    expect(toldOfImage(entries, entries.includes('Indexed') ? Buffer.from([0, 1]) : SAMPLES)).toEqual([]),
  );

  it('SGN-7: none of a JPEG, which says itself how many colours it has', () => {
    const jpeg = jpegOf(new Uint8Array(256).fill(200), 16, 16);
    expect(toldOfImage('/Width 16/Height 16/BitsPerComponent 8/Filter/DCTDecode', jpeg)).toEqual([]);
  });

  it('SGN-7: none whose last row is cut', () =>
    expect(
      toldOfImage('/Width 3/Height 2/BitsPerComponent 8/ColorSpace/DeviceGray', SAMPLES.subarray(0, 4)),
    ).toEqual([]));

  it('SGN-7: none with a soft mask of grey', () => {
    const mask = { number: 93, body: streamBody(SAMPLES, `/Type/XObject/Subtype/Image${GRAY}`) };
    expect(toldOfImage(`${GRAY}/SMask 93 0 R`, SAMPLES, [mask])).toEqual([]);
  });
});

describe('UP-6: colours that are others where a calibrated space is taken for a device’s (ISO 32000-2 §8.6.5)', () => {
  const white = '/WhitePoint[.95 1 1.09]';
  const box = (colour: string): string => `/C1 cs ${colour} sc 72 500 200 50 re f`;
  it.each([
    ['by its gamma', '.5', `[/CalGray<<${white}/Gamma 20>>]`],
    ['by its matrix', '1 0 0', `[/CalRGB<<${white}/Matrix[0 0 0 0 0 0 0 0 0]>>]`],
  ])('%s', (_, colour, space) => expect(told(box(colour), `/ColorSpace<</C1${space}>>`)).toContain(TWOFOLD));

  it.each([
    ['grey', '.5', `[/CalGray<<${white}/Gamma 2.2>>]`],
    ['grey of a space without a gamma', '.3', `[/CalGray<<${white}>>]`],
    [
      'red as screens have it',
      '.8 .1 .1',
      `[/CalRGB<<${white}/Gamma[2.2 2.2 2.2]/Matrix[.4124 .2126 .0193 .3576 .7152 .1192 .1805 .0722 .9505]>>]`,
    ],
  ])('SGN-7: none of %s', (_, colour, space) =>
    expect(told(box(colour), `/ColorSpace<</C1${space}>>`)).toEqual([]),
  );
});

describe('UP-6: parameters of which readers make several things', () => {
  const line = 'w 72 500 m 300 500 l S';
  const tiling = (entries: string): TestObject[] => [
    {
      number: 92,
      body: streamBody(
        '0 0 5 5 re f',
        `/PatternType 1/TilingType 1/BBox[0 0 10 10]/XStep 10/YStep 10/Resources<<>>${entries}`,
      ),
    },
  ];
  const PATTERN = '/Pattern cs /P1 scn 72 500 100 40 re f';
  const axial = (coordinates: string, extend: string): string =>
    `/Pattern<</P1<</PatternType 2/Shading<</ShadingType 2/ColorSpace/DeviceGray/Coords[${coordinates}]/Extend[${extend}]` +
    '/Function<</FunctionType 2/Domain[0 1]/C0[0]/C1[0]/N 1>>>>>>>>';
  const masked = (group: string): [string, string, TestObject[]] => [
    '/G1 gs',
    '/ExtGState<</G1<</SMask<</S/Luminosity/G 92 0 R/BC[1]>>>>>>',
    [
      {
        number: 92,
        body: streamBody('', `/Type/XObject/Subtype/Form/BBox[0 0 10 10]/Group<</S/Transparency${group}>>`),
      },
    ],
  ];
  const usage = (entries: string): [string, string, TestObject[]] => [
    '/OC /O1 BDC 72 500 100 40 re f EMC',
    '/Properties<</O1 92 0 R>>',
    [{ number: 92, body: `<</Type/OCG/Name(x)${entries}>>` }],
  ];
  const overprint = (mode: string): string => `/ExtGState<</G1<</OP true/op true/OPM ${mode}>>>>`;

  it.each<[string, string, string?, TestObject[]?]>([
    ['a dash that begins before its pattern', `[50] -25 d 3 ${line}`],
    ['a line less broad than nought', `-20 ${line}`],
    ['an alpha that is no number', '/G1 gs', '/ExtGState<</G1<</ca/Off>>>>'],
    ['a tiling that does not say whether it has colours', PATTERN, '/Pattern<</P1 92 0 R>>', tiling('')],
    ['an axis without a length that goes on', PATTERN, axial('72 0 72 0', 'true true')],
    ['a backdrop without a colour space', ...masked('')],
    [
      'a layer that is off by its usage, of a document without layers',
      ...usage('/Usage<</View<</ViewState/OFF>>>>'),
    ],
    ['marked content without its properties', '/Span BDC 72 500 100 40 re f EMC'],
    ['white that overprints', '/G1 gs 0 0 0 0 k 72 500 100 40 re f', overprint('1')],
    [
      'white that overprints, by two states',
      '/G1 gs /G2 gs 0 0 0 0 k 72 500 100 40 re f',
      '/ExtGState<</G1<</OPM 1>>/G2<</op true>>>>',
    ],
    [
      'letters in white that overprint',
      '/G1 gs 0 0 0 0 k BT /F1 12 Tf 72 600 Td (Paid) Tj ET 0 g',
      overprint('1'),
    ],
    ['letters of no size', 'BT /F1 .0001 Tf 120000 0 0 120000 72 600 Tm (Paid) Tj ET'],
  ])('%s', (_, content, resources, more) => expect(told(content, resources, more)).toContain(TWOFOLD));

  it.each<[string, string, string?, TestObject[]?]>([
    ['a dash', `[50] 25 d 3 ${line}`],
    ['short dashes before their pattern', `[3 2] -1 d 3 ${line}`],
    ['an alpha of null', '/G1 gs', '/ExtGState<</G1<</ca null>>>>'],
    ['no dash and a phase', `[] -1 d 3 ${line}`],
    ['the thinnest line', `0 ${line}`],
    ['an alpha', '/G1 gs', '/ExtGState<</G1<</ca .9>>>>'],
    ['a tiling with colours', PATTERN, '/Pattern<</P1 92 0 R>>', tiling('/PaintType 1')],
    ['an axis', PATTERN, axial('72 0 80 0', 'true true')],
    ['an axis without a length that ends there', PATTERN, axial('72 0 72 0', 'false false')],
    ['a backdrop in its colour space', ...masked('/CS/DeviceGray')],
    ['a layer that is on by its usage', ...usage('/Usage<</View<</ViewState/ON>>>>')],
    ['marked content', '/Span<</MCID 1>> BDC 72 500 100 40 re f EMC'],
    ['black that overprints', '/G1 gs 0 0 0 1 k 72 500 100 40 re f', overprint('1')],
    ['white that overprints in all parts', '/G1 gs 0 0 0 0 k 72 500 100 40 re f 0 g', overprint('0')],
    ['letters of size one', 'BT /F1 1 Tf 12 0 0 12 72 600 Tm (Paid) Tj ET'],
  ])('SGN-7: none of %s', (_, content, resources, more) =>
    expect(told(content, resources, more)).toEqual([]),
  );
});

describe('UP-6: fonts of which readers show several letters, or none', () => {
  const type3 = (encoding: string): TestObject[] => [
    {
      number: 90,
      body:
        '<</Type/Font/Subtype/Type3/FontBBox[0 0 600 700]/FontMatrix[.001 0 0 .001 0 0]/FirstChar 97/LastChar 97/Widths[600]' +
        `/CharProcs<</a 91 0 R>>${encoding}/Resources<<>>>>`,
    },
    { number: 91, body: streamBody('600 0 0 0 600 700 d1 0 0 500 700 re f') },
  ];
  const simple = (entries: string): TestObject[] => [
    { number: 90, body: `<</Type/Font/Subtype/Type1/BaseFont/Helvetica${entries}>>` },
  ];
  const widths = (width: number): string =>
    `/Encoding/WinAnsiEncoding/FirstChar 32/LastChar 126/Widths[${`${width} `.repeat(95)}]`;
  const toldOf = (font: TestObject[], shown = 'The price'): string[] =>
    told(`BT /F2 12 Tf 300 600 Td (${shown}) Tj ET`, '', font, '/F2 90 0 R');

  it.each([
    ['a Type 3 font without an encoding', type3('')],
    ['one with an encoding of another kind', type3('/Encoding/StandardEncoding')],
    ['the encoding of an expert’s set', simple('/Encoding/MacExpertEncoding')],
    ['the same as a base', simple('/Encoding<</BaseEncoding/MacExpertEncoding>>')],
    ['widths less than nought', simple(widths(-500))],
  ])('%s', (_, font) => expect(toldOf(font)).toContain(TWOFOLD));

  it.each([
    ['an encoding', simple('/Encoding/MacRomanEncoding')],
    ['widths', simple(widths(500))],
  ])('SGN-7: none of %s', (_, font) => expect(toldOf(font)).toEqual([]));

  it('SGN-7: none of a Type 3 font with an encoding', () =>
    expect(toldOf(type3('/Encoding<</Differences[97/a]>>'), 'aa')).toEqual([]));
});

describe('UP-6: images within content that do not say what readers need', () => {
  const inline = (entries: string): string =>
    `q 200 0 0 50 72 500 cm BI /W 2 /H 1 ${entries} /F /AHx ID 000000ffffff> EI Q`;
  it.each([
    '/CS /Nope /BPC 8',
    '/CS /G /BPC 8 /BitsPerComponent 1',
    '/CS /G',
    '/BPC 8',
    '/BPC 8 /CS /RGB /D [1 0]',
    '/BPC 8 /IM true',
    '/BPC 3 /CS /G',
  ])('%s', (entries) => expect(told(inline(entries))).toContain(TWOFOLD));
  it.each(['/BPC 8 /CS /G', '/BPC 8 /CS /RGB /D [1 0 1 0 1 0]', '/IM true', '/IM true /D [1 0]'])(
    'SGN-7: none of %s',
    (entries) => expect(told(inline(entries))).toEqual([]),
  );
});

describe('UP-6: notes without a look, which some readers draw and some do not (ISO 32000-2 §12.5.5)', () => {
  const toldOf = (entries: string): string[] => {
    const pages = [{ content: '', entries: '/Annots[92 0 R]' }];
    const more = [{ number: 92, body: `<</Type/Annot/F 4/Rect[72 400 372 500]${entries}>>` }];
    return inspect(open(writePdf({ kind: 'table', objects: documentObjects({ pages, more }) }))).findings.map(
      ({ kind }) => kind,
    );
  };
  const text = '/Subtype/FreeText/DA(/Helv 12 Tf 0 g)/Contents';
  it.each([
    ['a text of some words', `${text}(Approved by the board)`],
    ['a text with an amount', `${text}(9000)`],
    ['a line', '/Subtype/Line/L[80 450 360 450]/C[0 0 0]'],
    ['lines', '/Subtype/PolyLine/Vertices[80 410 350 410 200 490]/C[0 0 0]'],
    ['an area', '/Subtype/Polygon/Vertices[80 410 350 410 200 490]/IC[0 0 0]/C[]'],
    ['a mark without a colour', '/Subtype/Highlight/QuadPoints[72 710 200 710 72 695 200 695]'],
  ])('%s', (_, entries) => expect(toldOf(entries)).toContain(TWOFOLD));

  it.each([
    ['a text of one word', `${text}(Free)`],
    ['a line without a colour', '/Subtype/Line/L[80 450 360 450]/C[]'],
    ['a mark', '/Subtype/Highlight/QuadPoints[72 710 200 710 72 695 200 695]/C[1 1 0]'],
    ['a frame', '/Subtype/Square/C[1 0 0]'],
  ])('SGN-7: none of %s', (_, entries) => expect(toldOf(entries)).toEqual([]));
});

describe('UP-6: page boxes whose corners stand in another order', () => {
  const toldOf = (entries: string): string[] =>
    inspect(
      open(writePdf({ kind: 'table', objects: documentObjects({ pages: [{ content: '', entries }] }) })),
    ).findings.map(({ kind }) => kind);
  it('told', () => expect(toldOf('/CropBox[500 800 50 300]')).toEqual(['odd_page_box']));
  it('SGN-7: none of usual ones', () => expect(toldOf('/CropBox[50 300 500 800]')).toEqual([]));
});

describe('SEC-3: what looking for doubts costs is bounded', () => {
  it('a note without a look, of letters without blanks, on many pages', () => {
    const more = [
      { number: 90, body: `(${'a'.repeat(10_000)})` },
      ...Array.from({ length: 500 }, (_, at) => ({
        number: 100 + at,
        body: '<</Type/Annot/Subtype/FreeText/F 4/Rect[72 400 372 500]/Contents 90 0 R>>',
      })),
    ];
    const entries = `/Annots[${more
      .slice(1)
      .map(({ number }) => `${number} 0 R`)
      .join(' ')}]`;
    const pdf = open(
      writePdf({ kind: 'table', objects: documentObjects({ pages: [{ content: '', entries }], more }) }),
    );
    const spent = vi.spyOn(pdf, 'spend');
    inspect(pdf);
    const units = spent.mock.calls.reduce((sum, [some]) => sum + some, 0);
    expect(units).toBeGreaterThan(500 * 10_000);
  });

  it('functions of functions, each of which is tried once', () => {
    const program = `{ ${'1 pop '.repeat(400)} }`;
    const parts = (number: number): string =>
      `<</FunctionType 3/Domain[0 1]/Bounds[${Array.from({ length: 15 }, (_, at) => (at + 1) / 16).join(' ')}]` +
      `/Encode[${'0 1 '.repeat(16)}]/Functions[${`${number} 0 R `.repeat(16)}]>>`;
    const more: TestObject[] = [
      { number: 90, body: streamBody(program, '/FunctionType 4/Domain[0 1]/Range[0 1]') },
      ...[91, 92, 93].map((number) => ({ number, body: parts(number - 1) })),
    ];
    const shading =
      '/Shading<</S1<</ShadingType 2/ColorSpace/DeviceGray/Coords[72 0 300 0]/Function 93 0 R>>>>';
    const objects = documentObjects({ pages: [{ content: 'q 72 500 100 20 re W n /S1 sh Q' }], more }).map(
      (object) =>
        object.number === 4
          ? { number: 4, body: String(object.body).replace('/Font<<', () => `${shading}/Font<<`) }
          : object,
    );
    const pdf = open(writePdf({ kind: 'table', objects }));
    const spent = vi.spyOn(pdf, 'spend');
    inspect(pdf);
    const tried = spent.mock.calls.filter(([units]) => units === 3 * 8 * 800);
    expect(tried).toHaveLength(1);
  });
});
