import { documentObjects, streamBody, writePdf } from '@websign/testkit';
import { expect, it } from 'vitest';
import { TrueType } from '../src/content/font/program/truetype.ts';
import { inspect } from '../src/index.ts';
import { font, open } from './support.ts';

const program = new TrueType(open(writePdf({ kind: 'table', objects: documentObjects() })), font);

/** A glyph's procedure: its letter through a matrix. */
function drawn(letter: string, matrix = '1 0 0 1 0 0'): Uint8Array {
  const outline = program.outline(program.unicodeGlyphs(letter.charCodeAt(0))[0] ?? 0);
  if (outline === undefined || outline === 'unread') throw new Error('The font has no such letter');
  const contours = outline.map((contour) => {
    const points: string[] = [];
    for (let at = 0; at < contour.length; at += 2)
      points.push(`${1000 * (contour[at] ?? 0)} ${1000 * (contour[at + 1] ?? 0)} ${at === 0 ? 'm' : 'l'}`);
    return `${points.join(' ')} h`;
  });
  return streamBody(`600 0 0 0 600 900 d1 ${matrix} cm ${contours.join(' ')} f`);
}

const TEXT = 'Fee 1000';

/** What is told to be unseen of a text in which letters stand elsewhere. */
function told(moved: Readonly<Record<string, string>>): string[] {
  const letters = [...new Set(TEXT.replace(' ', ''))];
  const names: Readonly<Record<string, string>> = { 0: 'zero', 1: 'one' };
  const list = letters.map((letter) => `${letter.charCodeAt(0)}/${names[letter] ?? letter}`).join(' ');
  const glyphs = letters.map((letter) => `/${names[letter] ?? letter} ${letter.charCodeAt(0) + 200} 0 R`);
  const objects = documentObjects({
    pages: [
      { content: `BT /T3 14 Tf 72 700 Td (${TEXT}) Tj ET`, entries: '/Resources<</Font<</T3 100 0 R>>>>' },
    ],
    more: [
      {
        number: 100,
        body:
          '<</Type/Font/Subtype/Type3/FontBBox[0 0 0 0]/FontMatrix[.001 0 0 .001 0 0]/FirstChar 0/LastChar 127' +
          `/Widths[${'600 '.repeat(128)}]/CharProcs<<${glyphs.join('')}>>/Encoding<</Differences[${list}]>>/Resources<<>>>>`,
      },
      ...letters.map((letter) => ({
        number: letter.charCodeAt(0) + 200,
        body: drawn(letter, moved[letter]),
      })),
    ],
  });
  return inspect(open(writePdf({ kind: 'table', objects })))
    .findings.filter(({ kind }) => kind === 'invisible_text')
    .map(({ excerpt }) => excerpt ?? '');
}

it.each([
  ['far over its line', { 1: '1 0 0 1 0 20000' }, '1'],
  ['far under its line', { 1: '1 0 0 1 0 -2000' }, '1'],
  ['far before its place', { 1: '1 0 0 1 -3000 0' }, '1'],
  ['far behind its place', { 1: '1 0 0 1 9000 0' }, '1'],
  ['far smaller than the letters about it', { 0: '.12 0 0 .12 0 0' }, '0'],
])('UP-6: a digit that is drawn %s', (_, moved, excerpt) => {
  expect(told(moved)).toEqual([excerpt]);
});

it('UP-6: letters that are drawn far over their line', () => {
  expect(told({ F: '1 0 0 1 0 9000', e: '1 0 0 1 0 9000' })).toEqual(['F e']);
});

it.each([
  ['where it is read', {}],
  ['as a superior digit', { 0: '.55 0 0 .55 0 350' }],
  ['under its line, as old figures are', { 1: '1 0 0 1 0 -250' }],
  ['over its neighbour', { 1: '1 0 0 1 -600 0' }],
])('SGN-7: no warning of a digit that is drawn %s', (_, moved) => {
  expect(told(moved)).toEqual([]);
});
