import { PdfError } from '../errors.ts';
import type { FontTable } from './fonttables.ts';

type Lookup = (codePoint: number) => number;

/** Unicode subtables, best first: platform, encoding, format. */
const wanted = [
  [3, 10, 12],
  [0, 6, 12],
  [0, 4, 12],
  [3, 1, 4],
  [0, 3, 4],
  [0, 4, 4],
] as const;
const mostSubtables = 64;

/** Look-up of glyph ids in the best Unicode subtable of a cmap table; 0 stands for no glyph. */
export function readCmap(cmap: FontTable, glyphCount: number): Lookup {
  const subtables = Array.from({ length: Math.min(cmap.u16(2), mostSubtables) }, (_, i) => {
    const offset = cmap.u32(8 + i * 8);
    return { platform: cmap.u16(4 + i * 8), encoding: cmap.u16(6 + i * 8), offset, format: cmap.u16(offset) };
  });
  for (const [platform, encoding, format] of wanted) {
    const found = subtables.find(
      (s) => s.platform === platform && s.encoding === encoding && s.format === format,
    );
    if (!found) continue;
    const lookup = (format === 12 ? format12 : format4)(cmap, found.offset);
    return (codePoint) => {
      const glyph = lookup(codePoint);
      return glyph < glyphCount ? glyph : 0;
    };
  }
  throw new PdfError('font_unusable', 'the font has no Unicode character map');
}

/** First index in 0..count-1 whose end is at or past `codePoint`; count where there is none. */
function firstEnding(count: number, end: (i: number) => number, codePoint: number): number {
  let low = 0;
  let high = count;
  while (low < high) {
    const middle = (low + high) >>> 1;
    if (end(middle) < codePoint) low = middle + 1;
    else high = middle;
  }
  return low;
}

/** Segmented coverage of groups over all of Unicode. */
function format12(cmap: FontTable, offset: number): Lookup {
  const count = cmap.u32(offset + 12);
  return (codePoint) => {
    const i = firstEnding(count, (k) => cmap.u32(offset + 20 + k * 12), codePoint);
    if (i === count) return 0;
    const group = offset + 16 + i * 12;
    const start = cmap.u32(group);
    return codePoint < start ? 0 : cmap.u32(group + 8) + codePoint - start;
  };
}

/** Segment mapping to delta values over the basic plane. */
function format4(cmap: FontTable, offset: number): Lookup {
  const doubled = cmap.u16(offset + 6);
  const ends = offset + 14;
  const starts = ends + doubled + 2;
  return (codePoint) => {
    if (codePoint > 0xffff) return 0;
    const i = 2 * firstEnding(doubled >> 1, (k) => cmap.u16(ends + 2 * k), codePoint);
    if (i >= doubled) return 0;
    const start = cmap.u16(starts + i);
    if (codePoint < start) return 0;
    const delta = cmap.u16(starts + doubled + i);
    const rangeAt = starts + 2 * doubled + i;
    const range = cmap.u16(rangeAt);
    if (range === 0) return (codePoint + delta) & 0xffff;
    const glyph = cmap.u16(rangeAt + range + 2 * (codePoint - start));
    return glyph === 0 ? 0 : (glyph + delta) & 0xffff;
  };
}
