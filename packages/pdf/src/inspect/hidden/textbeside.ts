import type { TextRun } from '../../content/canvas.ts';

/** Bytes at the end of a string in which its last code is: codes have four at most. */
const EDGE = 4;
/** Ems between strings that stand side by side, and between their lines. */
const BESIDE = 0.25;
const LEVEL = 0.15;

/** The text of the first or the second of two strings, where one follows the other on its line. */
export function textBeside(
  a: TextRun | undefined,
  b: TextRun | undefined,
  of: 'first' | 'second' = 'first',
): string {
  if (a === undefined || b === undefined) return '';
  const size = Math.max(a.size, b.size);
  const apart = Math.hypot(b.line[0] - a.line[2], b.line[1] - a.line[3]);
  const along = Math.hypot(a.line[2] - a.line[0], a.line[3] - a.line[1]) || 1;
  const [x, y] = [(a.line[2] - a.line[0]) / along, (a.line[3] - a.line[1]) / along];
  const rise = Math.abs((b.line[0] - a.line[2]) * y - (b.line[1] - a.line[3]) * x);
  if (apart > BESIDE * size || rise > LEVEL * size) return '';
  const { font, bytes } = of === 'first' ? a : b;
  return font?.text(of === 'first' ? bytes.subarray(-EDGE) : bytes.subarray(0, EDGE)) ?? '';
}
