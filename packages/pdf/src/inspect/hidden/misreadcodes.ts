import type { Font } from '../../content/font/font.ts';
import { isStandardLatin, missingGlyphs, ornamentNames, shownCharacters } from '../../content/font/shown.ts';
import type { Pdf } from '../../syntax/pdf.ts';
import type { PdfValue } from '../../syntax/values.ts';
import { weigh } from './letters.ts';
import { isOverlong, misreads } from './misread.ts';
import { RIGHT_TO_LEFT } from './scripts.ts';
import { disguised } from './textmap.ts';
import { bytesOf, codeOf, type UsedCodes } from './usedcodes.ts';

const PRIVATE = /^\p{Co}$/u;
/** What half a character, or a number in its place, is copied as. */
const BROKEN = /[\0\p{Cs}]/u;

/** Letters or digits as which ornaments are copied, and how many of them make a word. */
const WORDED = /^[\p{L}\p{Nd}]+$/u;
const WORD = 3;
/** The places of what forms are ticked with: a tick, a cross, a disc, a square, a lozenge, a star (§12.7.5.2.3). */
const TICKS = /^[48lnuH]$/;

/** What the codes of a font that are shown are known to show, against what they are copied as: as `1→7`. */
export function misreadCodes(
  pdf: Pdf,
  { font, codes }: { font: Font; codes: UsedCodes },
  value: PdfValue,
): Set<string> {
  const { keys } = codes;
  const shown = shownCharacters(pdf, value, keys.map(codeOf));
  const texts = keys.map((key) => font.copied(bytesOf(key)) ?? font.text(bytesOf(key)));
  const mirrors = texts.some((text) => RIGHT_TO_LEFT.test(text));
  const isLatin = isStandardLatin(pdf, value);
  const missing = missingGlyphs(pdf, value);
  const pairs = new Set<string>();
  for (const [at, key] of keys.entries()) {
    // A number of a font's own names no character.
    const characters = (shown.get(codeOf(key)) ?? []).filter((one) => !PRIVATE.test(one));
    const copied = texts[at] ?? '';
    const [first = '�'] = characters;
    const place = { ...codes.place(key), mirrors, isLatin };
    const misread =
      characters.length === 0
        ? isOverlong(copied, place) || isMissed(missing.get(codeOf(key)), copied)
        : characters.every((one) => misreads(one, copied, place));
    if (misread || codes.isMixed(key)) pairs.add(`${visible(first)}→${visible(copied)}`);
    const rival = font.rival?.(bytesOf(key));
    if (rival !== undefined && misreads(copied, rival, place))
      pairs.add(`${visible(copied)}→${visible(rival)}`);
  }
  const coded = keys.map((key, at) => ({ shown: shown.get(codeOf(key)) ?? [], copied: texts[at] ?? '' }));
  for (const text of doubtful(font, keys, texts)) pairs.add(`${visible(text)}→�`);
  const ornaments = ornamentNames(pdf, value);
  if (ornaments !== undefined) addWorded(pairs, texts, keys.map(codeOf).map(ornaments));
  for (const at of disguised(coded))
    pairs.add(`${visible(coded[at]?.shown[0] ?? '')}→${visible(coded[at]?.copied ?? '')}`);
  return pairs;
}

/**
 * The texts of codes that some readers take from the map and others do not. None where that is so of all codes of the font: then those
 * readers copy nothing that can be read, and mislead nobody.
 */
function doubtful(font: Font, keys: readonly number[], texts: readonly string[]): string[] {
  const saying = keys.flatMap((key, at) => {
    const text = texts[at] ?? '';
    return weigh(text).letters > 0 || BROKEN.test(text) ? { key, text } : [];
  });
  const found = saying.filter(({ key }) => font.isDoubtful?.(bytesOf(key)) === true);
  return found.length < saying.length ? found.map(({ text }) => text) : [];
}

/** Adds the letters as which ornaments are copied, unless they are those at the places of ticks. */
function addWorded(pairs: Set<string>, texts: readonly string[], named: readonly string[]): void {
  const worded = texts.flatMap((text, at) => [text, named[at] ?? ''].find((each) => WORDED.test(each)) ?? []);
  if (worded.filter((text) => !TICKS.test(text)).length < WORD) return;
  for (const text of worded) pairs.add(`✽→${text}`);
}

/** Whether nothing is drawn for a code, but by readers that go by the encoding without the name, and it says something. */
function isMissed(instead: string | undefined, copied: string): boolean {
  if (instead === undefined) return false;
  const { letters, digits } = weigh(copied);
  return saysMore(copied) || (letters === digits && weigh(instead).digits > 0);
}

/** Digits, or letters of a word: a sign that a font lacks may be copied as one letter. */
function saysMore(copied: string): boolean {
  const { digits, letters } = weigh(copied);
  return digits > 0 || letters > 1;
}

/** What nobody sees, by its number: a person is to be told of it. */
export const visible = (text: string): string =>
  text.replace(/[\p{C}\p{Zl}\p{Zp}]|^\s+$/gu, (unseen) => {
    const point = unseen.codePointAt(0) ?? 0;
    return `U+${point.toString(16).toUpperCase().padStart(4, '0')}`;
  });
