import { describe, expect, it } from 'vitest';
import { isOverlong, misreads } from '../src/inspect/hidden/misread.ts';
import type { Place } from '../src/inspect/hidden/signs.ts';

const APART: Place = { touchesDigits: false, nearDigits: false, mirrors: false, isLatin: false };
const NEAR: Place = { ...APART, nearDigits: true };
const BESIDE: Place = { ...NEAR, touchesDigits: true };

describe('signs that are copied as other signs', () => {
  it.each([
    ['½', '¼', APART],
    ['<', '>', APART],
    ['×', '+', APART],
    ['=', '≠', APART],
    ['✔', '✗', APART],
    ['°', '0', APART],
    ['–', '0', APART],
    ['€', 'DM', APART],
    ['•', '-', NEAR],
    ["'", '.', NEAR],
    [':', '.', NEAR],
    [',', '\u0387', BESIDE],
    ['(', ' ', BESIDE],
    ['/', '', BESIDE],
    ['²', '2', BESIDE],
    ['X', 'Α', { ...APART, isLatin: true }],
    ['9', '1\b', APART],
    ['9', '1\u2060', APART],
    ['9', '1 ', APART],
    ['u', 'un', APART],
    ['s', 's\u2067', APART],
    [' ', ' \u200f', APART],
    [' ', '\u061c', APART],
    ['-', '-\u200f', APART],
    [' ', ' \u200f', { ...APART, mirrors: true }],
    ['0', 'O', APART],
    ['1', 'l', APART],
    ['3', 'З', APART],
    ['0', 'Օ', APART],
    ['1', '|', APART],
    ['1', '1\ufe0f\u20e3', APART],
    ['0', '0\u0336', APART],
  ])('UP-6: %s as %s', (shown, copied, place) => expect(misreads(shown, copied, place)).toBe(true));

  it.each([
    ['½', '1/2', BESIDE],
    ['²', '2', NEAR],
    ['−', '-', BESIDE],
    ['·', '.', BESIDE],
    ['·', '•', BESIDE],
    ['’', "'", BESIDE],
    ['∗', '*', BESIDE],
    ['×', 'x', BESIDE],
    ['…', '...', BESIDE],
    ['€', 'EUR', BESIDE],
    ['€', '¤', BESIDE],
    ['•', '-', APART],
    ['•', '·', BESIDE],
    ['✔', '4', BESIDE],
    ['(', ')', { ...BESIDE, mirrors: true }],
    ['-', '\u00ad', BESIDE],
    ['/', '', APART],
    ['(', ' ', NEAR],
    ['O', 'Ο', { ...APART, isLatin: true }],
    ['X', 'Α', APART],
    ['9', '9 ', BESIDE],
    ['s', 's\u2060', APART],
    ['f', 'f', APART],
    [' ', '\u200f', { ...APART, mirrors: true }],
    ['\u200f', '\u200f', APART],
    ['0', '0\ufe00', APART],
    ['O', '0', APART],
    ['l', '1', APART],
    ['1', '①', APART],
    ['3', '٣', APART],
  ])('SGN-7: no warning of %s as %s', (shown, copied, place) =>
    expect(misreads(shown, copied, place)).toBe(false),
  );
});

describe('one glyph of which nothing tells what it shows', () => {
  it.each(['weekly', 'ετησίως', 'Николай', 'Παπα'])('UP-6: is copied as the word %s', (word) => {
    expect(isOverlong(word, APART)).toBe(true);
  });

  it.each(['ffi', 'ffl', 'Th', 'www', 'صلى', '株式会社'])('SGN-7: may be copied as %s', (letters) => {
    expect(isOverlong(letters, APART)).toBe(false);
  });
});
