import type { Box } from '../revisions/pages.ts';
import { numberText } from './written.ts';

/** Of the icon of a note: its side, half of its line, and how far its tip goes below it, and stands from its edge. */
const SIDE = 20;
const HALF = 0.5;
const TIP = 4;
/** How far its lines of writing end within it, and how many there are. */
const INDENT = 2;
const LINES = 3;

/**
 * The icon of a note, a yellow leaf with a tip and three lines, in the lower left of its rectangle, as pdfium draws it (ISO 32000-2 §12.5.6.4).
 * Others have their own, about as large, on the colour that the note names: that might be one in which text behind it is lost.
 */
export function noteIcon([x, y]: Box): string {
  const [left, right, top, bottom] = [x + HALF, x + SIDE - HALF, y + SIDE - HALF, y + HALF + TIP];
  const tip = left + TIP;
  const through = (...points: readonly (readonly [number, number])[]): string =>
    points.map(([px, py], at) => `${numberText(px)} ${numberText(py)} ${at === 0 ? 'm' : 'l'}\n`).join('');
  const leaf = through(
    [left, bottom],
    [left, top],
    [right, top],
    [right, bottom],
    [tip + TIP, bottom],
    [tip + TIP / 2, bottom - TIP],
    [tip, bottom],
  );
  const lines = Array.from({ length: LINES }, (_, at) => {
    const height = top - ((top - bottom) * (at + 1)) / (LINES + 1);
    return through([left + INDENT, height], [right - INDENT, height]);
  });
  return `1 1 0 rg\n0 G\n1 w\n${leaf}b\n${lines.join('')}S\n`;
}
