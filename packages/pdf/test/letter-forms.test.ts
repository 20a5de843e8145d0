import { documentObjects, writePdf } from '@websign/testkit';
import { expect, it } from 'vitest';
import { shapeOf } from '../src/content/font/program/raster.ts';
import { TrueType } from '../src/content/font/program/truetype.ts';
import { type Letter, otherLetters } from '../src/inspect/hidden/lettershapes.ts';
import { font, open } from './support.ts';

const program = new TrueType(open(writePdf({ kind: 'table', objects: documentObjects() })), font);

/** A letter that is drawn as another one, or as that one so many times as large. */
function letter(text: string, drawn = text, times = 1): Letter {
  const outline = program.outline(program.unicodeGlyphs(drawn.codePointAt(0) ?? 0)[0] ?? 0);
  if (outline === undefined || outline === 'unread') throw new Error('The font has no such letter');
  const scaled = outline.map((contour) => contour.map((value) => value * times));
  return { text, shape: shapeOf(scaled, () => {}) };
}

/** How high small letters are beside capitals. */
const SMALL = 0.72;
const usual = [...'abstrcthpe'].map((text) => letter(text));
const smallCapitals = (word: string): Letter[] =>
  [...new Set(word)].map((text) => letter(text, text.toUpperCase(), SMALL));

it.each(['chapter', 'abstract', 'bc'])(
  'SGN-7: small capitals beside usual letters are those letters: %s',
  (word) => {
    const besides = [...new Set(word)]
      .filter((text) => !usual.some((one) => one.text === text))
      .map((text) => letter(text));
    expect(otherLetters([...usual, ...besides, ...smallCapitals(word)])).toEqual([]);
  },
);

it('UP-6: a second form of a letter that is another letter is told', () => {
  expect(otherLetters([...usual, letter('a', 'b'), letter('e', 'l')])).toEqual(expect.arrayContaining(['a']));
});

it('UP-6: many forms of one letter that are very high do not make a font a script', () => {
  const high = Array.from({ length: 14 }, () => letter('l', 'l', 2));
  const parties = [letter('A', 'B'), letter('B', 'A')];
  expect(otherLetters([...usual, letter('l'), ...high, ...parties])).toEqual(
    expect.arrayContaining(['A', 'B']),
  );
});
