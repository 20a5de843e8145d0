import { describe, expect, it } from 'vitest';
import { shownBy } from './jbig2s.ts';

/** ITU-T T.88 Annex H: the bit stream that every decoder is tried with, by segments; its file header is left out. */
const SEGMENTS = [
  // symbols, by Huffman codes
  '000000000001000000001800010000000100000001e9cbf40026af04bff0782fe00040',
  // page 1
  '000000013000010000001300000040000000380000000000000000010000',
  // symbols, by Huffman codes
  '000000020001010000001c00010000000200000002e5cdf80079e0841081f08210861079f00080',
  // text, by Huffman codes
  '0000000307420002010000003100000025000000080000000400000001000c0900100000000501100000000000000000000000000000000c4007087041d0',
  // generic, as a fax
  '000000042700010000002c000000360000002c000000040000000b000126a071cea7fffffffffffffffffffffffffffffffffffffff8f0',
  // patterns, as a fax
  '000000051001010000002d0104040000000f20d184611845f2f97c8f11c39e45f2f97d42850aaa84622feeec446222352a0a83b9dcee7780',
  // halftone, as a fax
  '0000000617200501000000570000002000000024000000100000000f00010000000800000009000000000000000004000000aaaaaaaa8008008036d5556b5ad40040042ee952d2d2d28aa54a00200223e09524b4928a4a925492d24a292a4940040040',
  // end of page
  '0000000731000100000000',
  // page 2
  '000000083000020000001300000040000000380000000000000000010000',
  // symbols
  '000000090001020000001b080002ff00000002000000024fe78c200e1dc7cf0111c4b26fffac',
  // text
  '0000000a07400009020000001f00000025000000080000000400000001000c08000000058d6e5a124085ffac',
  // generic, template 0, typical rows
  '0000000b27000200000023000000360000002c000000040000000b000803fffdff02fefefe04eeed87fbcb2bffac',
  // patterns
  '0000000c1001020000001c0604040000000f90716b6d99a7aa497df2e5481fdc68bc6e40bbffac',
  // halftone
  '0000000d17200c020000003e0000002000000024000000100000000f0002000000080000000900000000000000000400000087cb821e66a414eb3c4a15faccd6f3b16f4cedbfa7bfffac',
  // end of page
  '0000000e31000200000000',
  // page 3
  '0000000f3000030000001300000025000000080000000000000000010000',
  // one symbol
  '0000001000010000000016080002ff00000001000000014fe78d681b142f3fffac',
  // symbols, refined and aggregated
  '000000110021100300000020080202ffffffffff00000003000000024fe9d7d590c3b526a7fb6d14983fffac',
  // text, refined
  '00000012072011030000002500000025000000080000000000000000008c1200000004a95c8bf4c37d966a28e5768fffac',
  // end of page
  '0000001331000300000000',
  // end of file
  '0000001433000000000000',
];

/** The page that a segment of these stands on, behind its number, its type and what it refers to. */
const pageOf = (segment: Buffer): number => segment[6 + ((segment[5] ?? 0) >> 5)] ?? 0;
const segmentsOf = (page: number): Uint8Array =>
  Buffer.concat(
    SEGMENTS.map((segment) => Buffer.from(segment, 'hex')).filter((segment) => pageOf(segment) === page),
  );
/** What the last segment says, which is on no page, belongs to the file. */
const SHARED = segmentsOf(0);

/** Six letters, as pages 1 and 2 show them at the fifth column and the second row, and all of page 3. */
const LETTERS = [
  '.####....####...####....####....####.',
  '#....#.......#..#...#.......#..#....#',
  '#........#####..#...#...#####..#.....',
  '#.......#....#..#...#..#....#..#.....',
  '#....#..#....#..####...#....#..#....#',
  '.####....#####..#.......#####...####.',
  '................#....................',
  '................#....................',
];
/** The halftone of pages 1 and 2, within a frame. */
const HALFTONE = `
......................#...#...#.
......#..##..##..##..##.###.###.
..............#..##..##..##..##.
.............................#..
..................#...#...#...#.
..#..##..##..##..##.###.###.###.
..........#..##..##..##..##..###
.........................#...#..
..............#...#...#...#..##.
.##..##..##..##.###.###.###.###.
......#..##..##..##..##..#######
.....................#...#...#..
..........#...#...#...#..##..##.
.##..##..##.###.###.###.###.###.
..#..##..##..##..##..###########
.................#...#...#...##.
......#...#...#...#..##..##..##.
.##..##.###.###.###.###.###.####
.##..##..##..##..###############
.............#...#...#...##..##.
..#...#...#...#..##..##..##.###.
.##.###.###.###.###.###.########
.##..##..##..###################
.........#...#...#...##..##..##.
..#...#...#..##..##..##.###.####
###.###.###.###.###.############
.##..##..#######################
.....#...#...#...##..##..##..##.
..#...#..##..##..##.###.########
###.###.###.###.################
.##..###########################
.#...#...#...##..##..##..##..###
..#..##..##..##.###.############
###.###.###.####################
.###############################
.#...#...##..##..##..##..#######`
  .trim()
  .split('\n');

function wholePage(): string {
  const rows = Array.from({ length: 56 }, () => new Array<string>(64).fill('.'));
  const put = (x: number, y: number, lines: readonly string[]): void => {
    for (const [down, line] of lines.entries()) rows[y + down]?.splice(x, line.length, ...line);
  };
  put(4, 1, LETTERS);
  put(4, 11, new Array<string>(44).fill('#'.repeat(54)));
  put(6, 13, new Array<string>(40).fill('.'.repeat(50)));
  put(16, 15, HALFTONE);
  return rows.map((row) => row.join('')).join('\n');
}

describe('UP-6: the JBIG2 bit stream of the standard', () => {
  it.each([
    [1, 'by Huffman codes and as a fax'],
    [2, 'arithmetically'],
  ])('page %i, written %s', (page) => {
    expect(shownBy(segmentsOf(page), { width: 64, height: 56 }, { shared: SHARED })).toBe(wholePage());
  });

  it('page 3, of refined and aggregated symbols', () => {
    const size = { width: 37, height: 8 };
    expect(shownBy(segmentsOf(3), size, { shared: SHARED })).toBe(LETTERS.join('\n'));
  });

  it('not behind the header of a file, which PDF leaves out', () => {
    const header = Buffer.from('974a42320d0a1a0a0100000003', 'hex');
    const file = Buffer.concat([header, segmentsOf(3)]);
    expect(shownBy(file, { width: 37, height: 8 }, { shared: SHARED })).toBeUndefined();
  });
});
