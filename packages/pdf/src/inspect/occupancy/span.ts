/** Of a cell: what reaches less far into it does not touch it. Coordinates of files, and places, are rounded. */
export const SLACK = 0.005;

/**
 * The cells that a stretch touches, from and to (exclusive); one where it has no length. The one rule for what stands on
 * a page and for what is placed on it later (`@websign/pdf/cells`): it imports nothing, whoever asks parses no file.
 */
export function touchedCells(
  from: number,
  to: number,
  origin: number,
  size: number,
  count: number,
): [number, number] {
  const first = Math.floor((from - origin) / size + SLACK);
  const end = Math.max(first + 1, Math.ceil((to - origin) / size - SLACK));
  return [Math.max(0, first), Math.min(count, end)];
}
