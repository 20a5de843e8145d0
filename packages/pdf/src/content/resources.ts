import { readable } from '../errors.ts';
import type { Pdf } from '../syntax/pdf.ts';
import type { PdfDict, PdfValue } from '../syntax/values.ts';

export type Category = 'ColorSpace' | 'ExtGState' | 'Font' | 'Pattern' | 'Properties' | 'Shading' | 'XObject';

/** The resources that a content stream names things of (ISO 32000-2 §7.8.3). */
export class Resources {
  readonly #pdf: Pdf;
  readonly #value: PdfValue | undefined;
  /** Those of the content that draws this one. */
  readonly #around: Resources | undefined;
  /** The content has none of its own, and takes those around it. */
  readonly #isInherited: boolean;
  readonly #categories = new Map<Category, PdfDict | undefined>();

  constructor(pdf: Pdf, value: PdfValue | undefined, around?: Resources, isInherited = false) {
    this.#pdf = pdf;
    this.#value = value;
    this.#around = around;
    this.#isInherited = isInherited;
  }

  /** For content that has none of its own. */
  inherited(): Resources {
    return new Resources(this.#pdf, this.#value, this.#around, true);
  }

  /** Whether readers find several things by a name: of an object that is missing, or where content has no resources of its own. */
  isDoubtful(category: Category, name: string): boolean {
    const own = this.get(category, name);
    if (own === undefined) return false;
    return leadsNowhere(this.#pdf, own) || (this.#isInherited && this.#isSplit(category, name, own));
  }

  /** Whether resources further out give something else than those around content that has none. */
  #isSplit(category: Category, name: string, own: PdfValue): boolean {
    for (let outer = this.#around; outer !== undefined; outer = outer.#around) {
      const other = outer.get(category, name);
      if (other !== undefined && !isOne(own, other)) return true;
    }
    return false;
  }

  /** Not resolved; undefined where there is none of that name. */
  get(category: Category, name: string): PdfValue | undefined {
    let dict = this.#categories.get(category);
    if (dict === undefined && !this.#categories.has(category)) {
      // What is broken is told once.
      this.#categories.set(category, undefined);
      dict = this.#pdf.dict(this.#pdf.dict(this.#value)?.entries.get(category));
      this.#categories.set(category, dict);
    }
    return dict?.entries.get(name);
  }

  /** What content around this one calls so: some readers look there for what is missing here, and some do not. */
  around(category: Category, name: string): PdfValue | undefined {
    for (let outer = this.#around; outer !== undefined; outer = outer.#around) {
      const value = outer.get(category, name);
      if (value !== undefined) return value;
    }
    return undefined;
  }
}

/** Whether two values are the same object, or the same value in the same place. */
const isOne = (one: PdfValue, other: PdfValue): boolean =>
  one === other || (one.type === 'ref' && other.type === 'ref' && one.number === other.number);

/** Whether a reference names no object: some readers mend the file for it, and find one that was freed. */
function leadsNowhere(pdf: Pdf, value: PdfValue): boolean {
  if (value.type !== 'ref') return false;
  const generation = readable(() => pdf.object(value.number)?.generation ?? -1);
  return generation !== undefined && generation !== value.generation;
}
