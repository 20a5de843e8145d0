import type { Size } from './types.ts';
import { type Measured, wrap } from './wrap.ts';

/** Font sizes in points: of labels and values, and of the name over them. */
const largestBody = 14;
/** Small print that reads under a glass; where it does not fit whole, it is cut at sizes that read better. */
const smallestWhole = 3.5;
/** Down to here smaller print is better than words broken inside. */
const smallestUnbroken = 5;
const largestCut = 4.5;
const smallestBody = 3;
const step = 0.25;
/** Down to this share of the largest size, and to this size, fewer lines are better than larger print. */
const littleSmaller = 0.84;
const comfortable = 6;
const nameRatio = 1.5;
/** A name on one line may come down to this ratio before it takes a second line. */
const nameRatioOnOneLine = 1.15;
const largestNameAlone = 24;
const mostNameLines = 3;
/** Lines that a value may take when it must be shortened. */
const mostValueLines = 8;
/** In em of the body: around the hairline, and between label and value. */
const ruleSpace = 0.5;
const labelGap = 0.5;
/** Share of the width that a column of labels may take. */
const widestColumn = 0.42;
/** Keeps divisions finite. */
const tiny = 1e-6;

export interface Entry {
  label: Measured;
  value: Measured;
}

interface Wish {
  name: Measured;
  entries: Entry[];
  /** Extent of a line over and below its baseline in em. */
  line: { above: number; below: number };
  /** The box inside its padding, in points. */
  inner: Size;
}

/** One line of the lower part; `indent` is where the value starts, in points. */
interface Row {
  label: string;
  value: string;
  indent: number;
}

export interface Fitted {
  nameLines: string[];
  nameSize: number;
  bodySize: number;
  rows: Row[];
  line: Wish['line'];
  /** Space for the hairline between name and rows, 0 where there is none. */
  ruleGap: number;
  height: number;
  cut: boolean;
  /** Whether a word is broken inside. */
  broken: boolean;
}

/**
 * The largest sizes at which everything fits whole, with whole words if they are not too small for it; else
 * the largest small print that fits with values shortened; else as many lines as the box holds.
 */
export function fit(wish: Wish): Fitted {
  return whole(wish, smallestUnbroken, 'whole') ?? whole(wish, smallestWhole, 'broken') ?? shortened(wish);
}

/** The largest that holds everything, or one a little smaller that needs fewer lines. */
function whole(wish: Wish, least: number, words: 'whole' | 'broken'): Fitted | undefined {
  let best: Fitted | undefined;
  let largest = 0;
  for (const bodySize of sizes(largestBodyFor(wish), least)) {
    if (best !== undefined && bodySize < Math.max(largest * littleSmaller, comfortable)) break;
    const fitted = compose(wish, bodySize, { name: mostNameLines, value: Infinity });
    if (!fits(fitted, wish) || fitted.cut || (words === 'whole' && fitted.broken)) continue;
    if (best === undefined) largest = bodySize;
    if (best === undefined || linesOf(fitted) < linesOf(best)) best = fitted;
  }
  return best;
}

function linesOf({ nameLines, rows }: Fitted): number {
  return nameLines.length + rows.length;
}

function shortened(wish: Wish): Fitted {
  for (const bodySize of sizes(largestCut, smallestBody)) {
    for (let most = mostValueLines; most >= 1; most--) {
      const fitted = compose(wish, bodySize, { name: Math.min(most, mostNameLines), value: most });
      if (fits(fitted, wish)) return fitted;
    }
  }
  return leaveOut(wish);
}

function* sizes(from: number, to: number): Generator<number> {
  for (let size = from; size >= to; size -= step) yield size;
}

function largestBodyFor({ entries }: Wish): number {
  return entries.length === 0 ? largestNameAlone / nameRatio : largestBody;
}

function fits({ height }: Fitted, { inner }: Wish): boolean {
  return height <= inner.height + 1e-6;
}

/** The smallest print, and of its rows what the box holds; the last one says that more was there. */
function leaveOut(wish: Wish): Fitted {
  const all = compose(wish, smallestBody, { name: 1, value: 1 });
  const lineHeight = (wish.line.above + wish.line.below) * smallestBody;
  const surplus = Math.ceil((all.height - wish.inner.height) / lineHeight - 1e-6);
  const rows = all.rows.slice(0, Math.max(all.rows.length - surplus, 0));
  if (rows.length === 0) return nameAlone(wish);
  return { ...all, rows, height: all.height - (all.rows.length - rows.length) * lineHeight, cut: true };
}

/** No room for a second line: the name, as large as the box allows. */
function nameAlone(wish: Wish): Fitted {
  const { name, inner, line } = wish;
  const lineHeight = line.above + line.below;
  const highest = Math.max(inner.height / lineHeight, 0);
  const widest = inner.width / Math.max(name.width, tiny);
  const nameSize = Math.min(highest, Math.max(widest, smallestBody), largestNameAlone);
  const { lines, cut, broken } = wrap(name, { width: inner.width / Math.max(nameSize, tiny), most: 1 });
  return {
    nameLines: lines,
    nameSize,
    bodySize: nameSize,
    rows: [],
    line,
    ruleGap: 0,
    height: lineHeight * nameSize * lines.length,
    cut: cut || wish.entries.length > 0,
    broken,
  };
}

function compose(wish: Wish, bodySize: number, most: { name: number; value: number }): Fitted {
  const { line, inner, entries } = wish;
  const name = fitName(wish.name, inner.width, bodySize, most.name);
  const { rows, cut, broken } = fitRows(entries, inner.width, bodySize, most.value);
  const lineHeight = line.above + line.below;
  const ruleGap = rows.length === 0 || name.nameLines.length === 0 ? 0 : bodySize * ruleSpace;
  const height = lineHeight * (name.nameLines.length * name.nameSize + rows.length * bodySize) + ruleGap;
  const flaws = { cut: name.cut || cut, broken: name.broken || broken };
  return { ...name, bodySize, rows, line, ruleGap, height, ...flaws };
}

/** The name on one line where a modest size allows it, else wrapped. */
function fitName(name: Measured, width: number, bodySize: number, most: number) {
  const oneLine = width / Math.max(name.width, tiny);
  const modest = bodySize * (most === 1 ? 1 : nameRatioOnOneLine);
  const nameSize = oneLine >= modest ? Math.min(bodySize * nameRatio, oneLine) : modest;
  const { lines, cut, broken } = wrap(name, { width: width / nameSize, most });
  return { nameLines: lines, nameSize, cut, broken };
}

/** Labels in a column of their own where it leaves the values room, else each before its value. */
function fitRows(entries: Entry[], width: number, bodySize: number, most: number) {
  const em = width / bodySize;
  const column = Math.max(0, ...entries.map(({ label }) => labelRoom(label)));
  const columns = column <= em * widestColumn;
  const fitted = entries.map(({ label, value }) => {
    const shownLabel = wrap(label, { width: em, most: 1 });
    const indent = columns ? column : Math.min(labelRoom(label), em);
    const first = em - indent;
    const wrapped = wrap(value, { width: columns ? first : em, first, most });
    const [start = '', ...rest] = wrapped.lines;
    const rows: Row[] = [{ label: shownLabel.lines[0] ?? '', value: start, indent: indent * bodySize }];
    for (const line of rest) rows.push({ label: '', value: line, indent: columns ? indent * bodySize : 0 });
    return { rows, cut: wrapped.cut || shownLabel.cut, broken: wrapped.broken };
  });
  return {
    rows: fitted.flatMap(({ rows }) => rows),
    cut: fitted.some(({ cut }) => cut),
    broken: fitted.some(({ broken }) => broken),
  };
}

function labelRoom({ width }: Measured): number {
  return width === 0 ? 0 : width + labelGap;
}
