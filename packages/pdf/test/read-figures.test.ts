import { documentObjects, streamBody, writePdf } from '@websign/testkit';
import { describe, expect, it } from 'vitest';
import { inspect } from '../src/index.ts';
import { open } from './support.ts';

const WORDS = 'BT /F1 12 Tf 72 750 Td (The contractor undertakes the works that annex A describes.) Tj ET\n';

/** What is told of numbers that read differently than they show, on a page of Helvetica. */
function told(content: string, more: { number: number; body: string | Uint8Array }[] = []): string[] {
  const entries =
    '/Resources<</Font<</F1 3 0 R>>/XObject<</X 100 0 R>>/ExtGState<</A1<</ca .1>>/A3<</ca .3>>/M<</SMask<</S/Luminosity/G 101 0 R>>>>>>>>';
  const objects = documentObjects({ pages: [{ content: WORDS + content, entries }], more });
  return inspect(open(writePdf({ kind: 'table', objects })))
    .findings.filter(({ kind }) => kind === 'text_map_mismatch')
    .map(({ excerpt }) => excerpt ?? '');
}

const line = (text: string, x = 72): string => `BT /F1 12 Tf ${x} 700 Td (${text}) Tj ET\n`;
/** A ring, as high as a digit of 12 points, that stands on the line of 700. */
const ring = (x: number): string => `${x} 700 5 8.6 re ${x + 1} 701 3 6.6 re f*\n`;
const stencil = {
  number: 100,
  body: streamBody('\x00', '/Type/XObject/Subtype/Image/Width 8/Height 1/BitsPerComponent 1/ImageMask true'),
};

/** A group whose lightness a soft mask takes. */
const mask = (white: string): { number: number; body: string | Uint8Array } => ({
  number: 101,
  body: streamBody(
    `1 g ${white}`,
    '/Type/XObject/Subtype/Form/BBox[0 0 595 842]/Group<</S/Transparency/CS/DeviceGray>>',
  ),
});

// In Helvetica of 12 points `Fee 9` ends at 102.7, and a digit is 6.67 points wide.
describe('UP-6: what is drawn beside the digits of a number, or over one of them', () => {
  it.each([
    ['a digit behind it', line('Fee 9') + ring(104)],
    ['a digit before it', line('500', 110) + ring(104)],
    ['a digit of another print in the same string', `${line('Fee 9      euro')}${ring(104)}`],
    ['a comma between two strings', `${line('Fee 10')}${line('00', 113)}111 698.5 1.5 2.5 re f`],
    ['a stroke within a digit', `${line('Fee 3000')}1 w 98 701 m 96.5 703 97 706 99 707 c S`],
    ['two strokes that make an 8 of a 3', `${line('Fee 3000')}1 w 97 702 m 97 706 l S 97 704 m 100 704 l S`],
    ['a minus sign that is a filled bar', `${line('Balance')}${line('500', 124)}118 703.2 4.4 1 re f`],
    [
      'a minus sign as short as a hyphen of a narrow face',
      `${line('Balance')}${line('500', 124)}120.6 703.2 2.5 1 re f`,
    ],
    ['a minus sign that is a line', `${line('Balance')}${line('500', 124)}1 w 118 703.6 m 122.5 703.6 l S`],
    [
      'a digit behind a number that rises unseen',
      `BT /F1 12 Tf 1 .0001 -.0001 1 72 700 Tm (Fee 9) Tj ET ${ring(104)}`,
    ],
    ['a stencil of digits', `${line('Fee 9')}q 18 0 0 8.6 104 700 cm /X Do Q`],
    ['a pale digit behind it', `${line('Fee 9')}/A3 gs ${ring(104)}`],
    ['a bar that makes a 7 of a 1', `${line('Fee 1000')}1.2 w 96.5 708 m 101.2 708 l S`],
    [
      'a nought whose curves are drawn towards points beyond it',
      `${line('Fee 9')}1 w 107.6 704.3 m 107.6 709.9 102.8 709.9 102.8 704.3 c 102.8 698.7 107.6 698.7 107.6 704.3 c S`,
    ],
    [
      'bows that make an 8 of a 3 and are drawn so',
      `${line('Fee 3000')}1.2 w 99 708.3 m 95.5 708.8 95.6 704.6 99 704.6 c 95.1 704.5 95.1 700.4 99 700.4 c S`,
    ],
    ['a bar as far from a digit as the stem of a one', `${line('500', 110)}106.3 700 1.2 8.6 re f`],
    [
      'a digit that a clip makes of an area',
      `${line('Fee 9')}q 104 700 5 8.6 re 105 701 3 6.6 re W* n 90 650 59 59 re f Q`,
    ],
    ['a digit that a soft mask makes', `${line('Fee 9')}/M gs 104 700 6.5 8.6 re f`],
  ])('%s', (_, content) => expect(told(content, [stencil, mask('105 701 4 6 re f')])).toHaveLength(1));

  it.each([
    ['a shadow', `${line('Fee 9')}/A1 gs ${ring(104)}`],
    ['what a soft mask hides', `${line('Fee 9')}/M gs ${ring(104)}`],
  ])('SGN-7: none of %s', (_, content) =>
    expect(told(content, [stencil, mask('300 300 9 9 re f')])).toEqual([]),
  );

  it.each([
    ['a box that is ticked', `${line('1. yes', 84)}73.5 700 9 9 re f`],
    ['a frame to tick', `${line('1. yes', 84)}73.5 700 8 8 re S`],
    ['a triangle beside a change', `${line('5.2 %', 84)}73.5 700 m 82 700 l 77.7 708.6 l f`],
    [
      'the edges of cells',
      `${line('1')}${line('2', 83.3)}${line('3', 94.6)}.5 w 81 697 m 81 700 l 92.3 697 m 92.3 700 l S`,
    ],
    ['a frame around it', `${line('Fee 9')}70 696 40 16 re S`],
    ['a mark further on', line('Fee 9') + ring(112)],
    ['a mark of another colour', `${line('Fee 9')}0 .5 1 rg ${ring(104)}`],
    ['a line under it', `${line('Fee 9')}72 698 40 .6 re f`],
    ['a line through it', `${line('Fee 9000')}.8 w 94 704 m 122 704 l S`],
    ['a line through one digit of it', `${line('Fee 1000')}.8 w 116.03 704 m 122.7 704 l S`],
    ['the bar of a table', `${line('Fee 9')}.5 w 105 696 m 105 712 l S`],
    ['a cell of its ground', `.9 g 70 697 40 14 re f 0 g ${line('Fee 9')}`],
    ['a letter behind a word', line('Fee') + ring(96)],
    ['a line on which one writes', `${line('500', 124)}.5 w 80 699 m 122 699 l S`],
    ['a mark of an axis', `${line('500', 124)}.5 w 114 703.6 m 119 703.6 l S`],
    ['a dash on the line above', `${line('500', 124)}1 w 118 715 m 122.5 715 l S`],
  ])('SGN-7: none of %s', (_, content) => expect(told(content, [stencil])).toEqual([]));

  it('a digit among many marks, as a map has them', () => {
    const far = '300 300 1 8 re f\n'.repeat(20_000);
    expect(told(line('Fee 9') + far + ring(104))).toHaveLength(1);
  });

  it('past a bound nothing of a page is looked at: a chart has many marks', () => {
    expect(told(line('Fee 9') + '104 700 1 8 re f\n'.repeat(100_001))).toEqual([]);
  });
});

describe('UP-6: numbers that stand otherwise than the page', () => {
  it.each([
    ['a digit on its head', 'BT /F1 12 Tf -1 0 0 -1 102 708 Tm (6) Tj ET', '9→6'],
    ['a number on its head', 'BT /F1 12 Tf -1 0 0 -1 102 708 Tm (1.68) Tj ET', '89.1→1.68'],
    ['a size below zero', 'BT /F1 -12 Tf 102 708 Td (6) Tj ET', '9→6'],
    ['a scaling below zero', 'BT /F1 12 Tf -100 Tz 102 700 Td (81) Tj ET', '18→81'],
    ['a mirrored number', 'BT /F1 12 Tf 1 0 0 -1 102 708 Tm (2) Tj ET', '5→2'],
  ])('%s', (_, content, excerpt) => expect(told(content)).toEqual([excerpt]));

  it.each([
    ['digits that are read alike', 'BT /F1 12 Tf -1 0 0 -1 102 708 Tm (808) Tj ET'],
    ['words beside them', 'BT /F1 12 Tf -1 0 0 -1 102 708 Tm (Page 6) Tj ET'],
    ['a number that runs up', 'BT /F1 12 Tf 0 1 -1 0 102 708 Tm (2026) Tj ET'],
    ['digits that are no number on their head', 'BT /F1 12 Tf -1 0 0 -1 102 708 Tm (45) Tj ET'],
  ])('SGN-7: none of %s', (_, content) => expect(told(content)).toEqual([]));

  it('SGN-7: none on a page that stands on its head', () => {
    const turned =
      'BT /F1 12 Tf -1 0 0 -1 500 600 Tm (The whole of this page stands on its head, and is read so.) Tj ET ';
    expect(told(`${turned.repeat(4)}BT /F1 12 Tf -1 0 0 -1 102 708 Tm (6) Tj ET`)).toEqual([]);
  });
});

describe('UP-6: numbers whose digits the file has in another order', () => {
  it.each([
    ['strings that go back', `${line('1', 110)}${line('9', 103.3)}`, '91'],
    ['one string that goes back', 'BT /F1 12 Tf 110 700 Td [(1) 1112 (9)] TJ ET', '91'],
    [
      'strings on both sides of a point',
      `${line('1', 112.3)}${line('.', 109)}${line('9', 102.3)}${line('50', 119)}`,
      '9.',
    ],
    // A blank takes 3.34 points, and as much as a digit with 3.34 more.
    [
      'a digit in a blank of another string',
      `BT 3.336 Tw ET ${line('Fee 1 50')}${line('2', 106.02)}`,
      'Fee150',
    ],
    ['strings within each other', `BT 3.336 Tw ET ${line('1 2 ')}${line('5 0', 78.67)}`, '12'],
  ])('%s', (_, content, excerpt) => expect(told(content)).toEqual([excerpt]));

  it.each([
    ['the order of reading', `${line('9', 103.3)}${line('1', 110)}`],
    ['numbers apart', `${line('100', 120)}${line('9', 103.3)}`],
    ['numbers apart behind a point', `${line('1', 116)}${line('.', 109)}${line('9', 102.3)}`],
    ['the order of reading, with a point', `${line('9', 102.3)}${line('.', 109)}${line('1', 112.3)}`],
    ['a point that comes last', `${line('9', 102.3)}${line('1', 112.3)}${line('.', 109)}`],
    ['a small number above a larger one', `BT /F1 6 Tf 110 704 Td (1) Tj ET ${line('9', 103.3)}`],
    ['equal digits', `${line('9', 110)}${line('9', 103.3)}`],
    ['a digit in a broad gap of another string', `BT 40 Tw ET ${line('Fee 1 50')}${line('2', 160)}`],
    ['a letter in a blank of another string', `BT 3.336 Tw ET ${line('Fee 1 50')}${line('x', 106.02)}`],
    [
      'a number that is painted twice',
      ['1', '9', '1', '9'].map((text, at) => line(text, 103.3 + (at % 2) * 6.67)).join(''),
    ],
    [
      'one that is bold so',
      ['1', '9', '1', '9']
        .map((text, at) => line(text, 103.3 + (at % 2) * 7.5 + (at > 1 ? 0.4 : 0)))
        .join(''),
    ],
  ])('SGN-7: none of %s', (_, content) => expect(told(content)).toEqual([]));
});
