import type { DrawnAnnotation } from '../../content/annotations.ts';
import type { Pdf } from '../../syntax/pdf.ts';
import { heldText } from '../forms/values.ts';
import { inherited } from '../inherited.ts';

/** Fields of a page whose values are looked at, and characters of each. */
const MOST = 1000;
const LONGEST = 10_000;

const withoutBlanks = (text: string): string => text.replace(/\s/gu, '');

/**
 * What the text fields of a page say that are not hidden. Some writers of forms show a field's value in the page, too, far outside
 * of it, for readers that know no fields.
 */
export class FieldTexts {
  readonly #pdf: Pdf;
  readonly #annotations: readonly DrawnAnnotation[];
  #values: string[] | undefined;

  constructor(pdf: Pdf, annotations: readonly DrawnAnnotation[]) {
    this.#pdf = pdf;
    this.#annotations = annotations;
  }

  /** Whether a field says these words, beside others or alone. */
  has(text: string): boolean {
    const words = withoutBlanks(text);
    this.#values ??= this.#read();
    this.#pdf.spend(this.#values.reduce((sum, { length }) => sum + length, words.length));
    return words !== '' && this.#values.some((value) => value.includes(words));
  }

  #read(): string[] {
    const fields = this.#annotations.filter(
      ({ subtype, shown, dict }) =>
        subtype === 'Widget' &&
        (shown === 'shown' || shown === 'blank') &&
        this.#pdf.name(inherited(this.#pdf, dict, 'FT')) === 'Tx',
    );
    return fields.slice(0, MOST).map(({ dict }) => {
      const value = heldText(this.#pdf, inherited(this.#pdf, dict, 'V')).slice(0, LONGEST);
      this.#pdf.spend(value.length);
      return withoutBlanks(value);
    });
  }
}
