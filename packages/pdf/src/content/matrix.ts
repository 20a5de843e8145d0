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

/** The bounds of a rectangle's image. By index: each string asks, and taking arrays apart makes iterators. */
export function boundsOf(box: Box, m: Matrix): Box {
  return [
    Math.min(m[0] * box[0], m[0] * box[2]) + Math.min(m[2] * box[1], m[2] * box[3]) + m[4],
    Math.min(m[1] * box[0], m[1] * box[2]) + Math.min(m[3] * box[1], m[3] * box[3]) + m[5],
    Math.max(m[0] * box[0], m[0] * box[2]) + Math.max(m[2] * box[1], m[2] * box[3]) + m[4],
    Math.max(m[1] * box[0], m[1] * box[2]) + Math.max(m[3] * box[1], m[3] * box[3]) + m[5],
  ];
}

/** Whether all readers take the same matrix from a value: six numbers, or nothing at all. */
export function isMatrix(pdf: Pdf, value: PdfValue | undefined): boolean {
  const resolved = pdf.resolve(value);
  if (resolved === undefined || resolved.type === 'null') return true;
  const items = resolved.type === 'array' ? resolved.items : [];
  return items.length === 6 && items.every((item) => Number.isFinite(pdf.number(item)));
}

/** The matrix that six numbers give, else the identity. */
export function readMatrix(pdf: Pdf, value: PdfValue | undefined): Matrix {
  const items = pdf.array(value)?.items;
  if (items?.length !== 6) return IDENTITY;
  const [a, b, c, d, e, f] = items.map((item) => pdf.number(item) ?? Number.NaN);
  const matrix = [a ?? 0, b ?? 0, c ?? 0, d ?? 0, e ?? 0, f ?? 0] as const;
  return matrix.every(Number.isFinite) ? matrix : IDENTITY;
}
