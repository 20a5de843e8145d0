import { PdfError } from '../errors.ts';

/** /DecodeParms of FlateDecode and LZWDecode (ISO 32000-2 Table 8). */
export interface PredictorParams {
  predictor: number;
  colors: number;
  bitsPerComponent: number;
  columns: number;
}

/** Undoes a predictor; a last row that is cut short is taken as it is. */
export function unpredict(bytes: Uint8Array, params: PredictorParams): Uint8Array {
  if (params.predictor === 1) return bytes;
  const { colors, bitsPerComponent, columns } = params;
  const plausible =
    colors >= 1 &&
    colors <= 64 &&
    [1, 2, 4, 8, 16].includes(bitsPerComponent) &&
    columns >= 1 &&
    columns <= 1e7;
  if (!plausible) throw new PdfError('broken_stream', 'Predictor parameters out of range');
  const pixel = Math.max(1, (colors * bitsPerComponent) >> 3);
  const row = (colors * bitsPerComponent * columns + 7) >> 3;
  if (params.predictor >= 10 && params.predictor <= 15) return png(bytes, pixel, row);
  if (params.predictor === 2 && bitsPerComponent === 8) return tiff(bytes, pixel, row);
  throw new PdfError('unsupported_filter', `Predictor ${params.predictor} is not supported`);
}

function tiff(bytes: Uint8Array, pixel: number, row: number): Uint8Array {
  const out = bytes.slice();
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

function pngRow(
  filter: number,
  line: Uint8Array,
  out: Uint8Array,
  to: number,
  pixel: number,
  row: number,
): void {
  for (let i = 0; i < line.length; i++) {
    const left = i >= pixel ? (out[to + i - pixel] ?? 0) : 0;
    const up = to >= row ? (out[to + i - row] ?? 0) : 0;
    const corner = i >= pixel && to >= row ? (out[to + i - row - pixel] ?? 0) : 0;
    const predicted = predict(filter, left, up, corner);
    out[to + i] = (line[i] ?? 0) + predicted;
  }
}

/** PNG (RFC 2083) §6. */
function predict(filter: number, left: number, up: number, corner: number): number {
  switch (filter) {
    case 0:
      return 0;
    case 1:
      return left;
    case 2:
      return up;
    case 3:
      return (left + up) >> 1;
    case 4: {
      const estimate = left + up - corner;
      const a = Math.abs(estimate - left);
      const b = Math.abs(estimate - up);
      const c = Math.abs(estimate - corner);
      return a <= b && a <= c ? left : b <= c ? up : corner;
    }
    default:
      throw new PdfError('broken_stream', 'Unknown PNG row filter');
  }
}
