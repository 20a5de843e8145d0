import { PdfError } from '../errors.ts';
import type { Box } from '../revisions/pages.ts';
import type { LeftOut, LeftOutKind } from './face.ts';

/** Of one kind, and in all: whoever reads the list learns no more from the thousandth. */
const MOST_OF_A_KIND = 100;
const MOST = 1000;
/** Whose signatures stay behind is told of each, since each is agreed to by name (CPY-2). */
const MOST_SIGNATURES = 500;
const LONGEST = 200;

/** Collects what a copy leaves out, each once, bounded in all and in each kind. Throws `too_many_objects` past the bound of signatures. */
export class LeftOutList {
  readonly #list: LeftOut[] = [];
  readonly #seen = new Set<string>();
  readonly #counts = new Map<LeftOutKind, number>();
  #more = false;

  add(
    kind: LeftOutKind,
    where: { page?: number | undefined; box?: Box | undefined; detail?: string | undefined } = {},
  ): void {
    const { page, box, detail } = where;
    const said = detail?.replace(/\p{Cc}+/gu, ' ').trim();
    const one: LeftOut = {
      kind,
      ...(page === undefined ? {} : { page }),
      ...(box === undefined ? {} : { box }),
      ...(said === undefined || said === '' ? {} : { detail: said.slice(0, LONGEST).toWellFormed() }),
    };
    const key = JSON.stringify(one);
    if (this.#seen.has(key)) return;
    const count = (this.#counts.get(kind) ?? 0) + 1;
    if (kind === 'signature' && count > MOST_SIGNATURES)
      throw new PdfError('too_many_objects', 'The document has more signatures than can be told');
    // The first of each kind always finds a place.
    if (kind !== 'signature' && (count > MOST_OF_A_KIND || (count > 1 && this.#list.length >= MOST))) {
      this.#more = true;
      return;
    }
    this.#seen.add(key);
    this.#counts.set(kind, count);
    this.#list.push(one);
  }

  /** In the order of pages, what belongs to none first; `truncated` ends a list that left some out. */
  get list(): LeftOut[] {
    const sorted = [...this.#list].sort((a, b) => (a.page ?? 0) - (b.page ?? 0));
    return this.#more ? [...sorted, { kind: 'truncated' }] : sorted;
  }
}
