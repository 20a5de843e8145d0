import { randomBytes } from 'node:crypto';
import { deflateSync } from 'node:zlib';
import { signatureFont } from '@websign/ports';
import { assemble } from './documents.ts';

const WORDS =
  'the signer reads every page before the document is signed because what is signed cannot be taken back and the ' +
  'office that receives it relies on each word of the agreement between two parties who never met in person';
const LINES = 50;
/** Glyphs of the composite font that are shown. */
const GLYPHS = 200;

/**
 * Pages of text as typesetting programs write them: kerned words, every other line in a composite font with a text
 * map; each page with a picture of its own, together `totalBytes` long.
 */
export function textPages(totalBytes: number, pages: number): Buffer {
  const font = Buffer.from(signatureFont());
  const fonts = [
    Buffer.from('<</Type/Font/Subtype/Type1/BaseFont/Times-Roman/Encoding/WinAnsiEncoding>>'),
    Buffer.from(
      '<</Type/Font/Subtype/Type0/BaseFont/ABCDEF+Noto/Encoding/Identity-H/DescendantFonts[5 0 R]/ToUnicode 8 0 R>>',
    ),
    Buffer.from(
      '<</Type/Font/Subtype/CIDFontType2/BaseFont/ABCDEF+Noto/CIDSystemInfo<</Registry(Adobe)/Ordering(Identity)' +
        `/Supplement 0>>/CIDToGIDMap/Identity/DW 560/W[3[${'540 '.repeat(GLYPHS)}]]/FontDescriptor 6 0 R>>`,
    ),
    Buffer.from(
      '<</Type/FontDescriptor/FontName/ABCDEF+Noto/Flags 4/FontBBox[-600 -300 2800 1100]/ItalicAngle 0/Ascent 1069' +
        '/Descent -293/CapHeight 714/StemV 80/FontFile2 7 0 R>>',
    ),
    deflated(font, `/Length1 ${font.length}`),
    deflated(Buffer.from(`1 beginbfrange <0003><${hex(2 + GLYPHS)}><E000> endbfrange`)),
  ];
  const first = 3 + fonts.length;
  const texts = Array.from({ length: pages }, (_, page) => deflated(Buffer.from(content(page))));
  const weight = texts.reduce((sum, text) => sum + text.length + 600, font.length);
  const side = Math.floor(Math.sqrt(Math.max(64, (totalBytes - weight) / pages)));
  const kids = texts.map((_, page) => `${first + 3 * page} 0 R`).join(' ');
  return assemble([
    Buffer.from('<</Type/Catalog/Pages 2 0 R>>'),
    Buffer.from(`<</Type/Pages/Kids[${kids}]/Count ${pages}>>`),
    ...fonts,
    ...texts.flatMap((text, page) => {
      const at = first + 3 * page;
      const resources = `/Font<</F1 3 0 R/F2 4 0 R>>/XObject<</Im ${at + 2} 0 R>>`;
      return [
        Buffer.from(
          `<</Type/Page/Parent 2 0 R/MediaBox[0 0 595 842]/Resources<<${resources}>>/Contents ${at + 1} 0 R>>`,
        ),
        text,
        stream(
          randomBytes(side * side),
          `/Type/XObject/Subtype/Image/Width ${side}/Height ${side}/ColorSpace/DeviceGray/BitsPerComponent 8`,
        ),
      ];
    }),
  ]);
}

const hex = (value: number): string => value.toString(16).padStart(4, '0');

function content(page: number): string {
  const words = WORDS.split(' ');
  const lines = Array.from({ length: LINES }, (_, line) => {
    const shown = Array.from(
      { length: 13 },
      (_, index) => words[(page * 7 + line * 5 + index * 3) % words.length] ?? '',
    );
    const y = 790 - line * 15;
    return line % 2 === 0
      ? `BT /F1 11 Tf 1 0 0 1 50 ${y} Tm [${shown.map((word, at) => `(${word} )${at % 3 === 0 ? -15 : 12}`).join('')}] TJ ET`
      : `BT /F2 10 Tf 1 0 0 1 50 ${y} Tm [${shown.map((word) => `<${composite(word)}>-250`).join('')}] TJ ET`;
  });
  return `q 80 0 0 80 480 20 cm /Im Do Q\n0 g\n${lines.join('\n')}\n.5 w 50 40 m 545 40 l S`;
}

const composite = (word: string): string =>
  [...word].map((character) => hex(3 + (character.charCodeAt(0) % GLYPHS))).join('');

function stream(data: Buffer, entries: string): Buffer {
  return Buffer.concat([
    Buffer.from(`<<${entries}/Length ${data.length}>>\nstream\n`),
    data,
    Buffer.from('\nendstream'),
  ]);
}

const deflated = (data: Buffer, entries = ''): Buffer =>
  stream(deflateSync(data), `/Filter/FlateDecode${entries}`);
