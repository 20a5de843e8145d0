import type { TextRun } from '../../content/canvas.ts';

/** Ems between letters of one number, along their line and away from it. */
const GAP = 0.2;
/** Ems between words of a line at most: a blank that is no character. */
export const BLANK_GAP = 0.35;
const LEVEL = 0.1;

/** Whether a string begins where another ends, so many ems away at most. */
export function follows(
  { line, size }: Pick<TextRun, 'line' | 'size'>,
  { line: before, size: other }: Pick<TextRun, 'line' | 'size'>,
  most = GAP,
): boolean {
  const [x, y] = [line[0] - before[2], line[1] - before[3]];
  const [along, up] = [line[2] - line[0], line[3] - line[1]];
  const length = Math.hypot(along, up);
  if (length === 0) return false;
  const em = Math.max(size, other);
  const gap = (x * along + y * up) / length;
  const off = Math.abs(x * up - y * along) / length;
  return Math.abs(gap) <= most * em && off <= LEVEL * em;
}
