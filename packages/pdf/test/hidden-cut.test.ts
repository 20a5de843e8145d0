import { documentObjects, streamBody, writePdf } from '@websign/testkit';
import { describe, expect, it } from 'vitest';
import { type FindingKind, inspect } from '../src/index.ts';
import { open } from './support.ts';

/** What is told of one kind on a page that shows something. */
function told(kind: FindingKind, content: string): string[] {
  const objects = documentObjects({ pages: [{ content, entries: '/Resources<</Font<</F1 3 0 R>>>>' }] });
  return inspect(open(writePdf({ kind: 'table', objects })))
    .findings.filter((finding) => finding.kind === kind)
    .map(({ excerpt }) => excerpt ?? '');
}

const line = (text: string): string => `BT /F1 12 Tf 72 700 Td (${text}) Tj ET\n`;

// In Helvetica of 12 points `We can` is 41.3 wide, `not` 16.7, `There is no` 60 and `t` 3.3.
describe('UP-6: letters that are taken out of a line so that another one is read', () => {
  /** A clip that leaves out what stands from one place to another. */
  const without = (from: number, to: number): string => `q 60 690 ${from - 60} 30 re ${to} 690 300 30 re W n`;

  it.each([
    [
      'the end of a word, covered',
      'covered_text',
      `${line('We cannot leave')}1 g 113.4 696 16.6 14 re f`,
      'not',
    ],
    ['a letter of `not`', 'covered_text', `${line('There is not debt')}1 g 132 696 3.4 14 re f`, 'not'],
    [
      'a currency apart from its number',
      'covered_text',
      `${line('Due: $ 950,000')}1 g 100.3 696 7.2 14 re f`,
      '$',
    ],
    [
      'a word, by a clip with a hole',
      'clipped_text',
      `${without(113.6, 130.2)} ${line('We can not leave at any time and for no reason')}Q`,
      'no',
    ],
    [
      'the beginning of a word, by such a clip',
      'clipped_text',
      `${without(127.3, 140.9)} ${line('The act is unlawful')}Q`,
      'un',
    ],
    [
      'the end of a word, by such a clip',
      'clipped_text',
      `${without(113.2, 130.2)} ${line('We cannot leave')}Q`,
      'not',
    ],
    [
      'one letter, by such a clip',
      'clipped_text',
      `${without(131.9, 135.6)} ${line('There is not debt')}Q`,
      'not',
    ],
    [
      'the left bows of an eight, by the edge of a clip',
      'clipped_text',
      `q 73.9 690 300 30 re W n ${line('8000 euro')}Q`,
      '8',
    ],
  ] as const)('%s', (_, kind, content, excerpt) => expect(told(kind, content)).toEqual([excerpt]));

  it.each([
    ['the end of a line, covered', 'covered_text', `${line('The act is lawful')}1 g 145 696 60 14 re f`],
    ['a currency apart from a word', 'covered_text', `${line('Due: $ or less')}1 g 100.3 696 7.2 14 re f`],
    ['one letter of an ordinary word', 'covered_text', `${line('There is rent due')}1 g 138 696 4 14 re f`],
    [
      'the end of a line that a cell cuts',
      'clipped_text',
      `q 60 690 100 30 re W n ${line('The act is lawful and long')}Q`,
    ],
    ['a digit that the edge of the page cuts', 'clipped_text', 'BT /F1 12 Tf -1.9 700 Td (8000 euro) Tj ET'],
    ['the room beside a digit', 'clipped_text', `q 72.5 690 300 30 re W n ${line('8000 euro')}Q`],
    [
      'a line in tiles with fine gaps',
      'clipped_text',
      `${without(130, 130.6)} ${line('The act is lawful')}Q`,
    ],
  ] as const)('SGN-7: none of %s', (_, kind, content) => expect(told(kind, content)).toEqual([]));
});

/** A form that shows a line and ends where its bounds say. */
function inForm(content: string, bounds: string): string[] {
  const form = streamBody(
    content,
    `/Type/XObject/Subtype/Form/BBox[${bounds}]/Resources<</Font<</F1 3 0 R>>>>`,
  );
  const entries = '/Resources<</XObject<</X 100 0 R>>>>';
  const objects = documentObjects({
    pages: [{ content: '/X Do', entries }],
    more: [{ number: 100, body: form }],
  });
  return inspect(open(writePdf({ kind: 'table', objects })))
    .findings.filter(({ kind }) => kind === 'clipped_text')
    .map(({ excerpt }) => excerpt ?? '');
}

// In Helvetica of 12 points a digit is 6.7 wide, a blank and a point 3.3, and `less ` 21.4.
describe('UP-6: words that are cut off in the gap beside an amount, or that turn what is read', () => {
  /** A clip over the line from one place to another. */
  const within = (from: number, to: number, content: string): string =>
    `q ${from} 690 ${to - from} 30 re W n ${content}Q`;

  it.each([
    ['hundredths', within(60, 116.5, line('1500.00 per week')), 'per week'],
    ['thousands', within(60, 104, line('1.500 weekly')), 'weekly'],
    ['no hundredths', within(60, 108, line('1500,- per week')), 'per week'],
    ['a share', within(60, 98, line('24% of the rest')), 'of the rest'],
    ['a sum by its sign', within(60, 107, line('$1500 plus tax')), 'plus tax'],
    ['a currency before it', within(60, 129, line('EUR 1500 plus tax')), 'plus tax'],
    ['a currency behind it', within(60, 100, line('1500 EUR')), 'EUR'],
    ['a word between', within(60, 137, line('1500.00 net per week')), 'per week'],
    ['a number alone', within(60, 100, line('1500 a day')), 'a day'],
    ['what goes before', within(95, 300, line('less 1500.00')), 'less'],
    ['a sign and a blank', within(77.5, 300, line('- 1500.00')), '-'],
    [
      'room instead of a blank',
      within(60, 115.2, 'BT /F1 12 Tf 72 700 Td [(1500.00)-200(weekly)] TJ ET '),
      'weekly',
    ],
    ['the room before the ink of a letter', within(60, 120.8, line('1500.00 weekly')), 'weekly'],
    ['a word that turns a sentence', within(60, 136.5, line('Sellers may not leave')), 'not leave'],
    ['boxes within each other', within(60, 300, within(60, 116.5, line('1500.00 and tax'))), 'and tax'],
  ] as const)('%s', (_, content, excerpt) => expect(told('clipped_text', content)).toEqual([excerpt]));

  it('the bounds of a form', () =>
    expect(inForm(line('1500.00 per week'), '0 680 116.5 720')).toEqual(['per week']));

  const tail = 'We pay the rent in advance and forfeit the deposit';
  /** Another line of the page, so far to the left. */
  const below = (content: string, left = 0): string =>
    content.replace('72 700', `${72 - left} 600`).replace('60 690', '60 590');

  it.each([
    ['the end of a line', within(60, 221, line(tail)), 'and forfeit the deposit'],
    ['its beginning', within(158, 400, line(tail)), 'We pay the rent'],
    [
      'the ends of two',
      `${within(60, 221, line(tail))}${below(within(60, 221, line(tail)))}`,
      'and forfeit the deposit',
    ],
    [
      'one of which another column is cut',
      `${within(60, 221, line(tail))}${below(within(60, 216, line(tail)))}`,
      'and forfeit the deposit',
    ],
    [
      'one with words before it',
      `${within(60, 221, line(tail))}BT /F1 12 Tf 20 700 Td (10.) Tj ET`,
      'and forfeit the deposit',
    ],
  ])('%s, which is three words at least', (_, content, excerpt) =>
    expect(told('clipped_text', content)[0]).toContain(excerpt),
  );

  it('three words behind the bounds of a form', () =>
    expect(inForm(line(tail), '0 680 221 720')).toEqual(['and forfeit the deposit']));

  it.each([
    [
      'a page whose other lines are cut through letters there',
      `${within(60, 221, line(tail))}${below(within(60, 221, line(tail)), 6)}`,
    ],
    [
      'a page of which that is found before',
      `${below(within(60, 221, line(tail)), 6)}${within(60, 221, line(tail))}`,
    ],
    ['a row of cells', `${within(60, 221, line(tail))}BT /F1 12 Tf 223 700 Td (12) Tj ET`],
    ['a line that is cut within a word', within(60, 264.5, line(tail))],
    [
      'a line of words whose letters are set apart',
      within(60, 124.8, 'BT /F1 12 Tf 2.4 Tc 72 700 Td (DESCRIPTION OF) Tj ET '),
    ],
  ] as const)('SGN-7: none of three words on %s', (_, content) =>
    expect(told('clipped_text', content)).toEqual([]),
  );

  it.each([
    ['ordinary words', within(60, 96, line('Lifts and doors'))],
    ['a letter, which is seen to go on', within(60, 125, line('1500.00 weekly'))],
    ['the number of a section', within(60, 102, line('A 3.1 Terms'))],
    ['a date', within(60, 153, line('On 12.03.2024 in Athens'))],
    ['an amount further off', within(60, 156, line('1500.00 net, all in all'))],
    ['`No` of a number', within(60, 111.5, line('Invoice No 12'))],
    ['a line that is seen whole', within(60, 300, line('1500.00 per week'))],
    ['blanks behind an amount', within(60, 118, line('1500.00    '))],
  ] as const)('SGN-7: none in %s', (_, content) => expect(told('clipped_text', content)).toEqual([]));

  it('SGN-7: none in the look of a note, whose words run past its bounds', () => {
    const look = streamBody(
      'BT /F1 12 Tf 2 5 Td (1500.00 per week) Tj ET',
      '/Type/XObject/Subtype/Form/BBox[0 0 47 20]/Resources<</Font<</F1 3 0 R>>>>',
    );
    const note = '<</Type/Annot/Subtype/Stamp/F 4/Rect[72 600 119 620]/AP<</N 101 0 R>>>>';
    const objects = documentObjects({
      pages: [{ content: line('Stamped'), entries: '/Resources<</Font<</F1 3 0 R>>>>/Annots[100 0 R]' }],
      more: [
        { number: 100, body: note },
        { number: 101, body: look },
      ],
    });
    const kinds = inspect(open(writePdf({ kind: 'table', objects }))).findings.map(({ kind }) => kind);
    expect(kinds).not.toContain('clipped_text');
  });
});
