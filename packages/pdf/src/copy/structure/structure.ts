import { PdfError } from '../../errors.ts';
import type { PdfDict } from '../../syntax/values.ts';
import type { Copying } from '../copying.ts';
import { dictOf, entriesOf, integer, name, type Schema, string, type Writer } from '../schema.ts';
import { arrayText, dictText, nameText, numberText } from '../written.ts';
import { type Element, type Marked, TreeReader } from './read.ts';

/** What tables and lists say of themselves (ISO 32000-2 §14.8.5). */
const ATTRIBUTES: Schema = { O: name, Scope: name, RowSpan: integer, ColSpan: integer, ListNumbering: name };
/** Attributes that say nothing more than whose they are are left out. */
const attributes: Writer = (copy, value) => {
  const text = dictOf(ATTRIBUTES)(copy, value);
  return text !== undefined && /\/(?:Scope|RowSpan|ColSpan|ListNumbering) /.test(text) ? text : undefined;
};
const ELEMENT: Schema = { S: name, Lang: string, Alt: string, ActualText: string, E: string, A: attributes };
/** Numbers of marked content of a page. */
const MOST_CONTENTS = 100_000;
/** Names of a map of roles. */
const MOST_ROLES = 1000;

/** The structure tree of a document on its way into a copy: what of it the pages have is kept. */
export class Structure {
  readonly #copy: Copying;
  readonly #root: PdfDict;
  readonly #elements: Element[];
  /** By page and number of the content: those that the tree leads to, and those that pages have. */
  readonly #wanted = new Set<string>();
  readonly #written = new Set<string>();
  readonly #pages = new Set<number>();

  private constructor(copy: Copying, root: PdfDict, elements: Element[]) {
    this.#copy = copy;
    this.#root = root;
    this.#elements = elements;
    const open = [...elements];
    for (let next = open.pop(); next !== undefined; next = open.pop()) {
      for (const kid of next.kids) {
        if ('kids' in kid) open.push(kid);
        else this.#wanted.add(keyOf(kid));
      }
    }
  }

  /** `pages`: by object number, their numbers. Undefined where the document has no tree, or one that cannot be read, or that leads to nothing. */
  static of(copy: Copying, pages: ReadonlyMap<number, number>): Structure | undefined {
    const { pdf } = copy;
    const root = copy.attempt(() => pdf.dict(pdf.catalog.entries.get('StructTreeRoot')));
    if (root === undefined) return undefined;
    const elements = attemptTree(() => new TreeReader(copy, pages).read(root));
    const structure = elements === undefined ? undefined : new Structure(copy, root, elements);
    if (structure !== undefined && structure.#wanted.size > 0) return structure;
    copy.leftOut.add('structure_tree');
    return undefined;
  }

  /** Whether a piece of content is part of the tree; each is asked for once, as it is written. */
  claim(page: number, content: number): boolean {
    const key = keyOf({ page, content });
    if (content > MOST_CONTENTS || !this.#wanted.has(key) || this.#written.has(key)) return false;
    this.#written.add(key);
    this.#pages.add(page);
    return true;
  }

  /** Whether the page has content that is part of the tree. */
  holds(page: number): boolean {
    return this.#pages.has(page);
  }

  /** Writes the tree behind the pages, whose references are given in order; gives its own reference. */
  write(pages: readonly string[]): string | undefined {
    const elements = this.#elements.flatMap((one) => this.#pruned(one) ?? []);
    if (elements.length === 0) return undefined;
    const { objects } = this.#copy;
    const [root, tree] = [objects.allocate(), objects.allocate()];
    const parents = new Map<number, Map<number, string>>();
    const kids = elements.map((one) => this.#element(one, `${root} 0 R`, pages, parents));
    const nums = [...parents]
      .sort(([a], [b]) => a - b)
      .map(([page, list]) => `${page - 1} ${arrayText(contentsOf(list))}`);
    this.#copy.put(tree, dictText([['Nums', arrayText(nums)]]));
    const roles = this.#roles();
    this.#copy.put(
      root,
      dictText([
        ['Type', '/StructTreeRoot'],
        ['RoleMap', roles],
        ['K', arrayText(kids)],
        ['ParentTree', `${tree} 0 R`],
        ['ParentTreeNextKey', String(pages.length)],
      ]),
    );
    return `${root} 0 R`;
  }

  /** Without content that no page has, and elements that have none. */
  #pruned({ dict, kids }: Element): Element | undefined {
    const left: Element['kids'] = [];
    for (const kid of kids) {
      const kept = 'kids' in kid ? this.#pruned(kid) : this.#written.has(keyOf(kid)) ? kid : undefined;
      if (kept !== undefined) left.push(kept);
    }
    return left.length === 0 ? undefined : { dict, kids: left };
  }

  #element(
    { dict, kids }: Element,
    parent: string,
    pages: readonly string[],
    parents: Map<number, Map<number, string>>,
  ): string {
    const number = this.#copy.objects.allocate();
    const own = `${number} 0 R`;
    const page = kids.find((kid): kid is Marked => !('kids' in kid))?.page;
    const texts = kids.map((kid) => {
      if ('kids' in kid) return this.#element(kid, own, pages, parents);
      const list = parents.get(kid.page) ?? new Map<number, string>();
      parents.set(kid.page, list.set(kid.content, own));
      if (kid.page === page) return String(kid.content);
      return `<</Type /MCR/Pg ${pages[kid.page - 1]}/MCID ${numberText(kid.content)}>>`;
    });
    const entries = entriesOf(this.#copy, dict, ELEMENT);
    const type = entries.some(([key]) => key === 'S') ? [] : [['S', '/Span'] as const];
    this.#copy.put(
      number,
      dictText([
        ['Type', '/StructElem'],
        ...type,
        ...entries,
        ['P', parent],
        ['Pg', page === undefined ? undefined : pages[page - 1]],
        ['K', texts.length === 1 ? texts[0] : arrayText(texts)],
      ]),
    );
    return own;
  }

  #roles(): string | undefined {
    const { pdf } = this.#copy;
    const map = this.#copy.attempt(() => pdf.dict(this.#root.entries.get('RoleMap')))?.entries ?? new Map();
    const roles = [...map].slice(0, MOST_ROLES).flatMap(([key, value]): [string, string][] => {
      const role = pdf.name(value);
      return role === undefined ? [] : [[key, nameText(role)]];
    });
    return roles.length === 0 ? undefined : dictText(roles);
  }
}

const keyOf = ({ page, content }: Marked): string => `${page} ${content}`;

/** Of each number of a page the element that holds it. */
function contentsOf(list: ReadonlyMap<number, string>): string[] {
  const highest = Math.max(...list.keys());
  if (highest > MOST_CONTENTS)
    throw new PdfError('too_large', 'A page has too many pieces of marked content');
  return Array.from({ length: highest + 1 }, (_, at) => list.get(at) ?? 'null');
}

/** A tree that is broken, or past its bounds, does not go along; the pages do. */
function attemptTree<T>(read: () => T): T | undefined {
  try {
    return read();
  } catch (error) {
    if (error instanceof PdfError) return undefined;
    throw error;
  }
}
