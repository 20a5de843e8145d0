import { documentObjects, streamBody, writePdf } from '@websign/testkit';
import { describe, expect, it } from 'vitest';
import { inspect } from '../src/index.ts';
import { open } from './support.ts';

const line = (text: string, x = 72): string => `BT /F1 12 Tf ${x} 700 Td (${text}) Tj ET\n`;

/** What is told of numbers that read differently than they show. */
function told(annotation: string, look?: string): string[] {
  const form = '/Type/XObject/Subtype/Form/BBox[60 600 400 760]';
  const objects = documentObjects({
    pages: [{ content: line('Fee 1000 euro'), entries: `/Annots[${annotation}]` }],
    more: look === undefined ? [] : [{ number: 101, body: streamBody(look, form) }],
  });
  return inspect(open(writePdf({ kind: 'table', objects })))
    .findings.filter(({ kind }) => kind === 'text_map_mismatch')
    .map(({ excerpt }) => excerpt ?? '');
}

type Points = readonly number[];
const rect = '/F 4/C[0 0 0]/Rect[60 600 400 760]';
const withLook = (points: Points, subtype: string, width: number): string[] => {
  const [first, ...others] = Array.from({ length: points.length / 2 }, (_, at) =>
    points.slice(2 * at, 2 * at + 2).join(' '),
  );
  const path = `${first} m ${others.map((point) => `${point} l`).join(' ')}`;
  return told(`<</Type/Annot/Subtype/${subtype}${rect}/AP<</N 101 0 R>>>>`, `0 G ${width} w ${path} S`);
};
const withoutLook = (points: Points, width: number): string[] =>
  told(`<</Type/Annot/Subtype/Ink${rect}/BS<</W ${width}>>/InkList[[${points.join(' ')}]]>>`);

// In Helvetica of 12 points the 1 stands from 96.02 to 102.7, and the noughts from there, 6.67 points each.
const OVER: readonly (readonly [name: string, points: Points, width: number, excerpt: string])[] = [
  ['that makes a 4 of a 1, and reaches beyond it', [101, 708, 97, 703, 105, 703], 1, '1'],
  ['that makes an 8 of a nought', [103.5, 704.3, 108.5, 704.3], 1, '0'],
  ['that makes a 7 of a 1', [95.5, 708.2, 100, 708.2], 1, '1'],
  ['that makes a 9 of a nought', [104, 706, 104.5, 704.3, 106, 703.6, 107.5, 704.3, 108, 706], 1, '0'],
  ['that is a comma in the room of a nought', [108, 700.5, 107.3, 698.6], 1.6, '0 0'],
  ['that is a minus', [91.5, 703.5, 95, 703.5], 1, '1'],
];

describe('UP-6: a pen stroke over a number', () => {
  it.each(OVER)('%s', (_, points, width, excerpt) => {
    expect(withLook(points, 'Ink', width)).toEqual([excerpt]);
    expect(withoutLook(points, width)).toEqual([excerpt]);
  });

  it('a line, a chain of lines and a polygon that readers draw themselves', () => {
    expect(told(`<</Type/Annot/Subtype/Line${rect}/L[103.5 704.3 108.5 704.3]>>`)).toEqual(['0']);
    expect(told(`<</Type/Annot/Subtype/PolyLine${rect}/Vertices[101 708 97 703 105 703]>>`)).toEqual(['1']);
    const ring = '/Vertices[97 704 98 700.5 101 700.5 102 704 101 708 98 708]';
    expect(told(`<</Type/Annot/Subtype/Polygon${rect}${ring}>>`)).toEqual(['1']);
  });

  it('a comma in letters, whose room lies over the digits', () => {
    const form = '/Type/XObject/Subtype/Form/BBox[60 600 400 760]/Resources<</Font<</F1 3 0 R>>>>';
    const objects = documentObjects({
      pages: [
        {
          content: line('Fee 1000 euro'),
          entries: `/Annots[<</Type/Annot/Subtype/FreeText${rect}/AP<</N 101 0 R>>>>]`,
        },
      ],
      more: [{ number: 101, body: streamBody(line(',', 101), form) }],
    });
    const { findings } = inspect(open(writePdf({ kind: 'table', objects })));
    expect(findings.map(({ excerpt }) => excerpt)).toContain('1,0');
  });

  it.each([
    ['a ring around a digit', [95, 698, 104, 698, 104, 711, 95, 711, 95, 698], 1],
    ['a ring around a number', [92, 696, 125, 696, 125, 712, 92, 712, 92, 696], 1],
    ['a line through a number', [95, 704, 124, 704], 1],
    ['a line under a digit', [96, 698.5, 102.5, 698.5], 1],
    ['a tick over a digit', [98, 703, 100, 700, 104, 710], 1],
    ['a stroke between the lines', [98, 714, 104, 720], 1],
    ['a signature across it', [80, 695, 95, 720, 110, 690, 130, 715], 1],
  ] as const)('SGN-7: none of %s', (_, points, width) => {
    expect(withLook(points, 'Ink', width)).toEqual([]);
    expect(withoutLook(points, width)).toEqual([]);
  });

  it('SGN-7: none of a digit that is struck out as reviewers do', () => {
    expect(withLook([103, 704.3, 109, 704.3], 'StrikeOut', 1)).toEqual([]);
    expect(withLook([103, 699, 109, 699], 'Underline', 1)).toEqual([]);
  });

  it('SGN-7: none of the frames of links and fields', () => {
    const frame = '/Rect[96 699 103 709]';
    expect(told(`<</Type/Annot/Subtype/Link/F 4${frame}/Border[0 0 1]/Dest[4 0 R/Fit]>>`)).toEqual([]);
    expect(told(`<</Type/Annot/Subtype/Widget/FT/Btn/T(a)/F 4${frame}/MK<</BC[0]>>>>`)).toEqual([]);
  });

  it('SGN-7: none of a red stroke, which is seen to be no print', () => {
    const look = '1 0 0 RG 1 w 101 708 m 97 703 l 105 703 l S';
    expect(told(`<</Type/Annot/Subtype/Ink${rect}/AP<</N 101 0 R>>>>`, look)).toEqual([]);
  });
});
