import { ascii } from './bytes.ts';
import type { PdfString } from './values.ts';

const ESCAPES: Record<number, number> = { 110: 10, 114: 13, 116: 9, 98: 8, 102: 12 };

const DIGITS = new Int8Array(256).fill(-1);
for (const [value, digit] of [...'0123456789abcdef'].entries()) {
  DIGITS[digit.charCodeAt(0)] = value;
  DIGITS[digit.toUpperCase().charCodeAt(0)] = value;
}

/** The value of a hexadecimal digit, or -1. */
export function hexDigit(code: number | undefined): number {
  return code === undefined ? -1 : (DIGITS[code] ?? -1);
}

/** The bytes that a string stands for (ISO 32000-2 §7.3.4). */
export function stringBytes(string: PdfString): Uint8Array {
  const inner = string.source.subarray(string.start + 1, string.end - 1);
  return string.hex ? decodeHex(inner) : decodeLiteral(inner);
}

/** Digits in pairs, anything else skipped; an odd last digit counts as followed by 0. */
export function decodeHex(digits: Uint8Array): Uint8Array {
  const out = new Uint8Array((digits.length + 1) >> 1);
  const length = decodeHexInto(out, 0, digits, 0, digits.length);
  return length === out.length ? out : out.subarray(0, length);
}

/** As {@link decodeHex}, of the digits from `start` up to `end`, into `out` from `to` on. Returns how many bytes that are. */
export function decodeHexInto(
  out: Uint8Array,
  to: number,
  digits: Uint8Array,
  start: number,
  end: number,
): number {
  let count = 0;
  let high = 0;
  for (let at = start; at < end; at++) {
    const digit = DIGITS[digits[at] ?? 0] ?? -1;
    if (digit < 0) continue;
    if ((count++ & 1) === 0) high = digit << 4;
    else out[to + (count >> 1) - 1] = high | digit;
  }
  if ((count & 1) === 1) out[to + (count >> 1)] = high;
  return (count + 1) >> 1;
}

/** Whether three octal digits stand there that are more than an octet: §7.3.4.2 drops what is above, and some readers do not. */
export function isPastOctet(bytes: Uint8Array, at: number): boolean {
  const isDigit = (code = 0): boolean => code >= 48 && code <= 55;
  return (bytes[at] ?? 0) > 51 && isDigit(bytes[at]) && isDigit(bytes[at + 1]) && isDigit(bytes[at + 2]);
}

/** Whether a number sign in a name has two hexadecimal digits behind it, not both 0 (§7.3.5). */
export const isEscape = (bytes: Uint8Array, at: number): boolean => {
  const [high, low] = [hexDigit(bytes[at + 1]), hexDigit(bytes[at + 2])];
  return high >= 0 && low >= 0 && high + low > 0;
};

function decodeLiteral(inner: Uint8Array): Uint8Array {
  const out = new Uint8Array(inner.length);
  let length = 0;
  for (let at = 0; at < inner.length; at++) {
    const code = inner[at] ?? 0;
    if (code === 13) {
      if (inner[at + 1] === 10) at++;
      out[length++] = 10;
    } else if (code !== 92) {
      out[length++] = code;
    } else {
      at++;
      const escaped = inner[at];
      if (escaped === undefined) break;
      if (escaped === 13 && inner[at + 1] === 10) at++;
      if (escaped === 13 || escaped === 10) continue;
      if (escaped >= 48 && escaped <= 55) {
        let octal = 0;
        let digits = 0;
        for (; digits < 3; digits++) {
          const digit = inner[at + digits] ?? 0;
          if (digit < 48 || digit > 55) break;
          octal = octal * 8 + digit - 48;
        }
        at += digits - 1;
        out[length++] = octal & 255;
      } else {
        out[length++] = ESCAPES[escaped] ?? escaped;
      }
    }
  }
  return out.subarray(0, length);
}

// PDFDocEncoding where it is not Latin-1 (ISO 32000-2 Annex D.3).
const DOC_ENCODING = Uint16Array.from({ length: 256 }, (_, code) => code);
[...'˘ˇˆ˙˝˛˚˜'].forEach((char, index) => {
  DOC_ENCODING[0x18 + index] = char.charCodeAt(0);
});
[...'•†‡…—–ƒ⁄‹›−‰„“”‘’‚™ﬁﬂŁŒŠŸŽıłœšž'].forEach((char, index) => {
  DOC_ENCODING[0x80 + index] = char.charCodeAt(0);
});
DOC_ENCODING[0xa0] = 0x20ac;

/** A text string: UTF-16BE with its mark, UTF-8 with its mark, else PDFDocEncoding (ISO 32000-2 §7.9.2.2). */
export function decodeText(bytes: Uint8Array): string {
  if (bytes[0] === 0xfe && bytes[1] === 0xff) return utf16(bytes.subarray(2), true);
  if (bytes[0] === 0xff && bytes[1] === 0xfe) return utf16(bytes.subarray(2), false);
  if (bytes[0] === 0xef && bytes[1] === 0xbb && bytes[2] === 0xbf) return utf8(bytes.subarray(3));
  const units = new Uint16Array(bytes.length);
  for (let i = 0; i < bytes.length; i++) units[i] = DOC_ENCODING[bytes[i] ?? 0] ?? 0;
  return characters(units);
}

/** In steps that a call takes: one character at a time costs 50 bytes each. */
function characters(units: Uint16Array): string {
  let text = '';
  for (let at = 0; at < units.length; at += 4096)
    text += String.fromCharCode(...units.subarray(at, at + 4096));
  return text;
}

function utf16(bytes: Uint8Array, bigEndian: boolean): string {
  const units = new Uint16Array(bytes.length >> 1);
  for (let i = 0; i < units.length; i++) {
    const [first, second] = [bytes[2 * i] ?? 0, bytes[2 * i + 1] ?? 0];
    units[i] = bigEndian ? (first << 8) | second : (second << 8) | first;
  }
  return characters(units);
}

function utf8(bytes: Uint8Array): string {
  const units = new Uint16Array(bytes.length);
  let length = 0;
  for (let at = 0; at < bytes.length; ) {
    const lead = bytes[at++] ?? 0;
    const extra = lead < 0x80 ? 0 : lead >= 0xf0 ? 3 : lead >= 0xe0 ? 2 : lead >= 0xc0 ? 1 : -1;
    let point = extra < 0 ? 0xfffd : extra === 0 ? lead : lead & (0x3f >> extra);
    for (let i = 0; i < extra; i++) {
      const next = bytes[at];
      if (next === undefined || (next & 0xc0) !== 0x80) {
        point = 0xfffd;
        break;
      }
      point = (point << 6) | (next & 0x3f);
      at++;
    }
    if (point > 0x10ffff) point = 0xfffd;
    if (point > 0xffff) units[length++] = 0xd7c0 + (point >> 10);
    units[length++] = point > 0xffff ? 0xdc00 | (point & 0x3ff) : point;
  }
  return characters(units.subarray(0, length));
}

/** A text string object: ASCII as a literal, anything else as UTF-16BE in hexadecimal. */
export function textString(text: string): string {
  if (/^[\x20-\x7e]*$/.test(text)) return `(${text.replace(/[\\()]/g, '\\$&')})`;
  let hex = 'FEFF';
  for (let i = 0; i < text.length; i++) {
    hex += text.charCodeAt(i).toString(16).toUpperCase().padStart(4, '0');
  }
  return `<${hex}>`;
}

/** A name object from its decoded characters (one a byte). */
export function nameObject(name: string): string {
  let text = '/';
  for (const code of ascii(name)) {
    const plain = code > 32 && code < 127 && !'#()<>[]{}/%'.includes(String.fromCharCode(code));
    text += plain ? String.fromCharCode(code) : `#${code.toString(16).toUpperCase().padStart(2, '0')}`;
  }
  return text;
}
