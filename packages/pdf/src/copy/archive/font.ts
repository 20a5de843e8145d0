import { namedWidths, programAdvances } from '../../content/font/advances.ts';
import { hasBrokenProgram } from '../../content/font/drawn.ts';
import { loadFont } from '../../content/font/font.ts';
import { FontReader } from '../../content/font/reader.ts';
import type { Pdf } from '../../syntax/pdf.ts';
import type { PdfDict, PdfValue } from '../../syntax/values.ts';
import { judgeComposite } from './compositefont.ts';
import type { FontUse } from './contents.ts';
import type { Tell } from './obstacles.ts';
import { judgeSimple, tellsText } from './simplefont.ts';

/** Of a width that the dictionary names from that of the program, in thousandths of an em (ISO 19005-2 §6.2.11.5). */
const APART = 1;
/** Characters that tell no text (§6.2.11.7.2). */
const NO_TEXT = /[\0\ufeff\ufffe]/;
/** What a code costs. */
const CODE = 8;

/** Judges a font by what is shown in it (§6.2.11). */
export function judgeFont(pdf: Pdf, use: FontUse, tell: Tell): void {
  const value = use.font;
  const reader = new FontReader(pdf);
  const dict = reader.dict(value);
  if (dict === undefined) {
    tell('font_dictionary');
    return;
  }
  const subtype = reader.name(dict.entries.get('Subtype'));
  pdf.spend(CODE * (use.painted.size + use.invisible.size));
  if (subtype === 'Type0') judgeComposite(reader, dict, tell);
  else judgeSimple(reader, dict, tell);
  judgeText(reader, value, dict, use, tell);
  if (subtype !== 'Type3') judgeGlyphs(pdf, value, use, tell);
}

/** §6.2.11.4, §6.2.11.5: of text that paints. */
function judgeGlyphs(pdf: Pdf, value: PdfValue, { painted, invisible }: FontUse, tell: Tell): void {
  const advance = programAdvances(pdf, value);
  if (advance === undefined) {
    if (painted.size > 0) tell('font_not_embedded');
    return;
  }
  if (hasBrokenProgram(pdf, value)) tell('font_program');
  const named = namedWidths(pdf, value);
  for (const code of painted.keys()) {
    const [own, said] = [advance(code), named(code)];
    if (own === undefined) tell('glyph_missing');
    else if (said === undefined || !(Math.abs(own - said) <= APART)) tell('font_widths');
  }
  for (const code of invisible.keys()) if (advance(code) === undefined) tell('glyph_missing');
}

/** §6.2.11.7.2: what each code says. */
function judgeText(reader: FontReader, value: PdfValue, dict: PdfDict, use: FontUse, tell: Tell): void {
  const font = loadFont(reader.pdf, value);
  const isTold = tellsText(reader, dict);
  for (const [code, bytes] of [...use.painted, ...use.invisible]) {
    const text = isTold(code) ? font?.copied(bytes) : undefined;
    if (text === undefined || text === '' || text === '\ufffd' || NO_TEXT.test(text)) tell('text_unknown');
  }
}
