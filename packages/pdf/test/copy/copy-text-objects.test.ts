import { streamBody } from '@websign/testkit';
import { describe, expect, it } from 'vitest';
import { drawPage } from '../../src/content/draw.ts';
import { pages } from '../../src/index.ts';
import { latin1, open } from '../support.ts';
import { contents, copied, everything, found, make } from './copied.ts';

const SET = '/F1 20 Tf 40 Tz 3 Tc 7 Tw 14 TL';

const round = (length: number): number => Math.round(length * 1e3) / 1e3;

/** Where each string begins and ends, and what it may show through a clip. */
function places(bytes: Uint8Array): number[][] {
  const lines: number[][] = [];
  const pdf = open(bytes);
  for (const page of pages(pdf))
    drawPage(pdf, page, {
      text: ({ line, clip }) => lines.push([...line, ...clip].map(round)),
      paint: ({ box, clip }) => lines.push([...box, ...clip].map(round)),
    });
  return lines;
}

describe('CPY-1 text of a safe copy stands in text objects, where it stood', () => {
  it.each([
    ['without one', `${SET} 1 0 0 1 50 700 Tm (Payable) Tj 0 -30 Td (1.250,00) Tj`],
    ['behind one', `${SET} BT 50 700 Td (Payable ) Tj ET (1.250,00) Tj T* (EUR) Tj`],
    ['behind one, with gaps', `${SET} BT 50 700 Td [(Pay) -800 (able)] TJ ET [(1.250) 300 (,00)] TJ`],
    ['at another leading', `${SET} BT 50 700 Td (Payable) Tj ET 0 -25 TD (EUR) Tj T* (1.250,00) Tj (EUR) '`],
    ['with spaces of its own', `BT ${SET} 50 700 Td (a) Tj ET 9 5 (1 250) " (EUR) Tj`],
    ['behind a state restored', `BT ${SET} q 50 700 Td (Payable) Tj Q (1.250,00) Tj 0 -30 Td (EUR) Tj ET`],
    ['turned', `${SET} BT 0.6 0.8 -0.8 0.6 90 300 Tm (Payable) Tj ET (1.250,00) Tj`],
    ['of which nothing is moved', `${SET} (Payable) Tj BT 50 700 Td (EUR) Tj ET`],
  ])('%s', (_, content) => {
    const original = make({ pages: [{ content }] });
    const { bytes } = copied(original);
    expect(places(original).length).toBeGreaterThan(1);
    expect(places(bytes)).toEqual(places(original));
    expect(found(original).map(({ kind }) => kind)).toContain('ambiguous_syntax');
    expect(found(bytes)).toEqual([]);
    expect(contents(copied(bytes).bytes)).toEqual(contents(bytes));
  });

  it('columns of a vertical font', () => {
    const font =
      '<</Type/Font/Subtype/Type0/BaseFont/Mincho/Encoding/Identity-V/DescendantFonts[<</Type/Font/Subtype/CIDFontType0' +
      '/BaseFont/Mincho/CIDSystemInfo<</Registry(Adobe)/Ordering(Japan1)/Supplement 2>>/FontDescriptor' +
      '<</Type/FontDescriptor/FontName/Mincho/Flags 4/FontBBox[0 -120 1000 880]/ItalicAngle 0/Ascent 880/Descent -120/CapHeight 700/StemV 80>>>>]>>';
    const content = 'BT /V 20 Tf 300 700 Td <00410042> Tj ET <00430044> Tj';
    const original = make({ pages: [{ content, entries: `/Resources<</Font<</V ${font}>>>>` }] });
    expect(places(original)).toHaveLength(2);
    expect(places(copied(original).bytes)).toEqual(places(original));
  });

  it('what becomes a clip at the end of its text object stays in it', () => {
    const original = make({
      pages: [
        { content: 'q BT /F1 20 Tf 7 Tr 50 700 Td (HELLO) Tj q Q 300 0 Td (WORLD) Tj ET 0 0 600 800 re f Q' },
      ],
    });
    expect(places(original)).toHaveLength(3);
    expect(places(copied(original).bytes)).toEqual(places(original));
  });

  it('is where letters of no size lead with their spaces', () => {
    const original = make({
      pages: [{ content: 'BT 50 700 Td /F1 0 Tf 50 Tc (abc) Tj ET /F1 20 Tf 0 Tc (X) Tj' }],
    });
    expect(places(original).at(-1)?.[0]).toBe(200);
    expect(places(copied(original).bytes).at(-1)).toEqual(places(original).at(-1));
  });

  describe('of a form, which begins in the state of who shows it,', () => {
    const RESOURCES = '/Resources<</Font<</F1 3 0 R>>/XObject<</In 101 0 R>>>>';
    const form = (content: string, entries = RESOURCES): Uint8Array =>
      streamBody(content, `/Type/XObject/Subtype/Form/BBox[0 0 600 800]${entries}`);
    const showing = (page: string, content: string, inner = ''): Uint8Array =>
      make({
        pages: [
          { content: page, entries: '/Resources<</XObject<</Fm 100 0 R>>/Font<</F1 3 0 R/F2 102 0 R>>>>' },
        ],
        more: [
          { number: 100, body: form(content) },
          { number: 101, body: form(inner) },
          { number: 102, body: '<</Type/Font/Subtype/Type1/BaseFont/Courier>>' },
        ],
      });
    const SPACED = 'BT /F1 20 Tf 50 700 Td (a) Tj q (b) Tj Q (c) Tj T* (d) Tj ET';

    it.each([
      ['restored in it', 'q 14 TL 50 Tz 5 Tc /Fm Do Q', SPACED, ''],
      ['in the font of its page', '/F1 20 Tf /Fm Do', 'BT 50 700 Td (aaaa) Tj ET (b) Tj', ''],
      ['without a text object', '/F2 20 Tf /Fm Do', '50 700 Td (aaaa) Tj (b) Tj', ''],
      [
        'shown in two states',
        '/F1 20 Tf /Fm Do q 1 0 0 1 0 -90 cm 9 Tc /F2 30 Tf /Fm Do Q 1 0 0 1 0 -50 cm /Fm Do',
        'BT 50 700 Td (aaaa) Tj ET (b) Tj',
        '',
      ],
      [
        'within a form, in two states of that',
        '/F1 20 Tf /Fm Do 1 0 0 1 0 -90 cm 9 Tc /Fm Do',
        '/In Do 1 0 0 1 0 -30 cm /F1 9 Tf /In Do',
        'BT 50 700 Td (aaaa) Tj ET (b) Tj',
      ],
    ])('%s', (_, page, content, inner) => {
      const original = showing(page, content, inner);
      const { bytes } = copied(original);
      expect(places(original).length).toBeGreaterThan(1);
      expect(places(bytes)).toEqual(places(original));
      expect(found(original).map(({ kind }) => kind)).toContain('ambiguous_syntax');
      expect(found(bytes)).toEqual([]);
      expect(Buffer.compare(copied(bytes).bytes, bytes)).toBe(0);
    });

    it('is written once where its page decides nothing', () => {
      const page = '/F1 20 Tf /Fm Do 9 Tc /Fm Do 3 Tw /Fm Do';
      const { bytes } = copied(showing(page, 'BT /F1 9 Tf 50 700 Td (a) Tj ET /In Do', '0 0 9 9 re f'));
      expect(latin1(bytes).match(/\/Subtype \/Form/g)).toHaveLength(2);
    });

    it('is written once for each state, though it shows itself in another', () => {
      const own = RESOURCES.replace('101', '100');
      const more = [{ number: 100, body: form('BT 50 700 Td (a) Tj ET (b) Tj 7 Tc /In Do', own) }];
      const entries = '/Resources<</XObject<</Fm 100 0 R>>/Font<</F1 3 0 R>>>>';
      const content = '/F1 20 Tf /Fm Do 9 Tc /Fm Do 0 Tc /Fm Do';
      const { bytes } = copied(make({ pages: [{ content, entries }], more }));
      expect(latin1(bytes).match(/\/Subtype \/Form/g)).toHaveLength(2);
    });

    it('stands where it stood behind what nobody sees in the font of the page', () => {
      const hidden = 'BT 50 700 Td 3 Tr (aaaa) Tj 0 Tr (b) Tj ET';
      const original = showing('/F1 20 Tf /Fm Do 1 0 0 1 0 -90 cm 9 Tc /Fm Do', hidden);
      const [, first, , second] = places(original);
      expect(places(copied(original).bytes)).toEqual([first, second]);
    });
  });

  it('a pattern begins anew, whatever is around it', () => {
    const cell = streamBody(
      'BT /F1 20 Tf 10 10 Td (aa) Tj ET (b) Tj',
      '/Type/Pattern/PatternType 1/PaintType 1/TilingType 1/BBox[0 0 300 300]/XStep 300/YStep 300/Resources<</Font<</F1 3 0 R>>>>',
    );
    const entries = '/Resources<</Font<</F1 3 0 R>>/Pattern<</P 100 0 R>>>>';
    const content = '9 Tc 50 Tz /Pattern cs /P scn 0 0 300 300 re f';
    const original = make({ pages: [{ content, entries }], more: [{ number: 100, body: cell }] });
    const { bytes } = copied(original);
    expect(everything(bytes)).toMatch(/\(aa\) Tj\nET\nBT\n1 0 0 1 \d+\.?\d* 10 Tm\n\(b\) Tj\nET/);
    expect(places(bytes)).toEqual(places(original));
    expect(found(bytes)).toEqual([]);
  });

  it('a soft mask begins anew, whatever is around it', () => {
    const group = streamBody(
      'BT /F1 20 Tf 1 g 10 10 Td (aa) Tj ET (b) Tj',
      '/Type/XObject/Subtype/Form/BBox[0 0 300 300]/Group<</S/Transparency/CS/DeviceGray>>/Resources<</Font<</F1 3 0 R>>>>',
    );
    const entries = '/Resources<</Font<</F1 3 0 R>>/ExtGState<</G<</SMask<</S/Luminosity/G 100 0 R>>>>>>>>';
    const content = '9 Tc 50 Tz /G gs 0 0 300 300 re f';
    const original = make({ pages: [{ content, entries }], more: [{ number: 100, body: group }] });
    const { bytes } = copied(original);
    expect(everything(bytes)).toMatch(/\(aa\) Tj\nET\nBT\n1 0 0 1 \d+\.?\d* 10 Tm\n\(b\) Tj\nET/);
    expect(found(original).map(({ kind }) => kind)).toContain('ambiguous_syntax');
    expect(found(bytes)).toEqual([]);
  });

  it('paths and marks stand outside of text objects that the original has not', () => {
    const content = '/F1 20 Tf (HELLO) Tj 0 0 60 80 re f /Span<</ActualText(x)>>BDC (X) Tj EMC';
    const [written = ''] = contents(copied(make({ pages: [{ content }] })).bytes);
    expect(written.split('\n')).toEqual(
      expect.arrayContaining(['BT', 'ET', '0 0 60 80 re', '/Span <</ActualText (x)>> BDC']),
    );
    expect(written).toMatch(/ET\n0 0 60 80 re\nf\n\/Span .* BDC\nBT\n[\s\S]*ET\nEMC\n$/);
  });

  it('SEC-3: what a line shows is not kept', () => {
    const content = `BT /F1 20 Tf 50 700 Td ${'(a) Tj '.repeat(1200)} ET (b) Tj`;
    const original = make({ pages: [{ content, entries: '/MediaBox[0 0 14000 842]' }] });
    expect(places(original)).toHaveLength(1201);
    expect(places(copied(original).bytes).at(-1)).toEqual(places(original).at(-1));
  });

  it('is written as it was where it is as it should be', () => {
    const content = `q\nBT\n${'/F0 20 Tf\n50 700 Td\n(a) Tj\n14 TL\nT*\n0 -9 TD\n(b) Tj\n1 0 0 1 9 9 Tm\n(c) Tj'}\nET\nQ\n`;
    expect(contents(copied(make({ pages: [{ content: content.replace('F0', 'F1') }] })).bytes)).toEqual([
      content,
    ]);
  });
});
