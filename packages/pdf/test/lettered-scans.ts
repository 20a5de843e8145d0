import { signatureFont } from '@websign/ports';
import { documentObjects, writePdf } from '@websign/testkit';
import { shapeOf } from '../src/content/font/program/raster.ts';
import { TrueType } from '../src/content/font/program/truetype.ts';
import { readFont } from '../src/stamp/index.ts';
import { type Change, HIGH, type Line, WIDE } from './hidden-scans.ts';
import { open } from './support.ts';

/** Cells of a glyph's raster along each side, and points of a sample along each that are looked at. */
const SIDE = 64;
const FINE = 3;
const SIZE = 12;

const font = readFont(signatureFont());
const program = new TrueType(open(writePdf({ kind: 'table', objects: documentObjects() })), signatureFont());

/** How broad a line is in the typeface of the scan, in units of the page. */
export const letteredWidth = (text: string): number =>
  [...text].reduce((sum, sign) => sum + advanceOf(sign), 0);

const glyphOf = (sign: string): number => font.glyph(sign.codePointAt(0) ?? 0) ?? 0;
const advanceOf = (sign: string): number => (SIZE * font.advance(glyphOf(sign))) / font.unitsPerEm;

/** Grey samples of a scan of a page, two to the unit, that shows lines in a typeface from (72, y) on. */
export function letteredScan(lines: readonly Line[], change: Change = (level) => level): Uint8Array {
  const samples = new Uint8Array(WIDE * HIGH).fill(255);
  for (const { text, y } of lines) {
    let x = 72;
    for (const sign of text) {
      drawGlyph(samples, glyphOf(sign), x, y);
      x += advanceOf(sign);
    }
  }
  return samples.map(change);
}

function drawGlyph(samples: Uint8Array, glyph: number, x: number, y: number): void {
  const outline = program.outline(glyph);
  if (outline === undefined || outline === 'unread') return;
  const { bounds, cells } = shapeOf(outline, () => {});
  const [x0, y0, x1, y1] = bounds.map((edge) => 2 * SIZE * edge) as [number, number, number, number];
  if (!(x1 > x0 && y1 > y0)) return;
  const isInk = (across: number, up: number): boolean => {
    const [column, row] = [((across - x0) / (x1 - x0)) * SIDE, ((up - y0) / (y1 - y0)) * SIDE];
    return (
      column >= 0 &&
      row >= 0 &&
      column < SIDE &&
      row < SIDE &&
      cells[Math.floor(row) * SIDE + Math.floor(column)] === 1
    );
  };
  const [left, foot] = [2 * x, 2 * y];
  for (let up = Math.floor(foot + y0); up < foot + y1; up++) {
    for (let across = Math.floor(left + x0); across < left + x1; across++) {
      let ink = 0;
      for (let point = 0; point < FINE * FINE; point++) {
        const [column, row] = [(point % FINE) + 0.5, Math.floor(point / FINE) + 0.5];
        if (isInk(across + column / FINE - left, up + row / FINE - foot)) ink++;
      }
      const at = (HIGH - 1 - up) * WIDE + across;
      samples[at] = Math.min(samples[at] ?? 255, 255 - (255 * ink) / FINE ** 2);
    }
  }
}
