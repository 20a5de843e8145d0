import type { Box } from '../../revisions/pages.ts';
import { latin1 } from '../../syntax/bytes.ts';
import type { Pdf } from '../../syntax/pdf.ts';
import type { PdfValue } from '../../syntax/values.ts';
import {
  type Cells,
  differenceOf,
  HOLLOW,
  Painted,
  paintLook,
  SEEN,
  type Tint,
  type Vague,
} from './painted.ts';

/** What a button's two looks tell a person who sees one of them. */
export interface Sides {
  /** The look of the state that is on shows nothing that marks it. */
  onIsBlank: boolean;
  /** The look of the state that is off shows a mark. */
  offIsMarked: boolean;
}

/** Of a square of a button's shorter side, what a mark takes at least: half of what a hairline across it does. */
const LEAST = 0.005;
/** That of a mark from its ground: a pale one is an ornament. */
const STRONG = 0.5;
/** Times its shorter side that the longer one of a mere box is; a longer button may hold its own label. */
const BROAD = 2;
/** Steps in which colours are counted. */
const STEPS = 8;

/** Pairs of looks whose answer is kept, and bytes of a look: the buttons of a form look alike for the most part. */
const MOST_PAIRS = 1000;
const LONGEST = 4096;

interface Pair {
  on: PdfValue;
  off: PdfValue | undefined;
  rect: Box;
}

const known = new WeakMap<Pdf, Map<string, Sides | undefined>>();

/**
 * Holds what a check box or radio button paints when it is on against what it paints when it is off, and when it has
 * no look for that, against nothing. Undefined where that is not known.
 */
export function compareLooks(pdf: Pdf, pair: Pair): Sides | undefined {
  const key = keyOf(pdf, pair);
  if (key === undefined) return compare(pdf, pair);
  const pairs = known.get(pdf) ?? new Map<string, Sides | undefined>();
  known.set(pdf, pairs);
  if (!pairs.has(key)) {
    if (pairs.size >= MOST_PAIRS) pairs.clear();
    pairs.set(key, compare(pdf, pair));
  }
  return pairs.get(key);
}

/** What two looks and the size of their place are written with; undefined for long ones. */
function keyOf(pdf: Pdf, { on, off, rect }: Pair): string | undefined {
  const parts = [on, off].map((value) => {
    const look = pdf.resolve(value);
    if (look?.type !== 'stream') return '';
    const { source, start, end } = look.dict;
    const bytes = end - start > LONGEST ? undefined : pdf.decodedWithin(look, LONGEST);
    return bytes === undefined ? undefined : `${latin1(source, start, end)} ${latin1(bytes)}`;
  });
  if (parts.includes(undefined)) return undefined;
  return [...parts, rect[2] - rect[0], rect[3] - rect[1]].join('\n');
}

/** Where a colour is not known, only that is told which is so with that paint and without it. */
function compare(pdf: Pdf, pair: Pair): Sides | undefined {
  const looks = paintBoth(pdf, pair, 'black');
  if (looks === undefined) return undefined;
  const sides = compareTwo(looks, pair.rect);
  if (!looks.marked.isVague && !looks.empty.isVague) return sides;
  const clear = paintBoth(pdf, pair, 'left out');
  const without = clear === undefined ? undefined : compareTwo(clear, pair.rect);
  return (
    without && {
      onIsBlank: sides.onIsBlank && without.onIsBlank,
      offIsMarked: sides.offIsMarked && without.offIsMarked,
    }
  );
}

interface Looks {
  marked: Painted;
  empty: Painted;
}

function paintBoth(pdf: Pdf, { on, off, rect }: Pair, vague: Vague): Looks | undefined {
  const marked = paintLook(pdf, on, rect, vague);
  const empty = off === undefined ? new Painted(pdf, rect) : paintLook(pdf, off, rect, vague);
  return marked === undefined || empty === undefined ? undefined : { marked, empty };
}

function compareTwo({ marked, empty }: Looks, rect: Box): Sides {
  const [width, height] = [rect[2] - rect[0], rect[3] - rect[1]];
  const least = LEAST * Math.min(width, height) ** 2;
  const isBox = Math.max(width, height) <= BROAD * Math.min(width, height);
  const [full, bare] = [marked.cells, empty.cells];
  const [one, other] = [measure(full), measure(bare)];
  const { changed, added, removed } = differences(full, bare, { one, other });
  const isWordedAnew = marked.words !== empty.words;
  if (changed < least && !isWordedAnew) {
    const isMarked = marked.words !== '' && !HOLLOW.test(marked.words);
    return {
      onIsBlank: one.ink < least && marked.words === '',
      offIsMarked: isBox && (isMarked || other.ink >= least),
    };
  }
  const isFull = (words: string): boolean => words.trim() !== '' && !HOLLOW.test(words);
  if (isWordedAnew && (marked.words.trim() !== '' || isFull(empty.words))) {
    // A full sign where the state that is on has a hollow one, or nothing at all: these are exchanged.
    const isLess = marked.words.trim() === '' ? added < least : HOLLOW.test(marked.words);
    const isExchanged = isLess && isFull(empty.words);
    return { onIsBlank: isExchanged, offIsMarked: isExchanged };
  }
  if (differenceOf(one.ground, 0, other.ground, 0) >= SEEN) {
    // What is filled is on, and what is blank is off: these are exchanged.
    const isExchanged = one.ink < least && lightness(one.ground) - lightness(other.ground) >= STRONG;
    return { onIsBlank: isExchanged, offIsMarked: isExchanged };
  }
  return { onIsBlank: added < least, offIsMarked: isBox && removed >= least };
}

interface Measure {
  /** The colour that most of the middle has. */
  ground: Tint;
  /** How much of the middle differs from that. */
  ink: number;
}

/** What is within the frame of a button. */
function measure({ count, tints, size, inner }: Cells): Measure {
  const counts = new Uint32Array(STEPS ** 3);
  let ground: Tint = [1, 1, 1];
  let most = 0;
  for (let at = 0; at < count; at++) {
    if (inner[at] === 0) continue;
    const [red = 0, green = 0, blue = 0] = tints.subarray(3 * at, 3 * at + 3);
    const key = (stepOf(red) * STEPS + stepOf(green)) * STEPS + stepOf(blue);
    const times = (counts[key] ?? 0) + 1;
    counts[key] = times;
    if (times <= most) continue;
    most = times;
    ground = [red, green, blue];
  }
  let ink = 0;
  for (let at = 0; at < count; at++) {
    const differs = inner[at] === 0 ? 0 : differenceOf(tints, 3 * at, ground, 0);
    if (differs >= SEEN) ink += differs * size;
  }
  return { ground, ink };
}

const stepOf = (level: number): number => Math.min(STEPS - 1, Math.max(0, Math.round(level * (STEPS - 1))));

/** What differs, what of that is ink that only the look that is on has, and what the other one has, within the frame. */
function differences(
  on: Cells,
  off: Cells,
  { one, other }: { one: Measure; other: Measure },
): { changed: number; added: number; removed: number } {
  let [changed, added, removed] = [0, 0, 0];
  for (let at = 0; at < on.count; at++) {
    const differs = differenceOf(on.tints, 3 * at, off.tints, 3 * at);
    if (differs < SEEN) continue;
    changed += differs * on.size;
    // A frame that has become paler is no mark.
    const ink = differenceOf(on.tints, 3 * at, one.ground, 0);
    if (ink >= SEEN && ink >= differenceOf(off.tints, 3 * at, one.ground, 0)) added += differs * on.size;
    const isMark = differs >= STRONG && differenceOf(off.tints, 3 * at, other.ground, 0) >= STRONG;
    if (isMark && on.inner[at] === 1) removed += differs * on.size;
  }
  return { changed, added, removed };
}

const lightness = ([red, green, blue]: Tint): number => 0.3 * red + 0.59 * green + 0.11 * blue;
