import type { Pdf } from '../syntax/pdf.ts';
import type { PdfDict, PdfValue } from '../syntax/values.ts';

type Category = 'ColorSpace' | 'ExtGState' | 'Font' | 'Pattern' | 'Properties' | 'Shading' | 'XObject';

/** The resources that a content stream names things of (ISO 32000-2 §7.8.3). */
export class Resources {
  readonly #pdf: Pdf;
  readonly #value: PdfValue | undefined;
  readonly #categories = new Map<Category, PdfDict | undefined>();

  constructor(pdf: Pdf, value: PdfValue | undefined) {
    this.#pdf = pdf;
    this.#value = value;
  }

  /** Not resolved; undefined where there is none of that name. */
  get(category: Category, name: string): PdfValue | undefined {
    let dict = this.#categories.get(category);
    if (dict === undefined && !this.#categories.has(category)) {
      dict = this.#pdf.dict(this.#pdf.dict(this.#value)?.entries.get(category));
      this.#categories.set(category, dict);
    }
    return dict?.entries.get(name);
  }
}
