import { documentObjects, streamBody, writePdf } from '@websign/testkit';
import { expect, it } from 'vitest';
import { inspect } from '../src/index.ts';
import { open } from './support.ts';

/** Codes that are their own character and CID. */
const MAP =
  '1 begincodespacerange <0000><ffff> endcodespacerange 1 beginbfrange <0020><007e><0020> endbfrange';
const codes = (text: string): string =>
  [...text].map((one) => (one.codePointAt(0) ?? 0).toString(16).padStart(4, '0')).join('');
const NINE = 0x39;
const STAR = 0x2a;

/** What is told of `EUR9500*` in a font of vertical writing, or of level one. */
function told(entries: string, encoding = '/Identity-V', text = 'EUR9500*'): string[] {
  const descendant = `<</Type/Font/Subtype/CIDFontType2/BaseFont/Own/CIDSystemInfo<</Registry(Adobe)/Ordering(Identity)/Supplement 0>>/DW 600${entries}>>`;
  const body = `<</Type/Font/Subtype/Type0/BaseFont/Own/Encoding${encoding}/DescendantFonts[${descendant}]/ToUnicode 101 0 R>>`;
  const content = `BT /F1 12 Tf 300 700 Td <${codes(text)}> Tj ET`;
  const objects = documentObjects({ pages: [{ content }], more: [{ number: 101, body: streamBody(MAP) }] });
  const font = objects.map((one) => (one.number === 3 ? { number: 3, body } : one));
  return inspect(open(writePdf({ kind: 'table', objects: font })))
    .findings.filter(({ kind }) => kind === 'text_map_mismatch')
    .map(({ excerpt }) => excerpt ?? '');
}

it.each<[string, string]>([
  ['far up', `/W2[${NINE}[-1000 300 3880]]`],
  ['one place down', `/W2[${NINE}[-1000 300 -120]]`],
  ['to the side, into another line', `/W2[${NINE}[-1000 1800 880]]`],
  ['by a range', `/W2[48 57 -1000 300 3880]`],
  ['from where all others stand', `/DW2[500 -1000]/W2[${NINE}[-1000 300 1880]]`],
  ['with all others', '/DW2[3880 -1000]'],
])('UP-6: a digit of vertical writing that is moved %s', (_, entries) => {
  expect(told(entries)).toEqual(['EUR9500*']);
});

it.each<[string, string, string?, string?]>([
  ['glyphs in their places', ''],
  ['glyphs that all stand somewhat lower', '/DW2[500 -1000]'],
  ['a digit that is moved by a hair', `/W2[${NINE}[-1000 350 900]]`],
  ['a digit of its own width', `/W[${NINE}[1000]]/W2[${NINE}[-1000 500 880]]`],
  ['a digit that is no part of it', `/W2[${NINE}[-1000 300 3880]]`, '/Identity-V', 'EUR 500'],
  ['a sign that is moved', `/W2[${STAR}[-1000 300 3880]]`],
  ['a digit of level writing', `/W2[${NINE}[-1000 300 3880]]`, '/Identity-H'],
  ['numbers that are none', `/DW2[/a]/W2[${NINE}[-1000 null (x)]]`],
])('SGN-7: none of %s', (_, entries, encoding, text) => {
  expect(told(entries, encoding, text)).toEqual([]);
});
