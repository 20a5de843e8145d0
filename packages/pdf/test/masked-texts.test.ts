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
