import type { TextRun } from '../../content/canvas.ts';

/** Bytes at the end of a string in which its last code is: codes have four at most. */
const EDGE = 4;
/** Ems between strings that stand side by side, and between their lines. */
const BESIDE = 0.25;
/** Ems between two words of a line. */
export const BLANK = 0.7;
const LEVEL = 0.15;

/** The text of the first or the second of two strings, where one follows the other on its line. */
export function textBeside(
  a: TextRun | undefined,
  b: TextRun | undefined,
  of: 'first' | 'second' = 'first',
): string {
  if (a === undefined || b === undefined || !standsBeside(a, b, BESIDE)) return '';
  const { font, bytes } = of === 'first' ? a : b;
  return font?.text(of === 'first' ? bytes.subarray(-EDGE) : bytes.subarray(0, EDGE)) ?? '';
}

/** The strings before some text, at its beginning and its end, and behind it. */
interface Strings {
  before: TextRun | undefined;
  first: TextRun | undefined;
  last: TextRun | undefined;
  behind: TextRun | undefined;
}

/** Whether it stands on one line with what is before it and with what is behind it, a blank away from each at most. */
export function standsWithinLine({ before, first, last, behind }: Strings): boolean {
  if (before === undefined || first === undefined || last === undefined || behind === undefined) return false;
  return standsBeside(before, first, BLANK) && standsBeside(last, behind, BLANK);
}

/** Whether the second of two strings begins on the line of the first, so many ems from its end at most. */
export function standsBeside(a: TextRun, b: TextRun, ems: number): boolean {
  const size = Math.max(a.size, b.size);
  const apart = Math.hypot(b.line[0] - a.line[2], b.line[1] - a.line[3]);
  const along = Math.hypot(a.line[2] - a.line[0], a.line[3] - a.line[1]) || 1;
  const [x, y] = [(a.line[2] - a.line[0]) / along, (a.line[3] - a.line[1]) / along];
  const rise = Math.abs((b.line[0] - a.line[2]) * y - (b.line[1] - a.line[3]) * x);
  return apart <= ems * size && rise <= LEVEL * size;
}
