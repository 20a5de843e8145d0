import { documentObjects, streamBody, writePdf } from '@websign/testkit';
import { describe, expect, it } from 'vitest';
import { inspect } from '../src/index.ts';
import { open } from './support.ts';

/** What is told of a page, and of an area that is painted through a soft mask in which a text stands. */
function told(content: string, mask: string): string[] {
  const form = '/Type/XObject/Subtype/Form/BBox[0 0 600 800]/Group<</S/Transparency/CS/DeviceGray>>';
  const fonts = '/Resources<</Font<</F1 91 0 R>>>>';
  const states = '/ExtGState<</G<</SMask<</S/Luminosity/G 90 0 R>>>>>>';
  const objects = documentObjects({
    pages: [{ content, entries: `/Resources<</Font<</F1 91 0 R>>${states}>>` }],
    more: [
      { number: 90, body: streamBody(mask, form + fonts) },
      { number: 91, body: '<</Type/Font/Subtype/Type1/BaseFont/Courier/Encoding/WinAnsiEncoding>>' },
    ],
  });
  return inspect(open(writePdf({ kind: 'table', objects })))
    .findings.filter(({ kind }) => kind === 'text_map_mismatch')
    .map(({ excerpt }) => excerpt ?? '');
}

/** In Courier each letter takes 6 units of 10. */
const write = (text: string, x: number, y = 700): string => `BT /F1 10 Tf ${x} ${y} Td (${text}) Tj ET `;
const area = (x: number, width: number, colour = 0): string =>
  `q /G gs ${colour} g ${x} 690 ${width} 30 re f Q `;

describe('UP-6: text within a line that is seen through a soft mask alone', () => {
  it.each([
    ['a digit before a number', write('Price', 60) + write('500 EUR', 102), '9', 96],
    ['a digit behind a number', write('Price 500', 60), '0', 114],
    ['a word', write('The buyer shall', 60) + write('pay', 180), 'not', 156],
  ])('%s', (_, content, text, x) => {
    expect(told(content + area(x - 2, 30), `1 g ${write(text, x)}`)).toHaveLength(1);
  });
});

/** What is told of a page an area of which is filled with a tiling pattern, whose cells are `wide`. */
function tiled(content: string, cell: string, { wide = 600, high = 800, paint = 1 } = {}): string[] {
  const pattern = `/PatternType 1/PaintType ${paint}/TilingType 1/BBox[0 0 ${wide} ${high}]/XStep ${wide}/YStep ${high}`;
  const fonts = '/Resources<</Font<</F1 91 0 R>>>>';
  const spaces = '/Pattern<</P 90 0 R>>/ColorSpace<</C[/Pattern/DeviceGray]>>';
  const objects = documentObjects({
    pages: [{ content, entries: `/Resources<</Font<</F1 91 0 R>>${spaces}>>` }],
    more: [
      { number: 90, body: streamBody(cell, pattern + fonts) },
      { number: 91, body: '<</Type/Font/Subtype/Type1/BaseFont/Courier/Encoding/WinAnsiEncoding>>' },
    ],
  });
  return inspect(open(writePdf({ kind: 'table', objects })))
    .findings.filter(({ kind }) => kind === 'text_map_mismatch')
    .map(({ excerpt }) => excerpt ?? '');
}

const fill = (x: number, y: number, wide: number, high: number, colour = '/Pattern cs'): string =>
  `q ${colour} /P scn ${x} ${y} ${wide} ${high} re f Q `;

describe('UP-6: text within a line that the cells of a tiling pattern show', () => {
  const line = write('Price', 60) + write('500 EUR', 102);

  it.each([
    ['a digit before a number', fill(95, 690, 7, 30) + line, write('9', 96), {}],
    [
      'a word',
      fill(154, 690, 22, 30) + write('The buyer shall', 60) + write('pay', 180),
      write('not', 156),
      {},
    ],
    [
      'in the colour in which a pattern without colours is filled',
      fill(95, 690, 7, 30, '/C cs 0') + line,
      write('9', 96),
      { paint: 2 },
    ],
    ['in one cell of several', fill(96, 640, 6, 240) + line, write('9', 0, 20), { wide: 6, high: 40 }],
    ['of which the rest is cut away', fill(95, 690, 7, 30) + line, write('9500 EUR', 96), {}],
  ])('%s', (_, content, cell, pattern) => expect(tiled(content, cell, pattern)).toHaveLength(1));

  it.each([
    ['that stands by itself', fill(290, 690, 30, 30) + line, write('9', 300), {}],
    ['in another colour', fill(95, 690, 7, 30) + line, `.8 g ${write('9', 96)}`, {}],
    ['that the page writes at the same place', fill(100, 690, 40, 30) + line, write('500', 102), {}],
    [
      'of a ground that lies across the page',
      fill(0, 0, 600, 800) + line,
      `.9 g ${write('COPY 9', 4, 10)}`,
      { wide: 50, high: 30 },
    ],
  ])('SGN-7: none %s', (_, content, cell, pattern) => expect(tiled(content, cell, pattern)).toEqual([]));
});

describe('SGN-7: text of soft masks that says nothing else than the page', () => {
  const line = write('Price', 60) + write('500 EUR', 102);

  it.each([
    ['that the page writes at the same place', line + area(100, 40), `1 g ${write('500', 102)}`],
    ['of a line of its own', line + area(96, 30), `1 g ${write('9', 96, 712)}`],
    ['that is far from all others', line + area(300, 30), `1 g ${write('9', 300)}`],
    ['in another colour', line + area(94, 30, 0.9), `1 g ${write('9', 96)}`],
    ['beside which nothing is painted', line + area(300, 30), `1 g ${write('9', 96)}`],
    ['that is a dash', line + area(94, 8), `1 g ${write('-', 96)}`],
  ])('%s', (_, content, mask) => expect(told(content, mask)).toEqual([]));
});
