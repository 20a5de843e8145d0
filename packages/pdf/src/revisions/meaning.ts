import { decodeText } from '../syntax/strings.ts';
import type { PdfArray, PdfValue } from '../syntax/values.ts';

/** Entries by which an object is known by its number, wherever they stand: a copy in its place is another. */
export const BY_NUMBER: ReadonlySet<string> = new Set([
  ...['Annots', 'CO', 'Fields', 'IRT', 'Kids', 'P', 'Pages', 'Parent', 'Pg', 'Popup', 'V'],
  ...['Dest', 'First', 'Last', 'Next', 'Prev'],
  // Structure (§14.7.2): the parent tree leads to elements, and pages list what elements stand for.
  ...['K', 'Obj', 'Ref', 'SD', 'SE'],
  // Layers (§8.11): the groups, and which of them are shown.
  ...['OCGs', 'OFF', 'ON', 'Order', 'RBGroups', 'Locked'],
]);

/** What pages inherit from the nodes above them (§7.7.3.4). */
export const INHERITED_BY_PAGES: ReadonlySet<string> = new Set([
  'Resources',
  'MediaBox',
  'CropBox',
  'Rotate',
]);

/**
 * Entries that pages and fields inherit from what is above them (§12.7.4.1): some readers inherit nothing where there is a
 * null, and others do.
 */
export const INHERITED: ReadonlySet<string> = new Set([
  ...INHERITED_BY_PAGES,
  ...['FT', 'Ff', 'V', 'DV', 'DA', 'DS', 'RV', 'Q', 'MaxLen', 'Opt', 'TI', 'I', 'TU', 'TM', 'DR'],
]);

/** Entries of pages, fields and annotations that some readers look for, and of which they take a null for the value. */
export const ASKED_FOR: ReadonlySet<string> = new Set([...INHERITED, 'BS', 'Border', 'OC']);

/**
 * Entries whose numbers are real by nature, so that 1 and 1.0 are one number to all readers. Elsewhere readers pass a
 * real over where an integer belongs, as in /Rotate, /F, /Differences or /Predictor.
 */
export const REAL: ReadonlySet<string> = new Set([
  ...['MediaBox', 'CropBox', 'BleedBox', 'TrimBox', 'ArtBox', 'UserUnit', 'BBox', 'Matrix', 'Rect', 'RD'],
  ...['QuadPoints', 'InkList', 'Vertices', 'L', 'CL', 'LL', 'LLE', 'LLO', 'Border', 'W', 'D', 'Dest'],
  ...['C', 'IC', 'BC', 'BG', 'CA', 'ca', 'LW', 'ML', 'FL', 'SM', 'Decode', 'Domain', 'Range', 'C0', 'C1'],
  ...['Bounds', 'Encode', 'Coords', 'Background', 'XStep', 'YStep', 'Gamma', 'WhitePoint', 'BlackPoint'],
  ...['FontMatrix', 'FontBBox', 'Widths', 'DW2', 'ItalicAngle', 'Ascent', 'Descent', 'Leading', 'CapHeight'],
  ...['XHeight', 'StemV', 'StemH', 'AvgWidth', 'MaxWidth', 'MissingWidth'],
]);

/** The key of what stands in an array: /W of a font names characters by integers, and their widths in arrays within. */
export function keyWithin(key: string | undefined, item: PdfValue): string | undefined {
  if (key !== 'W') return key;
  return item.type === 'array' ? 'Widths' : undefined;
}

/** Places of four numbers in which nobody sees what a writer rounds. */
const ROUNDED = new Set(['Rect', 'BleedBox', 'TrimBox', 'ArtBox']);

/** What rounding to three decimals, or to single precision, takes from a number. */
const NEAR = 0.000501;

/** Whether two boxes differ by no more than that, and neither of them has an area where the other has none. */
export function isSameBox(one: PdfArray, other: PdfArray, key: string | undefined): boolean {
  return key !== undefined && ROUNDED.has(key) && areNear(numbers(one), numbers(other));
}

export function areNear(a: readonly number[], b: readonly number[]): boolean {
  if (a.length !== 4 || b.length !== 4) return false;
  const side = (box: readonly number[], at: number): number => Math.sign((box[at + 2] ?? 0) - (box[at] ?? 0));
  return (
    a.every((value, at) => Math.abs(value - (b[at] ?? Number.NaN)) <= NEAR) &&
    [0, 1].every((at) => side(a, at) === side(b, at))
  );
}

const numbers = ({ items }: PdfArray): number[] =>
  items.flatMap((item) => (item.type === 'number' ? item.value : []));

/** Entries that are text strings wherever they are strings (§7.9.2.2). */
export const TEXTS: ReadonlySet<string> = new Set([
  ...[
    'Lang',
    'Alt',
    'ActualText',
    'E',
    'T',
    'TU',
    'TM',
    'V',
    'DV',
    'RV',
    'DS',
    'Opt',
    'Contents',
    'RC',
    'Subj',
  ],
  ...['NM', 'AC', 'CA', 'Title', 'Author', 'Subject', 'Keywords', 'Creator', 'Producer', 'UF', 'Desc'],
  ...['Name', 'Reason', 'Location', 'ContactInfo'],
]);

/**
 * Whether two text strings say the same, one in UTF-16 and one in PDFDocEncoding: what is in neither, or in no code that
 * the encoding has, readers show in several ways.
 */
export function sameText(one: Uint8Array, other: Uint8Array): boolean {
  const [wide, narrow] = isWide(one) ? [one, other] : [other, one];
  return isWide(wide) && wide.length % 2 === 0 && narrow.every(isPlain) && !isMarked(narrow)
    ? decodeText(wide) === decodeText(narrow)
    : false;
}

const isWide = (bytes: Uint8Array): boolean => bytes[0] === 0xfe && bytes[1] === 0xff;

/** Whether they begin as UTF-8 or UTF-16 does. */
const isMarked = ([first, second, third]: Uint8Array): boolean =>
  (first === 0xfe && second === 0xff) ||
  (first === 0xff && second === 0xfe) ||
  (first === 0xef && second === 0xbb && third === 0xbf);

/** Whether PDFDocEncoding has that code (Annex D.3), and it is no control but a tab or the end of a line. */
const isPlain = (code: number): boolean =>
  code === 9 || code === 10 || code === 13 || (code >= 0x20 && ![0x7f, 0x9f, 0xad].includes(code));
