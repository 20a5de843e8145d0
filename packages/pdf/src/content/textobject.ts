import type { Box } from '../revisions/pages.ts';

/** The text object's own state (ISO 32000-2 §9.4.1): matrices that change with every string. */
export class TextObject {
  /** Text matrix, text line matrix. */
  readonly matrix = Float64Array.of(1, 0, 0, 1, 0, 0);
  readonly line = Float64Array.of(1, 0, 0, 1, 0, 0);
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
    this.matrix.set(line);
  }

  /** To the start of a line, offset from the start of this one. */
  next(x: number, y: number): void {
    const [a = 1, b = 0, c = 0, d = 1] = this.line;
    this.moves++;
    this.line[4] = x * a + y * c + (this.line[4] ?? 0);
    this.line[5] = x * b + y * d + (this.line[5] ?? 0);
    this.matrix.set(this.line);
  }

  /** Along the line, in text space. */
  advance(x: number, y: number): void {
    const { matrix } = this;
    this.moves++;
    matrix[4] = x * (matrix[0] ?? 1) + y * (matrix[2] ?? 0) + (matrix[4] ?? 0);
    matrix[5] = x * (matrix[1] ?? 0) + y * (matrix[3] ?? 1) + (matrix[5] ?? 0);
  }
}
