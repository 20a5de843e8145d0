import { readable } from '../../errors.ts';
import { leavesOf } from '../../revisions/changes/trees.ts';
import { latin1 } from '../../syntax/bytes.ts';
import type { PdfDict, PdfValue } from '../../syntax/values.ts';
import type { Copying } from '../copying.ts';
import { arrayText, nameText, numberText } from '../written.ts';

/** How a page is shown on arrival, with how many numbers (ISO 32000-2, Table 149). */
const VIEWS: Readonly<Record<string, number>> = {
  XYZ: 3,
  Fit: 0,
  FitH: 1,
  FitV: 1,
  FitR: 4,
  FitB: 0,
  FitBH: 1,
  FitBV: 1,
};
const WHOLE_PAGE = '/Fit';

/** The ways from one place of a document to another (§12.3.2), written for the pages of its copy. */
export class Destinations {
  readonly #copy: Copying;
  /** Of each page's object, its number. */
  readonly #numbers: ReadonlyMap<number, number>;
  /** The pages of the copy, as references in order. */
  readonly #pages: readonly string[];
  #named: ReadonlyMap<string, PdfValue> | undefined;

  constructor(copy: Copying, numbers: ReadonlyMap<number, number>, pages: readonly string[]) {
    this.#copy = copy;
    this.#numbers = numbers;
    this.#pages = pages;
  }

  /** Where a link or an entry of the outline leads to, written; undefined where that is no page of the document. */
  of({ entries }: PdfDict): string | undefined {
    const { pdf } = this.#copy;
    return readable(() => {
      const action = pdf.dict(entries.get('A'));
      const isWay = action !== undefined && pdf.name(action.entries.get('S')) === 'GoTo';
      return this.#explicit(entries.get('Dest') ?? (isWay ? action.entries.get('D') : undefined), true);
    });
  }

  #explicit(value: PdfValue | undefined, mayBeNamed: boolean): string | undefined {
    const { pdf } = this.#copy;
    const found = pdf.resolve(value);
    if (found?.type === 'array') return this.#written(found.items);
    // A name may lead to a dictionary around the array.
    if (found?.type === 'dict' && !mayBeNamed) return this.#explicit(found.entries.get('D'), false);
    if (!mayBeNamed) return undefined;
    if (found?.type === 'name') return this.#explicit(this.#names.get(found.value), false);
    return found?.type === 'string'
      ? this.#explicit(this.#names.get(latin1(pdf.stringBytes(found))), false)
      : undefined;
  }

  #written([target, kind, ...parameters]: readonly PdfValue[]): string | undefined {
    const { pdf } = this.#copy;
    const page = this.#pageOf(target);
    if (page === undefined) return undefined;
    const view = pdf.name(kind) ?? '';
    const count = Object.hasOwn(VIEWS, view) ? VIEWS[view] : undefined;
    if (count === undefined) return arrayText([page, WHOLE_PAGE]);
    const numbers = Array.from({ length: count }, (_, at) => {
      const number = pdf.number(parameters[at]);
      return number === undefined || !Number.isFinite(number) ? 'null' : numberText(number);
    });
    return arrayText([page, nameText(view), ...numbers]);
  }

  /** By reference, or as readers take it as well, by the number of pages before it. */
  #pageOf(target: PdfValue | undefined): string | undefined {
    if (target?.type === 'number') return this.#pages[target.value];
    const number = target?.type === 'ref' ? this.#numbers.get(target.number) : undefined;
    return number === undefined ? undefined : this.#pages[number - 1];
  }

  /** Destinations by name: of the catalogue's tree of strings, and of its older dictionary of names. */
  get #names(): ReadonlyMap<string, PdfValue> {
    if (this.#named !== undefined) return this.#named;
    const { pdf } = this.#copy;
    const { entries } = pdf.catalog;
    const tree = readable(() => leavesOf(pdf, pdf.dict(entries.get('Names'))?.entries.get('Dests'), 'Names'));
    const older = readable(() => pdf.dict(entries.get('Dests'))?.entries);
    this.#named = new Map([...(older ?? []), ...(tree ?? [])]);
    pdf.spend(this.#named.size);
    return this.#named;
  }
}
