import type { TextRun } from '../../../content/canvas.ts';
import type { ShadeOf } from '../inkgrid.ts';
import type { Said } from '../inkrows.ts';
import { isLevel } from '../letters.ts';
import type { Seen } from '../misrecognised.ts';
import { saidBy } from '../otherrows.ts';
import { type InkWindow, LOWEST, WINDOW_ROWS } from './inklevel.ts';
import type { InkPlace } from './inkplaces.ts';
import { type InkedWord, SLACK } from './pageletters.ts';
import { CELLS } from './templates.ts';

/** The longest word that is looked at, in ems, and in letters. */
const LONGEST = 20;
const LETTERS = 40;
/** In ems, what is looked at beside or behind a word at once. */
const WIDEST = 70;
/** How broad what a cell shows is, in cells: letters lie anywhere between these. */
const WIDE = 2;
/** Columns that are looked at beside a word. */
const BESIDE = SLACK + 1;
/** Of the difference between paper and the darkest ink, what paper differs by itself. */
const PAPER = 0.08;
/** Of the shades of a page, the share that is darkest at least, or lightest; and of 255, how much these differ from paper at least. */
const DARKEST = 0.01;
const CLEAR = 40;
const SHADES = 256;

/** A word of a page: where it is said, with its ink. */
export interface PageWord<T> extends InkedWord {
  readonly word: T;
  readonly said: Said;
  readonly run: TextRun;
  /** Where its ink is, if that is known: it begins and ends there. */
  readonly onInk: InkPlace | undefined;
  /** The ink between two places of its run, or so far below it, in ems of it; undefined behind the bound. */
  between(from: number, to: number, below?: number): InkWindow | undefined;
}

/** Where on a page a place along a word's run is, in units of the page; the place in ems of the run. */
export const placeOf = ({ run: { line, size } }: Pick<PageWord<unknown>, 'run'>, ems: number): number =>
  line[0] + ems * size;

interface Spot<T> {
  word: T;
  said: Said;
  run: TextRun;
  onInk: InkPlace | undefined;
  shade: ShadeOf;
  ends: readonly number[];
  shades: Uint8Array;
}

/** Where the ink of a page's words is, as far as that is known, and whether they are looked for there, or where they are said. */
export interface Places<T> {
  readonly known: ReadonlyMap<T, readonly InkPlace[]>;
  readonly areTaken: boolean;
}

/** The words of a page with the ink about them; none where their ink hardly differs from paper. `count`: told of cells that are looked at. */
export function inkedWords<T extends { run: TextRun }>(
  words: readonly T[],
  places: Places<T>,
  seen: Seen,
  count: (cells: number) => boolean,
): PageWord<T>[] {
  const spots = words.flatMap((word) => spotsOf(word, places, seen, count));
  const counts = new Uint32Array(SHADES);
  for (const { shades } of spots) countShades(shades, counts);
  const [darkest, paper, lightest] = [DARKEST, 0.5, 1 - DARKEST].map((share) => shadeAt(counts, share));
  if (darkest === undefined || paper === undefined || lightest === undefined) return [];
  const isLight = lightest - paper > paper - darkest;
  const contrast = isLight ? paper - lightest : paper - darkest;
  if (Math.abs(contrast) < CLEAR) return [];
  const inkOf = (shades: Uint8Array): InkWindow => {
    // Paper may be darker here than elsewhere.
    const own = shadeAt(countShades(shades, new Uint32Array(SHADES)), 0.5) ?? paper;
    const inks = Float32Array.from({ length: SHADES }, (_, shade) =>
      Math.max(0, Math.min(1, (own - shade) / contrast - PAPER)),
    );
    const ink = new Float32Array(shades.length);
    for (const [at, shade] of shades.entries()) ink[at] = inks[shade] ?? 0;
    return { ink, columns: ink.length / WINDOW_ROWS };
  };
  return spots.map(({ word, said, run, onInk, shade, ends, shades }) => ({
    word,
    said,
    run,
    onInk,
    letters: [...said.text.normalize('NFKC')],
    begin: BESIDE,
    ends,
    window: inkOf(shades),
    between: (from, to, below = 0) => {
      const columns = columnsOf(to - from);
      if (!(columns > 0 && to - from <= WIDEST) || !count(columns * WINDOW_ROWS)) return undefined;
      const [x0, y0, x1, y1] = run.line;
      const down = below * run.size;
      const line: TextRun['line'] = [x0, y0 - down, x1, y1 - down];
      return inkOf(shadesOf({ line, size: run.size }, shade, from * CELLS, columns));
    },
  }));
}

/** How often each shade is there, added to how often it was before. */
function countShades(shades: Uint8Array, counts: Uint32Array): Uint32Array {
  for (const shade of shades) counts[shade] = (counts[shade] ?? 0) + 1;
  return counts;
}

/** The shade up to which a share of all is; undefined of none. */
function shadeAt(counts: Uint32Array, share: number): number | undefined {
  const all = counts.reduce((sum, count) => sum + count, 0);
  let below = 0;
  for (const [shade, count] of counts.entries()) {
    below += count;
    if (below > share * all) return shade;
  }
  return undefined;
}

const columnsOf = (ems: number): number => Math.round(ems * CELLS);

function spotsOf<T extends { run: TextRun }>(
  word: T,
  { known, areTaken }: Places<T>,
  seen: Seen,
  count: (cells: number) => boolean,
): Spot<T>[] {
  const { run } = word;
  const [x0, , x1] = run.line;
  if (!isLevel(run) || x1 <= x0 || run.size <= 0) return [];
  const onInk = known.get(word) ?? [];
  const said = saidBy([word], x0, run.size, seen).map((own, at, all) => {
    const place = onInk[at];
    const isMoved = areTaken && place !== undefined;
    return { said: isMoved ? place : own, onInk: place, isEnd: !isMoved && at === all.length - 1 };
  });
  const words = said.filter(
    ({ said: { text, from, to } }) => to > from && to - from <= LONGEST && text.length <= LETTERS,
  );
  const shade = words.length === 0 ? undefined : seen.shadeUnder(run);
  if (shade === undefined) return [];
  return words.flatMap(({ said, onInk, isEnd }) => {
    const all = isEnd ? (x1 - x0) / run.size : said.to;
    const own = BESIDE + columnsOf(said.to - said.from);
    const end = BESIDE + columnsOf(all - said.from);
    const ends = end > own && all - said.from <= LONGEST ? [own, end] : [own];
    const columns = (ends.at(-1) ?? own) + BESIDE;
    if (!count(columns * WINDOW_ROWS)) return [];
    const shades = shadesOf(run, shade, said.from * CELLS - BESIDE, columns);
    return [{ word, said, run, onInk, shade, ends, shades }];
  });
}

/** What a page shows from so many cells behind the begin of a run, column by column from the foot, 0 black to 255 white. */
function shadesOf(
  { line, size }: Pick<TextRun, 'line' | 'size'>,
  shade: ShadeOf,
  from: number,
  columns: number,
): Uint8Array {
  const cell = size / CELLS;
  const shades = new Uint8Array(columns * WINDOW_ROWS);
  for (let at = 0; at < shades.length; at++) {
    const [column, row] = [Math.floor(at / WINDOW_ROWS), at % WINDOW_ROWS];
    const [x, y] = [line[0] + (from + column + 0.5) * cell, line[1] + (row + 0.5 - LOWEST) * cell];
    shades[at] = shade(x, y, WIDE * cell, WIDE * cell) ?? 255;
  }
  return shades;
}
