import type { GlyphShape } from '../../content/font/program/raster.ts';

/** Left, right, bottom and top, as shares of a glyph's bounds. */
type Place = readonly [x0: number, x1: number, y0: number, y1: number];

/** Where letters have ink in every typeface, and where they have none. */
interface Places {
  letters: string;
  ink?: readonly Place[];
  bare?: readonly Place[];
}

/** Each of them tells letters apart that have the same height and no hole: `n` from `u`, `S` from `Z`, `X` from `V`. */
const PLACES: readonly Places[] = [
  { letters: 'n', ink: [[0.44, 0.56, 0.6, 1]], bare: [[0.44, 0.56, 0.02, 0.14]] },
  { letters: 'u', ink: [[0.44, 0.56, 0, 0.4]], bare: [[0.44, 0.56, 0.86, 0.98]] },
  { letters: 'xXΧ', ink: [[0, 0.25, 0, 0.2]], bare: [[0.44, 0.56, 0, 0.2]] },
  { letters: 'vV', ink: [[0.4, 0.6, 0, 0.2]], bare: [[0, 0.25, 0, 0.2]] },
  { letters: 'KΚ', ink: [[0, 0.2, 0.42, 0.58]] },
  { letters: 'XΧ', bare: [[0, 0.15, 0.45, 0.55]] },
  {
    letters: 'G',
    ink: [
      [0.75, 1, 0.25, 0.42],
      [0.55, 0.8, 0.35, 0.5],
    ],
  },
  {
    letters: 'sS',
    ink: [
      [0, 0.25, 0.6, 0.75],
      [0.75, 1, 0.25, 0.4],
    ],
  },
  { letters: 'c', ink: [[0, 0.2, 0.36, 0.46]], bare: [[0.8, 1, 0.26, 0.36]] },
  { letters: 's', ink: [[0.75, 1, 0.25, 0.38]], bare: [[0, 0.12, 0.38, 0.46]] },
  { letters: 'EΕ', ink: [[0.5, 1, 0, 0.15]] },
  { letters: 'F', bare: [[0.7, 1, 0, 0.12]] },
  { letters: 'L', ink: [[0.5, 1, 0, 0.15]], bare: [[0.6, 1, 0.6, 1]] },
  { letters: 'L', bare: [[0.7, 1, 0.4, 0.9]] },
  { letters: 'IΙ', ink: [[0.6, 1, 0.6, 1]], bare: [[0.6, 1, 0, 0.15]] },
  { letters: 'b', ink: [[0.4, 0.6, 0, 0.3]] },
];

/** Shares of a place under which it has no ink, and from which it has some. */
const NONE = 0.02;
const SOME = 0.3;

const OF = new Map<string, Places[]>();
for (const places of PLACES)
  for (const letter of places.letters) OF.set(letter, [...(OF.get(letter) ?? []), places]);

/** In how many places a letter has no ink where it has some in every typeface, and has it where there is none in any. */
export function placesElsewhere(text: string, { cells }: Pick<GlyphShape, 'cells'>): number {
  const counts = (OF.get(text) ?? []).map(({ ink = [], bare = [] }) => {
    const isOther =
      ink.every((place) => shareOf(cells, place) <= NONE) &&
      bare.every((place) => shareOf(cells, place) >= SOME);
    return isOther ? ink.length + bare.length : 0;
  });
  return Math.max(0, ...counts);
}

/** The share of a place that is painted. */
function shareOf(cells: Uint8Array, [x0, x1, y0, y1]: Place): number {
  const side = Math.sqrt(cells.length);
  const [left, right, foot, top] = [x0, x1, y0, y1].map((edge) => Math.round(edge * side)) as [
    number,
    number,
    number,
    number,
  ];
  let painted = 0;
  for (let row = foot; row < top; row++)
    for (let column = left; column < right; column++) painted += cells[row * side + column] ?? 0;
  return painted / ((right - left) * (top - foot));
}
