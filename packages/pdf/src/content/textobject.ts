import type { Box } from '../revisions/pages.ts';

/** The text object's own state (ISO 32000-2 §9.4.1): matrices that change with every string. */
export class TextObject {
  /** Text matrix, text line matrix. */
  readonly matrix: Numbers = [1, 0, 0, 1, 0, 0];
  readonly line: Numbers = [1, 0, 0, 1, 0, 0];
  /** Bounds of what modes 4 to 7 add to the clip. */
  clip: Box | undefined;
  /** Between `BT` and `ET`. */
  open = false;
  /** How often the matrices changed. */
  moves = 0;
  /** `Q` came since the matrices were set: readers differ on whether it restores them (§8.4.2 forbids it here). */
  doubtful = false;

  begin(): void {
    this.open = true;
    this.set(1, 0, 0, 1, 0, 0);
  }

  set(a: number, b: number, c: number, d: number, e: number, f: number): void {
    const { line } = this;
    this.moves++;
    this.doubtful = false;
    line[0] = a;
    line[1] = b;
    line[2] = c;
    line[3] = d;
    line[4] = e;
    line[5] = f;
    this.#toLine();
  }

  /** To the start of a line, offset from the start of this one. */
  next(x: number, y: number): void {
    const { line } = this;
    this.moves++;
    line[4] += x * line[0] + y * line[2];
    line[5] += x * line[1] + y * line[3];
    this.#toLine();
  }

  /** Along the line, in text space. */
  advance(x: number, y: number): void {
    const { matrix } = this;
    this.moves++;
    matrix[4] += x * matrix[0] + y * matrix[2];
    matrix[5] += x * matrix[1] + y * matrix[3];
  }

  #toLine(): void {
    const { line, matrix } = this;
    for (let at = 0; at < line.length; at++) matrix[at] = line[at] ?? 0;
  }
}

/** Those of a matrix, changed in place: a page sets them for each of its strings. */
type Numbers = [number, number, number, number, number, number];
