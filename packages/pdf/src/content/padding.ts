/**
 * Whether rows of `columns` one-bit samples differ from those of a picture in nothing but the padding of the last octet. All readers
 * ignore that padding; about rows of any other length they disagree.
 */
export const isPadded = (columns: number, width: number): boolean =>
  columns >= width && Math.ceil(columns / 8) === Math.ceil(width / 8);
