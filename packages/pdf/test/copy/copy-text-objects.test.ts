import { describe, expect, it } from 'vitest';
import { drawPage } from '../../src/content/draw.ts';
import { pages } from '../../src/index.ts';
import { open } from '../support.ts';
import { contents, copied, found, make } from './copied.ts';

const SET = '/F1 20 Tf 40 Tz 3 Tc 7 Tw 14 TL';

/** Where each string begins and ends. */
function places(bytes: Uint8Array): number[][] {
  const lines: number[][] = [];
  const pdf = open(bytes);
  for (const page of pages(pdf))
    drawPage(pdf, page, {
      text: ({ line }) => lines.push(line.map((length) => Math.round(length * 1e3) / 1e3)),
      paint: () => {},
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
    expect(places(copied(original).bytes)).toEqual(places(original));
  });

  it('is written as it was where it is as it should be', () => {
    const content = `q\nBT\n${'/F0 20 Tf\n50 700 Td\n(a) Tj\n14 TL\nT*\n0 -9 TD\n(b) Tj\n1 0 0 1 9 9 Tm\n(c) Tj'}\nET\nQ\n`;
    expect(contents(copied(make({ pages: [{ content: content.replace('F0', 'F1') }] })).bytes)).toEqual([
      content,
    ]);
  });
});
