import { describe, expect, it } from 'vitest';
import type { Box } from '../src/revisions/pages.ts';
import { effectOf } from './sight-support.ts';

/** Three letters, from 100 to 130 and from 701 to 712. */
const LETTERS = 'BT /F1 20 Tf 100 700 Td (ABC) Tj ET';
const ASIDE: Box = [10, 10, 12, 12];
const OVER: Box = [90, 690, 140, 720];

/** What readers hide that paint an annotation without an appearance by themselves. */
const bare = (subtype: string, rect: Box, entries = ''): string | undefined =>
  effectOf(LETTERS, { rect, subtype, entries });

type Row = readonly [effect: string, what: string, subtype: string, rect: Box, entries: string];

describe('areas that readers paint by themselves', () => {
  it.each<Row>([
    ['hides', 'a stamp', 'Stamp', OVER, ''],
    ['hides', 'free text', 'FreeText', OVER, ''],
    ['hides', 'a redaction', 'Redact', OVER, ''],
    ['clear', 'a stamp beside it', 'Stamp', [90, 720, 140, 740], ''],
    ['clear', 'a link', 'Link', OVER, ''],
    ['clear', 'a square', 'Square', OVER, ''],
    ['hides', 'one that is filled', 'Square', OVER, '/IC[1 1 1]'],
    ['clear', 'one that is filled with nothing', 'Square', OVER, '/IC[]'],
    ['hides', 'a circle that is filled', 'Circle', OVER, '/IC[1]'],
    ['clear', 'a line with filled ends', 'Line', OVER, '/IC[1]'],
    ['clear', 'a field', 'Widget', OVER, ''],
    ['hides', 'a field with a ground', 'Widget', OVER, '/MK<</BG[1]>>'],
    ['clear', 'a field without one', 'Widget', OVER, '/MK<</BG[]>>'],
    ['clear', 'a link that has one', 'Link', OVER, '/MK<</BG[1]>>'],
    ['clear', 'a field with a border', 'Widget', OVER, '/MK<</BC[1]>>'],
    ['hides', 'a field with a broad border', 'Widget', OVER, '/MK<</BC[1]>>/BS<</W 16>>'],
    ['clear', 'a broad border without a colour', 'Widget', OVER, '/BS<</W 16>>'],
    ['clear', 'a broad border around no square', 'Popup', OVER, '/MK<</BC[1]>>/BS<</W 16>>'],
    ['clear', 'what nobody paints', 'Popup', OVER, ''],
    ['hides', 'a caret', 'Caret', OVER, ''],
  ])('MAP-8 %s: %s', (effect, _, subtype, rect, entries) => {
    expect(bare(subtype, rect, entries)).toBe(effect);
  });

  it.each<Row>([
    ['hides', 'from its upper left corner', 'Text', [100, 713, 102, 715], ''],
    ['hides', 'as far as it reaches to the right', 'Sound', [84, 700, 85, 720], ''],
    ['clear', 'no farther', 'Text', [81, 700, 82, 720], ''],
    ['hides', 'as far as it reaches down', 'FileAttachment', [100, 720, 101, 729], ''],
    ['clear', 'no farther down', 'Text', [100, 720, 101, 730.5], ''],
    ['hides', 'in the middle of its place', 'Sound', [108, 700, 109, 702], ''],
    ['clear', 'nothing left of it', 'Text', [141, 710, 142, 715], ''],
    ['hides', 'up from its lower left corner', 'Text', [100, 694, 101, 695], ''],
    ['clear', 'nothing above it', 'FileAttachment', [100, 688, 101, 690], ''],
    ['hides', 'all of a large one', 'Text', [60, 690, 140, 760], ''],
  ])('MAP-8 %s by an icon: %s', (effect, _, subtype, rect, entries) => {
    expect(bare(subtype, rect, entries)).toBe(effect);
  });
});

it('MAP-8 what has no place of its own has no area', () => {
  for (const rect of [[100, 720, 100, 720], []] as Box[])
    for (const subtype of ['Stamp', 'Circle', 'Highlight', 'Popup'])
      expect(bare(subtype, rect, '/C[0]/BS<</W 20>>')).toBe('clear');
  expect(bare('Text', [100, 720, 100, 720], '')).toBe('hides');
  expect(bare('Square', [100, 720, 100, 720], '/BS<</W 40>>')).toBe('hides');
  expect(bare('Line', [] as unknown as Box, '/L[90 706.5 140 706.5]/BS<</W 9>>')).toBe('hides');
});

describe('borders that readers paint by themselves', () => {
  const WIDE: Box = [60, 701, 170, 712];
  const HIGH: Box = [100, 660, 110, 740];

  it.each<Row>([
    ['clear', 'as broad as most are', 'Square', WIDE, ''],
    ['hides', 'a broad one, above and below', 'Square', WIDE, '/BS<</W 2.3>>'],
    ['clear', 'one that is a little thinner', 'Square', WIDE, '/BS<</W 2.1>>'],
    ['hides', 'a broad one, left and right', 'Square', HIGH, '/BS<</W 2.1>>'],
    ['clear', 'a thinner one', 'Square', HIGH, '/BS<</W 1.9>>'],
    ['hides', 'of a link', 'Link', WIDE, '/Border[0 0 2.3]'],
    ['clear', 'of a link that has none', 'Link', WIDE, '/Border[0 0 0]'],
    ['clear', 'of a link that has less than none', 'Link', WIDE, '/Border[0 0 -9]'],
    ['clear', 'by what counts before it', 'Link', WIDE, '/Border[0 0 9]/BS<</W 1>>'],
    ['hides', 'where that says nothing', 'Link', WIDE, '/Border[0 0 2.3]/BS<<>>'],
    ['clear', 'within what is as narrow', 'Square', [97, 660, 102, 740], '/BS<</W 50>>'],
    ['clear', 'within what is as low', 'Square', [60, 698, 170, 703], '/BS<</W 50>>'],
  ])('MAP-8 %s: %s', (effect, _, subtype, rect, entries) => {
    expect(bare(subtype, rect, entries)).toBe(effect);
  });

  it.each<Row>([
    ['clear', 'about the letters', 'Circle', [75, 666.5, 155, 746.5], '/BS<</W 20>>'],
    ['hides', 'about their middle', 'Circle', [75, 666.5, 155, 746.5], '/BS<</W 31>>'],
    ['clear', 'about most of them', 'Circle', [75, 666.5, 155, 746.5], '/BS<</W 26>>'],
    ['hides', 'with no middle', 'Circle', [75, 666.5, 155, 746.5], '/BS<</W 90>>'],
    ['clear', 'that is broader than it is high', 'Circle', [60, 686, 170, 727], '/BS<</W 6>>'],
    ['hides', 'whose foot is there', 'Circle', [60, 704, 170, 790], '/BS<</W 8>>'],
    ['hides', 'whose head is there', 'Circle', [60, 623, 170, 709], '/BS<</W 8>>'],
    ['hides', 'whose left side is there', 'Circle', [101, 650, 290, 763], '/BS<</W 8>>'],
    ['hides', 'whose right side is a little higher', 'Circle', [-40, 662, 129, 775], '/BS<</W 8>>'],
    ['hides', 'whose lower left is there', 'Circle', [99.3, 690.8, 187.3, 778.8], '/BS<</W 8>>'],
    ['hides', 'whose right side is there', 'Circle', [-40, 650, 129, 763], '/BS<</W 8>>'],
  ])('MAP-8 %s: an ellipse %s', (effect, _, subtype, rect, entries) => {
    expect(bare(subtype, rect, entries)).toBe(effect);
  });
});

describe('lines that readers paint by themselves', () => {
  const [BROAD, THIN] = ['/BS<</W 4.7>>', '/BS<</W 4.2>>'];
  const across = '90 706.5 140 706.5';

  it.each<[string, string, string, string]>([
    ['hides', 'Line', 'a broad one', `/L[${across}]${BROAD}`],
    ['clear', 'Line', 'a thin one', `/L[${across}]${THIN}`],
    ['clear', 'Line', 'one without a width', `/L[${across}]/BS<</W 0>>`],
    ['clear', 'Line', 'one of other entries', `/Vertices[${across}]/InkList[[${across}]]${BROAD}`],
    ['clear', 'Line', 'one without corners', BROAD],
    ['clear', 'Line', 'one with too few', `/L[90 706.5 140]${BROAD}`],
    ['hides', 'PolyLine', 'the second of several', `/Vertices[90 800 90 706.5 140 706.5 140 800]${BROAD}`],
    ['hides', 'PolyLine', 'the last of several', `/Vertices[140 800 90 800 90 706.5 140 706.5]${BROAD}`],
    ['clear', 'PolyLine', 'none that closes it', `/Vertices[90 706.5 90 800 140 800 140 706.5]${BROAD}`],
    ['clear', 'PolyLine', 'one of other entries', `/L[${across}]/InkList[[${across}]]${BROAD}`],
    ['hides', 'Polygon', 'one that closes it', `/Vertices[90 706.5 90 800 140 800 140 706.5]${BROAD}`],
    ['clear', 'Polygon', 'one around it', `/Vertices[80 680 80 800 150 800 150 680]${BROAD}`],
    ['clear', 'Polygon', 'one of other entries', `/L[${across}]/InkList[[${across}]]${BROAD}`],
    ['hides', 'Ink', 'the second of several', `/InkList[[9 9 20 9][${across}]]${BROAD}`],
    [
      'clear',
      'Ink',
      'none between two of them',
      `/InkList[[80 706.5 90 706.5][140 706.5 150 706.5]]${BROAD}`,
    ],
    ['clear', 'Ink', 'one of other entries', `/L[${across}]/Vertices[${across}]${BROAD}`],
    [
      'clear',
      'Stamp',
      'one of what has none',
      `/L[${across}]/Vertices[${across}]/InkList[[${across}]]${BROAD}`,
    ],
  ])('MAP-8 %s: %s, %s', (effect, subtype, _, entries) => {
    expect(bare(subtype, ASIDE, entries)).toBe(effect);
    expect(bare(subtype, [10, 10, 10, 10], entries)).toBe(effect);
  });

  it('MAP-8 but none that lies beside the page', () => {
    expect(bare('Line', [-90, 10, -80, 20], `/L[-90 10 -80 10]${BROAD}`)).toBe('clear');
    expect(bare('Line', [-90, 10, -80, 20], `/L[${across}]${BROAD}`)).toBe('hides');
  });
});

describe('markings of text that readers paint by themselves', () => {
  const QUAD = '90 720 140 720 90 690 140 690';
  const highlight = (colour: string, points = QUAD, rect = ASIDE) =>
    bare('Highlight', rect, `${colour}/QuadPoints[${points}]`);

  it.each<[string, string]>([
    ['hides', '[.59]'],
    ['clear', '[.61]'],
    ['clear', '[]'],
    ['clear', '[7]'],
    ['hides', '[-1]'],
    ['hides', '[.59 .59 .59]'],
    ['clear', '[.61 .61 .61]'],
    ['clear', '[0 1 1]'],
    ['hides', '[1 0 1]'],
    ['clear', '[1 1 0]'],
    ['hides', '[0 0 0 .41]'],
    ['clear', '[0 0 0 .39]'],
    ['hides', '[.41 .41 .41 0]'],
    ['clear', '[.39 .39 .39 0]'],
    ['clear', '[1 0 0 0]'],
    ['hides', '[0 1 0 0]'],
    ['clear', '[0 0 1 0]'],
    ['hides', '[.3 .3 .3 .2]'],
  ])('MAP-8 %s: a highlight in the colour %s', (effect, colour) => {
    expect(highlight(`/C${colour}`)).toBe(effect);
  });

  it('MAP-8 have the place of their quadrilaterals, or of their rectangle', () => {
    expect(highlight('')).toBe('clear');
    expect(highlight('/C[0]', '9 9 20 9 9 2 20 2')).toBe('clear');
    expect(highlight('/C[0]', `9 9 20 9 9 2 20 2 ${QUAD}`)).toBe('hides');
    expect(highlight('/C[0]', '9 9 20 9 9 2 20 2', OVER)).toBe('clear');
    expect(highlight('/C[0]', '', OVER)).toBe('hides');
    expect(highlight('/C[0]', '90 720 140 720 90 690 140', OVER)).toBe('hides');
    expect(highlight('/C[0]', '90 720 140 720 90 690 140')).toBe('clear');
    expect(bare('Highlight', OVER, '/C[0]')).toBe('hides');
    expect(bare('Squiggly', [90, 696.5, 140, 856.5])).toBe('hides');
    expect(bare('Squiggly', [90, 626.5, 140, 786.5])).toBe('clear');
    // An upright parallelogram, of which the letters are in the middle.
    expect(highlight('/C[0]', '90 712 140 722 90 691 140 701')).toBe('hides');
    expect(highlight('/C[0]', '90 700 140 741 90 660 140 701')).toBe('hides');
  });

  /** A line through, or under, a text of some height, whose foot is somewhere. */
  const ruled = (subtype: string, foot: number, high: number, lift = 0) =>
    bare(
      subtype,
      ASIDE,
      `/QuadPoints[90 ${foot + high} 140 ${foot + high + lift} 90 ${foot} 140 ${foot + lift}]`,
    );

  it.each<[string, string, string, number, number]>([
    ['hides', 'StrikeOut', 'in its middle', 626.5, 160],
    ['hides', 'StrikeOut', 'a little lower', 637.9, 160],
    ['clear', 'StrikeOut', 'above its middle', 610, 160],
    ['clear', 'StrikeOut', 'at its foot', 696.5, 160],
    ['hides', 'Underline', 'at its foot', 696.5, 160],
    ['hides', 'Underline', 'a little higher', 683.6, 160],
    ['clear', 'Underline', 'in its middle', 626.5, 160],
    ['clear', 'Underline', 'below its foot', 714, 160],
    ['hides', 'Squiggly', 'at its foot', 696.5, 160],
    ['hides', 'Underline', 'as thick as the text is high', 692.64, 75],
    ['clear', 'Underline', 'thinner', 693.3, 69],
    ['clear', 'Stamp', 'of what has none', 626.5, 160],
    ['clear', 'Stamp', 'at the foot of what has none', 696.5, 160],
  ])('MAP-8 %s: %s %s', (effect, subtype, _, foot, high) => {
    expect(ruled(subtype, foot, high)).toBe(effect);
  });

  it('MAP-8 run along their text', () => {
    expect(ruled('Underline', 690, 160, 12)).toBe('hides');
    expect(ruled('Underline', 660, 160, 72)).toBe('hides');
    expect(ruled('Underline', 696.5, 160, -90)).toBe('clear');
    expect(ruled('StrikeOut', 598, 160, 72)).toBe('hides');
  });
});
