import { PdfError } from '../../errors.ts';
import type { PdfPorts } from '../../ports.ts';
import { ascii, concat } from '../../syntax/bytes.ts';
import { toUnicodeCmap } from './tounicode.ts';
import type { Appearance, EmbeddedFont, Place } from './types.ts';
import { format } from './written.ts';

/** Indirect objects of an appearance. */
export const APPEARANCE_OBJECTS = 7;

/** The value of one indirect object, without `obj` and `endobj`. */
export interface AppearanceObject {
  number: number;
  value: Uint8Array;
}

/**
 * Writes the objects of an appearance under the numbers given, {@link APPEARANCE_OBJECTS} of them, generation 0;
 * `more` are further entries of its resources. The first is the form XObject, for the widget's `/AP << /N … >>`.
 */
export function appearanceObjects(
  { content, font }: Appearance,
  place: Place,
  numbers: readonly number[],
  ports: Pick<PdfPorts, 'deflate'>,
  more = '',
): AppearanceObject[] {
  if (numbers.length < APPEARANCE_OBJECTS) {
    throw new PdfError('bad_option', `an appearance takes ${APPEARANCE_OBJECTS} object numbers`);
  }
  const [form = 0, ...fontNumbers] = numbers;
  const [bbox, matrix] = [numbersOf(place.bbox), numbersOf(place.matrix)];
  const dictionary =
    `/Type /XObject /Subtype /Form /BBox ${bbox} /Matrix ${matrix} ` +
    `/Resources << /Font << /F0 ${fontNumbers[0]} 0 R >> ${more}>>`;
  return [
    { number: form, value: streamOf(dictionary, content, ports) },
    ...fontObjects(font, fontNumbers, ports),
  ];
}

/** Indirect objects of a font. */
export const FONT_OBJECTS = 6;

/** Writes the objects of an embedded font under {@link FONT_OBJECTS} numbers; the first is what resources name. */
export function fontObjects(
  font: EmbeddedFont,
  numbers: readonly number[],
  ports: Pick<PdfPorts, 'deflate'>,
): AppearanceObject[] {
  const [type0 = 0, cidFont = 0, descriptor = 0, program = 0, unicode = 0, cidSet = 0] = numbers;
  const stream = (number: number, dictionary: string, bytes: Uint8Array) => ({
    number,
    value: streamOf(dictionary, bytes, ports),
  });
  const plain = (number: number, value: string) => ({ number, value: ascii(value) });
  return [
    plain(
      type0,
      `<< /Type /Font /Subtype /Type0 /BaseFont /${font.baseFont} /Encoding /Identity-H ` +
        `/DescendantFonts [${cidFont} 0 R] /ToUnicode ${unicode} 0 R >>`,
    ),
    plain(
      cidFont,
      `<< /Type /Font /Subtype /CIDFontType2 /BaseFont /${font.baseFont} /CIDToGIDMap /Identity ` +
        '/CIDSystemInfo << /Registry (Adobe) /Ordering (Identity) /Supplement 0 >> ' +
        `/FontDescriptor ${descriptor} 0 R /DW 0 /W [0 ${numbersOf(font.widths)}] >>`,
    ),
    plain(descriptor, descriptorOf(font, program, cidSet)),
    stream(program, `/Length1 ${font.program.length}`, font.program),
    stream(unicode, '', toUnicodeCmap(font.unicode)),
    stream(cidSet, '', allGlyphs(font.widths.length)),
  ];
}

function descriptorOf(font: EmbeddedFont, program: number, cidSet: number): string {
  return (
    `<< /Type /FontDescriptor /FontName /${font.baseFont} /Flags ${font.flags} ` +
    `/FontBBox ${numbersOf(font.bbox)} /ItalicAngle ${format(font.italicAngle)} /Ascent ${font.ascent} ` +
    `/Descent ${font.descent} /CapHeight ${font.capHeight} /StemV ${font.stemV} ` +
    `/FontFile2 ${program} 0 R /CIDSet ${cidSet} 0 R >>`
  );
}

/** PDF/A-1 wants to know which CIDs a subset holds (ISO 19005-1 §6.3.5): all glyphs of the program. */
function allGlyphs(count: number): Uint8Array {
  const bits = new Uint8Array(Math.ceil(count / 8)).fill(0xff);
  if (count % 8 !== 0) bits[bits.length - 1] = (0xff00 >> (count % 8)) & 0xff;
  return bits;
}

function numbersOf(values: readonly number[]): string {
  return `[${values.map(format).join(' ')}]`;
}

/** Below this, deflating costs more than it saves. */
const worthDeflating = 64;

export function streamOf(
  dictionary: string,
  bytes: Uint8Array,
  ports: Pick<PdfPorts, 'deflate'>,
): Uint8Array {
  const deflated = bytes.length >= worthDeflating;
  const data = deflated ? ports.deflate(bytes) : bytes;
  const filter = deflated ? '/Filter /FlateDecode ' : '';
  return concat([
    ascii(`<< ${dictionary} ${filter}/Length ${data.length} >>\nstream\n`),
    data,
    ascii('\nendstream'),
  ]);
}
