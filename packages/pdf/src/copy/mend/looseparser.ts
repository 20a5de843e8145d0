import { PdfError } from '../../errors.ts';
import type { Limits } from '../../limits.ts';
import { isNumeric, isRegular, isWhite, latin1, startsWith } from '../../syntax/bytes.ts';
import type { PdfNumber, PdfValue } from '../../syntax/values.ts';

const LONGEST_NAME = 4096;

/**
 * Reads objects from damaged bytes: what is no object is passed over, what does not end ends with what surrounds it. For
 * what is looked at by people alone; the strict `Parser` refuses all of it.
 */
export class LooseParser {
  readonly bytes: Uint8Array;
  pos: number;
  readonly #limits: Limits;
  readonly #spend: (units: number) => void;
  #depth = 0;
  #values = 0;

  constructor(bytes: Uint8Array, pos: number, limits: Limits, spend: (units: number) => void) {
    this.bytes = bytes;
    this.pos = pos;
    this.#limits = limits;
    this.#spend = spend;
  }

  skipSpace(): void {
    const { bytes } = this;
    for (;;) {
      const code = bytes[this.pos];
      if (code === undefined) return;
      if (code === 0x25) {
        while (this.pos < bytes.length && bytes[this.pos] !== 10 && bytes[this.pos] !== 13) this.pos++;
      } else if (isWhite(code)) this.pos++;
      else return;
    }
  }

  /** Takes `word` if it stands here, whatever follows it. */
  keyword(word: string): boolean {
    this.skipSpace();
    if (!startsWith(this.bytes, this.pos, word)) return false;
    this.pos += word.length;
    return true;
  }

  /** An unsigned integer, or -1 with nothing taken. */
  integer(): number {
    this.skipSpace();
    const from = this.pos;
    const token = this.#token();
    if (/^\d{1,15}$/.test(token)) return Number(token);
    this.pos = from;
    return -1;
  }

  /** The value that stands here; undefined, with nothing taken, where none begins. Throws past a bound only. */
  value(): PdfValue | undefined {
    this.skipSpace();
    if (++this.#values > this.#limits.valuesPerObject)
      throw new PdfError('too_large', 'An object holds too many values');
    const { bytes, pos: start } = this;
    const found = this.#valueAt(bytes[start]);
    this.#spend(this.pos - start + 1);
    if (found === undefined) this.pos = start;
    return found;
  }

  #valueAt(code: number | undefined): PdfValue | undefined {
    const { bytes, pos: start } = this;
    const span = { source: bytes, start };
    switch (code) {
      case undefined:
        return undefined;
      case 0x2f: {
        const value = this.#name();
        return { type: 'name', value, ...span, end: this.pos };
      }
      case 0x28:
        return this.#literal();
      case 0x5b:
        return this.#array();
      case 0x3c:
        return bytes[start + 1] === 0x3c ? this.#dict() : this.#hex();
      default:
    }
    if (isNumeric(code)) return this.#numberOrRef();
    const word = this.#token();
    if (word === 'null') return { type: 'null', ...span, end: this.pos };
    if (word !== 'true' && word !== 'false') return undefined;
    return { type: 'boolean', value: word === 'true', ...span, end: this.pos };
  }

  #token(): string {
    const start = this.pos;
    while (isRegular(this.bytes[this.pos]) && this.pos < start + LONGEST_NAME) this.pos++;
    return latin1(this.bytes, start, this.pos);
  }

  #name(): string {
    this.pos++;
    return this.#token().replace(/#([0-9A-Fa-f]{2})/g, (_, hex: string) =>
      String.fromCharCode(Number.parseInt(hex, 16)),
    );
  }

  #numberOrRef(): PdfValue {
    const first = this.#number();
    if (!first.integer || first.value < 0) return first;
    const after = this.pos;
    const generation = this.integer();
    if (generation >= 0 && this.keyword('R') && !isRegular(this.bytes[this.pos])) {
      const { source, start } = first;
      return { type: 'ref', number: first.value, generation, source, start, end: this.pos };
    }
    this.pos = after;
    return first;
  }

  /** As content is read: `--5` is -5, a sign within digits is passed over, `1.2.3` is 1.2. */
  #number(): PdfNumber {
    const { bytes, pos: start } = this;
    while (isNumeric(bytes[this.pos])) this.pos++;
    const text = latin1(bytes, start, this.pos);
    const [, digits = '0'] = /^[+-]*([\d-]*\.?\d*)/.exec(text) ?? [];
    const size = Number.parseFloat(digits.replaceAll('-', '')) || 0;
    const value = Number.isFinite(size) ? size : 0;
    const span = { source: bytes, start, end: this.pos };
    return {
      type: 'number',
      value: text.startsWith('-') ? -value : value,
      integer: !text.includes('.'),
      ...span,
    };
  }

  #literal(): PdfValue | undefined {
    const { bytes, pos: start } = this;
    let open = 0;
    for (let at = start; at < bytes.length; at++) {
      const code = bytes[at];
      if (code === 0x5c) at++;
      else if (code === 0x28) open++;
      else if (code === 0x29 && --open === 0) {
        this.pos = at + 1;
        return { type: 'string', hex: false, source: bytes, start, end: this.pos };
      }
    }
    this.#spend(bytes.length - start);
    return undefined;
  }

  #hex(): PdfValue | undefined {
    const { bytes, pos: start } = this;
    const end = bytes.indexOf(0x3e, start);
    this.#spend((end < 0 ? bytes.length : end) - start);
    if (end < 0) return undefined;
    this.pos = end + 1;
    return { type: 'string', hex: true, source: bytes, start, end: this.pos };
  }

  #array(): PdfValue {
    const { bytes, pos: start } = this;
    const items: PdfValue[] = [];
    this.#enter();
    this.pos++;
    for (;;) {
      if (this.keyword(']')) break;
      const item = this.value();
      if (item !== undefined) items.push(item);
      else if (!this.#passOver()) break;
    }
    this.#depth--;
    return { type: 'array', items, source: bytes, start, end: this.pos };
  }

  #dict(): PdfValue {
    const { bytes, pos: start } = this;
    const entries = new Map<string, PdfValue>();
    this.#enter();
    this.pos += 2;
    for (;;) {
      if (this.keyword('>>')) break;
      if (bytes[this.pos] !== 0x2f) {
        if (this.value() === undefined && !this.#passOver()) break;
        continue;
      }
      const key = this.#name();
      this.skipSpace();
      const value = this.value();
      if (value !== undefined) entries.set(key, value);
    }
    this.#depth--;
    return { type: 'dict', entries, duplicates: [], source: bytes, start, end: this.pos };
  }

  /** Passes over what is no value; false where what surrounds it ends. */
  #passOver(): boolean {
    const { bytes } = this;
    if (this.pos >= bytes.length) return false;
    if (
      startsWith(bytes, this.pos, '>>') ||
      ['endobj', 'stream', 'endstream', 'obj'].some((word) => startsWith(bytes, this.pos, word))
    )
      return false;
    if (this.#token() === '') this.pos++;
    return true;
  }

  #enter(): void {
    if (++this.#depth > this.#limits.depth) throw new PdfError('too_deep', 'Values are nested too deeply');
  }
}
