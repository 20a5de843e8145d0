import type { Box } from '../revisions/pages.ts';
import type { Pdf } from '../syntax/pdf.ts';
import type { PdfValue } from '../syntax/values.ts';

/** [a b c d e f] of ISO 32000-2 §8.3.3: x' = ax + cy + e, y' = bx + dy + f. Never changed once made. */
export type Matrix = readonly [number, number, number, number, number, number];

export const IDENTITY: Matrix = [1, 0, 0, 1, 0, 0];

/** First `m`, then `n`. */
export function multiply(m: Matrix, n: Matrix): Matrix {
  return [
    m[0] * n[0] + m[1] * n[2],
    m[0] * n[1] + m[1] * n[3],
    m[2] * n[0] + m[3] * n[2],
    m[2] * n[1] + m[3] * n[3],
    m[4] * n[0] + m[5] * n[2] + n[4],
    m[4] * n[1] + m[5] * n[3] + n[5],
  ];
}

/** Undefined where it has no inverse. */
export function inverse([a, b, c, d, e, f]: Matrix): Matrix | undefined {
  const det = a * d - b * c;
  if (det === 0 || !Number.isFinite(1 / det)) return undefined;
  return [d / det, -b / det, -c / det, a / det, (c * f - d * e) / det, (b * e - a * f) / det];
}

/** The bounds of a rectangle's image. */
export function boundsOf([x0, y0, x1, y1]: Box, [a, b, c, d, e, f]: Matrix): Box {
  return [
    Math.min(a * x0, a * x1) + Math.min(c * y0, c * y1) + e,
    Math.min(b * x0, b * x1) + Math.min(d * y0, d * y1) + f,
    Math.max(a * x0, a * x1) + Math.max(c * y0, c * y1) + e,
    Math.max(b * x0, b * x1) + Math.max(d * y0, d * y1) + f,
  ];
}

/** The matrix that six numbers give, else the identity. */
export function readMatrix(pdf: Pdf, value: PdfValue | undefined): Matrix {
  const items = pdf.array(value)?.items;
  if (items?.length !== 6) return IDENTITY;
  const [a, b, c, d, e, f] = items.map((item) => pdf.number(item) ?? Number.NaN);
  const matrix = [a ?? 0, b ?? 0, c ?? 0, d ?? 0, e ?? 0, f ?? 0] as const;
  return matrix.every(Number.isFinite) ? matrix : IDENTITY;
}
