import { loadFont } from '../../content/font/font.ts';
import { Resources } from '../../content/resources.ts';
import type { DefaultAppearance } from '../../inspect/forms/defaultappearance.ts';
import { acroForm } from '../../revisions/form.ts';
import { ascii, toHex } from '../../syntax/bytes.ts';
import { Parser } from '../../syntax/parser.ts';
import type { Copying } from '../copying.ts';
import { fontOf } from '../resources/font.ts';
import { stringText } from '../written.ts';

/** More characters than any form is filled in with. */
const MOST_LETTERS = 2000;

/** How text is written in a font. */
export interface Letters {
  /** The reference of the font. */
  font: string;
  /** The string that an operator shows, and its advance in thousandths of the size. */
  write(text: string): { string: string; advance: number };
}

/** The font that is taken where none is named, whose widths are known. */
const FALLBACK = ascii('<</Type/Font/Subtype/Type1/BaseFont/Helvetica>>');
/** What standard fonts have codes for; other letters would come out as others. */
const STANDARD = /^[\n\r\t\x20-\x7e\xa1-\xff]*$/;

/** Those that a text is written in; undefined where no font at hand has them all. */
export const lettersFor = (copy: Copying, said: DefaultAppearance, text: string): Letters | undefined =>
  STANDARD.test(text) ? ownLetters(copy, said) : ourLetters(copy, text);

/** Those of the font that the field names. */
function ownLetters(copy: Copying, { name }: DefaultAppearance): Letters {
  const resources = new Resources(copy.pdf, acroForm(copy.pdf)?.entries.get('DR'));
  const value = name === '' ? undefined : resources.get('Font', name);
  const font = loadFont(copy.pdf, value ?? new Parser(FALLBACK, 0, copy.pdf.limits).value());
  return {
    font: (value === undefined ? undefined : fontOf(copy, value, resources)) ?? copy.fallbackFont,
    write: (text) => {
      const bytes = ascii(text);
      return { string: stringText(bytes), advance: font?.measure(bytes).advance ?? 0 };
    },
  };
}

/** Those of a font that goes along with the copy; undefined without one, or where it lacks a letter. */
function ourLetters(copy: Copying, text: string): Letters | undefined {
  const { lettering } = copy;
  const needed = [...text].map(spaced);
  for (const letter of needed) if (copy.letters.size < MOST_LETTERS) copy.letters.add(letter);
  if (lettering === undefined || needed.some((letter) => lettering.glyph(letter) === 0)) return undefined;
  const { font, glyph } = lettering;
  return {
    font: copy.fontOf(font),
    write: (line) => {
      const glyphs = [...line].map((letter) => glyph(spaced(letter)));
      const advance = glyphs.reduce((sum, one) => sum + (font.widths[one] ?? 0), 0);
      const octets = Uint8Array.from(glyphs.flatMap((one) => [one >> 8, one & 255]));
      return { string: `<${toHex(octets)}>`, advance };
    },
  };
}

/** What parts words or lines is one space. */
const spaced = (letter: string): string => (/^[\s\p{Cc}]$/u.test(letter) ? ' ' : letter);
