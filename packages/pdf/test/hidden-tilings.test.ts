import { documentObjects, streamBody, writePdf } from '@websign/testkit';
import { describe, expect, it } from 'vitest';
import { inspect } from '../src/index.ts';
import { open } from './support.ts';

interface Tiling {
  /** What a cell paints. */
  cell: string;
  bbox?: string;
  step?: number;
  up?: number;
  /** /PaintType: 1 has colours of its own. */
  paint?: 1 | 2;
  /** The grey in which a pattern without colours is painted. */
  grey?: number;
}

const IMAGE = '/Type/XObject/Subtype/Image/Width 4/Height 1/BitsPerComponent 8/ColorSpace/DeviceGray';

/** What is told of a line that is filled with a tiling pattern. In Helvetica of 12 points `We can ` ends at 116.7. */
function told(
  { cell, bbox = '0 0 600 842', step = 600, up = 842, paint = 1, grey = 0 }: Tiling,
  text = 'We can not pay',
): string[] {
  const colour = paint === 1 ? '/Pattern cs /P scn' : `/C cs ${grey} /P scn`;
  const content = `${colour} BT /F1 12 Tf 72 700 Td (${text}) Tj ET`;
  const entries =
    '/Resources<</Font<</F1 3 0 R>>/Pattern<</P 100 0 R>>/ColorSpace<</C[/Pattern/DeviceGray]>>>>';
  const pattern =
    `/PatternType 1/PaintType ${paint}/TilingType 1/BBox[${bbox}]/XStep ${step}/YStep ${up}` +
    '/Resources<</Font<</F1 3 0 R>>/XObject<</X 101 0 R>>>>';
  const more = [
    { number: 100, body: streamBody(cell, pattern) },
    { number: 101, body: streamBody(Uint8Array.of(0, 0, 255, 0), IMAGE) },
  ];
  const objects = documentObjects({
    pages: [{ content, entries, mediaBox: '/MediaBox[0 0 600 842]' }],
    more,
  });
  return inspect(open(writePdf({ kind: 'table', objects })))
    .findings.filter(({ kind }) => kind.endsWith('_text'))
    .map(({ kind, excerpt }) => `${kind} ${excerpt}`);
}

const GAP = '0 0 116 842 re f 134.5 0 500 842 re f';

describe('UP-6: letters that are filled with a pattern of tiles', () => {
  it.each([
    ['that leaves a word out', { cell: GAP }],
    ['that has a word in the colour of the page', { cell: '0 0 600 842 re f 1 g 116 0 18.5 842 re f' }],
    ['without colours of its own', { cell: GAP, paint: 2 }],
    ['whose cells stand apart', { cell: '0 0 600 842 re f', bbox: '57.8 0 116 842', step: 76.7 }],
    [
      'that is no rectangle',
      { cell: '0 0 m 116 0 l 116 842 l 0 841 l f 134.5 0 m 500 0 l 500 842 l 134.5 841 l f' },
    ],
    [
      'that is one shape with a gap',
      { cell: '0 0 m 116 0 l 116 842 l 0 841 l h 134.5 0 m 500 0 l 500 842 l 134.5 841 l f' },
    ],
  ] as const)('%s', (_, tiling) => {
    const found = told(tiling);
    expect(found).toHaveLength(1);
    expect(found[0]).toMatch(/^same_colour_text /);
  });

  it('that is a picture with a part in the colour of the page', () => {
    // The third of its four parts is white: from 116 to 134.5.
    expect(told({ cell: 'q 74 0 0 842 79 0 cm /X Do Q 0 0 79 842 re f 153 0 400 842 re f' })).toHaveLength(1);
  });

  it('that has no colours of its own, and is painted in that of the page', () => {
    expect(told({ cell: '0 0 600 842 re f', paint: 2, grey: 1 })).toEqual([
      'same_colour_text We can not pay',
    ]);
  });

  it('a digit of a number', () => {
    // `Total 1000` has its last nought from 121.7 to 128.4.
    expect(told({ cell: '0 0 121.4 842 re f 128.6 0 400 842 re f' }, 'Total 10000 euro')).toEqual([
      'same_colour_text 0',
    ]);
  });

  it.each([
    ['that paints all of it', { cell: '0 0 600 842 re f' }],
    ['of fine lines', { cell: '0 0 1 842 re f', bbox: '0 0 2 842', step: 2 }],
    ['of dots', { cell: '0 0 1 1 re f', bbox: '0 0 1.5 1.5', step: 1.5, up: 1.5 }],
    ['whose cells overlap', { cell: GAP, step: 300 }],
    ['of which it is not known what it paints', { cell: `0 0 1 1 re f `.repeat(65) + GAP }],
  ] as const)('SGN-7: none of one %s', (_, tiling) => expect(told(tiling)).toEqual([]));
});
