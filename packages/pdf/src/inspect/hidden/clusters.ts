import type { GlyphOutline } from '../../content/font/program/outline.ts';
import { shapeOf } from '../../content/font/program/raster.ts';
import { isKnown, type Letter } from './lettershapes.ts';

/** Letters of one glyph that are looked at: ligatures have three at most, words a few more. */
const MOST = 12;
/** Contours of one glyph that are looked at: each letter has three at most. */
const MOST_CONTOURS = 60;

/** Whether one code is copied as several letters whose looks are known. */
export const isCluster = (text: string): boolean =>
  text.length > 1 && text.length <= MOST && [...text].every(isKnown);

/**
 * The letters of a glyph that is copied as several: one by one where as many stand side by side, and all together where
 * nothing parts them. None where neither is the case: a ligature has other parts than letters.
 */
export function clusterLetters(
  text: string,
  outline: GlyphOutline,
  spend: (units: number) => void,
): readonly Letter[] {
  if (outline.length > MOST_CONTOURS) return [];
  const parts = partsOf(outline);
  if (parts.length === 1) return [{ text, shape: shapeOf(outline, spend) }];
  if (parts.length !== text.length) return [];
  return parts.map((part, at) => ({ text: text[at] ?? '', shape: shapeOf(part, spend) }));
}

/** The contours that stand over each other, from left to right. */
function partsOf(outline: GlyphOutline): GlyphOutline[] {
  const placed = outline
    .filter((contour) => contour.length > 0)
    .map((contour) => {
      const xs = contour.filter((_, at) => at % 2 === 0);
      return { contour, from: Math.min(...xs), to: Math.max(...xs) };
    })
    .sort((one, other) => one.from - other.from);
  const parts: (typeof placed)[number]['contour'][][] = [];
  let end = -Infinity;
  for (const { contour, from, to } of placed) {
    if (from > end) parts.push([]);
    parts.at(-1)?.push(contour);
    end = Math.max(end, to);
  }
  return parts;
}
