import { isRegular, isWhite, repeatedLatin1, startsWith } from '../syntax/bytes.ts';
import { decodeHex, hexDigit, isEscape, isPastOctet, stringBytes } from '../syntax/strings.ts';
import { Brackets } from './brackets.ts';
import { lineEnd, showsSomething } from './comments.ts';
import { CLOSE, DICT, HEX, LITERAL, NAME, NUMBER, OPEN, type Operands, PLAIN, WORD } from './operands.ts';

/** What a byte begins. */
const SPACE = 1;
const NUMERIC = 2;
const DELIMITER = 3;
const BEGINS = new Uint8Array(256);
for (const code of [0, 9, 10, 12, 13, 32]) BEGINS[code] = SPACE;
for (const char of '+-.0123456789') BEGINS[char.charCodeAt(0)] = NUMERIC;
for (const char of '()<>[]{}/%') BEGINS[char.charCodeAt(0)] = DELIMITER;

/** Of a word: a longer one is several. One whose beginning is an operator is read again from behind that. */
const LONGEST = 64;

const PLUS = 0x2b;
const MINUS = 0x2d;
const POINT = 0x2e;
const NUMBER_SIGN = 0x23;
/** Readers that keep integers in 32 or 64 bits take another one where it is more; what is far more is far away. */
const MOST = 2 ** 31 - 1;
const FAR = 2 ** 64;
/** Digits behind the point that count. */
const DIGITS = 20;
const NONE: ReadonlySet<number> = new Set();

interface Telling {
  /** Told of a token, from its first byte, that readers read differently. */
  ambiguous: (start: number) => void;
  /** Where the parts of joined content end: the positions of the white space between them. */
  ends?: ReadonlySet<number>;
}

/**
 * The tokens of a content stream (ISO 32000-2 §7.8.2). Forgiving as viewers are: there is no content that it refuses.
 * Operands are collected, operators handed out; nothing is made for a token.
 */
export class Tokens {
  readonly bytes: Uint8Array;
  readonly operands: Operands;
  pos = 0;
  /** First byte of the operator last handed out. */
  start = 0;
  #arrays = 0;
  readonly #brackets: Brackets;
  /** Up to where comments were looked at. */
  #looked = 0;
  readonly #ambiguous: (start: number) => void;
  readonly #ends: ReadonlySet<number>;

  constructor(bytes: Uint8Array, operands: Operands, { ambiguous, ends = NONE }: Telling) {
    this.bytes = bytes;
    this.#brackets = new Brackets(bytes);
    this.operands = operands;
    this.#ambiguous = ambiguous;
    this.#ends = ends;
  }

  /** Collects operands up to an operator, which stands from `start` to `pos` then; false at the end of the content. */
  next(): boolean {
    const { bytes } = this;
    const { length } = bytes;
    this.#arrays = 0;
    while (this.pos < length) {
      const code = bytes[this.pos] ?? 0;
      switch (BEGINS[code]) {
        case SPACE:
          this.pos++;
          break;
        case NUMERIC:
          this.#number();
          break;
        case DELIMITER:
          this.#delimited(code);
          break;
        default:
          if (!this.#word()) break;
          if (this.#arrays === 0 || !this.#brackets.isClosedBehind(this.pos)) return true;
          // Most readers pass over an operator within an array; some carry it out.
          this.#ambiguous(this.start);
      }
    }
    return false;
  }

  /** A name operand; '' for what is none. */
  name(index: number): string {
    const { operands, bytes } = this;
    if (operands.kind[index] !== NAME) return '';
    const text = repeatedLatin1(bytes, operands.start[index] ?? 0, operands.end[index] ?? 0);
    if (!text.includes('#')) return text;
    return text.replace(/#([0-9A-Fa-f]{2})/g, (_, hex: string) =>
      String.fromCharCode(Number.parseInt(hex, 16)),
    );
  }

  isString(index: number): boolean {
    const kind = this.operands.kind[index] ?? 0;
    return kind >= PLAIN && kind <= HEX;
  }

  /** The bytes of a string operand: a view of the content where it has no escapes. */
  string(index: number): Uint8Array {
    const { operands, bytes } = this;
    const start = operands.start[index] ?? 0;
    const end = operands.end[index] ?? 0;
    switch (operands.kind[index]) {
      case PLAIN:
        return bytes.subarray(start, end);
      case LITERAL:
        return stringBytes({ type: 'string', hex: false, source: bytes, start: start - 1, end: end + 1 });
      case HEX:
        return decodeHex(bytes.subarray(start, end));
      default:
        return bytes.subarray(0, 0);
    }
  }

  /** Where readers differ, as most do: `--5` is -5, a minus within digits is passed over, `1.2.3` is 1.2. */
  #number(): void {
    const { bytes } = this;
    const from = this.pos;
    let at = from;
    let value = 0;
    let scale = 0;
    let points = 0;
    let point = 0;
    let digits = 0;
    let odd = false;
    const negative = bytes[at] === MINUS;
    if (negative || bytes[at] === PLUS) at++;
    for (; ; at++) {
      const code = bytes[at] ?? 0;
      if (code >= 48 && code <= 57) {
        digits++;
        if (points === 0 || (points === 1 && at < point + DIGITS)) {
          value = value * 10 + code - 48;
          scale *= 10;
        }
      } else if (code === POINT) {
        points++;
        if (points > 1) continue;
        scale = 1;
        point = at;
      } else if (code === MINUS) {
        odd = true;
      } else {
        break;
      }
    }
    this.pos = at;
    if (scale > 1) value /= scale;
    if (odd || digits === 0 || points > 1 || isRegular(bytes[at]) || (value > MOST && value < FAR)) {
      this.#ambiguous(from);
    }
    // More digits than a number holds.
    if (!Number.isFinite(value)) value = 0;
    this.operands.push(NUMBER, negative ? -value : value, from, at);
  }

  #delimited(code: number): void {
    const { bytes, operands, pos } = this;
    this.pos++;
    switch (code) {
      case 0x2f:
        for (; isRegular(bytes[this.pos]); this.pos++) {
          if (bytes[this.pos] === NUMBER_SIGN && !isEscape(bytes, this.pos)) this.#ambiguous(pos);
        }
        operands.push(NAME, 0, pos + 1, this.pos);
        return;
      case 0x28:
        this.#literal();
        return;
      case 0x3c:
        if (bytes[pos + 1] === 0x3c) this.#dict();
        else this.#hex();
        return;
      case 0x5b:
        this.#arrays++;
        operands.push(OPEN, 0, pos, pos + 1);
        return;
      case 0x5d:
        if (this.#arrays > 0) operands.push(CLOSE, --this.#arrays, pos, pos + 1);
        else this.#ambiguous(pos);
        return;
      case 0x25:
        this.#comment();
        return;
      default:
        // It closes what was never opened.
        this.#ambiguous(pos);
    }
  }

  /**
   * It ends at CR or LF (§7.2.4). Readers that end it at LF alone, or earlier, show what others pass over: so does
   * one that joins parts of content without white space, where a part ends with a comment.
   */
  #comment(): void {
    const { bytes } = this;
    const start = this.pos - 1;
    while (this.pos < bytes.length && bytes[this.pos] !== 10 && bytes[this.pos] !== 13) this.pos++;
    if (this.#ends.has(this.pos)) this.#ambiguous(start);
    // Of a line that holds many comments each byte is looked at once.
    if (start < this.#looked) return;
    this.#looked = lineEnd(bytes, start);
    if (showsSomething(bytes, start, this.#looked)) this.#ambiguous(start);
  }

  /** Past the opening parenthesis; one that never ends takes the rest. */
  #literal(): void {
    const { bytes } = this;
    const { length } = bytes;
    const start = this.pos;
    let open = 1;
    let kind = PLAIN;
    let at = start;
    for (; at < length; at++) {
      const code = bytes[at];
      if (code === 0x5c) {
        kind = LITERAL;
        at++;
        // No octal digit follows (§7.3.4.2), or more than an octet: some take it for one all the same.
        if (bytes[at] === 0x38 || bytes[at] === 0x39 || isPastOctet(bytes, at)) this.#ambiguous(start - 1);
      } else if (code === 13) {
        kind = LITERAL;
      } else if (code === 0x28) {
        open++;
      } else if (code === 0x29 && --open === 0) {
        break;
      }
    }
    if (open > 0) this.#ambiguous(start - 1);
    const end = Math.min(at, length);
    this.pos = end + 1;
    this.operands.push(kind, 0, start, end);
  }

  #hex(): void {
    const { bytes } = this;
    const start = this.pos;
    let odd = false;
    for (; this.pos < bytes.length && bytes[this.pos] !== 0x3e; this.pos++) {
      const code = bytes[this.pos] ?? 0;
      if (hexDigit(code) < 0 && !isWhite(code)) odd = true;
    }
    if (odd || this.pos === bytes.length) this.#ambiguous(start - 1);
    this.operands.push(HEX, 0, start, this.pos);
    this.pos++;
  }

  /** Up to the `>>` that ends it; one that never ends takes the rest. */
  #dict(): void {
    const { bytes, operands } = this;
    const start = this.pos - 1;
    const before = operands.count;
    let open = 1;
    this.pos++;
    while (this.pos < bytes.length && open > 0) {
      const code = bytes[this.pos] ?? 0;
      const doubled = bytes[this.pos + 1] === code;
      if (code === 0x3e && doubled) open--;
      if (code === 0x3c && doubled) open++;
      if ((code === 0x3e || code === 0x3c) && doubled) this.pos += 2;
      else if (code === 0x28 || code === 0x3c || code === 0x25) this.#delimited(code);
      else this.pos++;
      operands.count = before;
    }
    if (open > 0) this.#ambiguous(start);
    operands.push(DICT, 0, start, Math.min(this.pos, bytes.length));
  }

  /** Whether it is an operator: true, false and null are operands. */
  #word(): boolean {
    const { bytes } = this;
    const start = this.pos;
    const most = start + LONGEST;
    while (
      this.pos < most &&
      BEGINS[bytes[this.pos] ?? 0] !== SPACE &&
      BEGINS[bytes[this.pos] ?? 0] !== DELIMITER
    ) {
      this.pos++;
    }
    this.start = start;
    const length = this.pos - start;
    if (length < 4 || length > 5) return true;
    const operand = ['true', 'false', 'null'].some(
      (word) => word.length === length && startsWith(bytes, start, word),
    );
    if (operand) this.operands.push(WORD, bytes[start] === 0x74 ? 1 : 0, start, this.pos);
    return !operand;
  }
}
