import { documentObjects, streamBody, writePdf } from '@websign/testkit';
import { describe, expect, it } from 'vitest';
import { inspect } from '../src/index.ts';
import { compareGlyphs } from '../src/inspect/hidden/glyphs.ts';
import { drawsBeside } from '../src/inspect/hidden/overhang.ts';
import { open } from './support.ts';

/** What is told of a font like Helvetica whose widths are 500 but for some. */
function told(content: string, widths: Readonly<Record<string, number>> = {}): (string | undefined)[] {
  const list = Array.from({ length: 95 }, (_, at) => widths[String.fromCharCode(32 + at)] ?? 500).join(' ');
  const more = [
    {
      number: 100,
      body: `<</Type/Font/Subtype/Type1/BaseFont/Own/Encoding/WinAnsiEncoding/FirstChar 32/LastChar 126/Widths[${list}]/FontDescriptor 101 0 R/ToUnicode 102 0 R>>`,
    },
    {
      number: 101,
      body: '<</Type/FontDescriptor/FontName/Own/Flags 32/FontBBox[0 -200 500 700]/ItalicAngle 0/Ascent 700/Descent 0/CapHeight 700/StemV 80>>',
    },
    {
      number: 102,
      body: streamBody(
        '1 begincodespacerange <00><ff> endcodespacerange 1 beginbfrange <20><7e><0020> endbfrange',
      ),
    },
  ];
  const entries = '/Resources<</Font<</F2 100 0 R>>>>';
  const objects = documentObjects({
    pages: [{ content: `BT /F2 12 Tf 72 700 Td ${content} ET`, entries }],
    more,
  });
  return inspect(open(writePdf({ kind: 'table', objects })))
    .findings.filter(({ kind }) => kind === 'text_map_mismatch')
    .map(({ excerpt }) => excerpt);
}

describe('digits of a string that stand in one place', () => {
  it.each([
    ['for they have no width', '(The fee is EUR 1000 in all) Tj', { 0: 0 }, '00'],
    ['for they have hardly one', '(The fee is EUR 100 000) Tj', { 0: 2 }, '00'],
    ['for spacing leads back', '(The fee is EUR ) Tj -4.5 Tc (105) Tj', {}, '10'],
    ['for a comma leads back', '(The fee is EUR 1,500) Tj', { ',': -250 }, '1,5'],
  ])('UP-6: %s', (_, content, widths, excerpt) => {
    expect(told(content, widths)).toContain(excerpt);
  });

  it.each([
    ['the next one', '(The fee is EUR 15.00) Tj', { '.': 0 }, '5.0'],
    ['the one before', '(The fee is EUR ) Tj -4.2 Tc (5) Tj (5.0) Tj', { '.': 600 }, '5.0'],
  ])('UP-6: a point that stands within %s', (_, content, widths, excerpt) => {
    expect(told(content, widths)).toContain(excerpt);
  });

  it.each([
    ['side by side', '[(The fee is EUR 10) 80 (00)] TJ', { '.': 250 }],
    ['without widths, set apart by spacing', '[(1) -500 (0) -500 (0)] TJ', { 0: 0, 1: 0 }],
    ['narrow', '(The fee is EUR 100.00) Tj', { 0: 220, 1: 180, '.': 110 }],
  ])('SGN-7: no warning of digits %s', (_, content, widths) => {
    expect(told(content, widths)).toEqual([]);
  });
});

/** Boxes from the line to the height of digits. */
const boxes = (...all: (readonly [x0: number, x1: number, height: number])[]): number[][] =>
  all.map(([x0, x1, height]) => [x0, 0, x1, 0, x1, height, x0, height]);

describe('what glyphs draw beside their widths', () => {
  it.each([
    ['R', boxes([0.05, 0.5, 0.7], [0.6, 0.8, 0.7]), 0.55],
    ['w', boxes([0.05, 0.5, 0.5], [1.2, 1.5, 0.5]), 0.55],
    ['t', boxes([-0.9, -0.4, 0.7], [0.05, 0.3, 0.7]), 0.35],
    ['.', boxes([0.4, 0.5, 0.1]), 0.25],
  ])('UP-6: %s', (text, outline, advance) => {
    expect(drawsBeside(text, outline, advance, () => {})).toBe(true);
  });

  it.each([
    ['f', boxes([-0.4, 1.2, 0.7]), 0.3],
    ['"', boxes([0.05, 0.1, 0.7], [0.15, 0.3, 0.7]), 0.35],
    ['ď', boxes([0.05, 0.5, 0.7], [0.6, 0.9, 0.2]), 0.55],
    ['i', boxes([0.05, 0.1, 0.7], [0.5, 0.9, 0.7]), 0],
    ['ำ', boxes([-0.5, -0.2, 0.7], [0.1, 0.5, 0.7]), 0.5],
  ])('SGN-7: no warning of %s', (text, outline, advance) => {
    expect(drawsBeside(text, outline, advance, () => {})).toBe(false);
  });
});

describe('digits that change places with their neighbours', () => {
  /** What is told of digits of half an em that a font draws so far to the right of their places. */
  const other = (shifts: Readonly<Record<string, number>>): string[] => {
    const texts = Object.keys(shifts);
    const drawn = (code: number) => {
      const shift = shifts[String.fromCharCode(code)] ?? 0;
      // No two look alike.
      return boxes([0.05 + shift, 0.3 + code / 1000 + shift, 0.7], [0.06 + shift, 0.2 + shift, code / 100]);
    };
    const codes = texts.map((text) => ({ code: text.charCodeAt(0), text, isClaimed: true, advance: 0.5 }));
    return compareGlyphs(drawn, codes, () => {}).other;
  };

  it('UP-6: one stands behind its width, and another before its own', () =>
    expect(other({ 1: 0.5, 7: -0.5, 5: 0 })).toEqual(expect.arrayContaining(['1', '7'])));

  it.each([
    { 1: 0.5, 7: 0.5, 5: 0 },
    { 1: -0.5, 5: 0 },
    { 1: 0.15, 7: -0.15 },
  ])('SGN-7: none where all stand aside one way, or a little: %j', (shifts) =>
    expect(other(shifts)).not.toContain('1'),
  );
});
