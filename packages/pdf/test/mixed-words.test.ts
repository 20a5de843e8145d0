import { documentObjects, streamBody, writePdf } from '@websign/testkit';
import { describe, expect, it } from 'vitest';
import { inspect } from '../src/index.ts';
import { open } from './support.ts';

const hex = (code: number): string => code.toString(16).padStart(4, '0');

/** What is told of a page that shows letters, of whose font only is known what each of its codes is copied as. */
function told(text: string | readonly string[], gapBefore?: number): (string | undefined)[] {
  const letters = [...text];
  const pairs = letters.map(
    (letter, at) => `<${hex(at + 1)}><${[...letter].map((one) => hex(one.charCodeAt(0))).join('')}>`,
  );
  const map = `begincmap 1 begincodespacerange <0000><FFFF> endcodespacerange ${pairs.length} beginbfchar ${pairs.join(' ')} endbfchar`;
  const font =
    '<</Type/Font/Subtype/Type0/BaseFont/Own/Encoding/Identity-H/ToUnicode 101 0 R/DescendantFonts[<</Type/Font' +
    '/Subtype/CIDFontType2/BaseFont/Own/CIDSystemInfo<</Registry(Adobe)/Ordering(Identity)/Supplement 0>>/DW 600>>]>>';
  const codes = letters.map((_, at) => hex(at + 1));
  // Some writers move on between words and have no blanks.
  const parts = gapBefore === undefined ? [codes] : [codes.slice(0, gapBefore), codes.slice(gapBefore)];
  const content = `BT /F2 12 Tf 72 700 Td [${parts.map((part) => `<${part.join('')}>`).join('-200')}] TJ ET`;
  const objects = documentObjects({
    pages: [{ content, entries: '/Resources<</Font<</F2 100 0 R>>>>' }],
    more: [
      { number: 100, body: font },
      { number: 101, body: streamBody(map) },
    ],
  });
  return inspect(open(writePdf({ kind: 'table', objects })))
    .findings.filter(({ kind }) => kind === 'text_map_mismatch')
    .map(({ excerpt }) => excerpt);
}

describe('letters of two scripts that look alike', () => {
  it.each([
    ['in the middle', 'Αθηνών, Άρθ\u0440ο 3', '�→\u0440'],
    ['at the beginning', '\u0410θηνών', '�→\u0410'],
    ['at the end', 'των Αθηνώ\u043d', '�→\u043d'],
  ])('UP-6: a Cyrillic one within a Greek word, %s', (_, text, excerpt) =>
    expect(told(text)).toEqual([excerpt]),
  );

  it.each([
    ['Greek', 'Άρθρο 3 των Αθηνών'],
    ['Cyrillic', 'Договор за наем'],
    ['words beside each other', 'Αθηνών София'],
    ['a sign of a formula', 'Δх = 3 μм'],
  ])('SGN-7: none of %s', (_, text) => expect(told(text)).toEqual([]));

  it('SGN-7: none of words that are moved apart', () => {
    expect(told('ΑθηνώνСофия', 6)).toEqual([]);
    expect(told('ΑθηνώνСофия', 0)).not.toEqual([]);
  });
});

describe('a glyph that is copied as a word', () => {
  it.each(['δύο', 'ΔΕΝ', 'три', 'twelve', 'δεν\u00a0', 'δύ\u03bf,', 'ο\u0301χι', 'twelve '])(
    'UP-6: %s',
    (word) => expect(told(['σ', 'ε', ' ', word, ' ', 'ά'])).toEqual([expect.stringMatching(/^�→/)]),
  );

  it.each(['και', 'ffi', 'οὗ'])('SGN-7: none that is a ligature: %s', (ligature) =>
    expect(told(['σ', 'ε', ' ', ligature, ' ', 'ά'])).toEqual([]),
  );
});
