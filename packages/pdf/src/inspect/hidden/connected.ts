/** Cells of a grid that hang together: their bounds, in cells, and how many they are. */
export interface Connected {
  left: number;
  foot: number;
  /** One past the last column, and one past the last row. */
  right: number;
  top: number;
  size: number;
}

/**
 * The parts of a grid whose cells are 1 and touch each other, by rows from the foot; takes them out of it. `byCorners`: whether
 * cells touch that meet in a corner alone.
 */
export function connectedParts(
  cells: Uint8Array,
  columns: number,
  rows: number,
  byCorners: boolean,
): Connected[] {
  const parts: Connected[] = [];
  const open: number[] = [];
  for (let start = cells.indexOf(1); start >= 0; start = cells.indexOf(1, start + 1)) {
    const part: Connected = { left: columns, foot: rows, right: 0, top: 0, size: 0 };
    cells[start] = 0;
    open.push(start);
    for (let at = open.pop(); at !== undefined; at = open.pop()) {
      const column = at % columns;
      const row = (at - column) / columns;
      part.left = Math.min(part.left, column);
      part.right = Math.max(part.right, column + 1);
      part.foot = Math.min(part.foot, row);
      part.top = Math.max(part.top, row + 1);
      part.size++;
      for (let up = Math.max(0, row - 1); up <= Math.min(rows - 1, row + 1); up++) {
        for (let across = Math.max(0, column - 1); across <= Math.min(columns - 1, column + 1); across++) {
          const next = up * columns + across;
          if (cells[next] !== 1 || (!byCorners && up !== row && across !== column)) continue;
          cells[next] = 0;
          open.push(next);
        }
      }
    }
    parts.push(part);
  }
  return parts;
}
