import { documentObjects, streamBody, type TestObject, writePdf } from '@websign/testkit';
import { describe, expect, it } from 'vitest';
import { inspect } from '../src/index.ts';
import { glyphOf, nameless } from './nameless-font.ts';
import { font, latin1, open } from './support.ts';

const hex = (number: number): string => number.toString(16).padStart(4, '0');
const u16 = (...values: number[]): Buffer =>
  Buffer.from(values.flatMap((value) => [value >> 8, value & 255]));
const DESCRIPTOR =
  '<</Type/FontDescriptor/FontName/Own/Flags 4/FontBBox[0 -300 1000 1000]/ItalicAngle 0/Ascent 900/Descent -300/CapHeight 700/StemV 80/FontFile2 103 0 R>>';

type Drawn = Readonly<Record<string, string>>;

/** What is told of a page that shows `shown` in a font of those objects, of which 100 is the font. */
function told(shown: string, program: Uint8Array, more: readonly TestObject[]): string[] {
  const objects = documentObjects({
    pages: [
      { content: `BT /F2 12 Tf 72 700 Td ${shown} Tj ET`, entries: '/Resources<</Font<</F2 100 0 R>>>>' },
    ],
    more: [
      ...more,
      { number: 102, body: DESCRIPTOR },
      { number: 103, body: streamBody(program, `/Length1 ${program.length}`) },
    ],
  });
  return inspect(open(writePdf({ kind: 'table', objects })))
    .findings.filter(({ kind }) => kind === 'text_map_mismatch')
    .map(({ excerpt }) => excerpt ?? '');
}

interface Composite {
  ordering?: string;
  /** The code by which a character is shown. */
  codeOf?: (character: string) => number;
  program?: Uint8Array;
}

/** A text in a font of two-byte codes that has no ToUnicode, some characters of which are drawn as others. */
function composite(
  text: string,
  drawn: Drawn,
  { ordering = 'Identity', codeOf = ascii, program = nameless }: Composite = {},
) {
  const codes = [...text].map(codeOf);
  const glyphs = Buffer.alloc(2 * Math.max(...codes) + 2);
  for (const [at, character] of [...text].entries())
    glyphs.writeUInt16BE(glyphOf(drawn[character] ?? character), 2 * (codes[at] ?? 0));
  const descendant = `<</Type/Font/Subtype/CIDFontType2/BaseFont/Own/CIDSystemInfo<</Registry(Adobe)/Ordering(${ordering})/Supplement 0>>/CIDToGIDMap 104 0 R/DW 600/FontDescriptor 102 0 R>>`;
  return told(`<${codes.map(hex).join('')}>`, program, [
    {
      number: 100,
      body: `<</Type/Font/Subtype/Type0/BaseFont/Own/Encoding/Identity-H/DescendantFonts[${descendant}]>>`,
    },
    { number: 104, body: streamBody(glyphs) },
  ]);
}

const ascii = (character: string): number => character.charCodeAt(0);

/** A text in a symbolic TrueType font whose own map says at which codes its glyphs are, and nothing else does. */
function symbolic(text: string, drawn: Drawn): string[] {
  const codes = [...new Set(text)].sort();
  const pairs = [
    ...codes.map((one): [number, number] => [0xf000 + ascii(one), glyphOf(drawn[one] ?? one)]),
    [0xffff, 0] as const,
  ];
  const ends = u16(...pairs.map(([code]) => code));
  const deltas = u16(...pairs.map(([code, glyph]) => (code === 0xffff ? 1 : (glyph - code) & 0xffff)));
  const body = Buffer.concat([
    u16(2 * pairs.length, 0, 0, 0),
    ends,
    u16(0),
    ends,
    deltas,
    Buffer.alloc(2 * pairs.length),
  ]);
  const map = Buffer.concat([u16(0, 1, 3, 0, 0, 12), u16(4, body.length + 6, 0), body]);
  // In place of the map that it has stands one behind the end of the file.
  const program = Buffer.concat([nameless, Buffer.alloc((4 - (nameless.length % 4)) % 4), map]);
  const entry = latin1(program.subarray(0, 512)).indexOf('none');
  program.write('cmap', entry, 'latin1');
  program.writeUInt32BE(program.length - map.length, entry + 8);
  program.writeUInt32BE(map.length, entry + 12);
  const widths = Array.from({ length: 95 }, () => 600).join(' ');
  return told(`(${text})`, program, [
    {
      number: 100,
      body: `<</Type/Font/Subtype/TrueType/BaseFont/Own/FirstChar 32/LastChar 126/Widths[${widths}]/FontDescriptor 102 0 R>>`,
    },
  ]);
}

const MORE = 'the seller pays the buyer';

describe('text for which the file names no characters, as readers guess it', () => {
  it.each<[string, string[]]>([
    ['digits that are numbers of characters', composite('46,800', { 4: '1' })],
    ['digits of a font of signs', symbolic('1,500.00', { 1: '4' })],
    ['digits that are exchanged', symbolic('1,500.40', { 1: '4', 4: '1' })],
    ['digits beside words', composite(`${MORE} 500 euro in 14 days`, { 1: '4' })],
    ['letters', composite(`${MORE} not`, { p: 'k', y: 'm' })],
    [
      'letters by the names that the program has',
      composite('reject', { r: 'a', e: 'p', j: 'p', c: 'r', t: 'o' }, { program: font }),
    ],
    ['digits by those names', composite('46,800', { 4: '1' }, { program: font })],
    [
      'digits of a collection',
      composite('46,800', { 4: '1' }, { ordering: 'Japan1', codeOf: (one) => ascii(one) - 31 }),
    ],
    [
      'digits of half a width',
      composite('46,800', { 4: '1' }, { ordering: 'Japan1', codeOf: (one) => ascii(one) - 32 + 231 }),
    ],
    [
      'digits of half a width in Korean',
      composite('46,800', { 4: '1' }, { ordering: 'Korea1', codeOf: (one) => ascii(one) - 32 + 8094 }),
    ],
  ])('UP-6: %s', (_, findings) => expect(findings).toHaveLength(1));

  it.each<[string, string[]]>([
    ['that is right', composite(`${MORE} 46,800`, {})],
    ['of signs that is right', symbolic('1,500.00', {})],
    [
      'of numbers of glyphs',
      composite('+HOOR 0DULD', { '+': 'H', H: 'e', O: 'l', R: 'o', '0': 'M', D: 'a', U: 'r', L: 'i' }),
    ],
    [
      'of a font that has codes in the order of use',
      composite('!"#$#%', { '!': '1', '"': '2', '#': '5', $: '0', '%': '4' }),
    ],
    [
      'of numbers of glyphs, of a program that names them',
      composite('HOOR2', { H: '1', O: '2', R: '3', 2: 'z' }, { program: font }),
    ],
    ['of digits that are drawn as letters', composite('0123', { 0: 'a', 1: 'd', 2: 'm', 3: 'e' })],
    ['of one digit', composite('4', { 4: '1' })],
    ['of one letter', composite('b', { b: 'a' }, { program: font })],
    ['of a collection that nobody knows', composite('46,800', {}, { ordering: 'Own' })],
  ])('SGN-7: no warning of a text %s', (_, findings) => expect(findings).toEqual([]));
});
