import { PdfError } from '../errors.ts';

/** /DecodeParms of FlateDecode and LZWDecode (ISO 32000-2 Table 8). */
export interface PredictorParams {
  predictor: number;
  colors: number;
  bitsPerComponent: number;
  columns: number;
}

/** More than a row may have in some readers, which count in 32 bits. */
const LONGEST_ROW = 2 ** 31 - 16;

/**
 * Undoes a predictor; a last row that is cut short is taken as it is, and `broken` is told, since some readers fill it up
 * and some leave it out. Parameters count in the bounds of all readers: past them some undo nothing.
 */
export function unpredict(
  bytes: Uint8Array,
  params: PredictorParams,
  broken: () => void = () => {},
): Uint8Array {
  if (params.predictor === 1) return bytes;
  const { colors, bitsPerComponent, columns } = params;
  const plausible =
    colors >= 1 &&
    colors <= 32 &&
    [1, 2, 4, 8, 16].includes(bitsPerComponent) &&
    columns >= 1 &&
    columns <= 1e7 &&
    colors * bitsPerComponent * columns <= LONGEST_ROW;
  if (!plausible) throw new PdfError('broken_stream', 'Predictor parameters out of range');
  // RFC 2083 §6: of a part of an octet the whole one counts.
  const pixel = (colors * bitsPerComponent + 7) >> 3;
  const row = (colors * bitsPerComponent * columns + 7) >> 3;
  const isPng = params.predictor >= 10 && params.predictor <= 15;
  if (bytes.length % (isPng ? row + 1 : row) > 0) broken();
  if (isPng) return png(bytes, pixel, row);
  if (params.predictor === 2 && bitsPerComponent === 8) return tiff(bytes, pixel, row);
  throw new PdfError('unsupported_filter', `Predictor ${params.predictor} is not supported`);
}

function tiff(bytes: Uint8Array, pixel: number, row: number): Uint8Array {
  const out = new Uint8Array(bytes);
  for (let at = 0; at < out.length; at++) {
    if (at % row >= pixel) out[at] = (out[at] ?? 0) + (out[at - pixel] ?? 0);
  }
  return out;
}

function png(bytes: Uint8Array, pixel: number, row: number): Uint8Array {
  const rows = Math.ceil(bytes.length / (row + 1));
  const out = new Uint8Array(Math.max(0, bytes.length - rows));
  let to = 0;
  for (let from = 0; from < bytes.length; from += row + 1) {
    const count = Math.min(row, bytes.length - from - 1);
    pngRow(bytes[from] ?? 0, bytes.subarray(from + 1, from + 1 + count), out, to, pixel, row);
    to += count;
  }
  return out;
}

/** PNG (RFC 2083) §6. One loop for each filter: a bomb's bytes all come through here. */
function pngRow(
  filter: number,
  line: Uint8Array,
  out: Uint8Array,
  to: number,
  pixel: number,
  row: number,
): void {
  const { length } = line;
  // Before the first row and left of the first pixel stand zeros.
  const up = to >= row ? out.subarray(to - row, to) : new Uint8Array(row);
  const now = out.subarray(to, to + length);
  now.set(line);
  const byte = (bytes: Uint8Array, at: number): number => bytes[at] ?? 0;
  switch (filter) {
    case 0:
      return;
    case 1:
      for (let i = pixel; i < length; i++) now[i] = byte(line, i) + byte(now, i - pixel);
      return;
    case 2:
      for (let i = 0; i < length; i++) now[i] = byte(line, i) + byte(up, i);
      return;
    case 3:
      for (let i = 0; i < length; i++) {
        const left = i < pixel ? 0 : byte(now, i - pixel);
        now[i] = byte(line, i) + ((left + byte(up, i)) >> 1);
      }
      return;
    case 4:
      for (let i = 0; i < length; i++) {
        const [left, corner] = i < pixel ? [0, 0] : [byte(now, i - pixel), byte(up, i - pixel)];
        now[i] = byte(line, i) + paeth(left, byte(up, i), corner);
      }
      return;
    default:
      throw new PdfError('broken_stream', 'Unknown PNG row filter');
  }
}

function paeth(left: number, up: number, corner: number): number {
  const estimate = left + up - corner;
  const a = Math.abs(estimate - left);
  const b = Math.abs(estimate - up);
  const c = Math.abs(estimate - corner);
  return a <= b && a <= c ? left : b <= c ? up : corner;
}
