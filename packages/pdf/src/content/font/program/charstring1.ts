import type { Matrix } from '../../matrix.ts';
import type { FontBytes } from './bytes.ts';
import { OutlinePen } from './outline.ts';

/** Subroutines within subroutines (Adobe Type 1 Font Format §6.4). */
const DEEPEST = 10;
const MOST_STACK = 64;
const MOST_STEPS = 20_000;
/** Reference points of a flex, by OtherSubrs 1, 2 and 0 (§8.3). */
const FLEX_POINTS = 7;
/** OtherSubrs of flexes, of hints and of counters (§8; Adobe technical note 5015); others calculate. */
const OTHERS: ReadonlySet<number> = new Set([0, 1, 2, 3, 12, 13]);

/** What the charstrings of a font refer to. */
export interface Type1Parts {
  subroutine(index: number): FontBytes | undefined;
  /** The charstring of the glyph that a code has in the standard encoding. */
  standard(code: number): FontBytes | undefined;
}

/** Reads a Type 1 charstring (Adobe Type 1 Font Format §6) into the outline of its pen. */
export class Charstring1 {
  readonly pen: OutlinePen;
  /** Of the glyph, in its units; undefined before it is told. */
  width: number | undefined;
  readonly #parts: Type1Parts;
  #stack: number[] = [];
  #postscript: number[] = [];
  /** Corners of a flex, while one is told. */
  #flex: [number, number][] | undefined;
  #steps = 0;
  #ended = false;
  /** Where glyphs begin: the accent of a letter, beside its letter. */
  #origin: [number, number] = [0, 0];
  #bearing = 0;
  #isPart = false;

  constructor(matrix: Matrix, parts: Type1Parts) {
    this.pen = new OutlinePen(matrix);
    this.#parts = parts;
  }

  get steps(): number {
    return this.#steps;
  }

  /** Whether all of it was understood. */
  run(code: FontBytes, depth = 0): boolean {
    for (let at = 0; at < code.length && !this.#ended; ) {
      if (++this.#steps > MOST_STEPS || this.#stack.length > MOST_STACK) return false;
      const byte = code.u8(at++);
      if (byte >= 32) {
        if (byte < 247) this.#stack.push(byte - 139);
        else if (byte < 251) this.#stack.push((byte - 247) * 256 + code.u8(at++) + 108);
        else if (byte < 255) this.#stack.push(-(byte - 251) * 256 - code.u8(at++) - 108);
        else {
          this.#stack.push(code.u32(at) | 0);
          at += 4;
        }
      } else if (byte === 11) return true;
      else if (byte === 10) {
        const routine = this.#parts.subroutine(this.#stack.pop() ?? -1);
        if (routine === undefined || depth >= DEEPEST || !this.run(routine, depth + 1)) return false;
      } else if (!(byte === 12 ? this.#escaped(code.u8(at++)) : this.#draw(byte))) return false;
    }
    return this.pen.isWhole;
  }

  #draw(operator: number): boolean {
    const [a = 0, b = 0, c = 0, d = 0, e = 0, f = 0] = this.#stack;
    this.#stack = [];
    if (operator === 13) this.#start(a, 0, b);
    else if (operator === 21) this.#move(a, b);
    else if (operator === 22) this.#move(a, 0);
    else if (operator === 4) this.#move(0, a);
    else if (operator === 5) this.#line(a, b);
    else if (operator === 6) this.#line(a, 0);
    else if (operator === 7) this.#line(0, a);
    else if (operator === 8) this.#curve([a, b, c, d, e, f]);
    else if (operator === 30) this.#curve([0, a, b, c, d, 0]);
    else if (operator === 31) this.#curve([a, 0, b, c, 0, d]);
    else if (operator === 14) this.#ended = true;
    // Hints, and the end of a contour: all are closed.
    else return operator === 1 || operator === 3 || operator === 9;
    return true;
  }

  #escaped(operator: number): boolean {
    if (operator === 12) {
      const [by = 1, value = 0] = [this.#stack.pop(), this.#stack.pop()];
      this.#stack.push(value / by);
    } else if (operator === 16) return this.#callOther();
    else if (operator === 17) this.#stack.push(this.#postscript.pop() ?? 0);
    else {
      const args = this.#stack;
      this.#stack = [];
      if (operator === 6) return this.#assemble(args);
      if (operator === 7) this.#start(args[0] ?? 0, args[1] ?? 0, args[2] ?? 0);
      // Hints, and where a flex ended.
      else return operator <= 2 || operator === 33;
    }
    return true;
  }

  /** `seac`: a letter and its accent, glyphs of their own (§6.4). */
  #assemble([accentBearing = 0, dx = 0, dy = 0, letter = -1, accent = -1]: number[]): boolean {
    if (this.#isPart) return false;
    this.#isPart = true;
    const accentOrigin: [number, number] = [this.#bearing + dx - accentBearing, dy];
    const isRead = this.#drawPart(letter, [0, 0]) && this.#drawPart(accent, accentOrigin);
    this.#isPart = false;
    this.#ended = true;
    return isRead;
  }

  #drawPart(code: number, origin: [number, number]): boolean {
    const part = this.#parts.standard(code);
    if (part === undefined) return false;
    this.#origin = origin;
    this.#stack = [];
    const isRead = this.run(part);
    this.#ended = false;
    return isRead;
  }

  #callOther(): boolean {
    const index = this.#stack.pop() ?? 0;
    const count = Math.min(Math.max(this.#stack.pop() ?? 0, 0), this.#stack.length);
    const args = this.#stack.splice(this.#stack.length - count);
    if (index === 1) this.#flex = [];
    if (index === 0) this.#endFlex();
    // Hint replacement leaves the number of the subroutine that is called next.
    this.#postscript = index === 0 ? [this.pen.y, this.pen.x] : args.reverse();
    return OTHERS.has(index);
  }

  #endFlex(): void {
    const points = this.#flex ?? [];
    this.#flex = undefined;
    if (points.length < FLEX_POINTS) return;
    const [, p1, p2, p3, p4, p5, p6] = points;
    for (const [one, two, three] of [
      [p1, p2, p3],
      [p4, p5, p6],
    ]) {
      this.pen.curve(...(one ?? [0, 0]), ...(two ?? [0, 0]), ...(three ?? [0, 0]));
    }
  }

  #start(x: number, y: number, width: number): void {
    if (!this.#isPart) {
      this.#bearing = x;
      this.width = width;
    }
    this.pen.x = this.#origin[0] + x;
    this.pen.y = this.#origin[1] + y;
  }

  #move(dx: number, dy: number): void {
    const { pen } = this;
    if (this.#flex === undefined) {
      pen.move(pen.x + dx, pen.y + dy);
      return;
    }
    const [x, y] = this.#flex.at(-1) ?? [pen.x, pen.y];
    if (this.#flex.length < FLEX_POINTS) this.#flex.push([x + dx, y + dy]);
  }

  #line(dx: number, dy: number): void {
    this.pen.line(this.pen.x + dx, this.pen.y + dy);
  }

  #curve([a, b, c, d, e, f]: [number, number, number, number, number, number]): void {
    const [x1, y1] = [this.pen.x + a, this.pen.y + b];
    const [x2, y2] = [x1 + c, y1 + d];
    this.pen.curve(x1, y1, x2, y2, x2 + e, y2 + f);
  }
}
