import type { Painting, TextRun } from '../../content/canvas.ts';
import { samplesAValue } from '../../content/picture.ts';
import type { Pdf } from '../../syntax/pdf.ts';
import type { ShadeOf } from './inkgrid.ts';

/** How high letters without tails are, in ems, and samples of a word that are looked at, at most. */
const HIGH = 0.6;
const MOST_SAMPLES = 2 ** 16;
/** How far specks are from their paper, of 255. */
const CONTRAST = 24;
/** How many times more of the samples around a dark one are dark than of all: of noise as many, of strokes several times. */
const TOGETHER = 1.3;
/** Of the eight around one, those at most: where writing is small and bold nearly all is dark. */
const MOST_AROUND = 2;
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
  if (columns < 3 || rows < 3 || columns * rows > MOST_SAMPLES) return false;
  pdf.spend((columns * rows) / SAMPLES_A_UNIT);
  const levels = new Uint8Array(columns * rows);
  for (let at = 0; at < levels.length; at++) {
    const [column, row] = [at % columns, Math.floor(at / columns)];
    const level = shade(left + (column + 0.5) * stepX, line[1] + (row + 0.5) * stepY);
    if (level === undefined) return false;
    levels[at] = level;
  }
  const paper = levels.slice().sort()[levels.length >> 1] ?? 0;
  return areApart(
    levels.map((level) => (Math.abs(level - paper) >= CONTRAST ? 1 : 0)),
    columns,
    rows,
  );
}

/** The least of dark samples from which something is known of how they lie. */
const LEAST = 50;

/** Whether dark samples lie as if by chance; those at the edge left out. */
function areApart(dark: Uint8Array, columns: number, rows: number): boolean {
  let [count, around] = [0, 0];
  for (let row = 1; row + 1 < rows; row++) {
    for (let column = 1; column + 1 < columns; column++) {
      const at = row * columns + column;
      if (dark[at] !== 1) continue;
      count++;
      for (const next of [at - columns, at, at + columns])
        for (let beside = next - 1; beside <= next + 1; beside++)
          around += beside === at ? 0 : (dark[beside] ?? 0);
    }
  }
  const expected = (8 * count * count) / ((rows - 2) * (columns - 2));
  return count >= LEAST && around < Math.min(MOST_AROUND * count, TOGETHER * expected);
}
