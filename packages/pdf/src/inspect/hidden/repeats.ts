import type { TextRun } from '../../content/canvas.ts';
import type { Covers } from './covers.ts';
import type { Reader } from './letters.ts';

/** Ems between a covered run and the same words painted again. */
const SHIFT = 0.6;
/** Places of one text that are remembered. */
const MOST_ALIKE = 50;
/** Strings of soft masks that are kept. */
const MOST_CUT = 5000;

/** The same words again in the same place: a background painted late, over which the text was painted once more. */
export class Repeats {
  readonly #covers: Covers;
  readonly #reader: Reader;
  #seen: Map<string, TextRun[]> | undefined;

  readonly #cut: TextRun[] = [];

  constructor(covers: Covers, reader: Reader) {
    this.#covers = covers;
    this.#reader = reader;
  }

  /** Something is seen through letters that are a soft mask: they are read. */
  cutBy(texts: readonly TextRun[]): void {
    if (this.#cut.length < MOST_CUT) this.#cut.push(...texts);
  }

  /** Whether the words of a covered run are seen where they were. */
  has(run: TextRun): boolean {
    this.#seen ??= this.#index();
    return (this.#seen.get(this.#reader.text(run).trim()) ?? []).some(
      ({ line }) =>
        line !== run.line &&
        Math.abs(line[0] - run.line[0]) <= SHIFT * run.size &&
        Math.abs(line[1] - run.line[1]) <= SHIFT * run.size,
    );
  }

  #index(): Map<string, TextRun[]> {
    const seen = new Map<string, TextRun[]>();
    const covered = new Set(
      this.#covers.touched.filter((kept) => this.#covers.isCovered(kept)).map(({ run }) => run),
    );
    for (const run of [...this.#covers.runs, ...this.#cut]) {
      if (covered.has(run)) continue;
      const text = this.#reader.text(run).trim();
      const runs = seen.get(text);
      if (runs === undefined) seen.set(text, [run]);
      else if (runs.length < MOST_ALIKE) runs.push(run);
    }
    return seen;
  }
}
