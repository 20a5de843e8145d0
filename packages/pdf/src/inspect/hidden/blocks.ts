import type { Painting, TextRun } from '../../content/canvas.ts';
import type { Box } from '../../revisions/pages.ts';

/** Signs that are a filled shape in every font. */
const BLOCKS = /^[\u2587\u2588\u25A0\u25AE\u25CF\u25FC\u25FE\u2B1B\u2B24]+$/u;
/** Below this, in units, they are bullets. */
const LEAST_SIZE = 20;
/** More than a row of blocks has. */
const MOST_BYTES = 200;
/** How much of its width each leaves free on both sides, and how high it is, in ems. */
const EDGE = 0.16;
const FOOT = 0.08;
const TOP = 0.6;

/** What a row of block signs covers, as if it were painted; undefined for any other text. */
export function blockOf(run: TextRun, text: () => string): (Painting & { solid: Box }) | undefined {
  const { line, size, bytes, mode } = run;
  const [x0, y0, x1, y1] = line;
  if (size < LEAST_SIZE || bytes.length > MOST_BYTES || mode % 4 > 2 || mode === 1 || y0 !== y1)
    return undefined;
  if (!BLOCKS.test(text().trim())) return undefined;
  const edge = Math.min(EDGE * size, (EDGE * Math.abs(x1 - x0)) / bytes.length);
  const solid: Box = [
    Math.max(Math.min(x0, x1) + edge, run.clip[0]),
    Math.max(y0 + FOOT * size, run.clip[1]),
    Math.min(Math.max(x0, x1) - edge, run.clip[2]),
    Math.min(y0 + TOP * size, run.clip[3]),
  ];
  const { box, clip, clips, alpha, masked, blend, grouped, layer, glyph, maker, colour } = run;
  const mark = { box, clip, clips, alpha, masked, blend, grouped, layer, glyph, maker, colour };
  return { ...mark, kind: 'fill', solid, opaque: true, porous: clips.length > 0 };
}
