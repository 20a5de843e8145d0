import { connectedParts } from './connected.ts';

/**
 * What a picture shows at a place of the page, 0 black to 255 white, or the mean of a rectangle about it; undefined where nothing
 * is known.
 */
export type ShadeOf = (x: number, y: number, wide?: number, high?: number) => number | undefined;

/** Cells of a grid to the em, and how far over and under its line it reaches, in ems. */
const CELLS = 24;
const TOP = 1.15;
const FOOT = -0.4;
/** Ink differs from paper by this share of the greatest difference at least, and by so many times what paper differs by chance. */
const SHARE = 0.35;
const NOISES = 3.5;
/** The least difference, of 255, between paper and the darkest ink; and the share of it that chance may take before nothing is read. */
const CLEAR = 56;
const MOST_NOISE = 0.65;
/** Cells of a piece of ink that is a speck, at most. */
const SPECK = 2;
/** Of the cells, those that hold ink at most where it is writing. */
const MOST_INK = 0.45;

/** Ink that hangs together: where it stands along a level line, and over it, in ems. */
export interface Piece {
  from: number;
  to: number;
  foot: number;
  top: number;
}

/** Where a line of writing is looked at: where it begins, how long it is in ems, and an em. */
export interface Place {
  x: number;
  y: number;
  ems: number;
  size: number;
}

/** The cells that a stretch of a line takes, in ems of it, and its columns. */
export const cellsOf = (ems: number): number => Math.ceil(ems * CELLS) * Math.ceil((TOP - FOOT) * CELLS);
export const columnsOf = (ems: number): number => Math.ceil(ems * CELLS);

/** How high capitals and digits are, in ems, and how far a column is from paper that has some of one, of 255. */
const HIGH = 0.72;
const TRACE = 20;
/** The contrast up to which writing is pale, and the share of it by which a column of pale writing differs. */
const PALE = 140;
const FAINT = 0.06;
/** The share of that difference which paper may take by chance. */
const NOISE = 0.2;
/** Shares of the contrast: how far levels of paper lie apart, and how far paper may lie from the lightest level. */
const WINDOW = 0.03;
const REACH = 0.1;
const UNKNOWN = -1;

/**
 * Where along a line there is ink, column by column: what {@link piecesOf} finds, without their heights, for a fraction of its cost.
 * On paper that is noisy all of its cells are looked at, if so many more may be.
 */
export function stretchesOf(
  shade: ShadeOf,
  { x, y, ems, size }: Place,
  mayLook: (cells: number) => boolean,
): Piece[] {
  const columns = columnsOf(ems);
  const step = size / CELLS;
  const levels = new Float32Array(columns).fill(UNKNOWN);
  const known = new Uint8Array(columns);
  let count = 0;
  for (let column = 0; column < columns; column++) {
    const level = shade(x + (column + 0.5) * step, y + (HIGH * size) / 2, step, HIGH * size);
    if (level === undefined) continue;
    levels[column] = level;
    known[count++] = level;
  }
  const isInked = tracedIn(known.subarray(0, count).sort());
  if (isInked === undefined)
    return mayLook(cellsOf(ems)) ? (piecesOf(shade, { x, y, ems, size }, true) ?? []) : [];
  const stretches: Piece[] = [];
  for (const [column, level] of levels.entries()) {
    if (level === UNKNOWN || !isInked(level)) continue;
    const last = stretches.at(-1);
    const [from, to] = [column / CELLS, (column + 1) / CELLS];
    if (last !== undefined && from - last.to < 0.5 / CELLS) last.to = to;
    else stretches.push({ from, to, foot: 0, top: HIGH });
  }
  return stretches;
}

/**
 * Tells columns with some ink from those of paper, among them the lightest or the darkest; undefined where paper is so noisy that
 * thin strokes are lost in it. `sorted`: the levels of all.
 */
function tracedIn(sorted: Uint8Array): ((level: number) => boolean) | undefined {
  const count = sorted.length;
  const [darkest = 0, lightest = 0, middle = 0] = [sorted[0], sorted.at(-1), sorted[count >> 1]];
  const isDark = lightest - middle <= middle - darkest;
  const contrast = lightest - darkest;
  const trace = contrast < PALE ? FAINT * contrast : TRACE;
  const [first, noise] = isDark
    ? [lightest, noiseOf(sorted.toReversed(), contrast)]
    : [darkest, noiseOf(sorted, contrast)];
  return noise > NOISE * trace ? undefined : (level) => Math.abs(level - first) >= trace;
}

/** How far levels of paper are from their mean by chance; `ends`: all, from the one that is surely paper. */
function noiseOf(ends: Uint8Array, contrast: number): number {
  const [first = 0] = ends;
  let [most, paper] = [0, first];
  // Paper is where most levels are near each other.
  for (let [start, end] = [0, 0]; start < ends.length; start++) {
    const level = ends[start] ?? 0;
    if (Math.abs(level - first) > REACH * contrast) break;
    while (end < ends.length && Math.abs((ends[end] ?? 0) - level) <= WINDOW * contrast) end++;
    if (end - start > most) [most, paper] = [end - start, ends[(start + end) >> 1] ?? first];
  }
  // On the side of ink there is more than chance.
  const beyond = ends.subarray(0, ends.indexOf(paper));
  return Math.sqrt(beyond.reduce((sum, level) => sum + (level - paper) ** 2, 0) / Math.max(1, beyond.length));
}

/**
 * The pieces of ink about a level line that begins at (x, y), from left to right, those over each other as one; undefined where
 * nothing is known, or what is seen is no writing on paper: a rule, a frame or a drawing reaches into it. Of rough paper each cell is
 * the mean of its samples, and else one of them: means join letters that nearly touch.
 */
export function piecesOf(shade: ShadeOf, place: Place, isRough = false): Piece[] | undefined {
  const [columns, rows] = [Math.ceil(place.ems * CELLS), Math.ceil((TOP - FOOT) * CELLS)];
  const grid = gridOf(shade, place, { columns, rows, isRough });
  const { holds, isPaperRough } = inkOf(grid.counts, columns * rows);
  if (isPaperRough && !isRough) return piecesOf(shade, place, true);
  if (holds === undefined) return undefined;
  const cells = grid.known.map((each, at) => (each === 1 && holds(grid.levels[at] ?? 0) ? 1 : 0));
  return joined(gathered(cells, columns, rows));
}

interface Grid {
  levels: Uint8Array;
  known: Uint8Array;
  /** How many cells are of each level. */
  counts: Uint32Array;
}

function gridOf(
  shade: ShadeOf,
  { x, y, size }: Place,
  { columns, rows, isRough }: { columns: number; rows: number; isRough: boolean },
): Grid {
  const step = size / CELLS;
  const about = isRough ? step : 0;
  const levels = new Uint8Array(columns * rows);
  const known = new Uint8Array(columns * rows);
  const counts = new Uint32Array(256);
  for (let row = 0; row < rows; row++) {
    for (let column = 0; column < columns; column++) {
      const level = shade(x + (column + 0.5) * step, y + FOOT * size + (row + 0.5) * step, about, about);
      // Words reach over the edge of what was scanned.
      if (level === undefined) continue;
      known[row * columns + column] = 1;
      levels[row * columns + column] = level;
      counts[Math.round(level)] = (counts[Math.round(level)] ?? 0) + 1;
    }
  }
  return { levels, known, counts };
}

/** Tells ink from paper, of which there is most, if that is clear. */
function inkOf(
  counts: Uint32Array,
  count: number,
): { holds?: (level: number) => boolean; isPaperRough: boolean } {
  let [seen, paper] = [0, 0];
  for (; paper < 255 && seen + (counts[paper] ?? 0) < count / 2; paper++) seen += counts[paper] ?? 0;
  const darkest = counts.findIndex((each) => each > 0);
  const lightest = counts.findLastIndex((each) => each > 0);
  const isDark = paper - darkest >= lightest - paper;
  const range = isDark ? paper - darkest : lightest - paper;
  const beyond = (level: number): number => (isDark ? level - paper : paper - level);
  let [squares, lighter, ink] = [0, 0, 0];
  for (let level = 0; level < 256; level++) {
    if (beyond(level) <= 0) continue;
    lighter += counts[level] ?? 0;
    squares += (counts[level] ?? 0) * beyond(level) ** 2;
  }
  const noise = Math.sqrt(squares / Math.max(1, lighter));
  const isPaperRough = range >= CLEAR && NOISES * noise > SHARE * range;
  const least = Math.max(SHARE * range, NOISES * noise);
  for (let level = 0; level < 256; level++) if (-beyond(level) >= least) ink += counts[level] ?? 0;
  if (range < CLEAR || least > MOST_NOISE * range || ink > MOST_INK * count) return { isPaperRough };
  return { holds: (level) => -beyond(level) >= least, isPaperRough };
}

/** Cells of ink that touch each other, as pieces, taken out of them; undefined where one reaches from under the letters over them. */
function gathered(ink: Uint8Array, columns: number, rows: number): Piece[] | undefined {
  const pieces: Piece[] = [];
  for (const { left, foot, right, top, size } of connectedParts(ink, columns, rows, true)) {
    // Of the lines above and below only edges are in sight.
    const isEdge = foot === 0 || top === rows;
    if (isEdge && top - 1 - foot > rows / 3) return undefined;
    if (!isEdge && size > SPECK)
      pieces.push({
        from: left / CELLS,
        to: right / CELLS,
        foot: FOOT + foot / CELLS,
        top: FOOT + top / CELLS,
      });
  }
  return pieces;
}

/** Of the narrower of two pieces, what they have in common where one is the dot or the accent of the other. */
const OVER = 0.5;

function joined(pieces: Piece[] | undefined): Piece[] | undefined {
  if (pieces === undefined) return undefined;
  const joined: Piece[] = [];
  for (const piece of pieces.sort((a, b) => a.from - b.from)) {
    const last = joined.at(-1);
    const common = last === undefined ? 0 : Math.min(last.to, piece.to) - Math.max(last.from, piece.from);
    if (last === undefined || common < OVER * Math.min(last.to - last.from, piece.to - piece.from)) {
      joined.push({ ...piece });
      continue;
    }
    last.from = Math.min(last.from, piece.from);
    last.to = Math.max(last.to, piece.to);
    last.foot = Math.min(last.foot, piece.foot);
    last.top = Math.max(last.top, piece.top);
  }
  return joined;
}
