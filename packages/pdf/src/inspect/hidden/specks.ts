import type { Painting, TextRun } from '../../content/canvas.ts';
import { samplesAValue } from '../../content/means.ts';
import type { Pdf } from '../../syntax/pdf.ts';
import type { ShadeOf } from './inkgrid.ts';

/** How high letters without tails are, in ems, and samples of a word that are looked at, at most. */
const HIGH = 0.6;
const MOST_SAMPLES = 2 ** 16;
/** Columns of samples that are looked at together: strokes are seen by the first letters. */
const COLUMNS = 24;
/** How far specks are from their paper, of 255. */
const CONTRAST = 24;
/** How many times more of the samples around a dark one are dark than of all: of noise as many, of strokes several times. */
const TOGETHER = 1.3;
const SURELY = 2;
/** Of the eight around one, those at most: where writing is small and bold nearly all is dark. */
const MOST_AROUND = 2;
/** Of the eight around one, those at most that chance puts there where there are few. */
const SPARSE = 0.5;
/** Dark samples from which strokes are told, and from which noise is. */
const FEW = 24;
const LEAST = 50;
/** Samples that cost as much as reading a byte. */
const SAMPLES_A_UNIT = 2;

/** Whether a picture shows nothing but single samples where a word was recognised: noise has no strokes. */
export function isSpecks(
  pdf: Pdf,
  run: TextRun,
  { shade, painting }: { shade: ShadeOf; painting: Painting },
): boolean {
  const { picture, samples } = painting;
  if (picture === undefined || samples === undefined) return false;
  const [a, b, c, d] = picture.matrix;
  const each = samplesAValue(samples[0], samples[1]);
  const [stepX, stepY] = [(Math.abs(a) / samples[0]) * each, (Math.abs(d) / samples[1]) * each];
  if (b !== 0 || c !== 0 || !(stepX > 0 && stepY > 0)) return false;
  const { line, size } = run;
  const left = Math.min(line[0], line[2]);
  const columns = Math.floor(Math.abs(line[2] - line[0]) / stepX);
  const rows = Math.floor((HIGH * size) / stepY);
  if (columns < 3 || rows < 3 || columns * rows > MOST_SAMPLES || hasStroke(pdf, run, shade)) return false;
  const seen = { dark: 0, around: 0, all: 0 };
  for (let from = 0; from + 3 <= columns; from += COLUMNS) {
    const wide = Math.min(COLUMNS, columns - from);
    pdf.spend((wide * rows) / SAMPLES_A_UNIT);
    const levels = new Uint8Array(wide * rows);
    for (let row = 0; row < rows; row++) {
      const y = line[1] + (row + 0.5) * stepY;
      for (let column = 0; column < wide; column++) {
        const level = shade(left + (from + column + 0.5) * stepX, y);
        if (level === undefined) return false;
        levels[row * wide + column] = level;
      }
    }
    count(seen, levels, wide);
    if (seen.dark >= FEW && seen.around >= seen.dark && !isApart(seen, SURELY)) return false;
  }
  return seen.dark >= LEAST && isApart(seen, TOGETHER);
}

/** Squares that a stroke fills, in ems, and how far from the mean of its word one is, of 255: it is found in the first letter. */
const STROKE = 0.12;
const STRONG = 90;
const AT = [0.15, 0.3, 0.45] as const;
const MOST_SQUARES = 120;

/** Whether a level word surely has strokes. */
function hasStroke(pdf: Pdf, { line, size }: TextRun, shade: ShadeOf): boolean {
  const [left, wide] = [Math.min(line[0], line[2]), Math.abs(line[2] - line[0])];
  const count = Math.min(MOST_SQUARES, Math.floor(wide / (STROKE * size)));
  const usual = shade(left + wide / 2, line[1] + AT[1] * size, wide / 2, size);
  for (let at = 0; at < count && usual !== undefined; at++) {
    pdf.spend(AT.length);
    const x = left + (at + 0.5) * STROKE * size;
    for (const over of AT) {
      const level = shade(x, line[1] + over * size, STROKE * size, STROKE * size);
      if (level !== undefined && Math.abs(level - usual) >= STRONG) return true;
    }
  }
  return false;
}

/** Of samples that are not at an edge: those that are dark, how many around these are, and all. */
interface Seen {
  dark: number;
  around: number;
  all: number;
}

function count(seen: Seen, levels: Uint8Array, columns: number): void {
  const paper = middleOf(levels);
  for (let at = 0; at < levels.length; at++)
    levels[at] = Math.abs((levels[at] ?? 0) - paper) >= CONTRAST ? 1 : 0;
  const rows = levels.length / columns;
  const dark = (at: number): number => levels[at] ?? 0;
  seen.all += (rows - 2) * (columns - 2);
  for (let row = 1; row + 1 < rows; row++) {
    for (let column = 1; column + 1 < columns; column++) {
      const at = row * columns + column;
      if (levels[at] === 0) continue;
      const [under, over] = [at - columns, at + columns];
      seen.dark++;
      seen.around += dark(under - 1) + dark(under) + dark(under + 1) + dark(at - 1) + dark(at + 1);
      seen.around += dark(over - 1) + dark(over) + dark(over + 1);
    }
  }
}

/** The level that as many are under as over. */
function middleOf(levels: Uint8Array): number {
  const counts = new Uint16Array(256);
  for (const level of levels) counts[level] = (counts[level] ?? 0) + 1;
  let [level, under] = [0, counts[0] ?? 0];
  while (2 * under < levels.length) under += counts[++level] ?? 0;
  return level;
}

/** Whether dark samples lie as if by chance. */
const isApart = ({ dark, around, all }: Seen, times: number): boolean =>
  around < Math.min(MOST_AROUND * dark, Math.max(SPARSE * dark, (times * 8 * dark * dark) / all));
