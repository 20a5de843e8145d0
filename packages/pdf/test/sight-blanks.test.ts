import type { TestObject } from '@websign/testkit';
import { streamBody } from '@websign/testkit';
import { describe, expect, it } from 'vitest';
import { instead, PAY, told } from './later-changes-objects.ts';

const OBJECTS: readonly TestObject[] = [instead(4, { ' 150 0 R': '' }), { number: 5, body: streamBody(PAY) }];
const BAND = [690, 694, 698, 702, 706, 710, 714, 718, 722, 726].map((y) => [70, y, 300, y]);
const OVER = '/Rect[70 690 300 730]';
const ASIDE = '/Rect[10 10 12 12]';
const WHITE = '/C[1 1 1]';
const FILE = '/FS<</Type/Filespec/F(a)>>';

/** What is told of an annotation of these entries, which has no appearance. */
const judged = (entries: string): Promise<string[]> =>
  told(OBJECTS, (signed) => [
    instead(4, { '/Annots [': '/Annots [300 0 R ' }, signed),
    { number: 300, body: `<</Type/Annot/F 4/Subtype/${entries}>>` },
  ]);

describe('what readers paint where an annotation has no appearance', () => {
  it.each([
    [
      'lines close together',
      `Ink${OVER}${WHITE}/BS<</W 3.9>>/InkList[${BAND.map((line) => `[${line.join(' ')}]`).join('')}]`,
    ],
    ['a line outside of its rectangle', `Ink${ASIDE}${WHITE}/BS<</W 60>>/InkList[[70 708 300 708]]`],
    ['a line without a rectangle', `Ink${WHITE}/BS<</W 60>>/InkList[[70 708 300 708]]`],
    ['corners outside of its rectangle', `PolyLine${ASIDE}${WHITE}/Border[0 0 60]/Vertices[70 708 300 708]`],
    ['a line from point to point', `Line${ASIDE}${WHITE}/BS<</W 30>>/L[70 708 300 708]`],
    ['a side that closes a polygon', `Polygon${ASIDE}/BS<</W 30>>/Vertices[70 708 70 908 300 908 300 708]`],
    ['a frame', `Square/Rect[70 690 300 720]${WHITE}/BS<</W 14>>`],
    ['an ellipse', `Circle/Rect[70 704 300 712]${WHITE}/BS<</W 14>>`],
    ['the border of a link', `Link/Rect[70 700 300 712]${WHITE}/Border[0 0 2.9]/BS<</W 6>>`],
    ['a dark marking', `Highlight${ASIDE}/C[0 0 0]/QuadPoints[70 730 300 730 70 690 300 690]`],
    [
      'the last of many markings',
      `Highlight${ASIDE}/C[0]/QuadPoints[${'9 9 10 9 9 8 10 8 '.repeat(1001)}70 730 300 730 70 690 300 690]`,
    ],
    [
      'a line through text of half a page',
      `StrikeOut${OVER}${WHITE}/QuadPoints[70 1108 300 1108 70 308 300 308]`,
    ],
    [
      'a line under text of half a page',
      `Underline${OVER}${WHITE}/QuadPoints[70 1400 300 1400 70 650 300 650]`,
    ],
    ['the icon of a note', `Text/Rect[130 695 150 715]/Contents(x)`],
    ['an icon larger than its rectangle', `Text/Rect[130 715 131 716]/Contents(x)`],
    ['the icon of a file', `FileAttachment/Rect[130 695 150 715]${FILE}`],
  ])('MAP-8 hides letters: %s', async (_, entries) => {
    expect(await judged(entries)).toEqual(['covers_content']);
  });

  it.each([
    ['thin lines across it', `Ink${OVER}/InkList[[70 690 300 730][70 730 300 690]]`],
    ['lines that nobody sees', `Ink${OVER}/BS<</W 0>>/InkList[[70 708 300 708]]`],
    ['a broad line beside it', `Line${OVER}/BS<</W 9>>/L[70 750 300 750]`],
    ['a frame about it', `Square/Rect[60 680 310 740]/BS<</W 5>>`],
    ['an ellipse about it', `Circle/Rect[20 650 350 770]/BS<</W 5>>`],
    ['a link', `Link/Rect[70 695 300 725]`],
    ['a light marking', `Highlight${OVER}/C[1 1 0]/QuadPoints[70 730 300 730 70 690 300 690]`],
    ['a line through it', `StrikeOut${OVER}/C[1 0 0]/QuadPoints[70 722 300 722 70 695 300 695]`],
    ['a line under it', `Underline${OVER}/C[1 0 0]/QuadPoints[70 722 300 722 70 695 300 695]`],
    ['a wave under it', `Squiggly${OVER}/C[1 0 0]`],
    ['a note in the margin', `Text/Rect[400 695 420 715]/Contents(x)`],
    ['a file in the margin', `FileAttachment/Rect[400 695 420 715]${FILE}`],
  ])('MAP-8 leaves letters to be read: %s', async (_, entries) => {
    expect(await judged(entries)).toEqual(['annotation']);
  });
});
