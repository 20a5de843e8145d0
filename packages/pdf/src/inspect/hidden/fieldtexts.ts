import type { DrawnAnnotation } from '../../content/annotations.ts';
import type { TextRun } from '../../content/canvas.ts';
import { intersect, isEmpty } from '../../revisions/boxes.ts';
import type { Page } from '../../revisions/pages.ts';
import type { Pdf } from '../../syntax/pdf.ts';
import { heldText } from '../forms/values.ts';
import { inherited } from '../inherited.ts';
import type { Reader } from './letters.ts';

/** Fields of a page whose values are looked at, and characters of each. */
const MOST = 1000;
const LONGEST = 10_000;

const withoutBlanks = (text: string): string => text.replace(/\s/gu, '');

/**
 * What the text fields of a page say that are in sight. Some writers of forms show a field's value in the page, too, far outside
 * of it, for readers that know no fields.
 */
export class FieldTexts {
  readonly #pdf: Pdf;
  readonly #page: Page;
  readonly #annotations: readonly DrawnAnnotation[];
  #values: string[] | undefined;

  constructor(pdf: Pdf, page: Page, annotations: readonly DrawnAnnotation[]) {
    this.#pdf = pdf;
    this.#page = page;
    this.#annotations = annotations;
  }

  /** Whether a field says the words of a run of the page's own, beside others or alone. */
  say(run: TextRun, reader: Reader): boolean {
    if (run.maker.annotation !== undefined) return false;
    const words = withoutBlanks(reader.text(run));
    this.#values ??= this.#read();
    this.#pdf.spend(this.#values.reduce((sum, { length }) => sum + length, words.length));
    return words !== '' && this.#values.some((value) => value.includes(words));
  }

  #read(): string[] {
    const fields = this.#annotations.filter(
      ({ subtype, shown, dict, rect }) =>
        subtype === 'Widget' &&
        rect !== undefined &&
        !isEmpty(intersect(rect, this.#page.cropBox)) &&
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
