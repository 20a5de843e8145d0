import type { Pdf } from '../../syntax/pdf.ts';
import type { PdfDict, PdfValue } from '../../syntax/values.ts';
import { describe, NONSYMBOLIC, SYMBOLIC } from './descriptor.ts';
import { simpleDrawn } from './drawn.ts';
import { simpleGlyphs } from './embedded.ts';
import { simpleEncoding } from './names.ts';
import { FontReader } from './reader.ts';

/** Whether readers draw a code differently. */
type IsSplit = (code: number) => boolean;

/**
 * Of a simple font with a program, whether readers draw a code differently: by which of the maps of a TrueType program they
 * look into (ISO 32000-2 §9.6.5.4), or by which encoding they take where the file names none. Undefined for other fonts.
 */
export function splitCodes(pdf: Pdf, value: PdfValue): IsSplit | undefined {
  const reader = new FontReader(pdf);
  const dict = reader.dict(value);
  const subtype = reader.name(dict?.entries.get('Subtype'));
  if (dict === undefined) return undefined;
  if (subtype !== 'TrueType' && subtype !== 'Type1' && subtype !== 'MMType1') return undefined;
  const byMaps = subtype === 'TrueType' ? splitByMaps(reader, dict) : undefined;
  return byMaps ?? splitByEncodings(reader, dict);
}

function splitByMaps(reader: FontReader, dict: PdfDict): IsSplit | undefined {
  const glyphs = simpleGlyphs(reader, dict);
  if (glyphs === undefined) return undefined;
  return (code) => {
    const found = [...new Set(glyphs.of(code))];
    if (found.length < 2) return false;
    return new Set(found.map((glyph) => JSON.stringify(glyphs.font.outline(glyph)))).size > 1;
  };
}

/**
 * A program's own encoding counts where no other is named (Table 112); some readers take StandardEncoding where the font says that it has
 * letters.
 */
function splitByEncodings(reader: FontReader, dict: PdfDict): IsSplit | undefined {
  const { named, differences } = simpleEncoding(reader, dict, undefined);
  const { flags } = describe(reader, dict, undefined);
  const isSymbolic = (flags & SYMBOLIC) !== 0 && (flags & NONSYMBOLIC) === 0;
  if (named !== undefined || isSymbolic) return undefined;
  const own = simpleDrawn(reader, dict);
  const standard = simpleDrawn(reader, dict, { standard: true });
  if (own === undefined || standard === undefined) return undefined;
  return (code) => {
    const [first, second] = differences.has(code) ? [] : [own(code), standard(code)];
    if (first === undefined || second === undefined || first === 'unread' || second === 'unread')
      return false;
    return JSON.stringify(first) !== JSON.stringify(second);
  };
}
