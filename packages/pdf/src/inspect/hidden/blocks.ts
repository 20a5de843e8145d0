import type { Painting, TextRun } from '../../content/canvas.ts';
import type { Box } from '../../revisions/pages.ts';

/** Signs that are a filled shape in every font. */
const BLOCKS = /^[\u2587\u2588\u25A0\u25AE\u25CF\u25FC\u25FE\u2B1B\u2B24]+$/u;
/** Below this, in units, they are bullets. */
const LEAST_SIZE = 20;
/** More than a row of blocks has. */
const MOST_BYTES = 200;
/** How much of its width each leaves free on both sides, and how high it is, in ems. */
const BLOCK = { edge: 0.16, foot: 0.08, top: 0.6 };
/** Long dashes, which are as broad as a line where they are so large; they reach from side to side. */
const DASHES = /^[\u2013-\u2015\u2500\u2501]+$/u;
const LARGE_DASH = 60;
const DASH = { edge: 0, foot: 0.2, top: 0.32 };

/** What a row of block signs, or a large dash, covers, as if it were painted; undefined for any other text. */
export function blockOf(run: TextRun, text: () => string): (Painting & { solid: Box }) | undefined {
  const { line, size, bytes, mode } = run;
  const [x0, y0, x1, y1] = line;
  if (size < LEAST_SIZE || bytes.length > MOST_BYTES || mode % 4 > 2 || mode === 1 || y0 !== y1)
    return undefined;
  const signs = text().trim();
  const isDash = size >= LARGE_DASH && DASHES.test(signs);
  if (!isDash && !BLOCKS.test(signs)) return undefined;
  const shape = isDash ? DASH : BLOCK;
  const edge = shape.edge * Math.min(size, Math.abs(x1 - x0) / bytes.length);
  const solid: Box = [
    Math.max(Math.min(x0, x1) + edge, run.clip[0]),
    Math.max(y0 + shape.foot * size, run.clip[1]),
    Math.min(Math.max(x0, x1) - edge, run.clip[2]),
    Math.min(y0 + shape.top * size, run.clip[3]),
  ];
  const { box, clip, clips, vague, alpha, masked, masks, blend, grouped, layer, glyph, maker, colour } = run;
  const mark = { box, clip, clips, vague, alpha, masked, masks, blend, grouped, layer, glyph, maker, colour };
  return { ...mark, kind: 'fill', solid, whole: solid, opaque: true, porous: clips.length > 0 };
}
