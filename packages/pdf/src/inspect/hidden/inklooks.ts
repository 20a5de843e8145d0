import { connectedParts } from './connected.ts';
import type { Piece, Place, ShadeOf } from './inkgrid.ts';
import { type Hole, holesOf } from './inkholes.ts';
import { type Look, SIDE } from './inkpictures.ts';

/** Rows over the height of a piece of ink, and in ems what is looked at around it. */
const ROWS = 24;
const AROUND = 1 / 16;
/** Of the ink about a piece, what belongs to it at least: less is specks. */
const SPECK = 0.04;
/** Of the samples, from dark to light, which one is ink, and which one paper. */
const INK = 0.03;
const PAPER = 0.8;

/** Samples that a look takes, about. */
export const LOOKED = 3 * ROWS * ROWS;

/** In ems, from where to where a digit reaches at most, what a row of it takes, and how far beside it there is paper. */
const LOW = -0.1;
const HIGH = 0.95;
const ROW = 1 / 24;
const ASIDE = 1 / 48;
/** Of what the fullest row differs from paper, what a row of a digit differs at least. */
const TRACE = 0.1;

/** Samples that a rough look takes, about. */
export const ROUGHLY = Math.ceil((HIGH - LOW) / ROW) + SIDE * SIDE + 1;

/** What is seen of a digit at a glance, and in ems how far over its line it begins. */
export interface RoughLook extends Look {
  foot: number;
}

/** About what the ink of a stretch of a line looks like, for a tenth of the cost of {@link lookOf}. */
export function roughLookOf(
  shade: ShadeOf,
  place: Spot,
  { from, to }: Pick<Piece, 'from' | 'to'>,
): RoughLook | undefined {
  const { x, y, size } = place;
  const middle = x + ((from + to) / 2) * size;
  const paper = shade(x + (from - ASIDE) * size, y + (HIGH / 2) * size, 0, HIGH * size);
  if (paper === undefined) return undefined;
  const rows: number[] = [];
  for (let over = LOW; over < HIGH; over += ROW) {
    const level = shade(middle, y + (over + ROW / 2) * size, (to - from) * size, ROW * size);
    rows.push(Math.abs((level ?? paper) - paper));
  }
  const least = TRACE * Math.max(...rows);
  const isInk = (differs: number): boolean => differs > least;
  const [foot, top] = [LOW + rows.findIndex(isInk) * ROW, LOW + (rows.findLastIndex(isInk) + 1) * ROW];
  const bounds = {
    x: x + from * size,
    y: y + foot * size,
    wide: (to - from) * size,
    high: (top - foot) * size,
  };
  const levels = levelsOf(shade, bounds);
  if (levels === undefined || least === 0) return undefined;
  const most = Math.max(...levels.map((level) => Math.abs(level - paper)));
  const cells = levels.map((level) => Math.abs(level - paper) / most);
  return { cells, breadth: bounds.wide / bounds.high, foot };
}

type Spot = Pick<Place, 'x' | 'y' | 'size'>;

/** Of each cell within some bounds, by rows from the foot. */
function levelsOf(
  shade: ShadeOf,
  { x, y, wide, high }: { x: number; y: number; wide: number; high: number },
): number[] | undefined {
  const [across, up] = [wide / SIDE, high / SIDE];
  const levels: number[] = [];
  for (let row = 0; row < SIDE; row++) {
    for (let column = 0; column < SIDE; column++) {
      const level = shade(x + (column + 0.5) * across, y + (row + 0.5) * up, across, up);
      if (level === undefined) return undefined;
      levels.push(level);
    }
  }
  return levels;
}

interface Raster {
  x: number;
  y: number;
  step: number;
  columns: number;
  rows: number;
  /** 0 paper to 1 ink, by rows from the foot. */
  ink: Float32Array;
  /** What is paper, and what is ink, of 255. */
  paper: number;
  darkest: number;
}

/** What is seen of a digit that is looked at closely. */
export interface ClearLook extends Look {
  /** Undefined where they are not sure. */
  holes: readonly Hole[] | undefined;
}

/** What a piece of ink looks like within its bounds; undefined where that is not known. */
export function lookOf(shade: ShadeOf, place: Spot, piece: Piece): ClearLook | undefined {
  const raster = rasterOf(shade, place, piece);
  const bounds = raster === undefined ? undefined : boundsOf(raster, AROUND * place.size);
  if (raster === undefined || bounds === undefined) return undefined;
  const { x, y, step, paper, darkest } = raster;
  const [left, foot, right, top] = bounds;
  const [wide, high] = [(right - left) * step, (top - foot) * step];
  const levels = levelsOf(shade, { x: x + left * step, y: y + foot * step, wide, high });
  const shareOf = (level: number): number => Math.max(0, Math.min(1, (paper - level) / (paper - darkest)));
  if (levels === undefined) return undefined;
  return { cells: levels.map(shareOf), breadth: wide / high, holes: holesOf(raster, bounds) };
}

function rasterOf(shade: ShadeOf, { x, y, size }: Spot, piece: Piece): Raster | undefined {
  const step = ((piece.top - piece.foot) * size) / ROWS;
  const [left, low] = [x + (piece.from - AROUND) * size, y + (piece.foot - AROUND) * size];
  const columns = Math.ceil(((piece.to - piece.from + 2 * AROUND) * size) / step);
  const rows = Math.ceil(((piece.top - piece.foot + 2 * AROUND) * size) / step);
  const levels = new Float32Array(columns * rows);
  for (let row = 0; row < rows; row++) {
    for (let column = 0; column < columns; column++) {
      const level = shade(left + (column + 0.5) * step, low + (row + 0.5) * step, step, step);
      if (level === undefined) return undefined;
      levels[row * columns + column] = level;
    }
  }
  const sorted = Float32Array.from(levels).sort();
  const at = (share: number): number => sorted[Math.floor(share * (sorted.length - 1))] ?? 0;
  // About a digit there is paper.
  const ring = levels.filter((_, place) => isRing(place, columns, rows)).sort();
  const around = ring[ring.length >> 1] ?? 0;
  const isDark = around - at(INK) >= at(1 - INK) - around;
  const [paper, darkest] = isDark ? [at(PAPER), at(INK)] : [at(1 - PAPER), at(1 - INK)];
  if (Math.abs(paper - darkest) < 1) return undefined;
  const ink = levels.map((level) => (paper - level) / (paper - darkest));
  return { x: left, y: low, step, columns, rows, ink, paper, darkest };
}

const isRing = (place: number, columns: number, rows: number): boolean => {
  const [column, row] = [place % columns, Math.floor(place / columns)];
  return column === 0 || row === 0 || column === columns - 1 || row === rows - 1;
};

/** Left, foot, right and top of the ink in cells, without what reaches in from beside it, and specks; `around`: in units of the page. */
function boundsOf(
  { ink, columns, rows, step }: Raster,
  around: number,
): [number, number, number, number] | undefined {
  const isInk = Uint8Array.from(ink, (share) => (share >= 0.5 ? 1 : 0));
  const parts = connectedParts(isInk, columns, rows, true).filter(({ left, right }) => {
    const middle = ((left + right) / 2) * step;
    return middle >= around && middle <= columns * step - around;
  });
  const all = parts.reduce((sum, { size }) => sum + size, 0);
  const own = parts.filter(({ size }) => size > SPECK * all);
  if (own.length === 0) return undefined;
  return [
    Math.min(...own.map(({ left }) => left)),
    Math.min(...own.map(({ foot }) => foot)),
    Math.max(...own.map(({ right }) => right)),
    Math.max(...own.map(({ top }) => top)),
  ];
}
