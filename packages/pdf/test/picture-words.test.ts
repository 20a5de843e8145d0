import { documentObjects, writePdf } from '@websign/testkit';
import { describe, expect, it } from 'vitest';
import { inspect } from '../src/index.ts';
import { expectNoHang, open } from './support.ts';

const line = (text: string, x: number, { y = 700, size = 12 } = {}): string =>
  `BT /F1 ${size} Tf ${x} ${y} Td (${text}) Tj ET\n`;

/** Rows from above, `#` for ink: of the letters `NOT`. */
const NOT = [
  '#...#..###..#####',
  '##..#.#...#...#..',
  '##..#.#...#...#..',
  '#.#.#.#...#...#..',
  '#..##.#...#...#..',
  '#..##.#...#...#..',
  '#...#..###....#..',
];
const WHITE = NOT.map((row) => row.replaceAll('#', '.'));
const BOX = ['#####', '#...#', '#...#', '#...#', '#####'];

interface Place {
  x: number;
  y?: number;
  wide: number;
  high: number;
}

/** A picture within the content of so many units: grey samples, or a stencil. */
function picture(rows: readonly string[], { x, y = 700, wide, high }: Place, isStencil = false): string {
  const width = rows[0]?.length ?? 0;
  const grey = rows.map((row) => [...row].map((one) => (one === '#' ? '00' : 'ff')).join('')).join('');
  const bits = rows
    .map((row) => {
      const padded = row.padEnd(Math.ceil(width / 8) * 8, '.');
      return Array.from({ length: padded.length / 8 }, (_, at) => {
        const eight = [...padded.slice(8 * at, 8 * at + 8)].map((one) => (one === '#' ? '0' : '1')).join('');
        return Number.parseInt(eight, 2).toString(16).padStart(2, '0');
      }).join('');
    })
    .join('');
  const kind = isStencil ? '/IM true/BPC 1' : '/CS/G/BPC 8';
  return `q ${wide} 0 0 ${high} ${x} ${y} cm BI/W ${width}/H ${rows.length}${kind}/F/AHx ID ${isStencil ? bits : grey}> EI Q\n`;
}

/** With so many white samples around it. */
const framed = (rows: readonly string[], room: number): string[] => {
  const wide = (rows[0]?.length ?? 0) + 2 * room;
  const blank = Array.from({ length: room }, () => '.'.repeat(wide));
  const edge = '.'.repeat(room);
  return [...blank, ...rows.map((row) => `${edge}${row}${edge}`), ...blank];
};

function told(content: string): string[] {
  const objects = documentObjects({ pages: [{ content }] });
  return inspect(open(writePdf({ kind: 'table', objects })))
    .findings.filter(({ kind }) => kind === 'text_map_mismatch')
    .map(({ excerpt }) => excerpt ?? '');
}

// In Helvetica of 12 points `The lender may` ends at 150.7.
const BEFORE = line('The lender may', 72);
const WORD = { x: 154, wide: 20, high: 8.5 };
const BEHIND = line('raise the rate', 178);

describe('UP-6: words of a line that are pictures', () => {
  it.each([
    ['between two of its words', BEFORE + picture(NOT, WORD) + BEHIND],
    ['as a stencil', BEFORE + picture(NOT, WORD, true) + BEHIND],
    ['before the words are shown', picture(NOT, WORD) + BEFORE + BEHIND],
    ['in a gap of one string', line('The lender may       raise the rate', 72) + picture(NOT, WORD)],
    ['at its end', BEFORE + picture(NOT, WORD)],
    [
      'with white around it',
      BEFORE + picture(framed(NOT, 3), { x: 150.5, y: 696.4, wide: 27, high: 15.8 }) + BEHIND,
    ],
  ])('%s', (_, content) => expect(told(content)).toHaveLength(1));

  it('tells between which words they stand', () => {
    expect(told(BEFORE + picture(NOT, WORD) + BEHIND)).toEqual(['The lender may … raise the rate']);
  });

  it.each([
    ['a box to tick', BEFORE + picture(BOX, { x: 154, wide: 8.5, high: 8.5 }) + BEHIND],
    ['a word over the line', BEFORE + picture(NOT, { ...WORD, y: 706 }) + BEHIND],
    ['a word in large letters', BEFORE + picture(NOT, { ...WORD, high: 20 }) + BEHIND],
    ['a word far behind', BEFORE + picture(NOT, { ...WORD, x: 170 })],
    ['a word before a line', picture(NOT, { ...WORD, x: 40 }) + BEFORE],
    ['a white word', BEFORE + picture(WHITE, WORD) + BEHIND],
    ['a bar', BEFORE + picture(['#'], WORD) + BEHIND],
    [
      'a word over the words of the line',
      line('The lender may raise the rate', 72) + picture(NOT, { ...WORD, x: 90 }),
    ],
    [
      'a word that ends a heading',
      line('Form', 72, { size: 20 }) + picture(NOT, { x: 124, wide: 34, high: 14 }),
    ],
    ['a word on another line', BEFORE + picture(NOT, { ...WORD, y: 680 }) + BEHIND],
  ])('SGN-7: none of %s', (_, content) => expect(told(content)).toEqual([]));
});

/** A hang, on the slowest machine that builds this. */
const HANG = 60_000;

it(
  'UP-6: many pictures about many lines are looked at within bounds',
  () => {
    const pictures = Array.from({ length: 3000 }, (_, at) =>
      picture(NOT, { x: 72 + (at % 20) * 20, y: 100 + at / 5, wide: 18, high: 8 }),
    );
    const lines = Array.from({ length: 600 }, (_, at) => line('a line about pictures', 72, { y: 100 + at }));
    const before = process.cpuUsage();
    expect(told(pictures.join('') + lines.join(''))).toEqual([]);
    expectNoHang(before);
  },
  HANG,
);
