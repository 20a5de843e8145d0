import { documentObjects, streamBody, writePdf } from '@websign/testkit';
import { expect, it } from 'vitest';
import { inspect } from '../src/index.ts';
import { open } from './support.ts';

/** What is told of a text field that holds a value, and of its look. */
function told(held: string, look: string): string[] {
  const resources = '/Resources<</Font<</Helv 101 0 R>>>>';
  const objects = documentObjects({
    pages: [{ content: 'BT ET', entries: '/Annots[100 0 R]' }],
    catalog: '/AcroForm<</Fields[100 0 R]/DA(/Helv 12 Tf)>>',
    more: [
      {
        number: 100,
        body: `<</Type/Annot/Subtype/Widget/F 4/Rect[72 600 272 620]/FT/Tx/T(c)/V(${held})/AP<</N 102 0 R>>>>`,
      },
      { number: 101, body: '<</Type/Font/Subtype/Type1/BaseFont/Helvetica/Encoding/WinAnsiEncoding>>' },
      { number: 102, body: streamBody(look, `/Type/XObject/Subtype/Form/BBox[0 0 200 20]${resources}`) },
    ],
  });
  return inspect(open(writePdf({ kind: 'table', objects })))
    .findings.filter(({ kind }) => kind === 'field_value_differs' || kind === 'hidden_field')
    .map(({ excerpt }) => excerpt ?? '');
}

/** A digit of it is 7.8 wide. */
const line = (text: string): string => `BT 0 g /Helv 14 Tf 4 5 Td (${text}) Tj ET`;

it.each([
  ['the last digit is cut off', '9000', `q 0 0 28 20 re W n ${line('9000')} Q`, '900 ≠ 9000'],
  ['the first digit is cut off', '9000', `q 12 0 100 20 re W n ${line('9000')} Q`, '000 ≠ 9000'],
  ['the first digit is painted over', '1000', `${line('1000')} 1 g 3 3 6 14 re f`, '000 ≠ 1000'],
  ['half of a digit is painted over', '8000', `${line('8000')} 1 g 3 3 5 14 re f`, '000 ≠ 8000'],
  [
    'a digit is painted over by a slanted shape',
    '1000',
    `${line('1000')} 1 g 2 3 m 12 3 l 13 17 l 3 17 l f`,
    '000 ≠ 1000',
  ],
  ['a word is painted over', 'not due', `${line('not due')} 1 g 3 3 20 14 re f`, 'due ≠ not due'],
  ['all of it is painted over', '1000', `${line('1000')} 1 g 0 0 200 20 re f`, '1000'],
])('UP-6: a value of which %s', (_, held, look, excerpt) => {
  expect(told(held, look)).toEqual([excerpt]);
});

it.each([
  ['a point', '1500', `${line('1')} ${line('500').replace('4 5 Td', '14 5 Td')} 12.2 5 1.3 1.3 re f`],
  ['a digit', '000', `${line('000').replace('4 5 Td', '14 5 Td')} 8 5 1.5 10 re f`],
  ['a minus', '500', `${line('500').replace('4 5 Td', '14 5 Td')} 6 9 5 1.2 re f`],
  ['a stroke that makes another digit', '1000', `${line('1000')} 0 G 2 w 5 15 m 12 15 l S`],
])('UP-6: a value beside whose digits %s is painted', (_, held, look) => {
  expect(told(held, look)).toEqual([`${held} \u25aa ≠ ${held}`]);
});

it.each([
  ['has a mark in the colour of its ground', `${line('9000')} 1 g 40 5 3 3 re f`],
  ['has a mark far from it', `${line('9000')} 0 g 180 5 8 8 re f`],
  ['has a mark over it', `${line('9000')} 0 g 10 18.5 1 1 re f`],
  ['lies on its ground', `1 1 .8 rg 0 0 200 20 re f ${line('9000')}`],
  ['is framed', `${line('9000')} 0 G 0 0 200 20 re S`],
  ['stands in a comb', `${line('9000')} 0 G .5 w 12 0 m 12 20 l 20 0 m 20 20 l S`],
  ['is underlined', `${line('9000')} 0 g 4 3 32 1 re f`],
  ['is painted over and written again', `${line('9000')} 1 g 0 0 200 20 re f ${line('9000')}`],
  ['ends in a letter that is cut', `q 0 0 66 20 re W n ${line('9000 euros')} Q`],
])('SGN-7: no warning of a value that %s', (_, look) => {
  expect(told(look.includes('euros') ? '9000 euros' : '9000', look)).toEqual([]);
});
