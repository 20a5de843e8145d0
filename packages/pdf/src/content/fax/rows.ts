import type { Bits } from './bits.ts';
import { BESIDE, HORIZONTAL, MODE, PASS, RUNS } from './codes.ts';

/** Runs of this length and more are followed by a shorter one of the same colour. */
const LONG = 64;

/** A row of samples by where it changes colour, from white on, rising; what follows the last edge is the row's end. */
export class Row {
  readonly columns: number;
  readonly edges: Int32Array;
  #count = 0;

  /** White. */
  constructor(columns: number) {
    this.columns = columns;
    // Behind an edge at each column two ends are asked for.
    this.edges = new Int32Array(columns + 3).fill(columns);
  }

  begin(): void {
    this.#count = 0;
  }

  /** Where two edges meet there is none. */
  add(edge: number): void {
    if (this.#count > 0 && this.edges[this.#count - 1] === edge) this.#count--;
    else this.edges[this.#count++] = edge;
  }

  end(): void {
    this.edges.fill(this.columns, this.#count);
  }
}

/** A run of white (0) or black (1); -1 for no such code, and past the row's end. */
function runOf(bits: Bits, colour: number, room: number): number {
  let run = 0;
  for (;;) {
    const part = bits.code(RUNS[colour === 0 ? 0 : 1]);
    if (part < 0) return -1;
    run += part;
    if (run > room) return -1;
    if (part < LONG) return run;
  }
}

/** Reads a row that stands by itself (ITU-T T.4 §4.1); false where it is broken. */
export function readAlone(bits: Bits, row: Row): boolean {
  row.begin();
  let at = 0;
  for (let colour = 0; at < row.columns; colour = 1 - colour) {
    const run = runOf(bits, colour, row.columns - at);
    if (run < 0) return false;
    at += run;
    row.add(at);
  }
  row.end();
  return !bits.isPast;
}

/** Reads a row by how it differs from the one above (ITU-T T.6 §2.2); false where it is broken. */
export function readBelow(bits: Bits, { edges: above }: Row, row: Row): boolean {
  const { columns } = row;
  row.begin();
  // It begins left of the first sample, on white.
  let [at, colour, next] = [-1, 0, 0];
  while (at < columns) {
    // The first edge above that is right of here, to the other colour.
    while (next > 0 && (above[next - 1] ?? 0) > at) next--;
    while ((above[next] ?? columns) <= at) next++;
    if (next % 2 !== colour) next++;
    const mode = bits.code(MODE);
    if (mode === PASS) {
      at = above[next + 1] ?? columns;
    } else if (mode === HORIZONTAL) {
      for (const shade of [colour, 1 - colour]) {
        const run = runOf(bits, shade, columns - Math.max(0, at));
        if (run < 0) return false;
        at = Math.max(0, at) + run;
        row.add(at);
      }
    } else {
      const to = (above[next] ?? columns) + mode - BESIDE;
      if (mode < 0 || to < Math.max(0, at) || to > columns) return false;
      row.add(to);
      at = to;
      colour = 1 - colour;
    }
  }
  row.end();
  return !bits.isPast;
}
