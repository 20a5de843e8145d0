import type { Drawn } from '../../content/font/drawn.ts';
import type { Font } from '../../content/font/font.ts';
import type { GlyphOutline } from '../../content/font/program/outline.ts';
import type { Pdf } from '../../syntax/pdf.ts';
import { isCluster } from './clusters.ts';
import { type Coded, kindOf } from './glyphs.ts';
import { isKnown } from './lettershapes.ts';
import { type Procedure, Procedures } from './procedures.ts';

/** What the procedures of a Type 3 font draw for its codes. */
export interface Type3Glyphs {
  drawn: Drawn;
  codes: readonly Coded[];
  /** The text that procedures show, by code. */
  words: ReadonlyMap<number, string>;
}

/** Height of a letter or digit in em, where the font's units are those of other fonts, and what it is taken for where they are not. */
const HEIGHTS = [0.3, 1.2] as const;
const HEIGHT = 0.7;

/**
 * Looks at those glyphs of a Type 3 font that can be held against what their codes are copied as. The font's own
 * units, and which way is up, count as its strings show them: `mirrored` for those that stand on their head.
 */
export function readType3(pdf: Pdf, font: Font, codes: readonly Coded[], mirrored: boolean): Type3Glyphs {
  const procedures = new Procedures(pdf, font);
  const read = new Map<number, Procedure>();
  for (const { code, text } of codes) {
    const kind = kindOf(text);
    const procedure =
      kind === undefined
        ? undefined
        : procedures.read(code, kind === 'letter' && !isKnown(text) && !isCluster(text));
    if (procedure !== undefined) read.set(code, procedure);
  }
  const scale = scaleOf(codes, read);
  // A font that is white throughout is one for dark grounds.
  const isDark = [...read.values()].some(({ outline }) => outline !== undefined && outline.length > 0);
  const drawn: Drawn = (code) => {
    const { outline, isPale = false } = read.get(code) ?? {};
    if (outline === undefined || scale === undefined || (isPale && !isDark)) return undefined;
    return placed(outline, scale, mirrored ? -scale : scale);
  };
  const words = new Map<number, string>();
  for (const [code, { words: shown }] of read) if (shown !== '') words.set(code, shown);
  // Of letters no more than how they look on the whole is known.
  const known = codes.map((one) => ({
    ...one,
    isCoarse: kindOf(one.text) === 'letter' || read.get(one.code)?.isCoarse === true,
  }));
  return { drawn, codes: known, words };
}

/**
 * What brings the letters and digits of the font to the height that they have in others. In a font without any, what is
 * copied as a blank counts if it is drawn as high as they are in other fonts.
 */
function scaleOf(codes: readonly Coded[], read: ReadonlyMap<number, Procedure>): number | undefined {
  const heights: number[] = [];
  let hasHighBlank = false;
  for (const { code, text } of codes) {
    const kind = kindOf(text);
    const outline = read.get(code)?.outline ?? [];
    if (outline.length === 0) continue;
    const height = heightOf(outline);
    if (kind === 'letter' || kind === 'digit') heights.push(height);
    else if (kind === 'unseen') hasHighBlank ||= isUsual(height);
  }
  heights.sort((a, b) => a - b);
  const usual = heights[Math.floor(heights.length / 2)];
  if (usual === undefined) return hasHighBlank ? 1 : undefined;
  return isUsual(usual) ? 1 : HEIGHT / usual;
}

const isUsual = (height: number): boolean => height >= HEIGHTS[0] && height <= HEIGHTS[1];

function heightOf(outline: GlyphOutline): number {
  let [low, high] = [Infinity, -Infinity];
  for (const contour of outline) {
    for (let at = 1; at < contour.length; at += 2) {
      low = Math.min(low, contour[at] ?? 0);
      high = Math.max(high, contour[at] ?? 0);
    }
  }
  return high - low;
}

const placed = (outline: GlyphOutline, right: number, up: number): GlyphOutline =>
  right === 1 && up === 1
    ? outline
    : outline.map((contour) => contour.map((value, at) => value * (at % 2 === 0 ? right : up)));
