import type { PdfDict } from '../../syntax/values.ts';
import { readCMap } from './cmap.ts';
import { describe } from './descriptor.ts';
import { glyphText } from './glyphnames.ts';
import { simpleEncoding } from './names.ts';
import type { FontReader } from './reader.ts';
import { readWidths, SimpleFont } from './simple.ts';
import type { GlyphDrawings } from './types.ts';

const THOUSANDTH = [0.001, 0, 0, 0.001, 0, 0] as const;

/** A font whose glyphs are content streams; its lengths are in glyph space, told here as of any other font. */
export function type3Font(reader: FontReader, dict: PdfDict): SimpleFont {
  const description = describe(reader, dict, reader.name(dict.entries.get('Name')) ?? '');
  const encoding = simpleEncoding(reader, dict, undefined);
  const procedures = reader.dict(dict.entries.get('CharProcs'))?.entries;
  // Viewers also look up what a named encoding calls a code that /Differences does not name.
  const called = new Map<string, string>();
  if (encoding.named !== undefined) {
    for (const name of procedures?.keys() ?? []) called.set(glyphText(name) ?? name, name);
  }
  const nameOf = (code: number): string | undefined =>
    encoding.differences.get(code) ?? called.get(encoding.characters[code] ?? '');
  const characters = encoding.characters.map((character, code) =>
    nameOf(code) === undefined ? '�' : character,
  );
  const matrix = readMatrix(reader, dict);
  const widths = (readWidths(reader, dict, 0) ?? new Float64Array(256)).map(
    (width) => width * matrix[0] * 1000,
  );
  const font = new SimpleFont(
    description,
    widths,
    { ...encoding, characters },
    { toUnicode: readCMap(reader, dict.entries.get('ToUnicode')) },
  );
  font.kind = 'type3';
  const [, bottom = 0, , top = 0] = reader.numbers(dict.entries.get('FontBBox'));
  const scale = matrix[3] * 1000;
  font.ascent = top === bottom ? 1000 : Math.max(top * scale, bottom * scale);
  font.descent = top === bottom ? -300 : Math.min(top * scale, bottom * scale);
  font.drawings = {
    matrix,
    resources: dict.entries.get('Resources'),
    procedure: (code) => procedures?.get(nameOf(code) ?? ''),
  };
  return font;
}

function readMatrix(reader: FontReader, dict: PdfDict): GlyphDrawings['matrix'] {
  const [a, b, c, d, e, f] = reader.numbers(dict.entries.get('FontMatrix'));
  if (a === undefined || b === undefined || c === undefined || d === undefined) return THOUSANDTH;
  return [a, b, c, d, e ?? 0, f ?? 0];
}
