import type { TextRun } from '../../content/canvas.ts';
import { union } from '../../revisions/boxes.ts';
import type { Box } from '../../revisions/pages.ts';
import { EXCERPT, type Finding, type FindingKind } from '../finding.ts';
import { findingOf } from './groups.ts';
import { type Reader, speaks, weigh } from './letters.ts';

/** Painted letters of a page that is no scan with a stamp or a note on it, and how many times the recognised ones. */
const PAINTED_LETTERS = 400;
const PAINTED_TIMES = 4;
/** Of the page, what images take where they may be all that was scanned; else so many painted letters say they are not. */
const PAGE_SHARE = 0.5;
const PAINTED_BESIDE = 100;
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

/** Whether a page shows many painted letters: beside a picture that takes `share` of it, or far more of them than were recognised. */
export function isPainted(
  runs: readonly TextRun[],
  reader: Reader,
  recognised: number,
  share: number,
): boolean {
  const isPart = share < PAGE_SHARE;
  const enough = isPart ? PAINTED_BESIDE : Math.max(PAINTED_LETTERS, PAINTED_TIMES * recognised);
  let letters = 0;
  for (const run of runs) {
    letters += reader.letters(run);
    if (letters >= enough) return true;
  }
  return false;
}
