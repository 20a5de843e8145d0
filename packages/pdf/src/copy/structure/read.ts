import { PdfError } from '../../errors.ts';
import type { PdfDict, PdfValue } from '../../syntax/values.ts';
import type { Copying } from '../copying.ts';

/** A piece of marked content of a page. */
export interface Marked {
  page: number;
  content: number;
}

/** An element of the structure tree (ISO 32000-2 §14.7.2) as far as it leads to what pages show. */
export interface Element {
  dict: PdfDict;
  kids: (Element | Marked)[];
}

/** Elements of one tree. */
const MOST_ELEMENTS = 200_000;

/** Reads the structure tree: each element and each piece of content once. `pages`: by object number, their numbers. */
export class TreeReader {
  readonly #copy: Copying;
  readonly #pages: ReadonlyMap<number, number>;
  readonly #seen = new Set<number>();
  readonly #claimed = new Set<string>();
  #count = 0;

  constructor(copy: Copying, pages: ReadonlyMap<number, number>) {
    this.#copy = copy;
    this.#pages = pages;
  }

  /** The elements at the top of the tree. */
  read(root: PdfDict): Element[] {
    return this.#kids(root, undefined, 0).filter((kid) => 'kids' in kid);
  }

  #kids({ entries }: PdfDict, page: number | undefined, depth: number): (Element | Marked)[] {
    const { pdf, limits } = this.#copy;
    if (depth > limits.depth) throw new PdfError('too_deep', 'The structure tree is too deep');
    const value = entries.get('K');
    const resolved = pdf.resolve(value);
    const items = resolved?.type === 'array' ? resolved.items : value === undefined ? [] : [value];
    pdf.spend(items.length);
    return items.flatMap((item) => this.#kid(item, page, depth) ?? []);
  }

  #kid(value: PdfValue, page: number | undefined, depth: number): Element | Marked | undefined {
    const { pdf } = this.#copy;
    const found = pdf.resolve(value);
    if (found?.type === 'number') return this.#marked(page, found.value);
    if (found?.type !== 'dict') return undefined;
    const { entries } = found;
    const own = this.#pageOf(entries.get('Pg')) ?? page;
    const type = pdf.name(entries.get('Type'));
    // Of content within forms the number is the form's own.
    if (type === 'MCR')
      return entries.has('Stm') ? undefined : this.#marked(own, pdf.number(entries.get('MCID')));
    if (type === 'OBJR') return undefined;
    if (value.type === 'ref' && this.#seen.has(value.number)) return undefined;
    if (value.type === 'ref') this.#seen.add(value.number);
    if (++this.#count > MOST_ELEMENTS)
      throw new PdfError('too_many_objects', 'The structure tree has too many elements');
    return { dict: found, kids: this.#kids(found, own, depth + 1) };
  }

  #pageOf(value: PdfValue | undefined): number | undefined {
    return value?.type === 'ref' ? this.#pages.get(value.number) : undefined;
  }

  #marked(page: number | undefined, content: number | undefined): Marked | undefined {
    if (page === undefined || content === undefined || !Number.isInteger(content) || content < 0)
      return undefined;
    const key = `${page} ${content}`;
    if (this.#claimed.has(key)) return undefined;
    this.#claimed.add(key);
    return { page, content };
  }
}
