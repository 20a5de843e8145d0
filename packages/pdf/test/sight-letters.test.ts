import { streamBody } from '@websign/testkit';
import { describe, expect, it } from 'vitest';
import type { Box } from '../src/revisions/pages.ts';
import { effectOf, white } from './sight-support.ts';

/** A string of letters that are ten units wide and read from one unit over the line to twelve. */
const shown = (text: string, place = '100 700 Td', before = ''): string =>
  `BT /F1 20 Tf ${before} ${place} (${text}) Tj ET`;
const over = (content: string, box: Box, around: Parameters<typeof effectOf>[2] = {}) =>
  effectOf(content, white(box), around);

describe('a letter on a page', () => {
  it.each<[string, string, Box]>([
    ['two fifths of it from the left', 'hides', [110, 690, 114.5, 720]],
    ['less', 'clear', [110, 690, 113.5, 720]],
    ['two fifths from the right', 'hides', [115.5, 690, 120, 720]],
    ['less', 'clear', [116.5, 690, 120, 720]],
    ['two fifths from below', 'hides', [100, 690, 130, 705.5]],
    ['less', 'clear', [100, 690, 130, 705]],
    ['two fifths from above', 'hides', [100, 707.5, 130, 730]],
    ['less', 'clear', [100, 708, 130, 730]],
    ['what is before the first', 'clear', [80, 690, 103, 720]],
    ['what is behind the last', 'clear', [127, 690, 150, 720]],
    ['the last', 'hides', [120, 690, 130, 720]],
  ])('MAP-8 is hidden with %s: %s', (_, effect, box) => {
    expect(over(shown('ABC'), box)).toBe(effect);
  });

  it.each<[string, string, Box, Box]>([
    ['turned to the left', '0 1 -1 0 300 300 Tm', [288, 310, 299, 320], [301, 310, 312, 320]],
    ['to the right', '0 -1 1 0 300 300 Tm', [301, 280, 312, 290], [288, 280, 299, 290]],
    ['upside down', '-1 0 0 -1 300 300 Tm', [280, 288, 290, 299], [280, 301, 290, 312]],
    ['mirrored', '-1 0 0 1 300 300 Tm', [280, 301, 290, 312], [280, 288, 290, 299]],
    ['mirrored downwards', '1 0 0 -1 300 300 Tm', [310, 288, 320, 299], [310, 301, 320, 312]],
    ['mirrored and turned', '0 1 1 0 300 300 Tm', [301, 310, 312, 320], [288, 310, 299, 320]],
    ['twice as wide', '2 0 0 1 300 300 Tm', [320, 301, 340, 312], [320, 312, 340, 330]],
    ['half as wide', '.5 0 0 1 300 300 Tm', [305, 301, 310, 312], [315, 301, 320, 312]],
    ['twice as large and turned', '0 2 -2 0 300 300 Tm', [276, 320, 298, 340], [302, 320, 324, 340]],
    ['aslant', '.8 .6 -.6 .8 300 300 Tm', [300.8, 306.8, 315.4, 321.6], [309, 296, 313, 300]],
  ])('MAP-8 is where it is read: %s', (_, matrix, [x0, y0, x1, y1], elsewhere) => {
    const content = shown('ABC', matrix);
    const [wide, high] = [x1 - x0, y1 - y0];
    expect(over(content, elsewhere)).toBe('clear');
    // Little less than half of it from each of its sides.
    expect(over(content, [x0, y0, x0 + wide * 0.44, y1])).toBe('hides');
    expect(over(content, [x1 - wide * 0.44, y0, x1, y1])).toBe('hides');
    expect(over(content, [x0, y0, x1, y0 + high * 0.44])).toBe('hides');
    expect(over(content, [x0, y1 - high * 0.44, x1, y1])).toBe('hides');
  });

  it('MAP-8 is where it is read: in a line that runs down', () => {
    const vertical = (mode: string) => ({
      page: '/Resources<</Font<</F2 90 0 R>>>>',
      more: [
        {
          number: 90,
          body:
            `<</Type/Font/Subtype/Type0/BaseFont/Own/Encoding/Identity-${mode}/ToUnicode 91 0 R/DescendantFonts[` +
            '<</Type/Font/Subtype/CIDFontType2/BaseFont/Own/CIDSystemInfo<</Registry(Adobe)/Ordering(Identity)/Supplement 0>>/DW 1000>>]>>',
        },
        {
          number: 91,
          body: streamBody(
            '1 begincodespacerange <0000><ffff> endcodespacerange 1 beginbfrange <0041><0043><0041> endbfrange',
          ),
        },
      ],
    });
    const content = 'BT /F2 20 Tf 300 700 Td <004100420043> Tj ET';
    expect(over(content, [293, 655, 299, 684], vertical('V'))).toBe('hides');
    expect(over(content, [301, 655, 307, 684], vertical('V'))).toBe('hides');
    expect(over(content, [307, 600, 330, 699], vertical('V'))).toBe('clear');
    expect(over(content, [270, 600, 293, 699], vertical('V'))).toBe('clear');
    expect(over(content, [293, 701, 307, 720], vertical('V'))).toBe('clear');
    expect(over(content, [320, 701, 340, 720], vertical('H'))).toBe('hides');
  });

  it('MAP-8 has a place in a font that is not there', () => {
    const missing = (text: string) => shown(text).replace('/F1', '/F9');
    expect(over(missing('ABC'), [90, 680, 200, 730])).toBe('hides');
    expect(over(missing('_____'), [90, 680, 200, 730])).toBe('clear');
  });

  it.each<[string, string, Box, Box]>([
    ['.', 'a point', [90, 690, 120, 701], [90, 704, 120, 720]],
    [',', 'a comma', [90, 690, 120, 701], [90, 704, 120, 720]],
    ['_', 'an underscore', [90, 690, 120, 701], [90, 704, 120, 720]],
    ['-', 'a hyphen', [90, 702, 120, 709], [90, 709, 120, 730]],
    ["'", 'an apostrophe', [90, 709, 120, 720], [90, 690, 120, 709]],
    ['A', 'a letter', [90, 704, 120, 709], [90, 690, 120, 701]],
    ['+', 'a plus', [90, 704, 120, 709], [90, 712, 120, 720]],
  ])('MAP-8 is where its ink is: %s, %s', (sign, _, there, elsewhere) => {
    expect(over(shown(sign), there)).toBe('hides');
    expect(over(shown(sign), elsewhere)).toBe('clear');
  });

  it.each<[string, string, Box, string]>([
    ['next to none', 'AiA', [110, 690, 120, 720], 'hides'],
    ['next to none, at its end', 'Ai', [115.5, 690, 121, 720], 'hides'],
    ['next to none, behind its end', 'Ai', [121, 690, 131, 720], 'clear'],
    ['a tenth', 'Al', [112, 690, 122, 720], 'clear'],
    ['a little less than a tenth', 'Aj', [112, 690, 122, 720], 'hides'],
  ])('MAP-8 has a width where it is said to have %s', (_, text, box, effect) => {
    expect(over(shown(text), box)).toBe(effect);
  });

  it('MAP-8 has one in lines of the other direction', () => {
    const back = (text: string) => `BT /F1 -20 Tf 300 700 Td (${text}) Tj ET`;
    expect(over(back('Ai'), [280, 680, 290, 710])).toBe('hides');
    expect(over(back('i'), [291, 680, 299, 699])).toBe('hides');
    expect(over(back('i'), [301, 680, 312, 699])).toBe('clear');
    expect(over(shown('AAA', '300 700 Td', '-20 Tc'), [281, 690, 289, 720])).toBe('hides');
    expect(over(shown('Ai', '300 700 Td', '-20 Tc'), [291, 690, 299, 720])).toBe('hides');
  });
});

describe('a row of signs to write on', () => {
  it.each<[string, string]>([
    ['___', 'clear'],
    ['_ _', 'clear'],
    ['...........', 'clear'],
    ['-.-', 'clear'],
    ['__', 'hides'],
    ['_A_', 'hides'],
    ['A__', 'hides'],
    ['___A', 'hides'],
    ['   ', 'clear'],
  ])('MAP-8 has no letters: %s', (text, effect) => {
    expect(over(shown(text), [90, 680, 200, 730])).toBe(effect);
  });
});

describe('a figure on a page', () => {
  it.each<[string, string, Box, string]>([
    ['a third from the left', '8', [99, 690, 103.5, 720], 'unread'],
    ['a third from the right', '8', [106.5, 690, 111, 720], 'unread'],
    ['a third in its middle', '8', [103.3, 690, 106.7, 720], 'unread'],
    ['its foot', '8', [99, 700, 111, 704.7], 'unread'],
    ['its head', '8', [99, 708.3, 111, 713], 'unread'],
    ['its waist', '8', [99, 704.6, 111, 708.4], 'unread'],
    ['less than a third', '8', [99, 690, 102.5, 720], 'clear'],
    ['a third of a letter', 'A', [99, 690, 103.5, 720], 'clear'],
    ['two fifths', '8', [99, 690, 104.5, 720], 'hides'],
  ])('MAP-8 may be read as another without %s: %s', (_, text, box, effect) => {
    expect(over(shown(text), box)).toBe(effect);
  });

  it('MAP-8 and a letter behind it that is hidden counts for more', () => {
    expect(over(shown('8AAA'), [106.5, 690, 120, 720])).toBe('hides');
    expect(over(shown('88'), [106.5, 690, 113.5, 720])).toBe('unread');
  });
});

describe('what a page does not show', () => {
  const ALL: Box = [90, 680, 200, 730];
  const states =
    '/Resources<</Font<</F1 3 0 R>>/ExtGState<</A<</ca .02>>/B<</ca .03>>>>/XObject<</I 90 0 R>>>>';
  const grey = streamBody(
    Uint8Array.of(255),
    '/Subtype/Image/Width 1/Height 1/BitsPerComponent 8/ColorSpace/DeviceGray',
  );
  const around = { more: [{ number: 90, body: grey }], page: states };
  const told = (content: string, box = ALL) => over(content, box, around);

  it('MAP-8 cannot be hidden: what is too faint, or cut off', () => {
    expect(told(`/A gs ${shown('AB')}`)).toBe('clear');
    expect(told(`/B gs ${shown('AB')}`)).toBe('hides');
    expect(told(`0 0 50 50 re W n ${shown('AB')}`)).toBe('clear');
    expect(told(`0 0 110 842 re W n ${shown('AB')}`, [111, 680, 130, 730])).toBe('clear');
    expect(told(`0 0 114 842 re W n ${shown('AB')}`, [110, 680, 130, 730])).toBe('hides');
    expect(told('.2 g 0 0 595 842 re f')).toBe('clear');
    expect(told('/A gs 100 700 2 12 re f 102 700 10 2 re f')).toBe('clear');
    expect(told('100 700 2 12 re f 102 700 10 2 re f')).toBe('hides');
    expect(told('0 0 50 50 re W n 100 700 2 12 re f 102 700 10 2 re f')).toBe('clear');
  });

  it('MAP-8 unless it lies on a layer that is off', () => {
    const layered = (state: string) => ({
      page: '/Resources<</Font<</F1 3 0 R>>/Properties<</L 91 0 R>>>>',
      more: [
        {
          number: 1,
          body: `<</Type/Catalog/Pages 2 0 R/OCProperties<</OCGs[91 0 R]/D<</${state}[91 0 R]>>>>>>`,
        },
        { number: 91, body: '<</Type/OCG/Name(layer)>>' },
      ],
    });
    for (const content of [shown('AB'), '100 700 2 12 re f 102 700 10 2 re f']) {
      expect(over(`/OC /L BDC ${content} EMC`, ALL, layered('ON'))).toBe('hides');
      expect(over(`/OC /L BDC ${content} EMC`, ALL, layered('OFF'))).toBe('clear');
    }
  });

  it.each<[string, string, string]>([
    ['over it', '50 650 200 100', 'hides'],
    ['left of it', '50 650 55 100', 'clear'],
    ['right of it', '115 650 55 100', 'clear'],
    ['under it', '50 600 200 97', 'clear'],
    ['above it', '50 712 200 97', 'clear'],
  ])('MAP-8 unless it says what a picture shows: one %s', (_, place, effect) => {
    const [x, y, wide, high] = place.split(' ');
    for (const mode of [3, 7])
      expect(
        told(`q ${wide} 0 0 ${high} ${x} ${y} cm /I Do Q ${shown('AB', '100 700 Td', `${mode} Tr`)}`),
      ).toBe(effect);
  });

  it('MAP-8 with one picture of several under it', () => {
    const pictures = 'q 10 0 0 10 0 0 cm /I Do Q q 200 0 0 100 50 650 cm /I Do Q';
    expect(told(`${pictures} ${shown('AB', '100 700 Td', '3 Tr')}`)).toBe('hides');
    expect(told(shown('AB', '100 700 Td', '3 Tr'))).toBe('clear');
  });
});
