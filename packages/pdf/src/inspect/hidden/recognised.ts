import type { TextRun } from '../../content/canvas.ts';
import { union } from '../../revisions/boxes.ts';
import type { Box } from '../../revisions/pages.ts';
import { EXCERPT, type Finding, type FindingKind } from '../finding.ts';
import { findingOf } from './groups.ts';
import { type Reader, speaks, weigh } from './letters.ts';

/** Letters of a page that are counted: a page of a book. */
const MOST_LETTERS = 1000;

/** Text of a page that lies on or behind a scan, as one. */
export class Recognised {
  readonly #reader: Reader;
  #rect: Box | undefined;
  #object: number | undefined;
  #text = '';
  readonly #said = { letters: 0, unnamed: 0, digits: 0 };

  constructor(reader: Reader) {
    this.#reader = reader;
  }

  get letters(): number {
    return this.#said.letters + this.#said.unnamed;
  }

  add(run: TextRun): void {
    this.#rect = this.#rect === undefined ? run.box : union(this.#rect, run.box);
    this.#object ??= run.maker.object;
    if (this.letters >= MOST_LETTERS) return;
    const text = this.#reader.text(run);
    const said = weigh(text);
    this.#said.letters += said.letters;
    this.#said.unnamed += said.unnamed;
    this.#said.digits += said.digits;
    if (this.#text.length < EXCERPT) this.#text += `${text} `;
  }

  /** Undefined where it says nothing. */
  finding(kind: FindingKind, page: number): Finding | undefined {
    if (this.#rect === undefined || !speaks(this.#said)) return undefined;
    return findingOf({ kind, object: this.#object, rect: this.#rect, text: this.#text }, page);
  }
}
