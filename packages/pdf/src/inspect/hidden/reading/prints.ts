/** How many are kept: a page may be set in another print than those around it. */
const MOST = 3;

/** What pages of a document are printed in, such as letters or digits: of the last page first. */
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
