import type { Size } from './types.ts';
import { type Measured, wrap } from './wrap.ts';

/** Font sizes in points: of labels and values, and of the name over them. */
const largestBody = 14;
/** Small print that reads under a glass; where it does not fit whole, it is cut at sizes that read better. */
const smallestWhole = 3.5;
const largestCut = 4.5;
const smallestBody = 3;
const step = 0.25;
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
}

/**
 * The largest sizes at which everything fits whole; else the largest small print with every line shortened to
 * one; else as many lines as the box holds.
 */
export function fit(wish: Wish): Fitted {
  for (const bodySize of sizes(largestBodyFor(wish), smallestWhole)) {
    const whole = compose(wish, bodySize, { name: mostNameLines, value: Infinity });
    if (fits(whole, wish) && !whole.cut) return whole;
  }
  for (const bodySize of sizes(largestCut, smallestBody)) {
    for (let most = mostValueLines; most >= 1; most--) {
      const shortened = compose(wish, bodySize, { name: Math.min(most, mostNameLines), value: most });
      if (fits(shortened, wish)) return shortened;
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
  const { lines, cut } = wrap(name, { width: inner.width / Math.max(nameSize, tiny), most: 1 });
  const height = lineHeight * nameSize * lines.length;
  const left = wish.entries.length > 0;
  return {
    nameLines: lines,
    nameSize,
    bodySize: nameSize,
    rows: [],
    line,
    ruleGap: 0,
    height,
    cut: cut || left,
  };
}

function compose(wish: Wish, bodySize: number, most: { name: number; value: number }): Fitted {
  const { line, inner, entries } = wish;
  const name = fitName(wish.name, inner.width, bodySize, most.name);
  const { rows, cut } = fitRows(entries, inner.width, bodySize, most.value);
  const lineHeight = line.above + line.below;
  const ruleGap = rows.length === 0 || name.nameLines.length === 0 ? 0 : bodySize * ruleSpace;
  const height = lineHeight * (name.nameLines.length * name.nameSize + rows.length * bodySize) + ruleGap;
  return { ...name, bodySize, rows, line, ruleGap, height, cut: name.cut || cut };
}

/** The name on one line where a modest size allows it, else wrapped. */
function fitName(name: Measured, width: number, bodySize: number, most: number) {
  const oneLine = width / Math.max(name.width, tiny);
  const modest = bodySize * (most === 1 ? 1 : nameRatioOnOneLine);
  const nameSize = oneLine >= modest ? Math.min(bodySize * nameRatio, oneLine) : modest;
  const { lines, cut } = wrap(name, { width: width / nameSize, most });
  return { nameLines: lines, nameSize, cut };
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
    return { rows, cut: wrapped.cut || shownLabel.cut };
  });
  return { rows: fitted.flatMap(({ rows }) => rows), cut: fitted.some(({ cut }) => cut) };
}

function labelRoom({ width }: Measured): number {
  return width === 0 ? 0 : width + labelGap;
}
