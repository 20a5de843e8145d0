/**
 * Whether rows of so many one-bit samples hold those of a picture, and behind them nothing but what pads its last octet:
 * that all readers leave out, where they make different pictures of other rows.
 */
export const isPadded = (columns: number, width: number): boolean =>
  columns >= width && Math.ceil(columns / 8) === Math.ceil(width / 8);
