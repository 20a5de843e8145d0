import { documentObjects, writePdf } from '@websign/testkit';
import { describe, expect, it } from 'vitest';
import type { GlyphOutline } from '../src/content/font/program/outline.ts';
import { TrueType } from '../src/content/font/program/truetype.ts';
import { compareGlyphs } from '../src/inspect/hidden/glyphs.ts';
import { font, open } from './support.ts';

const program = new TrueType(open(writePdf({ kind: 'table', objects: documentObjects() })), font);

function outlineOf(sign: string): GlyphOutline {
  const glyph = program.unicodeGlyphs(sign.codePointAt(0) ?? 0).find((each) => each !== 0) ?? 0;
  const outline = program.outline(glyph);
  if (glyph === 0 || outline === undefined || outline === 'unread') throw new Error(`no ${sign} in the font`);
  return outline;
}

/** A contour for each rectangle. */
const bars = (...edges: [number, number, number, number][]): GlyphOutline =>
  edges.map(([x0, y0, x1, y1]) => [x0, y0, x1, y0, x1, y1, x0, y1].map((value) => value / 1000));
/** An angle that opens to the right, and one over a bar. */
const LESS: GlyphOutline = [
  [0.05, 0.3, 0.55, 0.1, 0.55, 0.17, 0.15, 0.33, 0.55, 0.5, 0.55, 0.57, 0.05, 0.37],
];
const AT_MOST: GlyphOutline = [...LESS, ...bars([50, -50, 550, 20])];
const mirrored = (outline: GlyphOutline): GlyphOutline =>
  outline.map((contour) => contour.map((value, at) => (at % 2 === 0 ? 0.6 - value : value)));

interface Sign {
  text: string;
  drawn: GlyphOutline;
  touchesDigits?: boolean;
  isMinus?: boolean;
}
/** What is told of signs, each copied as one text and drawn as another. */
const told = (...signs: Sign[]): string[] =>
  compareGlyphs(
    (code) => signs[code]?.drawn,
    signs.map(({ text, touchesDigits = false, isMinus = false }, code) => ({
      ...{ code, isMinus },
      text,
      isClaimed: true,
      touchesDigits,
      advance: 0.6,
    })),
    () => {},
  ).other;

describe('UP-6: signs that compare numbers', () => {
  it.each<[string, GlyphOutline]>([
    ['<', mirrored(LESS)],
    ['>', LESS],
    ['≤', mirrored(AT_MOST)],
    ['≥', AT_MOST],
    ['=', [...outlineOf('='), ...bars([250, 0, 330, 700])]],
    ['=', outlineOf('-')],
    ['≠', outlineOf('=')],
  ])('a %s that is drawn as another', (text, drawn) => expect(told({ text, drawn })).toEqual([text]));

  it.each<[string, GlyphOutline]>([
    ['<', LESS],
    ['>', mirrored(LESS)],
    ['≤', AT_MOST],
    ['≥', mirrored(AT_MOST)],
    ['=', outlineOf('=')],
    ['≠', [...outlineOf('='), ...bars([250, 0, 330, 700])]],
    ['=', []],
  ])('SGN-7: a %s that is drawn as it is', (text, drawn) => expect(told({ text, drawn })).toEqual([]));
});

describe('UP-6: a minus that is copied as a hyphen that readers leave out', () => {
  const minus = { text: '\u00ad', drawn: outlineOf('-'), touchesDigits: true };

  it('where other hyphens are copied as they are', () =>
    expect(told(minus, { text: '-', drawn: outlineOf('-') })).toEqual(['\u00ad']));

  it('where it is shown as nothing but a minus', () =>
    expect(told({ ...minus, isMinus: true })).toEqual(['\u00ad']));

  it('SGN-7: not where all are, nor between letters', () => {
    expect(told(minus)).toEqual([]);
    expect(told({ ...minus, touchesDigits: false }, { text: '-', drawn: outlineOf('-') })).toEqual([]);
  });
});
