import { documentObjects, writePdf } from '@websign/testkit';
import { describe, expect, it } from 'vitest';
import { inspect } from '../src/index.ts';
import { open } from './support.ts';

/** What is told of text that reads differently than it shows, on a page of Helvetica. */
function told(content: string, entries = '/Resources<</Font<</F1 3 0 R>>>>'): string[] {
  const objects = documentObjects({ pages: [{ content, entries }] });
  return inspect(open(writePdf({ kind: 'table', objects })))
    .findings.filter(({ kind }) => kind === 'text_map_mismatch')
    .map(({ excerpt }) => excerpt ?? '');
}

const line = (text: string, x = 72, y = 700): string => `BT /F1 12 Tf ${x} ${y} Td (${text}) Tj ET\n`;

/** The path of an `n`, as high as small letters of 12 points, on the line of `y`. */
const n = (x: number, y = 700): string =>
  [
    [0, 0],
    [0, 6.4],
    [5, 6.4],
    [5, 0],
    [4, 0],
    [4, 5.4],
    [1, 5.4],
    [1, 0],
  ]
    .map(([dx = 0, dy = 0], at) => `${x + dx} ${y + dy} ${at === 0 ? 'm' : 'l'}`)
    .join(' ');
const word = (x: number, y = 700): string => `${n(x, y)} ${n(x + 6, y)} ${n(x + 12, y)} f\n`;
/** A tick, a ring and an arrow, about as broad as high. */
const TICK = '154 704 m 156 702 l 161 708 l 162 707 l 156 700 l 153 703 l f\n';
const RING = '154 700 m 154 709 l 163 709 l 163 700 l 155 701 m 162 701 l 162 708 l 155 708 l f*\n';
const ARROW = '154 703 m 160 703 l 160 700 l 165 704 l 160 708 l 160 705 l 154 705 l f\n';

// In Helvetica of 12 points `The lender may` ends at 150.7.
describe('UP-6: words that are drawn within a line of text', () => {
  it.each([
    ['between two of its words', `${line('The lender may')}${word(154)}${line('raise the rent', 175)}`],
    ['in a gap of one string', `${line('The lender may        raise the rent')}${word(154)}`],
    ['at its end', `${line('The lender may')}${word(154)}`],
    ['right before a word, which it turns into its opposite', `${line('limited', 90)}${n(76)} ${n(83)} f\n`],
    ['letter by letter', `${line('The lender may')}${n(154)} f ${n(160)} f ${n(166)} f\n`],
    ['letter by letter, backwards', `${line('The lender may')}${n(166)} f ${n(160)} f ${n(154)} f\n`],
    ['before the line is shown', `${word(154)}${line('The lender may')}`],
    ['in a grey that is near', `.1 g ${word(154)}0 g ${line('The lender may')}`],
  ])('%s', (_, content) => expect(told(content)).toHaveLength(1));

  it('tells between which words they stand', () => {
    const content = `${line('The lender may        raise the rent')}${word(154)}`;
    expect(told(content)).toEqual(['The lender may … raise the rent']);
  });

  it('also a percent sign, or another, of as many strokes', () => {
    expect(told(`${line('25')}${n(86.5)} ${n(92)} f\n${line('of the principal', 104)}`)).toHaveLength(1);
  });

  it.each([
    ['a tick', line('The lender may') + TICK],
    ['a ring', line('The lender may') + RING],
    ['an arrow', line('The lender may') + ARROW],
    ['what lies over letters, or under them', line('The lender may') + word(101)],
    ['a logo of another colour', `${line('The lender may')}0 .3 .8 rg ${word(154)}`],
    ['a word of its own', line('The lender may') + word(190)],
    ['a word on another line', line('The lender may') + word(154, 720)],
    [
      'a heading that is drawn, of larger letters',
      `${line('The lender may')}2.5 0 0 2.5 -231 -1050 cm ${word(154)}`,
    ],
    [
      'the cells of a form',
      `${line('VAT number')}.5 w 140 700 m 140 708 l 150 700 m 150 708 l 160 700 m 160 708 l S`,
    ],
  ])('SGN-7: none for %s', (_, content) => expect(told(content)).toEqual([]));

  it('LIM past a bound no more of a page are looked at: a map has many', () => {
    const many = Array.from(
      { length: 10_000 },
      (_, at) => `${n(20 + (at % 50) * 10, 20 + Math.floor(at / 50) * 3)} f`,
    );
    const content = `${many.join('\n')}\n${line('The lender may')}${word(154)}`;
    expect(told(content)).toEqual([]);
  });
});
