import type { Box } from '../../revisions/pages.ts';
import type { Pdf } from '../../syntax/pdf.ts';
import type { PdfValue } from '../../syntax/values.ts';
import { differenceOf, Painted, paintLook, SEEN, type Tint } from './painted.ts';

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
/** Of a button's width and height, what its frame may take on each side. */
const FRAME = 0.2;
/** Times its shorter side that the longer one of a mere box is; a longer button may hold its own label. */
const BROAD = 2;
/** Boxes and circles that wait for a mark. */
const HOLLOW = /^[\s\u25a1\u25cb\u25ef\u2610\u274d\u274f-\u2752\u2b1c]+$/u;
/** Steps in which colours are counted. */
const STEPS = 8;

/**
 * Holds what a check box or radio button paints when it is on against what it paints when it is off, and when it has
 * no look for that, against nothing. Undefined where that is not known.
 */
export function compareLooks(
  pdf: Pdf,
  { on, off, rect }: { on: PdfValue; off: PdfValue | undefined; rect: Box },
): Sides | undefined {
  const marked = paintLook(pdf, on, rect);
  const empty = off === undefined ? new Painted(pdf, rect) : paintLook(pdf, off, rect);
  if (marked === undefined || empty === undefined || marked.isVague || empty.isVague) return undefined;
  const [width, height] = [rect[2] - rect[0], rect[3] - rect[1]];
  const least = LEAST * Math.min(width, height) ** 2;
  const isBox = Math.max(width, height) <= BROAD * Math.min(width, height);
  const [one, other] = [measure(marked, rect), measure(empty, rect)];
  const { changed, added, removed } = differences(marked, empty, { one, other, rect });
  const isWordedAnew = marked.words !== empty.words;
  if (changed < least && !isWordedAnew) {
    const isMarked = marked.words !== '' && !HOLLOW.test(marked.words);
    return {
      onIsBlank: one.ink < least && marked.words === '',
      offIsMarked: isBox && (isMarked || other.ink >= least),
    };
  }
  if (isWordedAnew && marked.words.trim() !== '') return { onIsBlank: false, offIsMarked: false };
  if (differenceOf(one.ground, other.ground) >= SEEN) {
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
function measure(look: Painted, rect: Box): Measure {
  const isInner = within(rect);
  const counts = new Map<string, { size: number; tint: Tint }>();
  look.spots(({ x, y, size, tint }) => {
    if (!isInner(x, y)) return;
    const key = tint.map((level) => Math.round(level * STEPS)).join(' ');
    const known = counts.get(key);
    if (known === undefined) counts.set(key, { size, tint });
    else known.size += size;
  });
  let most = { size: 0, tint: [1, 1, 1] as Tint };
  for (const one of counts.values()) if (one.size > most.size) most = one;
  let ink = 0;
  look.spots(({ x, y, size, tint }) => {
    const differs = differenceOf(tint, most.tint);
    if (differs >= SEEN && isInner(x, y)) ink += differs * size;
  });
  return { ground: most.tint, ink };
}

/** What differs, what of that is ink that only the look that is on has, and what the other one has, within the frame. */
function differences(
  marked: Painted,
  empty: Painted,
  { one, other, rect }: { one: Measure; other: Measure; rect: Box },
): { changed: number; added: number; removed: number } {
  const isInner = within(rect);
  const before: Tint[] = [];
  empty.spots(({ tint }) => before.push(tint));
  let [changed, added, removed, at] = [0, 0, 0, 0];
  marked.spots(({ x, y, size, tint }) => {
    const was = before[at++] ?? tint;
    const differs = differenceOf(tint, was);
    if (differs < SEEN) return;
    changed += differs * size;
    // A frame that has become paler is no mark.
    const ink = differenceOf(tint, one.ground);
    if (ink >= SEEN && ink >= differenceOf(was, one.ground)) added += differs * size;
    if (isInner(x, y) && differs >= STRONG && differenceOf(was, other.ground) >= STRONG)
      removed += differs * size;
  });
  return { changed, added, removed };
}

function within([x0, y0, x1, y1]: Box): (x: number, y: number) => boolean {
  const [wide, high] = [FRAME * (x1 - x0), FRAME * (y1 - y0)];
  return (x, y) => x >= x0 + wide && x <= x1 - wide && y >= y0 + high && y <= y1 - high;
}

const lightness = ([red, green, blue]: Tint): number => 0.3 * red + 0.59 * green + 0.11 * blue;
