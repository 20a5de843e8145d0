import type { Painting, TextRun } from '../../content/canvas.ts';
import { spell } from '../../content/codes.ts';
import { drawGlyphOutlines } from '../../content/glyphs.ts';
import type { Outline } from '../../content/outline.ts';
import { intersect } from '../../revisions/boxes.ts';
import type { Box } from '../../revisions/pages.ts';
import type { Pdf } from '../../syntax/pdf.ts';
import { CodeKinds } from './codekinds.ts';
import { isLevel } from './letters.ts';

/** Signs that are a filled shape in every font. */
const BLOCKS = /^[\u2587\u2588\u25A0\u25AE\u25CF\u25FC\u25FE\u2B1B\u2B24]+$/u;
/** Height or width of an em, in units, below which signs are bullets, and letters hide no others. */
const LEAST_SIZE = 20;
/** More than a row of blocks has. */
const MOST_BYTES = 200;
/** How much of its width each leaves free on both sides, and how high it is, in ems. */
const BLOCK = { edge: 0.16, foot: 0.08, top: 0.6 };
/** Long dashes, which are as broad as a line where they are so large; they reach from side to side. */
const DASHES = /^[\u2013-\u2015\u2500\u2501]+$/u;
const LARGE_DASH = 60;
const DASH = { edge: 0, foot: 0.2, top: 0.32 };
/**
 * What signs paint in Helvetica and in Times alike, which readers have themselves: of their width, and in ems over the
 * line.
 */
const BARS: ReadonlyMap<string, Bar> = new Map([
  ['I', { from: 0.36, to: 0.64, foot: 0.02, top: 0.64 }],
  ['l', { from: 0.33, to: 0.58, foot: 0.02, top: 0.66 }],
  ['|', { from: 0.37, to: 0.63, foot: 0, top: 0.7 }],
  ['.', { from: 0.34, to: 0.66, foot: 0.01, top: 0.09 }],
  ['-', { from: 0.16, to: 0.84, foot: 0.235, top: 0.255 }],
  ['_', { from: 0, to: 1, foot: -0.125, top: -0.075 }],
]);
/** Width and height of what is looked at: less hides no letter. */
const BROAD = 5;
const HIGH = 3;

interface Bar {
  from: number;
  to: number;
  foot: number;
  top: number;
}

/** Blocks in a row from which they hide words, however small they are; fewer are bullets. */
const ROW = 3;
const BLOCK_CODE = 1;
const OTHER_CODE = 2;
const codeKinds = new CodeKinds((text) => (BLOCKS.test(text) ? BLOCK_CODE : OTHER_CODE));

/** Whether as many of its signs are blocks as are a row. */
function isBlockRow(run: TextRun): boolean {
  if (run.bytes.length < ROW || run.bytes.length > MOST_BYTES) return false;
  let blocks = 0;
  return codeKinds.some(run, (kind) => {
    if (kind === BLOCK_CODE) blocks++;
    return blocks === ROW;
  });
}

/** Whether letters of a run are large enough to hide others, stroked so broadly that they do, or a row of blocks. */
export const isLarge = (run: TextRun): boolean => {
  const { size, width, bytes, mode } = run;
  if (bytes.length > MOST_BYTES || mode % 4 > 2) return false;
  return isThick(run) || (mode !== 1 && (Math.max(size, width) >= LEAST_SIZE || isBlockRow(run)));
};

/** Width of a stroke, in units and in ems, from which it fills a letter and hides what is around it. */
const THICK = { units: 3, ems: 0.25 };
/** Of a letter's width on each side, and in ems over the line, where its strokes surely are. */
const STROKED = { edge: 0.3, top: 0.45 };
const LETTER = /[\p{L}\p{N}]/u;

const isThick = ({ lineWidth, size }: TextRun): boolean =>
  lineWidth >= THICK.units && lineWidth >= THICK.ems * size;

/** What broad strokes around letters of a level line cover, letter by letter. */
function strokesOf(run: TextRun): Painting[] {
  const { line, size, lineWidth, outline, colour } = run;
  const [x0, y0, x1] = line;
  if (!isLevel(run)) return [];
  const half = lineWidth / 2;
  return spell(run)
    .filter(({ text }) => LETTER.test(text))
    .map(({ from, to }): Painting => {
      const edge = STROKED.edge * (to - from);
      const ends = [from + edge, to - edge].map((along) => x0 + (x1 - x0) * along);
      const [left, right] = [Math.min(...ends) - half, Math.max(...ends) + half];
      const box: Box = [left, y0 - half, right, y0 + STROKED.top * size + half];
      return { ...filled(run, box), colour: outline ?? colour };
    });
}

/**
 * What large letters cover, as if it were painted: the outlines of a font that the file brings along; of others, rows of
 * block signs, large dashes, and signs that are bars in all fonts that readers have.
 */
export function blocksOf(pdf: Pdf, run: TextRun, text: () => string): Painting[] {
  if (isThick(run)) return strokesOf(run);
  const drawn = drawGlyphOutlines(pdf, run);
  if (drawn !== undefined && drawn.outlines.length > 0) {
    const isRow = isBlockRow(run);
    return drawn.outlines.filter(({ box }) => isRow || isBroad(box)).map((outline) => outlined(run, outline));
  }
  const { line, size, bytes } = run;
  const [x0, y0, x1] = line;
  if (!isLevel(run)) return [];
  const signs = text().trim();
  const isDash = size >= LARGE_DASH && DASHES.test(signs);
  if ((size >= LEAST_SIZE || isBlockRow(run)) && (isDash || BLOCKS.test(signs))) {
    const shape = isDash ? DASH : BLOCK;
    const edge = shape.edge * Math.min(size, Math.abs(x1 - x0) / bytes.length);
    const [left, right] = [Math.min(x0, x1) + edge, Math.max(x0, x1) - edge];
    return [filled(run, [left, y0 + shape.foot * size, right, y0 + shape.top * size])];
  }
  return [...signs].some((sign) => BARS.has(sign)) ? bars(run) : [];
}

function bars(run: TextRun): Painting[] {
  const [x0, y0, x1] = run.line;
  return spell(run).flatMap(({ text, from, to }) => {
    const bar = BARS.get(text);
    if (bar === undefined) return [];
    const [start, end] = [bar.from, bar.to].map((share) => x0 + (x1 - x0) * (from + (to - from) * share));
    const [left, right] = [Math.min(start ?? 0, end ?? 0), Math.max(start ?? 0, end ?? 0)];
    const box: Box = [left, y0 + bar.foot * run.size, right, y0 + bar.top * run.size];
    return isBroad(box) ? [filled(run, box)] : [];
  });
}

const isBroad = ([x0, y0, x1, y1]: Box): boolean => x1 - x0 >= BROAD && y1 - y0 >= HIGH;

const filled = (run: TextRun, box: Box): Painting => {
  const solid = intersect(box, run.clip);
  return { ...markOf(run), solid, whole: solid, porous: run.clips.length > 0 };
};

const outlined = (run: TextRun, outline: Outline): Painting => ({
  ...markOf(run),
  box: outline.box,
  solid: undefined,
  whole: undefined,
  outline,
  porous: false,
});

function markOf(run: TextRun): Omit<Painting, 'solid' | 'whole' | 'porous'> {
  const { box, clip, clips, vague, alpha, masked, masks, blend, grouped, layer, glyph, maker, colour } = run;
  const mark = { box, clip, clips, vague, alpha, masked, masks, blend, grouped, layer, glyph, maker, colour };
  return { ...mark, kind: 'fill', opaque: true };
}
