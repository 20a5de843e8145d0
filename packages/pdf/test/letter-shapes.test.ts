import { documentObjects, streamBody, writePdf } from '@websign/testkit';
import { describe, expect, it } from 'vitest';
import { type FindingKind, inspect } from '../src/index.ts';
import { glyphOf, nameless } from './nameless-font.ts';
import { open } from './support.ts';

const hex = (number: number): string => number.toString(16).padStart(4, '0');

/** What is told of a text some letters of which are drawn as others. */
function told(
  text: string,
  drawn: Readonly<Record<string, string>> | ((letter: string) => string),
  what: FindingKind = 'text_map_mismatch',
  mode = 0,
): string[] {
  const draw = (letter: string): string =>
    typeof drawn === 'function' ? drawn(letter) : (drawn[letter] ?? letter);
  const letters = [...new Set(text)];
  // Codes are numbers of their own: two letters may be drawn alike.
  const map = letters.map((letter, at) => `<${hex(at + 1)}> <${hex(letter.codePointAt(0) ?? 0)}>`);
  const glyphs = Buffer.alloc(2 * letters.length + 2);
  letters.forEach((letter, at) => {
    glyphs.writeUInt16BE(draw(letter) === '' ? glyphOf(' ') : glyphOf(draw(letter)), 2 * at + 2);
  });
  const shown = [...text].map((letter) => hex(letters.indexOf(letter) + 1)).join('');
  const descendant =
    '<</Type/Font/Subtype/CIDFontType2/BaseFont/Own/CIDSystemInfo<</Registry(Adobe)/Ordering(Identity)/Supplement 0>>/CIDToGIDMap 104 0 R/DW 600/FontDescriptor 102 0 R>>';
  const more = [
    {
      number: 100,
      body: `<</Type/Font/Subtype/Type0/BaseFont/Own/Encoding/Identity-H/DescendantFonts[${descendant}]/ToUnicode 101 0 R>>`,
    },
    {
      number: 101,
      body: streamBody(
        `1 begincodespacerange <0000><ffff> endcodespacerange ${map.length} beginbfchar ${map.join(' ')} endbfchar`,
      ),
    },
    {
      number: 102,
      body: '<</Type/FontDescriptor/FontName/Own/Flags 4/FontBBox[0 -300 1000 1000]/ItalicAngle 0/Ascent 900/Descent -300/CapHeight 700/StemV 80/FontFile2 103 0 R>>',
    },
    { number: 103, body: streamBody(nameless, `/Length1 ${nameless.length}`) },
    { number: 104, body: streamBody(glyphs) },
  ];
  const content = `BT ${mode} Tr /F2 12 Tf 72 700 Td <${shown}> Tj ET`;
  const objects = documentObjects({
    pages: [{ content, entries: '/Resources<</Font<</F2 100 0 R>>>>' }],
    more,
  });
  return inspect(open(writePdf({ kind: 'table', objects })))
    .findings.filter(({ kind }) => kind === what)
    .map(({ excerpt }) => excerpt ?? '');
}

const other = (...letters: string[]): string[] => [letters.map((letter) => `�→${letter}`).join(' ')];

describe('UP-6: letters that are drawn as others', () => {
  it.each<[string, string, Record<string, string>, string[]]>([
    ['two parties, exchanged', 'Party B pays party A', { A: 'B', B: 'A' }, ['A', 'B']],
    ['another word', 'the seller pays', { s: 'b', e: 'u', l: 'y' }, ['e', 'l', 's']],
    ['a letter that is too broad and too low', 'liable: not', { t: 'w' }, ['t']],
    ['a letter whose hole stands elsewhere, and a blank', 'Answer: yes', { e: 'o', s: '' }, ['e', 's']],
    ['letters upside down', 'The sum is due in June', { n: 'u', u: 'n' }, ['n', 'u']],
    ['one letter in another number', 'Article X of it is void', { X: 'V' }, ['X']],
    ['a crossing in place of a point', 'Article V of it is void', { V: 'X' }, ['V']],
    ['names', 'Sofia pays Maria', { S: 'Z' }, ['S']],
    ['names that begin alike', 'Gina pays Maria', { G: 'C' }, ['G']],
    ['round letters', 'Acme consult', { c: 's', s: 'c' }, ['c', 's']],
    ['initials', 'E. and F. Papas pay', { E: 'F', F: 'E' }, ['E', 'F']],
    ['Greek capitals', 'Η ΚΑΡΗΣ δεν οφείλει στη ΧΑΡΗΣ', { Κ: 'Χ', Χ: 'Κ' }, ['Κ', 'Χ']],
    ['a word of three letters', 'not', { t: 'w' }, ['t']],
    ['letters that are each other mirrored', 'to Mr. bob', { b: 'd' }, ['b']],
    ['a name', 'for bub', { b: 'd', u: 'a' }, ['b', 'u']],
    ['Greek letters', 'ο πωλητής πληρώνει', { π: 'δ', λ: 'γ' }, ['λ', 'π']],
  ])('%s', (_, text, drawn, letters) => {
    expect(told(text, drawn).map((one) => one.split(' ').sort())).toEqual([
      other(...letters)[0]
        ?.split(' ')
        .sort(),
    ]);
  });
});

describe('a font of words that are never painted', () => {
  const unpainted = (drawn: Record<string, string> | ((letter: string) => string)): string[] =>
    told('The price is 1500 euro', drawn, 'text_map_mismatch', 3);

  it('UP-6: whose letters are copied as others', () => {
    expect(unpainted({ 1: '7' })).toEqual(['�→1']);
    expect(unpainted({ r: 'm' })).toEqual(['�→r']);
  });

  it('SGN-7: no warning of one that is right, or whose letters are all one box or nothing', () => {
    expect(unpainted({})).toEqual([]);
    expect(unpainted(() => 'H')).toEqual([]);
    expect(unpainted(() => '')).toEqual([]);
    expect(unpainted((letter) => (letter === ' ' ? ' ' : '■'))).toEqual([]);
  });
});

describe('UP-6: one letter that is drawn as nothing', () => {
  it.each([
    ['nonpayment is void', 'n'],
    ['δεν πληρώνει ο πωλητής', 'δ'],
  ])('%s', (text, letter) => expect(told(text, { [letter]: '' }, 'invisible_text')).toEqual([letter]));

  it.each([
    ['with an accent, of which a converter lost the parts', 'der Käufer zahlt', 'ä'],
    ['that is a blank', 'the seller pays', ' '],
  ])('SGN-7: none %s', (_, text, letter) =>
    expect(told(text, { [letter]: '' }, 'invisible_text')).toEqual([]),
  );
});

it.each([
  ['$', '€'],
  ['€', '$'],
])('UP-6: the currency %s that is drawn as %s', (sign, drawn) => {
  expect(told(`Fee ${sign} 700`, { [sign]: drawn })).toEqual([`�→${sign}`]);
});

it('SGN-7: no warning of currencies', () => {
  expect(told('Fee $ 700, € 700, £ 700', {})).toEqual([]);
});

describe('SGN-7: no warning of a font', () => {
  const texts = [
    'The seller pays the buyer',
    'Ο πωλητής πληρώνει τον αγοραστή',
    'JUDGEMENT OF THE COURT',
    'vacations',
    'a b',
  ];
  it.each(texts)('that draws its letters: %s', (text) => {
    expect(told(text, {})).toEqual([]);
  });

  it.each(['The seller pays the buyer', 'vacations', 'terms of sale', 'rates are rounded'])(
    'of small capitals: %s',
    (text) => {
      expect(told(text, (letter) => letter.toUpperCase())).toEqual([]);
    },
  );

  it('that draws all letters otherwise, as one of secrets does', () => {
    const turned = (letter: string): string =>
      /[a-z]/.test(letter) ? String.fromCharCode(97 + ((letter.charCodeAt(0) - 97 + 13) % 26)) : letter;
    expect(told('the seller pays the buyer', turned)).toEqual([]);
  });

  it('one letter of which lacks a hole, as open ones do', () => {
    expect(told('The Reseller pays the buyer', { R: 'K' })).toEqual([]);
  });
});
