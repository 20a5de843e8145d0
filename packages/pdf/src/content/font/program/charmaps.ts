import type { FontBytes } from './bytes.ts';

/** The runs of codes that a map has. */
export function* ranges(map: FontBytes): Generator<[number, number]> {
  const format = map.u16(0);
  if (format === 0) yield [0, 255];
  if (format === 6) yield [map.u16(6), map.u16(6) + map.u16(8) - 1];
  if (format === 4) {
    const doubled = map.u16(6);
    for (let at = 0; at < doubled; at += 2) {
      const end = map.u16(14 + at);
      // The last segment says that nothing follows.
      yield [map.u16(16 + doubled + at), end === 0xffff ? 0xfffe : end];
    }
  }
  if (format === 12) {
    const count = Math.min(map.u32(12), map.length / 12);
    for (let group = 0; group < count; group++) yield [map.u32(16 + group * 12), map.u32(20 + group * 12)];
  }
}

/** Glyph of a code in a map of format 0, 4, 6 or 12; 0 for none. */
export function lookUp(map: FontBytes, code: number): number {
  switch (map.u16(0)) {
    case 0:
      return code < 256 ? map.u8(6 + code) : 0;
    case 4:
      return code > 0xffff ? 0 : segment(map, code);
    case 6: {
      const index = code - map.u16(6);
      return index >= 0 && index < map.u16(8) ? map.u16(10 + 2 * index) : 0;
    }
    case 12:
      return group(map, code);
    default:
      return 0;
  }
}

/** First index of `count` whose end is at or past `code`. */
function firstEnding(count: number, end: (index: number) => number, code: number): number {
  let low = 0;
  let high = count;
  while (low < high) {
    const middle = (low + high) >>> 1;
    if (end(middle) < code) low = middle + 1;
    else high = middle;
  }
  return low;
}

function segment(map: FontBytes, code: number): number {
  const doubled = map.u16(6);
  const at = 2 * firstEnding(doubled >> 1, (index) => map.u16(14 + 2 * index), code);
  const starts = 16 + doubled;
  const start = map.u16(starts + at);
  if (at >= doubled || code < start) return 0;
  const delta = map.u16(starts + doubled + at);
  const rangeAt = starts + 2 * doubled + at;
  const range = map.u16(rangeAt);
  if (range === 0) return (code + delta) & 0xffff;
  const glyph = map.u16(rangeAt + range + 2 * (code - start));
  return glyph === 0 ? 0 : (glyph + delta) & 0xffff;
}

function group(map: FontBytes, code: number): number {
  const count = Math.min(map.u32(12), Math.floor(map.length / 12));
  const index = firstEnding(count, (at) => map.u32(20 + at * 12), code);
  const start = map.u32(16 + index * 12);
  return index < count && code >= start ? map.u32(24 + index * 12) + code - start : 0;
}
