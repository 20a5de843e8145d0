import type { TextRun } from '../../content/canvas.ts';
import { PdfError } from '../../errors.ts';
import type { Box } from '../../revisions/pages.ts';
import type { Covers } from './covers.ts';
import { changesAmount, type Reader } from './letters.ts';

/** Ems from a sign to the digits that it belongs to, and how far their lines may be apart. */
const CLOSE = 0.8;
const LEVEL = 0.4;
/** Signs of a string that is nothing else; more are dots to lead the eye. */
const MOST_SIGNS = 3;
/** Hidden signs of a page that are looked at: no page has as many. */
const MOST_LOOKS = 20_000;

/** A letter that makes thousands, millions or thousandths of the unit behind it. */
const PREFIX = /^[kKmMcdhGTµμn]$/u;
const UNIT = /^(?:[mgltJVWABN]|Hz|Pa|Wh|bar|eq)(?![\p{L}])/u;
const ENDS_BY_DIGIT = /\p{Nd}$/u;

const changesUnit = (text: string, before: string, behind: string): boolean =>
  PREFIX.test(text) && ENDS_BY_DIGIT.test(before) && UNIT.test(behind);

/** Signs of amounts that are hidden by themselves: eyes read 150, the text says 1,50; and prefixes of units: `k` of km. */
export class Amounts {
  readonly #covers: Covers;
  readonly #reader: Reader;
  #looks = 0;

  constructor(covers: Covers, reader: Reader) {
    this.#covers = covers;
    this.#reader = reader;
  }

  /** Whether a hidden run is such a sign, beside digits that are seen. */
  has(run: TextRun): boolean {
    const { line, size, bytes } = run;
    const text = this.#reader.text(run).trim();
    const couldBe =
      text.length <= MOST_SIGNS &&
      (changesAmount(text, '0', '0') || changesAmount(text, '0', '') || PREFIX.test(text));
    if (bytes.length > 4 * MOST_SIGNS || text === '' || !couldBe) return false;
    if (++this.#looks > MOST_LOOKS) throw new PdfError('too_many_objects', 'A page hides too many signs');
    const [x0, x1] = [Math.min(line[0], line[2]), Math.max(line[0], line[2])];
    const near: Box = [x0 - CLOSE * size, line[1] - LEVEL * size, x1 + CLOSE * size, line[1] + size];
    let [before, behind] = ['', ''];
    this.#covers.each(near, (other) => {
      if (other === run || Math.abs(other.line[1] - line[1]) > LEVEL * size) return true;
      if (Math.abs(other.line[2] - x0) <= CLOSE * size) before = this.#reader.text(other).trim() || before;
      if (Math.abs(other.line[0] - x1) <= CLOSE * size) behind = this.#reader.text(other).trim() || behind;
      return true;
    });
    return changesAmount(text, before, behind) || changesUnit(text, before, behind);
  }
}
