import { streamBody } from '@websign/testkit';
import { describe, expect, it } from 'vitest';
import type { Box } from '../src/revisions/pages.ts';
import { effectOf, white } from './sight-support.ts';

const OVER: Box = [90, 680, 150, 740];
const GREY = '/Width 2/Height 1/BitsPerComponent 8/ColorSpace/DeviceGray';
const FORM = '/Type/XObject/Subtype/Form/BBox[0 0 600 900]';
const around = {
  page:
    '/Resources<</Font<</F1 3 0 R>>/XObject<</I 90 0 R/J 94 0 R/K 95 0 R/L 97 0 R>>/ExtGState<</A<</CA .05/ca .05>>/B<</CA .2/ca .2>>>>' +
    '/Shading<</S 91 0 R>>/Pattern<</P<</PatternType 2/Shading 91 0 R>>>>>>',
  more: [
    { number: 90, body: streamBody(Uint8Array.of(255, 250), `/Subtype/Image${GREY}`) },
    {
      number: 91,
      body: '<</ShadingType 2/ColorSpace/DeviceGray/Coords[0 0 1 0]/Extend[true true]/Function 92 0 R>>',
    },
    { number: 92, body: '<</FunctionType 2/Domain[0 1]/N 1/C0[.2]/C1[.3]>>' },
    { number: 97, body: streamBody(Uint8Array.of(255, 250), `/Subtype/Image${GREY}/SMask 95 0 R`) },
    { number: 95, body: streamBody(Uint8Array.of(255, 250), `/Subtype/Image${GREY}/Filter/JBIG2Decode`) },
    { number: 94, body: streamBody('0 g 100 700 2 14 re f 100 714 10 2 re f', FORM) },
  ],
};
const told = (content: string, box = OVER, look = white(box)) => effectOf(content, look, around);

/** Two bars that stand at a right angle, as rectangles and as a path. */
const bars = (thick: number): string => `100 690 ${thick} 30 re f 100 690 30 ${thick} re f`;
const angle = (thick: number): string =>
  `100 690 m 130 690 l 130 ${690 + thick} l ${100 + thick} ${690 + thick} l ${100 + thick} 720 l 100 720 l h f`;
/** The same, as thin as a letter's strokes. */
const LETTER = bars(2);

describe('what is drawn like a letter under an opaque look', () => {
  it.each<[string, string, string]>([
    ['hides', 'what is a little darker than its ground', `.88 g ${LETTER}`],
    ['clear', 'what is hardly darker', `.92 g ${LETTER}`],
    ['hides', 'what is a little lighter than its ground', `.5 g 0 0 595 842 re f .62 g ${LETTER}`],
    ['clear', 'what is hardly lighter', `.5 g 0 0 595 842 re f .58 g ${LETTER}`],
    ['hides', 'what lets most through', `/B gs 0 g ${LETTER}`],
    ['clear', 'what lets nearly all through', `/A gs 0 g ${LETTER}`],
    ['clear', 'broad areas', bars(8)],
    ['hides', 'areas that are a little narrower', bars(7.9)],
    ['clear', 'a broad path', angle(10)],
    ['hides', 'a path that is a little narrower', angle(9)],
    ['hides', 'what a form draws', '/J Do'],
    ['hides', 'what stands on a picture', `q 60 0 0 60 90 680 cm /I Do Q 1 g ${LETTER}`],
    ['hides', 'dark strokes on a picture', `q 60 0 0 60 90 680 cm /I Do Q 0 g ${LETTER}`],
    ['clear', 'a picture', 'q 60 0 0 60 90 680 cm /I Do Q'],
    ['clear', 'small pictures', 'q 4 0 0 30 100 690 cm /I Do Q q 30 0 0 4 100 690 cm /I Do Q'],
    ['hides', 'what stands on a picture that is not read', `q 60 0 0 60 90 680 cm /K Do Q 1 g ${LETTER}`],
    ['hides', 'what stands on one whose mask is not read', `q 60 0 0 60 90 680 cm /L Do Q 1 g ${LETTER}`],
    ['unread', 'a dash', '100 700.5 6 1 re f'],
    ['clear', 'a dash on a line', '100 700.5 6 1 re f 1 w 60 700 m 180 700 l S'],
    ['clear', 'a shading', 'q 90 680 60 60 re W n /S sh Q'],
    ['clear', 'one in the form of bars', 'q 100 690 4 30 re 100 690 30 4 re W n /S sh Q'],
    ['hides', 'what stands on a shading', `q 90 680 60 60 re W n /S sh Q 1 g ${LETTER}`],
    ['hides', 'what is drawn in a pattern', `/Pattern cs /P scn ${LETTER}`],
    ['clear', 'a broad area in a pattern', '/Pattern cs /P scn 90 680 60 60 re f'],
    ['clear', 'strokes that a later area hides', `0 g ${LETTER} 1 g 90 680 60 60 re f`],
    ['hides', 'strokes that a later area lets through', `0 g ${LETTER} /B gs 1 g 90 680 60 60 re f`],
    ['hides', 'strokes over an area that hides others', `0 g ${LETTER} 1 g 90 680 60 60 re f 0 g ${LETTER}`],
    ['clear', 'strokes in the colour of the area before them', `.3 g 90 680 60 60 re f ${LETTER}`],
  ])('MAP-8 %s: %s', (effect, _, content) => {
    expect(told(content)).toBe(effect);
  });

  it.each<[string, string, string]>([
    ['clear', 'that is long', '1.5 w 92 690 m 134 715 l S'],
    ['hides', 'that is as long as a letter', '1.5 w 96 690 m 132 715 l S'],
    ['clear', 'that is as broad as a rule', '2.8 w 92 690 m 142 725 l S'],
    ['unread', 'that is broader', '3.6 w 92 690 m 142 725 l S'],
    ['clear', 'that is long and falls', '1.5 w 92 715 m 134 690 l S'],
    [
      'unread',
      'of several pieces',
      '1.5 w 92 690 m 100 715 l 108 690 l 116 715 l 124 690 l 132 715 l 140 690 l S',
    ],
    ['clear', 'as an area', '92 690 m 134 715 l 134 717 l 92 692 l f'],
  ])('MAP-8 %s: a line aslant %s', (effect, _, content) => {
    expect(told(content)).toBe(effect);
  });

  it('MAP-8 is hidden where the look hides it', () => {
    const veiled = (share: number, more = '') => ({
      rect: OVER,
      look: `/G gs ${white(OVER).look} ${more}`,
      resources: `/ExtGState<</G<</ca ${share}>>/H<</ca 1>>>>`,
    });
    expect(told(LETTER, OVER, veiled(0.41))).toBe('hides');
    expect(told(LETTER, OVER, veiled(0.39))).toBe('clear');
    expect(told(LETTER, OVER, veiled(0.1, '/H gs 140 730 8 8 re f'))).toBe('clear');
    expect(told(LETTER, OVER, veiled(0.1, '/H gs 99 689 32 4 re f'))).toBe('hides');
    expect(told(LETTER, [90, 680, 150, 689])).toBe('clear');
    expect(told(LETTER, [90, 680, 99, 740])).toBe('clear');
    expect(told(LETTER, [132, 680, 150, 740])).toBe('clear');
    expect(told(LETTER, [90, 721, 150, 740])).toBe('clear');
  });

  it.each<[string, Box, string]>([
    ['a fifth of it', [112, 680, 150, 740], 'clear'],
    ['a half from the right', [101.5, 680, 150, 740], 'hides'],
    ['a half from below', [90, 680, 150, 693], 'hides'],
    ['a half from above', [90, 692, 150, 740], 'hides'],
    ['a half from the left', [90, 680, 102, 740], 'hides'],
    ['less from above', [90, 706, 150, 740], 'clear'],
    ['two fifths from the right', [106.5, 680, 150, 740], 'hides'],
    ['a little less', [107, 680, 150, 740], 'clear'],
    ['two fifths from above', [90, 696.5, 150, 740], 'hides'],
    ['a little less of that', [90, 697, 150, 740], 'clear'],
  ])('MAP-8 is hidden by a cover that takes %s', (_, box, effect) => {
    expect(told(LETTER, box)).toBe(effect);
  });

  it('MAP-8 is looked at together with what lies about the look', () => {
    // Most of each of the two lies outside of the look, and within forty units of it.
    const [rise, run] = [`100 690 2 38 re f 100 726 30 2 re f`, `100 690 38 2 re f 136 690 2 30 re f`];
    expect(told(rise, [96, 686, 110, 700])).toBe('clear');
    expect(told(run, [96, 686, 110, 700])).toBe('clear');
    expect(told(rise, [96, 686, 140, 735])).toBe('hides');
  });

  it('MAP-8 is not known where it has too many points', { timeout: 30_000 }, () => {
    const points = Array.from(
      { length: 70_000 },
      (_, at) => `${(100 + at / 2000).toFixed(2)} ${700 + 10 * (at % 2)}`,
    );
    const many = `.1 w ${points[0]} m ${points.slice(1).join(' l ')} l S`;
    expect(told(many)).toBe('unread');
    expect(told(many, [90, 680, 150, 698])).toBe('clear');
  });
});
