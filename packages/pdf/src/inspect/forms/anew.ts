import { type Font, loadFont } from '../../content/font/font.ts';
import { acroForm, type FormField } from '../../revisions/form.ts';
import type { Pdf } from '../../syntax/pdf.ts';
import { contrastOf, SAME } from '../hidden/colour.ts';
import { inherited } from '../inherited.ts';
import { backgroundOf, colourOf } from './background.ts';
import { defaultAppearance } from './defaultappearance.ts';
import { FIELD, plainText } from './values.ts';
import type { Placed } from './widgets.ts';

/** Characters of a value that are looked at. */
const LONGEST = 1000;
/** Smaller letters are not read; 0 stands for the size that fits. */
const LEAST_SIZE = 2;
/** Of the shorter side of a field, the size from which letters of a line are cut off. */
const LARGE = 1.6;
/** Of an em, how broad characters are at least, on average. */
const NARROW = 0.35;
const SAYS = /[\p{L}\p{N}]/u;

/** Tells which fields readers show otherwise than they look, where they are told to draw all of them anew. */
export class DrawnAnew {
  readonly #pdf: Pdf;
  readonly #fonts = new Map<string, Font | undefined>();

  constructor(pdf: Pdf) {
    this.#pdf = pdf;
  }

  /** Whether a value is not read any more, or is another one, once it is written as the default appearance says. */
  isOther(field: FormField, { dict, rect }: Placed, held: string): boolean {
    if (rect === undefined || held.trim() === '') return false;
    const { name, points, colour } = defaultAppearance(this.#pdf, dict);
    if (name === '') return false;
    this.#pdf.spend(Math.min(held.length, LONGEST));
    const ink = colourOf(colour.parts) ?? 0;
    const ground = backgroundOf(this.#pdf, dict);
    if (contrastOf(ink, ground) < SAME) return true;
    if (points > 0 && points < LEAST_SIZE) return true;
    const most = this.#pdf.number(inherited(this.#pdf, dict, 'MaxLen')) ?? Infinity;
    if ((field.flags & FIELD.comb) !== 0 && held.length > most) return true;
    const [wide, high] = [rect[2] - rect[0], rect[3] - rect[1]];
    const isLine = field.type === 'Tx' && (field.flags & FIELD.multiline) === 0;
    const isCut =
      points > LARGE * Math.min(wide, high) || NARROW * held.length * points > Math.max(wide, high);
    return (isLine && isCut) || this.#isWrittenOtherwise(name, held.slice(0, LONGEST));
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
}
