import { documentObjects, streamBody, type TestObject, writePdf, type XrefKind } from '../pdf/index.ts';
import type { Attack } from './attack.ts';

/** A page on which a font (object 100) shows a string; numbers from 101 up are free. */
export interface FontPage {
  font: string;
  more?: TestObject[];
  /** The shown string as it is written; `(900)` by default. */
  shown?: string;
  /** The text's operators before it. */
  before?: string;
}

function fontDocument(
  { font, more = [], shown = '(900)', before = '' }: FontPage,
  kind: XrefKind,
): Uint8Array {
  const content = `BT /F2 24 Tf 72 700 Td ${before} ${shown} Tj ET`;
  const objects = documentObjects({ more: [{ number: 100, body: font }, ...more] }).map((object) => {
    if (object.number === 5) return { number: 5, body: streamBody(content, '', 'flate') };
    if (object.number !== 4) return object;
    const body = String(object.body).replace('/F1 3 0 R', '/F1 3 0 R/F2 100 0 R');
    return { number: 4, body };
  });
  return writePdf({ kind, objects });
}

/** ToUnicode: code and text in hexadecimal. */
export const map = (...pairs: [code: string, text: string][]): TestObject => ({
  number: 101,
  body: streamBody(
    `/CIDInit/ProcSet findresource begin begincmap\n1 begincodespacerange <00><FF> endcodespacerange\n` +
      `${pairs.length} beginbfchar\n${pairs.map(([code, text]) => `<${code}><${text}>`).join('\n')}\nendbfchar\nendcmap end`,
    '',
    'flate',
  ),
});
export const helvetica = (entries: string): string =>
  `<</Type/Font/Subtype/Type1/BaseFont/Helvetica${entries}/ToUnicode 101 0 R>>`;
export const WIN = '/Encoding/WinAnsiEncoding';
export const differences = (names: string): string =>
  `/Encoding<</BaseEncoding/WinAnsiEncoding/Differences[${names}]>>`;
/** 9 shows the digit one. */
export const SHOWS_ONE = differences('57/one');
export const COPIES_NINE = map(['39', '0039'], ['30', '0030']);

export const program = (bytes: Buffer, entries = ''): TestObject => ({
  number: 103,
  body: streamBody(bytes, entries, 'flate'),
});
export const descriptor = (file: string, flags: number): TestObject => ({
  number: 102,
  body: `<</Type/FontDescriptor/FontName/Own/Flags ${flags}/ItalicAngle 0/Ascent 800/Descent -200/CapHeight 700/StemV 80/FontBBox[0 -200 500 800]/${file} 103 0 R>>`,
});
export const own = (subtype: string, entries: string): string =>
  `<</Type/Font/Subtype/${subtype}/BaseFont/ABCDEF+Own/FirstChar 48/LastChar 57/Widths[${'500 '.repeat(10)}]/FontDescriptor 102 0 R${entries}>>`;
export const composite = (entries: string, subtype = 'CIDFontType2'): string =>
  `<</Type/Font/Subtype/Type0/BaseFont/ABCDEF+Own/Encoding/Identity-H/DescendantFonts[<</Type/Font/Subtype/${subtype}` +
  `/BaseFont/ABCDEF+Own/CIDSystemInfo<</Registry(Adobe)/Ordering(Identity)/Supplement 0>>/DW 500/FontDescriptor 102 0 R${entries}>>]/ToUnicode 101 0 R>>`;

/** The pages as files in which that is to be found. */
export const made = (pages: Record<string, FontPage>, kinds: string[]): Attack[] =>
  Object.entries(pages).map(([name, page]) => ({
    name,
    bytes: (kind = 'table') => fontDocument(page, kind),
    expect: kinds,
  }));
