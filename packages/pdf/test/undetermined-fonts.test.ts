import { documentObjects, streamBody, type TestObject, writePdf } from '@websign/testkit';
import { describe, expect, it } from 'vitest';
import { inspect } from '../src/index.ts';
import { open } from './support.ts';

/** What is told of a page that shows a string in a font without a program. */
function told(font: string, shown: string, one = '0014'): string[] {
  const map = `begincmap 1 begincodespacerange <0000><FFFF> endcodespacerange 2 beginbfchar <0013><0030> <${one}><0031> endbfchar`;
  const more: TestObject[] = [
    { number: 100, body: `<</Type/Font${font}>>` },
    { number: 101, body: streamBody(map) },
  ];
  const content = `BT /F2 12 Tf 72 700 Td ${shown} Tj ET`;
  const objects = documentObjects({ pages: [{ content }], more }).map((object) =>
    object.number === 4
      ? { number: 4, body: String(object.body).replace('/F1 3 0 R', '/F2 100 0 R') }
      : object,
  );
  return inspect(open(writePdf({ kind: 'table', objects })))
    .findings.filter(({ kind }) => kind !== 'web_link')
    .map(({ kind, excerpt }) => `${kind} ${excerpt}`);
}

const composite = (name: string, ordering = 'Identity'): string =>
  `/Subtype/Type0/BaseFont/${name}/Encoding/Identity-H/ToUnicode 101 0 R/DescendantFonts[<</Type/Font/Subtype/CIDFontType2` +
  `/BaseFont/${name}/CIDSystemInfo<</Registry(Adobe)/Ordering(${ordering})/Supplement 0>>/DW 600>>]`;
const simple = (name: string, encoding: string): string =>
  `/Subtype/Type1/BaseFont/${name}${encoding === '' ? '' : `/Encoding/${encoding}`}`;

describe('UP-6: a font without a program', () => {
  it('of letters of an encoding where it has signs: each reader shows them in its own way', () => {
    expect(told(simple('Symbol', 'WinAnsiEncoding'), '(The price)')).toEqual(['ambiguous_syntax Symbol']);
  });

  it('of glyphs by number, which a standard font has for other digits than they are copied as', () => {
    expect(told(composite('ArialMT'), '<001C0013>', '001C')).toEqual(['text_map_mismatch 9→1']);
  });

  it.each([
    ['glyphs by number that are those digits', composite('ArialMT'), '<00140013>', '0014'],
    ['glyphs of a font of another order', composite('Calibri'), '<001C0013>', '001C'],
    ['signs of a font of signs', simple('Symbol', ''), '(abcdef)', '0014'],
    ['a sign that an encoding calls a letter', simple('ZapfDingbats', 'WinAnsiEncoding'), '(4 n l)', '0014'],
    ['letters of a font of letters', simple('Helvetica', 'WinAnsiEncoding'), '(The price)', '0014'],
  ])('SGN-7: none of %s', (_, font, shown, one) => expect(told(font, shown, one)).toEqual([]));
});
