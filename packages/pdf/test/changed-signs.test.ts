import { documentObjects, streamBody, writePdf } from '@websign/testkit';
import { describe, expect, it } from 'vitest';
import { inspect } from '../src/index.ts';
import { open } from './support.ts';

/** What is told of signs that read differently than they show, on a page of Courier; `note` is what an annotation draws. */
function told(content: string, { note = '', subtype = 'Stamp' } = {}): string[] {
  const entries = `/Resources<</Font<</F1 90 0 R>>/XObject<</X 91 0 R>>>>${note === '' ? '' : '/Annots[92 0 R]'}`;
  const form = '/Type/XObject/Subtype/Form/BBox[0 0 600 800]';
  const more = [
    { number: 90, body: '<</Type/Font/Subtype/Type1/BaseFont/Courier/Encoding/WinAnsiEncoding>>' },
    { number: 91, body: streamBody('.8 w 4 3 m 4 6 l S', form) },
    { number: 92, body: `<</Type/Annot/Subtype/${subtype}/Rect[0 0 600 800]/F 4/AP<</N 93 0 R>>>>` },
    { number: 93, body: streamBody(note, form) },
  ];
  const objects = documentObjects({ pages: [{ content, entries }], more });
  return inspect(open(writePdf({ kind: 'table', objects })))
    .findings.filter(({ kind }) => kind === 'text_map_mismatch')
    .map(({ excerpt }) => excerpt ?? '');
}

/** In Courier each letter takes 6 units of 10: the sign that comes first stands between 60 and 66. */
const write = (text: string, x = 60): string => `BT /F1 10 Tf ${x} 700 Td (${text}) Tj ET `;
/** A ring of 3 units, with a hole. */
const ring = (x: number, y: number): string => `${x} ${y} 3 3 re ${x + 1} ${y + 1} 1 1 re f* `;
const UPRIGHT = '.8 w 63 700.4 m 63 705.6 l S';

describe('UP-6: signs beside figures that a small drawing makes others of', () => {
  it.each([
    ['a plus of a minus', `${write('-1500.00')}${UPRIGHT}`, '-1'],
    ['a plus of a minus, by an area', `${write('-1500.00')}62.6 700.4 .8 5.2 re f`, '-1'],
    ['a plus of a minus, by a form', `${write('-1500.00')}q 1 0 0 1 59 698 cm /X Do Q`, '-1'],
    ['a plus of a minus in a string of its own', `${write('-')}${write('1500.00', 66)}${UPRIGHT}`, '-1'],
    ['an equals sign of a minus', `${write('- 1500')}61 704.6 4 .6 re f`, '-1'],
    ['an unequal sign', `${write('= 1500')}.8 w 61.4 700.2 m 64.6 706.2 l S`, '=1'],
    ['an unequal sign before a currency', `${write('= EUR 1500')}.8 w 61.4 700.2 m 64.6 706.2 l S`, '=1'],
    ['at least, of more than', `${write('> 1500')}.8 w 60.6 699.8 m 65.4 699.8 l S`, '>1'],
    ['at most, by a line in two pieces', `${write('< 1500')}60.6 699.4 2.4 .8 re 63 699.4 2.4 .8 re f`, '<1'],
    [
      'a euro sign of a letter',
      `${write('1500 C', 30)}.7 w 59.4 704.2 m 65 704.2 l 59.4 702.6 m 65 702.6 l S`,
      '0C',
    ],
    ['a euro sign of a letter before the figure', `${write('E 1500')}.7 w 59.4 702.6 m 65 702.6 l S`, 'E1'],
    ['a sign for each thousand', `${write('5%', 54)}${ring(66.6, 700.2)}`, '5%'],
    [
      'a sign for each thousand, of which a clip shows a ring',
      `${write('5%', 54)}q 66.4 690 9 20 re W n ${ring(66.6, 700.2)}60 700 3 7 re f Q`,
      '5%',
    ],
    ['a comma of a point', `${write('1.500', 54)}62.8 698.6 .9 1.6 re f`, '1.'],
  ])('%s', (_, content, excerpt) => expect(told(content)).toEqual([excerpt]));

  it('by a stamp that lies over it', () =>
    expect(told(write('-1500.00'), { note: UPRIGHT })).toEqual(['-1']));

  it.each([
    ['a line under a sign and its figure', `${write('-1500')}.6 w 60 698.8 m 90 698.8 l S`],
    [
      'a line under them that is drawn piece by piece',
      `${write('>1500')}60 699.2 6 .5 re f 66 699.2 24 .5 re f`,
    ],
    ['a line under a sign alone, where writers put it', `${write('> 1500')}60 698.6 6 .5 re f`],
    ['a line through them', `${write('=1500')}.6 w 60 702.8 m 90 702.8 l S`],
    ['a longer dash', `${write('- 1500')}60 702.2 6 .8 re f`],
    ['the border of a cell', `${write('-1500')}.5 w 58 696 m 58 710 l S`],
    ['a frame around a sign', `${write('+ 15')}.5 w 59 698 8 10 re S`],
    ['a tick before it', `${write('> 15')}1 w 48 703 m 50 700 l 55 708 l S`],
    ['a tick over it', `${write('+ 15')}1 w 60 703 m 62 700 l 65.6 708 l S`],
    ['a block over it', `${write('+ 15')}60 699 6 7 re f`],
    ['a stroke of another colour', `${write('-1500')}1 0 0 RG ${UPRIGHT}`],
    ['a sign that stands beside no figure', `${write('- item')}${UPRIGHT}`],
    ['a letter of a word', `${write('1500 Care', 30)}.7 w 59.4 702.6 m 65 702.6 l S`],
    ['a mark further on', `${write('5%', 54)}${ring(70, 700.2)}`],
  ])('SGN-7: none of %s', (_, content) => expect(told(content)).toEqual([]));

  it.each(['Underline', 'StrikeOut', 'Highlight'])(
    'SGN-7: none of what a note of the kind %s draws',
    (subtype) => expect(told(write('>1500'), { note: '60.6 699.4 4.8 .8 re f', subtype })).toEqual([]),
  );
});

describe('UP-6: a dash that stands within another sign', () => {
  it.each([
    ['before it is painted', `${write('-')}${write('+1500')}`],
    ['behind it', `${write('+1500')}${write('-')}`],
    ['before a blank', `${write('-')}${write('+')}${write('1500', 68)}`],
  ])('%s', (_, content) => expect(told(content)).toEqual(['-+1']));

  it.each([
    ['before it', write('-+1500')],
    ['twice', `${write('-1500')}${write('-')}`],
    ['above another number', `${write('+1500')}BT /F1 10 Tf 60 690 Td (-200) Tj ET`],
    ['on another line', `${write('+1500')}BT /F1 10 Tf 60 690 Td (-) Tj ET`],
    ['beside words', `${write('+ Yes')}${write('-')}`],
  ])('SGN-7: none of one %s', (_, content) => expect(told(content)).toEqual([]));
});
