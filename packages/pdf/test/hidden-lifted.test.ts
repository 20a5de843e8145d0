import { documentObjects, writePdf } from '@websign/testkit';
import { describe, expect, it } from 'vitest';
import { inspect } from '../src/index.ts';
import { open } from './support.ts';

const at = (x: number, y: number, text: string): string => `1 0 0 1 ${x} ${y} Tm (${text}) Tj `;
const shown = (content: string): string => `BT /F1 12 Tf 100 690 Td ${content} ET`;

/** What is told of strings that are read elsewhere than they are copied. */
function told(content: string): string[] {
  const objects = documentObjects({ pages: [{ content }] });
  return inspect(open(writePdf({ kind: 'table', objects })))
    .findings.filter(({ kind }) => kind === 'text_map_mismatch')
    .map(({ excerpt }) => excerpt ?? '');
}

// In Helvetica of 12 points `Fee ` is 24 points wide, and a digit 6.67.
describe('UP-6: strings off the line on which they are copied', () => {
  it.each([
    ['a digit that is raised onto another line', '(Fee ) Tj 40 Ts (9) Tj 0 Ts (100) Tj', '9'],
    ['one that is lowered', '(Fee ) Tj -40 Ts (9) Tj 0 Ts (100) Tj', '9'],
    ['one by which a line begins', '40 Ts (9) Tj 0 Ts (100) Tj', '9100'],
    ['digits by which a line ends', '(Fee 100) Tj 40 Ts (000) Tj', '100000'],
    ['one within a number', '(Fee 1) Tj 40 Ts (0) Tj 0 Ts (00) Tj', '10'],
    ['a point within one', '(Fee 1) Tj 40 Ts (.) Tj 0 Ts (00) Tj', '1.'],
    ['a sign before one', '(Fee ) Tj 40 Ts (-) Tj 0 Ts (100) Tj', '-'],
    ['a word', '(They shall ) Tj 40 Ts (not ) Tj 0 Ts (pay) Tj', 'not'],
    ['a condensed digit', '(Fee ) Tj 50 Tz 40 Ts (9) Tj 100 Tz 0 Ts (100) Tj', '9'],
    ['small ones', '(Fee ) Tj /F1 7 Tf 15 Ts (9) Tj /F1 12 Tf 0 Ts (100) Tj', '9'],
    ['one over whose place the number goes on', '(Fee ) Tj 40 Ts (9) Tj 0 Ts 24.01 0 Td (100) Tj', '9'],
    ['blanks between', '(Fee ) Tj 40 Ts (9) Tj 20 Ts ( ) Tj 0 Ts 24.01 0 Td (100) Tj', '9'],
    ['by moving to the place', '(Fee ) Tj 24.01 40 Td (9) Tj 6.67 -40 Td (100) Tj', '9100'],
    ['by the leading', '40 TL (Fee ) Tj 24.01 80 Td T* (9) Tj T* (100) Tj', '9100'],
    ['by matrices', at(100, 690, 'Fee ') + at(124.01, 730, '9') + at(124.01, 690, '100'), '9100'],
    ['a point at the end of its line', '[(Fee 15) -3000 (.) 3278 (00 a month)] TJ', '15.00'],
    ['a digit before its line', at(124, 690, 'Fee 1') + at(100, 690, '9') + at(154.69, 690, '500'), '19500'],
    ['a point in a gap further on', '[(Fee 15) -4180 (.) 4458 (00 a month) -300 (or more)] TJ', '15.00'],
    [
      'a point in the bowl of the digit behind it',
      '[(Fee 15) -140] TJ 3 Ts (.) Tj 0 Ts [418 (00)] TJ',
      '15.00',
    ],
    ['a comma on the digit before it', '[(Fee 15) 400] TJ (,) Tj [-122 (00)] TJ', '15,00'],
    ['two, on two lines', `${at(100, 690, 'Fee ')}40 Ts (9) Tj 70 Ts (8) Tj 0 Ts (100) Tj`, '9 98'],
  ])('%s', (_, content, excerpt) => expect(told(shown(content))).toEqual([excerpt]));

  it('on a line that is turned', () =>
    expect(told('BT /F1 12 Tf 0 1 -1 0 300 300 Tm (Fee ) Tj 40 Ts (9) Tj 0 Ts (100) Tj ET')).toEqual(['9']));

  it.each([
    ['an index', '(100 m) Tj /F1 7 Tf 5 Ts (2) Tj 0 Ts /F1 12 Tf ( and 10) Tj -3 Ts (6) Tj'],
    ['a fraction', '(It is ) Tj /F1 8 Tf 6 Ts (1) Tj -4 Ts [556 (2)] TJ'],
    ['an index and a power', '(10) Tj /F1 7 Tf -2.5 Ts (3) Tj 5 Ts (2) Tj 0 Ts /F1 12 Tf (7) Tj'],
    ['a large initial', '/F1 36 Tf -24 Ts (1) Tj /F1 12 Tf 0 Ts (00 EUR) Tj'],
    [
      'a raised string that is moved back to its line',
      '(Fee ) Tj 40 Ts 24.01 -40 Td (9) Tj 0 Ts 6.67 40 Td (100) Tj',
    ],
    ['a power that is raised by an em', '(E = mc) Tj 12 Ts /F1 8 Tf (2) Tj 0 Ts /F1 12 Tf ( is energy) Tj'],
    ['words on a line between', at(100, 690, 'Fee ') + at(124.01, 676, '> 61 < 65') + at(124.01, 690, '100')],
    ['figures in steps', '(1) Tj 6.67 -14 Td (2) Tj 6.67 -14 Td (3) Tj'],
    [
      'a table, column by column',
      at(100, 690, '1') + at(100, 676, '2') + at(140, 690, '3') + at(140, 676, '4'),
    ],
    ['a word elsewhere on the line', at(100, 690, 'Fee 15') + at(300, 690, 'EUR') + at(137.35, 690, '00')],
    ['numbers of three columns', at(100, 690, '15') + at(300, 690, '9') + at(160, 690, '00')],
    ['a point between its digits', '(Fee 15) Tj (.) Tj (00) Tj'],
    ['one that is drawn closer to them', '[(Fee 15) 60] TJ (.) Tj [60 (00)] TJ'],
    ['a point that ends a sentence', '(in 15) Tj (.) Tj 0 -14 Td (00 is none) Tj'],
    ['lines of one column', at(100, 690, 'Fee 9') + at(100, 676, '100') + at(100, 662, '200')],
  ])('SGN-7: none of %s', (_, content) => expect(told(shown(content))).toEqual([]));

  it('a page that raises two thousand digits is read to the end, and tells a hundred of them', () => {
    const places = Array.from({ length: 2000 }, (_, place) => [
      (place % 40) * 14,
      Math.floor(place / 40) * 16,
    ]);
    const lifted = places.map(([x = 0, y = 0]) => `1 0 0 1 ${x} ${y} Tm (1) Tj 5 Ts (9) Tj 0 Ts (1) Tj`);
    expect(told(`BT /F1 4 Tf ${lifted.join(' ')} ET`)).toHaveLength(100);
  });
});
