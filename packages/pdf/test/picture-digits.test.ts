import { documentObjects, streamBody, type TestObject, writePdf } from '@websign/testkit';
import { describe, expect, it } from 'vitest';
import { shapeOf } from '../src/content/font/program/raster.ts';
import { TrueType } from '../src/content/font/program/truetype.ts';
import { inspect } from '../src/index.ts';
import { font, open } from './support.ts';

const program = new TrueType(open(writePdf({ kind: 'table', objects: documentObjects() })), font);

/** Samples of a picture whose middle shows a sign, with so much paper about it, by rows from above; 1 for ink. */
function pixelsOf(sign: string, margin: number): number[][] {
  const outline = program.outline(program.unicodeGlyphs(sign.charCodeAt(0))[0] ?? 0);
  if (outline === undefined || outline === 'unread') throw new Error('The font has no such sign');
  const { cells } = shapeOf(outline, () => {});
  const side = Math.sqrt(cells.length);
  const blank = (length: number): number[] => new Array<number>(length).fill(0);
  const rows = Array.from({ length: side }, (_, row) => [
    ...blank(margin),
    ...cells.subarray((side - 1 - row) * side, (side - row) * side),
    ...blank(margin),
  ]);
  const empty = Array.from({ length: margin }, () => blank(side + 2 * margin));
  return [...empty, ...rows, ...empty];
}

const IMAGE = '/Type/XObject/Subtype/Image/BitsPerComponent 8/ColorSpace/DeviceGray';
const greyBody = (rows: readonly (readonly number[])[], entries = ''): Uint8Array =>
  streamBody(
    Uint8Array.from(rows.flatMap((row) => row.map((ink) => 255 * (1 - ink)))),
    `${IMAGE}/Width ${rows[0]?.length ?? 0}/Height ${rows.length}${entries}`,
  );

/** In ems: how large a picture of a digit is with its margin, and where it stands; its digit is 0.7 high and 0.5 wide. */
const SIZE = 16;
interface Picture {
  rows: readonly (readonly number[])[];
  /** Where its left edge is, and how broad it is. */
  x: number;
  width: number;
  y?: number;
  height?: number;
}

const MARGIN = 10;
const place = (rows: readonly (readonly number[])[], left: number): Picture => {
  const cell = (0.5 * SIZE) / ((rows[0]?.length ?? 0) - 2 * MARGIN);
  const tall = (0.7 * SIZE) / (rows.length - 2 * MARGIN);
  const [width, height] = [cell * (rows[0]?.length ?? 0), tall * rows.length];
  return { rows, x: left - cell * MARGIN, width, y: 380 - tall * MARGIN, height };
};

/** Letters of a word beside each other in a square picture, up to the number or behind it. */
function wordOf(word: string, isBehind = false): Picture {
  const letters = [...word].map((letter) => pixelsOf(letter, MARGIN));
  const line = (letters[0] ?? []).map((_, at) =>
    letters.flatMap((letter) => letter[at]?.slice(0, -MARGIN) ?? []),
  );
  const columns = line[0]?.length ?? 0;
  const paper = Array.from({ length: (columns - line.length) >> 1 }, () =>
    new Array<number>(columns).fill(0),
  );
  const rows = [...paper, ...line, ...paper];
  const cell = (0.7 * SIZE) / (line.length - 2 * MARGIN);
  const [width, height] = [cell * columns, cell * rows.length];
  const x = isBehind ? RIGHT + 0.05 * SIZE - cell * MARGIN : LEFT - 0.05 * SIZE - width;
  return { rows, x, width, y: 380 - cell * (paper.length + MARGIN), height };
}

/** Where `500` stands in Courier, and what is told of pictures about it. */
const LEFT = 200;
const RIGHT = LEFT + 3 * 0.6 * SIZE;
function told(pictures: readonly Picture[], entries = '', more: readonly TestObject[] = []): string[] {
  const drawn = pictures.map(
    ({ x, width, y = 380, height = 0 }, at) => `q ${width} 0 0 ${height} ${x} ${y} cm /I${at} Do Q`,
  );
  const names = pictures.map((_, at) => `/I${at} ${90 + at} 0 R`).join('');
  const objects = documentObjects({
    pages: [
      {
        content: `BT /F1 ${SIZE} Tf 60 380 Td (The price is) Tj ET BT /F1 ${SIZE} Tf ${LEFT} 380 Td (500 EUR) Tj ET ${drawn.join(' ')}`,
        entries: `/Resources<</Font<</F1 80 0 R>>/XObject<<${names}>>>>`,
      },
    ],
    more: [
      { number: 80, body: '<</Type/Font/Subtype/Type1/BaseFont/Courier/Encoding/WinAnsiEncoding>>' },
      ...pictures.map(({ rows }, at) => ({ number: 90 + at, body: greyBody(rows, entries) })),
      ...more,
    ],
  });
  return inspect(open(writePdf({ kind: 'table', objects }))).findings.flatMap(({ kind, excerpt }) =>
    kind === 'text_map_mismatch' ? [excerpt ?? ''] : [],
  );
}

describe('UP-6: digits of a number that are pictures, with paper about them', () => {
  const nine = pixelsOf('9', MARGIN);

  it.each([...'0234568'])('a %s before the number', (digit) =>
    expect(told([place(pixelsOf(digit, MARGIN), LEFT - 0.55 * SIZE)])).not.toEqual([]),
  );

  it('behind it', () => expect(told([place(nine, RIGHT + 0.05 * SIZE)])).not.toEqual([]));

  it('behind a sign of a currency in one picture', () => {
    const both = pixelsOf('$', MARGIN).map((row, at) => [...row.slice(0, -MARGIN), ...(nine[at] ?? [])]);
    const picture = place(both, 0);
    const columns = both[0]?.length ?? 0;
    const width = (1.05 * SIZE * columns) / (columns - 2 * MARGIN);
    const digit = { ...picture, width, x: LEFT - 0.05 * SIZE - width + (MARGIN * width) / columns };
    expect(told([digit])).not.toEqual([]);
  });

  it('in two pieces', () => {
    const whole = place(nine, LEFT - 0.55 * SIZE);
    const half = nine.length >> 1;
    const tall = (whole.height ?? 0) / nine.length;
    const [upper, lower] = [nine.slice(0, half), nine.slice(half)];
    const pieces = [
      { ...whole, rows: upper, y: (whole.y ?? 0) + tall * lower.length, height: tall * upper.length },
      { ...whole, rows: lower, height: tall * lower.length },
    ];
    expect(told(pieces)).not.toEqual([]);
  });

  it('of one black sample that is seen through a mask', () => {
    const mask = nine.map((row) => row.map((ink) => 1 - ink));
    const black = { ...place(nine, LEFT - 0.55 * SIZE), rows: [[1]] };
    expect(told([black], '/SMask 99 0 R', [{ number: 99, body: greyBody(mask) }])).not.toEqual([]);
  });
});

describe('SGN-7: pictures beside numbers that are none of their digits', () => {
  const paper = Array.from({ length: 52 }, () => new Array<number>(52).fill(0));
  const square = paper.map((row, y) => row.map((_, x) => (x > 10 && x < 42 && y > 10 && y < 42 ? 1 : 0)));
  const diagonal = paper.map((row, y) =>
    row.map((_, x) => (Math.abs(x - y) < 3 && x > 10 && x < 42 ? 1 : 0)),
  );

  it.each<[string, Picture]>([
    ['a digit of its own, apart', place(pixelsOf('9', MARGIN), LEFT - 0.95 * SIZE)],
    ['a word', wordOf('ISO')],
    ['a word behind it', wordOf('SOI', true)],
    ['a sign of a currency', place(pixelsOf('$', MARGIN), LEFT - 0.55 * SIZE)],
    ['paper', place(paper, LEFT - 0.55 * SIZE)],
    ['a square', place(square, LEFT - 0.55 * SIZE)],
    ['a stroke', place(diagonal, LEFT - 0.55 * SIZE)],
    ['one over the line', { ...place(pixelsOf('9', MARGIN), LEFT - 0.55 * SIZE), y: 390 }],
  ])('%s', (_, picture) => expect(told([picture])).toEqual([]));
});
