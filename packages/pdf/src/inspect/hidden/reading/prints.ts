/** In misfits of the page from which a print is known, what words or numbers in the same print have at most. */
export const SAME = 1.2;
/** How many are kept: a page may be set in another print than those around it. */
const MOST = 3;

/** What pages of a document are printed in, their letters or the typeface of their digits: that of the last page first. */
export class Prints<T> {
  #last: readonly T[] = [];

  get last(): readonly T[] {
    return this.#last;
  }

  /** Puts what a page is printed in before the others. */
  put(print: T): void {
    this.#last = [print, ...this.#last.filter((other) => other !== print)].slice(0, MOST);
  }
}
