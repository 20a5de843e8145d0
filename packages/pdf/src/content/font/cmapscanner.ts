import { isDigit, isRegular, isWhite, latin1 } from '../../syntax/bytes.ts';
import { hexDigit } from '../../syntax/strings.ts';

export type CMapToken = 'hex' | 'number' | 'name' | 'operator' | 'open' | 'close' | 'end';

/** Longest name or operator that is looked at. */
const LONGEST = 64;

/**
 * The tokens of a CMap file, a small part of PostScript (Adobe technical note 5014). What it does not know is
 * passed over; a token is told by the fields, so that reading a million of them makes no objects.
 */
export class CMapScanner {
  /** Of a number, or of a hex string of at most four bytes. */
  number = 0;
  /** Bytes of a hex string. */
  length = 0;
  /** Of a name, without the slash, or an operator. */
  word = '';
  #at = 0;
  #from = 0;
  #digits = 0;
  readonly #bytes: Uint8Array;

  constructor(bytes: Uint8Array) {
    this.#bytes = bytes;
  }

  next(): CMapToken {
    const bytes = this.#bytes;
    for (;;) {
      const code = bytes[this.#at];
      if (code === undefined) return 'end';
      if (isWhite(code)) this.#at++;
      else if (code === 0x25) this.#skipLine();
      else if (code === 0x28) this.#skipLiteral();
      else if (code === 0x3c && bytes[this.#at + 1] !== 0x3c) return this.#hex();
      else if (code === 0x2f) return this.#name();
      else if (code === 0x5b || code === 0x5d) {
        this.#at++;
        return code === 0x5b ? 'open' : 'close';
      } else if (isRegular(code)) return this.#regular(code);
      else this.#at++;
    }
  }

  /** Whether the last hex string, whose text is given, is sound UTF-16BE: of whole characters, and with no NUL before them. */
  isUtf16(text: string): boolean {
    return this.#digits % 4 === 0 && !/^\0./su.test(text) && text.isWellFormed();
  }

  /** The last hex string as UTF-16BE, at most `most` code units. */
  utf16(most: number): string {
    const bytes = this.#bytes;
    let text = '';
    let unit = 0;
    let digits = 0;
    for (let at = this.#from; text.length < most; at++) {
      const digit = hexDigit(bytes[at]);
      if (digit < 0) {
        if (isWhite(bytes[at] ?? 0x3e)) continue;
        break;
      }
      unit = (unit << 4) | digit;
      if (++digits % 4 === 0) {
        text += String.fromCharCode(unit & 0xffff);
        unit = 0;
      }
    }
    // A single byte, as some writers leave it.
    return digits > 0 && digits < 4 ? String.fromCharCode(unit) : text;
  }

  #hex(): CMapToken {
    const bytes = this.#bytes;
    this.#from = ++this.#at;
    let digits = 0;
    let value = 0;
    for (; ; this.#at++) {
      const digit = hexDigit(bytes[this.#at]);
      if (digit >= 0) {
        if (digits++ < 8) value = value * 16 + digit;
      } else if (!isWhite(bytes[this.#at] ?? 0x3e)) {
        break;
      }
    }
    if (bytes[this.#at] === 0x3e) this.#at++;
    this.number = digits % 2 === 1 && digits < 8 ? value * 16 : value;
    this.length = (digits + 1) >> 1;
    this.#digits = digits;
    return 'hex';
  }

  #name(): CMapToken {
    const from = ++this.#at;
    while (isRegular(this.#bytes[this.#at])) this.#at++;
    this.word = latin1(this.#bytes, from, Math.min(this.#at, from + LONGEST));
    return 'name';
  }

  #regular(first: number): CMapToken {
    const bytes = this.#bytes;
    const from = this.#at;
    if (isDigit(first)) {
      let value = 0;
      while (isDigit(bytes[this.#at])) value = Math.min(value * 10 + (bytes[this.#at++] ?? 0) - 48, 2 ** 32);
      if (!isRegular(bytes[this.#at])) {
        this.number = value;
        return 'number';
      }
    }
    while (isRegular(bytes[this.#at])) this.#at++;
    this.word = latin1(bytes, from, Math.min(this.#at, from + LONGEST));
    return 'operator';
  }

  #skipLine(): void {
    const bytes = this.#bytes;
    while (this.#at < bytes.length && bytes[this.#at] !== 10 && bytes[this.#at] !== 13) this.#at++;
  }

  #skipLiteral(): void {
    const bytes = this.#bytes;
    let open = 0;
    for (; this.#at < bytes.length; this.#at++) {
      const code = bytes[this.#at];
      if (code === 0x5c) this.#at++;
      else if (code === 0x28) open++;
      else if (code === 0x29 && --open === 0) break;
    }
    this.#at++;
  }
}
