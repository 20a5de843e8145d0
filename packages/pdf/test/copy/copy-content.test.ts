import { streamBody, type TestDocument } from '@websign/testkit';
import { describe, expect, it } from 'vitest';
import { contents, copied, everything, found, kindsLeftOut, make } from './copied.ts';

const shown = (content: string, entries = ''): string =>
  contents(copied(make({ pages: [{ content, entries }] })).bytes)[0] ?? '';

describe('CPY-1 content of a safe copy is written in one syntax', () => {
  it.each([
    ['numbers in plain decimal', '+1.50 --2 .5 -.0 re f', '1.5 -2 0.5 0 re\nf\n'],
    [
      'small and large numbers',
      '0.0000012345678901 0 m 99999999999 1 l S',
      '0.00000123456789 0 m\n2147483647 1 l\nS\n',
    ],
    ['operators without a space', 'qQ 0 0 5 5 re f', 'q\nQ\n0 0 5 5 re\nf\n'],
    ['too many restores', 'Q q Q Q 0 0 5 5 re f', 'q\nQ\n0 0 5 5 re\nf\n'],
    ['too few restores', 'q q 0 0 5 5 re f', 'q\nq\n0 0 5 5 re\nf\nQ\nQ\n'],
    ['a text object within another', 'BT BT ET ET', 'BT\nET\nBT\nET\n'],
    ['a text object that does not end', 'BT /F1 9 Tf (a) Tj', 'BT\n/F0 9 Tf\n(a) Tj\nET\n'],
    ['operators that nobody knows', 'BX 1 2 @o EX 0 0 5 5 re f', '0 0 5 5 re\nf\n'],
    ['surplus operands', '7 0 0 5 5 re f', '0 0 5 5 re\nf\n'],
    ['missing operands', '5 5 re 0 0 5 5 re f', '0 0 5 5 re\nf\n'],
    ['comments', '0 0 5 5 % 9 9 9 9\nre f', '0 0 5 5 re\nf\n'],
    [
      'strings',
      'BT /F1 9 Tf (\\101\\\nb\\(c\\)) Tj <4 1> Tj ET',
      'BT\n/F0 9 Tf\n<4162286329> Tj\n(A) Tj\nET\n',
    ],
    [
      'lines that follow',
      'BT /F1 9 Tf (a) \' 1 2 (b) " ET',
      'BT\n/F0 9 Tf\nT*\n(a) Tj\n1 Tw\n2 Tc\nT*\n(b) Tj\nET\n',
    ],
    ['dashes', '[3 -1] 0 d 0 0 5 5 re S', '[3 0] 0 d\n0 0 5 5 re\nS\n'],
    ['text rendering modes', '12 Tr', '4 Tr\n'],
    ['marks that say nothing', '/Tx BMC 0 0 5 5 re f EMC EMC', '0 0 5 5 re\nf\n'],
    [
      'marks that say something',
      '/Span<</ActualText(x)/Evil 1>>BDC 0 0 5 5 re f',
      '/Span <</ActualText (x)>> BDC\n0 0 5 5 re\nf\nEMC\n',
    ],
  ])('%s', (_, content, expected) => {
    expect(shown(content)).toBe(expected);
  });

  it('names of resources are plain, and those that are not used are left behind', () => {
    const entries = '/Resources<</Font<</A#20b 3 0 R/Other 100 0 R>>>>';
    const document: TestDocument = {
      pages: [{ entries, content: 'BT /A#20b 9 Tf (a) Tj ET' }],
      more: [{ number: 100, body: '<</Type/Font/Subtype/Type1/BaseFont/Times-Roman>>' }],
    };
    const { bytes } = copied(make(document));
    expect(contents(bytes)).toEqual(['BT\n/F0 9 Tf\n(a) Tj\nET\n']);
    expect(everything(bytes)).not.toContain('Times');
  });

  it('SGN-7 a picture whose numbers go beyond its palette has the last colour of it there', () => {
    const image = (entries: string, data: number[]): TestDocument => ({
      pages: [{ content: 'q 99 0 0 99 9 9 cm /I Do Q', entries: '/Resources<</XObject<</I 90 0 R>>>>' }],
      more: [
        {
          number: 90,
          body: streamBody(Uint8Array.from(data), `/Type/XObject/Subtype/Image/Width 2/Height 1${entries}`),
        },
      ],
    });
    const spaceOf = (document: TestDocument): string | undefined => {
      const { bytes } = copied(make(document));
      expect(found(bytes)).toEqual([]);
      return /\/ColorSpace (\[.*?\])\//s.exec(everything(bytes))?.[1];
    };
    const beyond = '/BitsPerComponent 8/ColorSpace[/Indexed/DeviceRGB 1<414243616263>]';
    expect(spaceOf(image(beyond, [0, 7]))).toBe(`[/Indexed /DeviceRGB 255 <414243${'616263'.repeat(255)}>]`);
    expect(spaceOf(image(beyond, [0, 1]))).toBe('[/Indexed /DeviceRGB 1 (ABCabc)]');
    const short = '/BitsPerComponent 8/ColorSpace[/Indexed/DeviceGray 255<4161>]';
    expect(spaceOf(image(short, [0, 7]))).toBe(`[/Indexed /DeviceGray 255 (A${'a'.repeat(255)})]`);
    const few = '/BitsPerComponent 4/ColorSpace[[/Indexed/DeviceGray 1<4161>]]';
    expect(spaceOf(image(few, [0x70]))).toBe(`[/Indexed /DeviceGray 15 (A${'a'.repeat(15)})]`);
  });

  it('an image within it becomes an object, by the full names of its entries', () => {
    const content =
      'q 9 0 0 9 0 0 cm BI /W 2 /H 1 /BPC 8 /CS [/I /RGB 1 <000000ff0000>] /F /AHx ID 0001> EI Q';
    const { bytes } = copied(make({ pages: [{ content }] }));
    expect(contents(bytes)).toEqual(['q\n9 0 0 9 0 0 cm\n/X0 Do\nQ\n']);
    expect(everything(bytes)).toContain(
      `<</Type /XObject/Subtype /Image/Width 2/Height 1/BitsPerComponent 8/ColorSpace [/Indexed /DeviceRGB 255 <000000${'ff0000'.repeat(255)}>]/Length 2>>`,
    );
    expect(found(bytes)).toEqual([]);
  });

  it('several parts are joined', () => {
    const document: TestDocument = {
      pages: [{ entries: '/Contents[100 0 R 101 0 R]' }],
      more: [
        { number: 100, body: streamBody('q 0 0 5 5') },
        { number: 101, body: streamBody('re f Q') },
      ],
    };
    expect(contents(copied(make(document)).bytes)).toEqual(['q\n0 0 5 5 re\nf\nQ\n']);
  });

  it('glyphs that are drawn, patterns and masks are written as content is', () => {
    const document: TestDocument = {
      pages: [
        {
          entries:
            '/Resources<</Font<</T 100 0 R>>/Pattern<</P 102 0 R>>/ExtGState<</E 103 0 R>>/ColorSpace<</C[/Pattern/DeviceRGB]>>>>',
          content: 'BT /T 9 Tf (a) Tj ET /E gs /C cs 1 0 0 /P scn 0 0 50 50 re f',
        },
      ],
      more: [
        {
          number: 100,
          body: '<</Type/Font/Subtype/Type3/FontBBox[0 0 9 9]/FontMatrix[.1 0 0 .1 0 0]/FirstChar 97/LastChar 97/Widths[9]/Encoding<</Differences[97/a]>>/CharProcs<</a 101 0 R>>/Resources<<>>>>',
        },
        { number: 101, body: streamBody('9 0 0 0 9 9 d1 1 0 0 rg 0 0 9 9 re f') },
        {
          number: 102,
          body: streamBody(
            '1 0 0 rg 0 0 1 1 re f',
            '/Type/Pattern/PatternType 1/PaintType 2/TilingType 1/BBox[0 0 2 2]/XStep 2/YStep 2/Resources<<>>/PieceInfo<<>>',
          ),
        },
        { number: 103, body: '<</Type/ExtGState/ca .5/HT/Default/SMask<</S/Luminosity/G 104 0 R>>>>' },
        {
          number: 104,
          body: streamBody(
            '1 g 0 0 99 99 re f',
            '/Type/XObject/Subtype/Form/BBox[0 0 99 99]/Group<</S/Transparency/CS/DeviceGray>>',
          ),
        },
      ],
    };
    const { bytes } = copied(make(document));
    const all = everything(bytes);
    // Colours within an uncoloured glyph or pattern count for nothing.
    expect(all).toContain('9 0 0 0 9 9 d1\n0 0 9 9 re\nf\n');
    expect(all).toContain('stream\n0 0 1 1 re\nf\n');
    expect(all).toMatch(/\/SMask <<\/S \/Luminosity\/G \d+ 0 R>>\/ca 0\.5>>/);
    expect(all).not.toMatch(/PieceInfo|\/HT/);
    expect(copied(bytes).bytes).toEqual(bytes);
  });

  it('a form with resources of its own names nothing of the page, and one without names all', () => {
    const document = (resources: string): TestDocument => ({
      pages: [{ entries: '/Resources<</XObject<</A 100 0 R/B 101 0 R>>>>', content: '/A Do' }],
      more: [
        {
          number: 100,
          body: streamBody('/B Do 0 0 5 5 re f', `/Type/XObject/Subtype/Form/BBox[0 0 9 9]${resources}`),
        },
        { number: 101, body: streamBody('0 0 7 7 re f', '/Type/XObject/Subtype/Form/BBox[0 0 9 9]') },
      ],
    });
    const shown = (resources: string): string => everything(copied(make(document(resources))).bytes);
    for (const resources of ['/Resources<<>>', '/Resources<</Font<<>>>>'])
      expect(shown(resources)).not.toContain('0 0 7 7 re');
    expect(shown('')).toContain('0 0 7 7 re');
  });

  it('what shows itself ends there', () => {
    const document: TestDocument = {
      pages: [{ entries: '/Resources<</XObject<</A 100 0 R>>>>', content: '/A Do' }],
      more: [
        {
          number: 100,
          body: streamBody(
            '0 0 5 5 re f /A Do',
            '/Type/XObject/Subtype/Form/BBox[0 0 9 9]/Resources<</XObject<</A 100 0 R>>>>',
          ),
        },
      ],
    };
    const copy = copied(make(document));
    expect(kindsLeftOut(copy)).toContain('unreadable');
    expect(everything(copy.bytes)).toContain('0 0 5 5 re\nf\n');
  });

  it('calculator functions are their own words, and others no functions', () => {
    const document = (code: string): TestDocument => ({
      pages: [
        {
          entries: '/Resources<</ColorSpace<</S[/Separation/Spot/DeviceGray 100 0 R]>>>>',
          content: '/S cs 1 scn 0 0 5 5 re f',
        },
      ],
      more: [{ number: 100, body: streamBody(code, '/FunctionType 4/Domain[0 1]/Range[0 1]') }],
    });
    expect(everything(copied(make(document('{1 exch sub}%x'))).bytes)).toContain('{ 1 exch sub }');
    expect(everything(copied(make(document('{fetch("x")}'))).bytes)).not.toContain('fetch');
  });
});
