import { type Font, loadFont } from '../../content/font/font.ts';
import { acroForm, type FormField } from '../../revisions/form.ts';
import type { Pdf } from '../../syntax/pdf.ts';
import type { PdfValue } from '../../syntax/values.ts';
import { contrastOf, SAME } from '../hidden/colour.ts';
import { inherited } from '../inherited.ts';
import { FIELD, plainText } from './values.ts';
import type { Placed } from './widgets.ts';

/** Characters of a default appearance, and of a value, that are looked at. */
const LONGEST = 1000;
/** Smaller letters are not read; 0 stands for the size that fits. */
const LEAST_SIZE = 2;
/** Of the shorter side of a field, the size from which letters of a line are cut off. */
const LARGE = 1.6;
/** Of an em, how broad characters are at least, on average. */
const NARROW = 0.35;
const WHITE = 0xffffff;
const NUMBER = /^[-+]?(?:\d+\.?\d*|\.\d+)$/;
/** Operators that set the colour of letters, by their operands. */
const COLOURS: Record<string, number> = { g: 1, rg: 3, k: 4 };

/** How a default appearance (§12.7.4.3) writes. */
interface Style {
  font: string;
  size: number;
  colour: number;
}

/** Tells which fields readers show otherwise than they look, where they are told to draw all of them anew. */
export class DrawnAnew {
  readonly #pdf: Pdf;
  readonly #fonts = new Map<string, Font | undefined>();

  constructor(pdf: Pdf) {
    this.#pdf = pdf;
  }

  /** Whether a value is not read any more, or is another one, once it is written as the default appearance says. */
  isOther(field: FormField, { dict, rect }: Placed, held: string): boolean {
    const given = inherited(this.#pdf, dict, 'DA') ?? acroForm(this.#pdf)?.entries.get('DA');
    const text = this.#pdf.text(given, LONGEST);
    if (text === undefined || rect === undefined || held.trim() === '') return false;
    this.#pdf.spend(text.length + Math.min(held.length, LONGEST));
    const style = styleOf(text.slice(0, LONGEST));
    if (style === undefined) return false;
    const ground =
      colourOf(this.#numbers(this.#pdf.dict(dict.entries.get('MK'))?.entries.get('BG'))) ?? WHITE;
    if (contrastOf(style.colour, ground) < SAME) return true;
    if (style.size > 0 && style.size < LEAST_SIZE) return true;
    const most = this.#pdf.number(inherited(this.#pdf, dict, 'MaxLen')) ?? Infinity;
    if ((field.flags & FIELD.comb) !== 0 && held.length > most) return true;
    const [wide, high] = [rect[2] - rect[0], rect[3] - rect[1]];
    const isLine = field.type === 'Tx' && (field.flags & FIELD.multiline) === 0;
    const isCut =
      style.size > LARGE * Math.min(wide, high) || NARROW * held.length * style.size > Math.max(wide, high);
    return (isLine && isCut) || this.#isWrittenOtherwise(style.font, held.slice(0, LONGEST));
  }

  #isWrittenOtherwise(name: string, held: string): boolean {
    const font = this.#fontOf(name);
    if (font === undefined) return false;
    return [...held].some((character) => {
      const code = character.charCodeAt(0);
      if (code > 0x7e || character.trim() === '') return false;
      const bytes = Uint8Array.of(code);
      if (font.lengthAt(bytes, 0) !== 1) return false;
      const shown = plainText(font.text(bytes));
      return SAYS.test(shown) && SAYS.test(character) && shown !== plainText(character);
    });
  }

  #fontOf(name: string): Font | undefined {
    if (!this.#fonts.has(name)) {
      const fonts = this.#pdf.dict(
        this.#pdf.dict(acroForm(this.#pdf)?.entries.get('DR'))?.entries.get('Font'),
      );
      this.#fonts.set(name, loadFont(this.#pdf, fonts?.entries.get(name)));
    }
    return this.#fonts.get(name);
  }

  #numbers(value: PdfValue | undefined): number[] {
    return (this.#pdf.array(value)?.items ?? []).slice(0, 4).map((item) => this.#pdf.number(item) ?? 0);
  }
}

const SAYS = /[\p{L}\p{N}]/u;

function styleOf(text: string): Style | undefined {
  const words = text.split(/[\s\0]+/u);
  const at = words.lastIndexOf('Tf');
  const [name = '', size = ''] = words.slice(Math.max(0, at - 2), Math.max(0, at));
  if (!name.startsWith('/') || !NUMBER.test(size)) return undefined;
  let colour = 0;
  for (const [index, word] of words.entries()) {
    const count = COLOURS[word];
    if (count === undefined) continue;
    const parts = words.slice(Math.max(0, index - count), index);
    if (parts.length === count && parts.every((part) => NUMBER.test(part)))
      colour = colourOf(parts.map(Number)) ?? colour;
  }
  return { font: name.slice(1), size: Math.abs(Number(size)), colour };
}

/** 0xRRGGBB of shades of grey, of red, green and blue, or of what is printed with; undefined for none. */
function colourOf(parts: readonly number[]): number | undefined {
  const [a = 0, b = 0, c = 0, key = 0] = parts;
  const tints: Record<number, number[]> = {
    1: [a, a, a],
    3: [a, b, c],
    4: [a, b, c].map((ink) => (1 - ink) * (1 - key)),
  };
  return tints[parts.length]?.reduce(
    (all, tint) => all * 256 + Math.round(255 * Math.min(1, Math.max(0, tint))),
    0,
  );
}
