import type { Matrix } from '../../matrix.ts';
import { Arithmetic } from './arithmetic.ts';
import type { FontBytes } from './bytes.ts';
import { OutlinePen } from './outline.ts';

/** Subroutines within subroutines, and operands at a time (Adobe technical note 5177, Appendix B). */
const DEEPEST = 10;
const MOST_STACK = 48;
/** Operators of a glyph: subroutines that call each other may make a thousand of a byte. */
const MOST_STEPS = 20_000;

/** What the charstrings of a font refer to: subroutines of the glyph's own dictionary, and those of all glyphs. */
export interface Subroutines {
  local(index: number): FontBytes | undefined;
  global(index: number): FontBytes | undefined;
  /** The charstring of the glyph that a code has in the standard encoding. */
  standard(code: number): FontBytes | undefined;
}

type Args = number[];

/** Reads a Type 2 charstring (Adobe technical note 5177) into the outline of its pen. */
export class Charstring2 {
  readonly pen: OutlinePen;
  /** What the glyph says of its width: by how much it is more than the usual one; undefined for one that is the default. */
  width: number | undefined;
  readonly #subroutines: Subroutines;
  #stack: Args = [];
  #hints = 0;
  #isFirst = true;
  #steps = 0;
  #ended = false;
  /** Within a letter that is made of two glyphs. */
  #isPart = false;
  readonly #arithmetic = new Arithmetic();

  constructor(matrix: Matrix, subroutines: Subroutines) {
    this.pen = new OutlinePen(matrix);
    this.#subroutines = subroutines;
  }

  /** Operators and numbers that were read. */
  get steps(): number {
    return this.#steps;
  }

  /** Whether all of it was understood. */
  run(code: FontBytes, depth = 0): boolean {
    for (let at = 0; at < code.length && !this.#ended; ) {
      if (++this.#steps > MOST_STEPS || this.#stack.length > MOST_STACK) return false;
      const byte = code.u8(at++);
      if (byte >= 32 || byte === 28) {
        at = this.#number(code, byte, at);
        continue;
      }
      if (byte === 11) return true;
      if (byte === 10 || byte === 29) {
        const called = (this.#stack.pop() ?? 0) | 0;
        const { local, global } = this.#subroutines;
        const routine = byte === 10 ? local(called) : global(called);
        if (routine === undefined || depth >= DEEPEST || !this.run(routine, depth + 1)) return false;
      } else if (byte === 12) {
        if (!this.#escaped(code.u8(at++))) return false;
      } else if (byte === 19 || byte === 20) {
        this.#hint();
        at += Math.ceil(this.#hints / 8);
      } else if (!this.#draw(byte)) return false;
    }
    return this.pen.isWhole;
  }

  #number(code: FontBytes, byte: number, at: number): number {
    const stack = this.#stack;
    if (byte === 28) stack.push(code.i16(at));
    else if (byte < 247) stack.push(byte - 139);
    else if (byte < 251) stack.push((byte - 247) * 256 + code.u8(at) + 108);
    else if (byte < 255) stack.push(-(byte - 251) * 256 - code.u8(at) - 108);
    else stack.push((code.u32(at) | 0) / 65_536);
    return at + (byte === 28 ? 2 : byte < 247 ? 0 : byte < 255 ? 1 : 4);
  }

  #escaped(operator: number): boolean {
    if (operator >= 34) return this.#flex(operator);
    if (operator !== 0) return this.#arithmetic.run(operator, this.#stack);
    // `dotsection`, of older programs, is a hint.
    this.#stack = [];
    return true;
  }

  #hint(): void {
    if (this.#stack.length % 2 === 1) this.#noteWidth();
    this.#hints += this.#stack.length >> 1;
    this.#isFirst = false;
    this.#stack = [];
  }

  /** The first operand of the first operator, where it has more than it takes. */
  #noteWidth(): void {
    if (this.#isFirst && !this.#isPart) this.width = this.#stack[0];
  }

  /** The operands of the first operator may begin with the glyph's width. */
  #take(count: number): Args {
    const isMore = this.#isFirst && this.#stack.length > count;
    if (isMore) this.#noteWidth();
    const args = isMore ? this.#stack.slice(-count) : this.#stack;
    this.#isFirst = false;
    this.#stack = [];
    return args;
  }

  #draw(operator: number): boolean {
    switch (operator) {
      case 1:
      case 3:
      case 18:
      case 23:
        this.#hint();
        return true;
      case 4:
        this.#move(0, this.#take(1)[0] ?? 0);
        return true;
      case 21: {
        const [dx = 0, dy = 0] = this.#take(2);
        this.#move(dx, dy);
        return true;
      }
      case 22:
        this.#move(this.#take(1)[0] ?? 0, 0);
        return true;
      case 14:
        return this.#end();
      default:
        return this.#path(operator, this.#take(MOST_STACK));
    }
  }

  /** With four operands it draws a letter and its accent, glyphs of their own (Appendix C). */
  #end(): boolean {
    if (this.#stack.length % 4 === 1) this.#noteWidth();
    const [dx = 0, dy = 0, letter, accent] = this.#stack.slice(-4);
    this.#stack = [];
    if (letter !== undefined && accent !== undefined) {
      if (this.#isPart || !this.#drawPart(letter, 0, 0) || !this.#drawPart(accent, dx, dy)) return false;
    }
    this.#ended = true;
    return true;
  }

  #drawPart(code: number, x: number, y: number): boolean {
    const part = this.#subroutines.standard(code);
    if (part === undefined) return false;
    this.#isPart = true;
    this.#hints = 0;
    this.#isFirst = true;
    this.#stack = [];
    this.pen.x = x;
    this.pen.y = y;
    const isRead = this.run(part);
    this.#ended = false;
    this.#isPart = false;
    return isRead;
  }

  #path(operator: number, args: Args): boolean {
    const last = args.length;
    if (operator === 5) this.#lines(args);
    else if (operator === 6 || operator === 7) this.#turns(args, operator === 6);
    else if (operator === 8) this.#curves(args);
    else if (operator === 24) {
      this.#curves(args.slice(0, last - 2));
      this.#lines(args.slice(last - 2));
    } else if (operator === 25) {
      this.#lines(args.slice(0, last - 6));
      this.#curves(args.slice(last - 6));
    } else if (operator === 26 || operator === 27) this.#level(args, operator === 27);
    else if (operator === 30 || operator === 31) this.#alternating(args, operator === 31);
    else return false;
    return true;
  }

  #move(dx: number, dy: number): void {
    this.pen.move(this.pen.x + dx, this.pen.y + dy);
  }

  #line(dx: number, dy: number): void {
    this.pen.line(this.pen.x + dx, this.pen.y + dy);
  }

  #curve(dx1: number, dy1: number, dx2: number, dy2: number, dx3: number, dy3: number): void {
    const { x, y } = this.pen;
    const [x1, y1] = [x + dx1, y + dy1];
    const [x2, y2] = [x1 + dx2, y1 + dy2];
    this.pen.curve(x1, y1, x2, y2, x2 + dx3, y2 + dy3);
  }

  #lines(args: Args): void {
    for (let at = 0; at + 1 < args.length; at += 2) this.#line(args[at] ?? 0, args[at + 1] ?? 0);
  }

  #turns(args: Args, level: boolean): void {
    let isLevel = level;
    for (const length of args) {
      this.#line(isLevel ? length : 0, isLevel ? 0 : length);
      isLevel = !isLevel;
    }
  }

  #curves(args: Args): void {
    for (let at = 0; at + 5 < args.length; at += 6) {
      const [a = 0, b = 0, c = 0, d = 0, e = 0, f = 0] = args.slice(at, at + 6);
      this.#curve(a, b, c, d, e, f);
    }
  }

  /** Curves that begin and end level, or upright. */
  #level(args: Args, level: boolean): void {
    const odd = args.length % 4 === 0 ? 0 : 1;
    let side = odd === 1 ? (args[0] ?? 0) : 0;
    for (let at = odd; at + 3 < args.length; at += 4) {
      const [a = 0, b = 0, c = 0, d = 0] = args.slice(at, at + 4);
      if (level) this.#curve(a, side, b, c, d, 0);
      else this.#curve(side, a, b, c, 0, d);
      side = 0;
    }
  }

  /** Curves that begin level and end upright, and the other way round, in turn. */
  #alternating(args: Args, level: boolean): void {
    let isLevel = level;
    for (let at = 0; at + 3 < args.length; at += 4) {
      const [a = 0, b = 0, c = 0, d = 0] = args.slice(at, at + 4);
      const side = args.length - at === 5 ? (args[at + 4] ?? 0) : 0;
      if (isLevel) this.#curve(a, 0, b, c, side, d);
      else this.#curve(0, a, b, c, d, side);
      isLevel = !isLevel;
    }
  }

  #flex(operator: number): boolean {
    const args = this.#take(MOST_STACK);
    const [a = 0, b = 0, c = 0, d = 0, e = 0, f = 0, g = 0, h = 0, i = 0, j = 0, k = 0] = args;
    if (operator === 35) this.#curves(args.slice(0, 12));
    else if (operator === 34) this.#curves([a, 0, b, c, d, 0, e, 0, f, -c, g, 0]);
    else if (operator === 36) this.#curves([a, b, c, d, e, 0, f, 0, g, h, i, -(b + d + h)]);
    else if (operator === 37) {
      const [x, y] = [a + c + e + g + i, b + d + f + h + j];
      const end = Math.abs(x) > Math.abs(y) ? [k, -y] : [-x, k];
      this.#curves([a, b, c, d, e, f, g, h, i, j, ...end]);
    } else return false;
    return true;
  }
}
