import { PdfError } from '../errors.ts';
import type { Limits } from '../limits.ts';
import { isDigit, isRegular, isWhite, repeatedLatin1, startsWith } from './bytes.ts';
import { hexDigit, isPastOctet } from './strings.ts';
import type { IndirectObject, PdfArray, PdfDict, PdfName, PdfNumber, PdfString, PdfValue } from './values.ts';

/** Annex C of ISO 32000-1 names 127 bytes. */
const LONGEST_NAME = 4096;
/** No number needs more; some readers cut longer ones in two. */
const LONGEST_NUMBER = 255;

/**
 * Reads objects from bytes at an offset (ISO 32000-2 §7.3). Strict where readers disagree: what is no object
 * is a `broken_object`, never a guess.
 */
export class Parser {
  readonly bytes: Uint8Array;
  pos: number;
  readonly #limits: Limits;
  #depth = 0;
  /** Values read so far. */
  values = 0;

  constructor(bytes: Uint8Array, pos: number, limits: Limits) {
    this.bytes = bytes;
    this.pos = pos;
    this.#limits = limits;
  }

  /** White space and comments. */
  skipSpace(): void {
    const { bytes } = this;
    for (;;) {
      const code = bytes[this.pos];
      if (code === undefined) return;
      if (isWhite(code)) {
        this.pos++;
      } else if (code === 0x25) {
        while (this.pos < bytes.length && bytes[this.pos] !== 10 && bytes[this.pos] !== 13) this.pos++;
      } else {
        return;
      }
    }
  }

  /** Takes `word` if it stands here as a whole token. */
  keyword(word: string): boolean {
    this.skipSpace();
    if (!startsWith(this.bytes, this.pos, word) || isRegular(this.bytes[this.pos + word.length]))
      return false;
    this.pos += word.length;
    return true;
  }

  /** An unsigned integer token, or -1 with nothing taken. */
  integer(): number {
    this.skipSpace();
    const from = this.pos;
    let value = 0;
    while (isDigit(this.bytes[this.pos])) value = value * 10 + (this.bytes[this.pos++] ?? 0) - 48;
    if (this.pos > from && this.pos - from <= 15 && !isRegular(this.bytes[this.pos])) return value;
    this.pos = from;
    return -1;
  }

  /** `N G obj … endobj` at this position; the stream's data are not looked at. */
  indirectObject(): IndirectObject {
    const number = this.integer();
    const generation = number < 0 ? -1 : this.integer();
    if (generation < 0 || !this.keyword('obj')) throw this.broken('no object here');
    if (this.keyword('endobj')) {
      return {
        number,
        generation,
        value: { type: 'null', source: this.bytes, start: this.pos, end: this.pos },
      };
    }
    const value = this.value();
    if (value.type === 'dict' && this.keyword('stream')) {
      return { number, generation, value: this.#stream(value) };
    }
    if (!this.keyword('endobj')) throw this.broken('endobj missing');
    // §7.3.10 knows objects and references to them; in the place of a reference to a reference readers see nothing.
    if (value.type === 'ref') throw this.broken('an object that is a reference');
    return { number, generation, value };
  }

  value(): PdfValue {
    this.skipSpace();
    if (++this.values > this.#limits.valuesPerObject) {
      throw new PdfError('too_large', 'An object holds too many values');
    }
    const { bytes, pos } = this;
    const code = bytes[pos];
    if (code === undefined) throw this.broken('end of input');
    switch (code) {
      case 0x2f:
        return this.#name();
      case 0x28:
        return this.#literal();
      case 0x5b:
        return this.#array();
      case 0x3c:
        return bytes[pos + 1] === 0x3c ? this.#dict() : this.#hex();
      default:
        return isDigit(code) || code === 0x2b || code === 0x2d || code === 0x2e
          ? this.#numberOrRef()
          : this.#word();
    }
  }

  broken(what: string): PdfError {
    return new PdfError('broken_object', `${what} at byte ${this.pos}`);
  }

  #word(): PdfValue {
    const start = this.pos;
    const span = { source: this.bytes, start };
    if (this.keyword('null')) return { type: 'null', ...span, end: this.pos };
    if (this.keyword('true')) return { type: 'boolean', value: true, ...span, end: this.pos };
    if (this.keyword('false')) return { type: 'boolean', value: false, ...span, end: this.pos };
    throw this.broken('no value');
  }

  #name(): PdfName {
    const start = this.pos;
    const value = this.#nameText();
    return { type: 'name', value, source: this.bytes, start, end: this.pos };
  }

  #nameText(): string {
    const { bytes } = this;
    const start = this.pos++;
    let escaped = false;
    while (isRegular(bytes[this.pos])) {
      if (bytes[this.pos] === 0x23) escaped = true;
      this.pos++;
    }
    if (this.pos - start > LONGEST_NAME) throw this.broken('name too long');
    const text = repeatedLatin1(bytes, start + 1, this.pos);
    return escaped ? this.#unescaped(text) : text;
  }

  /**
   * §7.3.5: two hexadecimal digits follow a number sign, where some readers take whatever stands there, a delimiter, too;
   * and none stands for the null character, at which some end the name.
   */
  #unescaped(text: string): string {
    return text.replace(/#(.{0,2})/gs, (_, hex: string) => {
      if (hex === '00' || !/^[0-9A-Fa-f]{2}$/.test(hex)) throw this.broken('a number sign in a name');
      return String.fromCharCode(Number.parseInt(hex, 16));
    });
  }

  #numberOrRef(): PdfValue {
    const { bytes } = this;
    const start = this.pos;
    const first = this.#number(start);
    if (!first.integer || !isDigit(bytes[start])) return first;
    // `12 0 R`: look ahead over two tokens, and step back where they do not follow.
    const after = this.pos;
    const generation = isWhite(bytes[after] ?? 0x2f) ? this.integer() : -1;
    if (generation >= 0 && this.keyword('R')) {
      return { type: 'ref', number: first.value, generation, source: bytes, start, end: this.pos };
    }
    this.pos = after;
    return first;
  }

  #number(start: number): PdfNumber {
    const { bytes } = this;
    let at = start;
    let value = 0;
    let scale = 0;
    let hasDigit = false;
    const negative = bytes[at] === 0x2d;
    if (negative || bytes[at] === 0x2b) at++;
    for (; ; at++) {
      const code = bytes[at];
      if (isDigit(code)) {
        value = value * 10 + (code ?? 0) - 48;
        scale *= 10;
        hasDigit = true;
      } else if (code === 0x2e && scale === 0) {
        scale = 1;
      } else {
        break;
      }
    }
    const isLong = at - start > LONGEST_NUMBER || !Number.isFinite(value) || !Number.isFinite(scale);
    if (!hasDigit || isLong || isRegular(bytes[at])) throw this.broken('no number');
    this.pos = at;
    if (scale > 1) value /= scale;
    if (negative) value = -value;
    return { type: 'number', value, integer: scale === 0, source: bytes, start, end: at };
  }

  #literal(): PdfString {
    const { bytes } = this;
    const start = this.pos;
    let open = 0;
    for (let at = start; at < bytes.length; at++) {
      const code = bytes[at];
      if (code === 0x5c) {
        if (isPastOctet(bytes, at + 1)) throw this.broken('no octet');
        at++;
      } else if (code === 0x28) open++;
      else if (code === 0x29 && --open === 0) {
        this.pos = at + 1;
        return { type: 'string', hex: false, source: bytes, start, end: this.pos };
      }
    }
    const error = this.broken('unterminated string');
    this.pos = bytes.length; // so far was read
    throw error;
  }

  #hex(): PdfString {
    const { bytes } = this;
    const start = this.pos;
    let at = start + 1;
    while (hexDigit(bytes[at]) >= 0 || isWhite(bytes[at] ?? 0x2f)) at++;
    this.pos = at + 1;
    if (bytes[at] === 0x3e) return { type: 'string', hex: true, source: bytes, start, end: this.pos };
    throw this.broken('bad hexadecimal string');
  }

  #array(): PdfArray {
    const start = this.pos++;
    const items: PdfValue[] = [];
    this.#enter();
    for (;;) {
      this.skipSpace();
      if (this.bytes[this.pos] === 0x5d) break;
      items.push(this.value());
    }
    this.#depth--;
    this.pos++;
    return { type: 'array', items, source: this.bytes, start, end: this.pos };
  }

  #dict(): PdfDict {
    const { bytes } = this;
    const start = this.pos;
    this.pos += 2;
    const entries = new Map<string, PdfValue>();
    const duplicates: string[] = [];
    const hidden: PdfValue[] = [];
    this.#enter();
    for (;;) {
      this.skipSpace();
      if (startsWith(bytes, this.pos, '>>')) break;
      if (bytes[this.pos] !== 0x2f) throw this.broken('no key');
      const key = this.#nameText();
      const before = entries.get(key);
      if (before !== undefined) {
        duplicates.push(key);
        hidden.push(before);
      }
      entries.set(key, this.value());
    }
    this.#depth--;
    this.pos += 2;
    const dict: PdfDict = { type: 'dict', entries, duplicates, source: bytes, start, end: this.pos };
    return hidden.length === 0 ? dict : { ...dict, hidden };
  }

  #stream(dict: PdfDict): PdfValue {
    const { bytes } = this;
    // §7.3.8.1: CR LF or LF; a lone CR is what some writers leave, and every reader takes it.
    if (bytes[this.pos] === 13) this.pos++;
    if (bytes[this.pos] === 10) this.pos++;
    return { type: 'stream', dict, dataStart: this.pos, source: bytes, start: dict.start, end: this.pos };
  }

  #enter(): void {
    if (++this.#depth > this.#limits.depth) throw new PdfError('too_deep', 'Values are nested too deeply');
  }
}
