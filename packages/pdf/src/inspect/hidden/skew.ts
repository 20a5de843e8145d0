import type { TextRun } from '../../content/canvas.ts';
import { union } from '../../revisions/boxes.ts';
import type { Box } from '../../revisions/pages.ts';
import type { ShadeOf } from './inkgrid.ts';
import type { Seen } from './misrecognised.ts';

/** Slopes of lines that are tried, in hundredths, and the steepest: more than four degrees to either side. */
const SLOPES = Array.from({ length: 37 }, (_, at) => (at - 18) * 0.4);
const STEEPEST = 0.072;
/** The slope, in hundredths, from which level words no longer lie on the ink of their line. */
const LEAST = 1.2;
/** The slope along which words are said themselves at least, and how far those of the middle half of them are apart at most. */
const OWN = { least: 0.003, apart: 0.002 };
/** Strips in which a page is looked at, and rows of each at most; of the usual size of words, how high a row is. */
const STRIPS = 48;
const MOST_ROWS = 600;
const ROW = 0.2;
/** So many times as much as level rows, rows along the slope differ from each other if lines run along it. */
const STEEPER = 1.5;
/** How many words are tried to find out whether they lie along the slope, and how many places of each. */
const WORDS = { least: 3, most: 100 };
const PLACES = 8;
/** Parts of a line in which ink is looked for one by one, and how long each is, in ems. */
const MOST_PARTS = 100;
const LONG = 3;
/** In ems over a line: where there is ink, and where there is paper. */
const INK = 0.25;
const PAPER = -0.45;
const HIGH = 0.25;
/** So many times as clear ink stands out from paper in the way in which the words lie. */
const CLEARER = 1.3;
/** Rows that are added up for what reading a byte costs. */
const SUMS_A_UNIT = 16;

type Sized = Pick<TextRun, 'line' | 'size'>;

/** What is seen, and where runs stand in it. */
export interface Levelled {
  seen: Seen;
  placed(run: TextRun): TextRun;
}

/**
 * What is seen as if a picture were turned back about its middle whose words are said along a slope, or whose lines surely slope; with the
 * words, if they lie on its ink, and without them, if they were recognised after it had been turned so.
 */
export function levelled(words: readonly { run: TextRun }[], seen: Seen): Levelled {
  const asIs: Levelled = { seen, placed: (run) => run };
  const [first] = words;
  if (first === undefined || words.length < WORDS.least) return asIs;
  const box = words.reduce((all, { run }) => union(all, run.box), first.run.box);
  const all: TextRun = { ...first.run, box };
  const [shade, middle] = [seen.shadeUnder(all), seen.middleUnder(all)];
  if (shade === undefined || middle === undefined) return asIs;
  const sizes = words.map(({ run }) => run.size).sort((a, b) => a - b);
  const own = slopeOfWords(words);
  const slope = own === 0 ? slopeOf(shade, box, sizes[sizes.length >> 1] ?? 0, seen) / 100 : own;
  if (slope === 0) return asIs;
  const lies = own === 0 ? lieOf(words, shade, turned(shade, middle, slope), seen) : 'along';
  if (lies === undefined) return asIs;
  const turn = (under: ShadeOf): ShadeOf => turned(under, middle, slope);
  return {
    seen: {
      document: seen.document,
      spend: (units) => seen.spend(units),
      isBlank: (run) =>
        partsOf(run.box).every((part) => seen.isBlank(turnedBack({ run, part }, middle, slope))),
      shadeUnder: (run) => {
        const under = seen.shadeUnder(run);
        return under && turn(under);
      },
      middleUnder: (run) => seen.middleUnder(run),
      finenessUnder: (run) => seen.finenessUnder(run),
      // Within a line a small slope is less than the line is high.
      stringsAt: (area) => seen.stringsAt(turnedBack({ run: first.run, part: area }, middle, slope).box),
    },
    placed: (run) => (lies === 'level' ? run : { ...run, line: placeOf(run, middle, slope) }),
  };
}

/** Whether words lie along the lines of a picture, or level ones on it once it is turned back; undefined where that is not clear. */
function lieOf(
  words: readonly { run: TextRun }[],
  shade: ShadeOf,
  turnedShade: ShadeOf,
  seen: Seen,
): 'along' | 'level' | undefined {
  const runs = words.slice(0, WORDS.most).map(({ run }) => run);
  seen.spend(2 * 2 * PLACES * runs.length);
  const [back, along] = [clearness(turnedShade, runs), clearness(shade, runs)];
  if (Math.max(back, along) < CLEARER * Math.min(back, along)) return undefined;
  return back > along ? 'level' : 'along';
}

/** A box cut across into parts of some ems, as long as there are not too many. */
function partsOf([x0, y0, x1, y1]: Box): Box[] {
  const wanted = Math.ceil((x1 - x0) / (LONG * (y1 - y0)));
  // A box of no size is one part, too: of none all would be blank.
  const count = wanted >= 1 ? Math.min(MOST_PARTS, wanted) : 1;
  const wide = (x1 - x0) / count;
  return Array.from({ length: count }, (_, at) => [x0 + at * wide, y0, x0 + (at + 1) * wide, y1]);
}

/** A run at a part of the levelled page, where the page shows it. */
function turnedBack(
  { run, part: [left, low, right, high] }: { run: TextRun; part: Box },
  [x0, y0]: readonly [number, number],
  slope: number,
): TextRun {
  const cosine = 1 / Math.hypot(1, slope);
  const sine = slope * cosine;
  const [across, up] = [(left + right) / 2 - x0, (low + high) / 2 - y0];
  const [x, y] = [x0 + across * cosine - up * sine, y0 + across * sine + up * cosine];
  const [wide, tall] = [(right - left) / 2, (high - low) / 2];
  return {
    ...run,
    box: [x - wide, y - tall, x + wide, y + tall],
    line: [x - wide, y - tall, x + wide, y - tall],
  };
}

/** The slope along which most words are said themselves; 0 where they are about level. */
function slopeOfWords(words: readonly { run: Sized }[]): number {
  const slopes = words.flatMap(({ run: { line, size } }) => {
    const [x0, y0, x1, y1] = line;
    return x1 - x0 < size ? [] : [(y1 - y0) / (x1 - x0)];
  });
  const sorted = slopes.sort((a, b) => a - b);
  const [low = 0, middle = 0, high = 0] = [0.25, 0.5, 0.75].map(
    (share) => sorted[Math.floor(share * sorted.length)],
  );
  return Math.abs(middle) >= OWN.least && Math.abs(middle) <= STEEPEST && high - low <= OWN.apart
    ? middle
    : 0;
}

/** Where a run stands once it is turned about a place so that lines of some slope are level. */
function placeOf({ line }: TextRun, [x0, y0]: readonly [number, number], slope: number): TextRun['line'] {
  const cosine = 1 / Math.hypot(1, slope);
  const sine = slope * cosine;
  const [from, to] = [line[0] - x0, line[2] - x0];
  const up = (line[1] + line[3]) / 2 - y0;
  // A word that is level itself stands on the line of its middle.
  const y = y0 + up * cosine - ((from + to) / 2) * sine;
  return [x0 + from * cosine + up * sine, y, x0 + to * cosine + up * sine, y];
}

/** What a picture shows that is turned about a place so that lines of some slope are level. */
function turned(shade: ShadeOf, [x0, y0]: readonly [number, number], slope: number): ShadeOf {
  const cosine = 1 / Math.hypot(1, slope);
  const sine = slope * cosine;
  return (x, y, wide, high) => {
    const [across, up] = [x - x0, y - y0];
    return shade(x0 + across * cosine - up * sine, y0 + across * sine + up * cosine, wide, high);
  };
}

/** By how much the lines of a picture rise to the right, in hundredths; 0 where they are about level, or that is not clear. */
function slopeOf(shade: ShadeOf, [x0, y0, x1, y1]: Box, size: number, seen: Pick<Seen, 'spend'>): number {
  // Lines that slope end over and under their words.
  const aside = (STEEPEST * (x1 - x0)) / 2;
  const [low, high] = [y0 - aside, y1 + aside];
  const step = Math.max(ROW * size, (high - low) / MOST_ROWS);
  const rows = Math.ceil((high - low) / step);
  const wide = (x1 - x0) / STRIPS;
  if (!(step > 0 && wide > 0)) return 0;
  const levels = new Float32Array(STRIPS * rows);
  seen.spend(levels.length + (SLOPES.length * levels.length) / SUMS_A_UNIT);
  for (let strip = 0; strip < STRIPS; strip++) {
    for (let row = 0; row < rows; row++) {
      const level = shade(x0 + (strip + 0.5) * wide, low + (row + 0.5) * step, wide, step);
      levels[strip * rows + row] = level ?? 0;
    }
  }
  const differences = SLOPES.map((slope) => difference(levels, rows, ((slope / 100) * wide) / step));
  const most = Math.max(...differences);
  const best = SLOPES[differences.indexOf(most)] ?? 0;
  const level = differences[SLOPES.indexOf(0)] ?? 0;
  return Math.abs(best) >= LEAST && most >= STEEPER * level ? best : 0;
}

/** By how much rows differ from the next ones, that rise by so many rows from each strip to the next. */
function difference(levels: Float32Array, rows: number, rise: number): number {
  const sums = new Float32Array(rows);
  for (let strip = 0; strip < STRIPS; strip++) {
    const up = Math.round((strip - STRIPS / 2) * rise);
    const [from, to] = [Math.max(0, -up), Math.min(rows, rows - up)];
    const start = strip * rows + up;
    for (let row = from; row < to; row++) sums[row] = (sums[row] ?? 0) + (levels[start + row] ?? 0);
  }
  // Of the first rows and the last ones only some strips are known.
  const edge = Math.ceil((Math.abs(rise) * STRIPS) / 2);
  let squares = 0;
  for (let row = edge + 1; row < rows - edge; row++)
    squares += ((sums[row] ?? 0) - (sums[row - 1] ?? 0)) ** 2;
  return squares / Math.max(1, rows - 2 * edge - 1);
}

/** How far what lies on the lines of words is from what lies under them, in sum: beside their ink it is as often lighter as darker. */
function clearness(shade: ShadeOf, runs: readonly Sized[]): number {
  let sum = 0;
  for (const { line, size } of runs) {
    const wide = (line[2] - line[0]) / PLACES;
    for (let place = 0; place < PLACES; place++) {
      const x = line[0] + (place + 0.5) * wide;
      const [ink, paper] = [INK, PAPER].map((over) =>
        shade(x, line[1] + over * size, Math.abs(wide), HIGH * size),
      );
      if (ink !== undefined && paper !== undefined) sum += ink - paper;
    }
  }
  return Math.abs(sum);
}
