import { latin1, toHex } from '../syntax/bytes.ts';
import { nameObject } from '../syntax/strings.ts';

/** Digits that are written: more than any reader counts with; and of these behind the point, as many as content readers take. */
const DIGITS = 10;
const MOST_DECIMALS = 18;
/** Readers that keep integers in 32 bits take another number where one is more. */
const MOST = 2 ** 31 - 1;

/** A number in plain decimal, without an exponent. What is beyond 32 bits ends there. */
export function numberText(value: number): string {
  if (Number.isNaN(value)) return '0';
  const bounded = Math.min(Math.max(value, -MOST), MOST);
  if (Number.isInteger(bounded)) return String(bounded + 0);
  const decimals = DIGITS - Math.ceil(Math.log10(Math.abs(bounded)));
  const text = bounded.toFixed(Math.min(Math.max(decimals, 1), MOST_DECIMALS)).replace(/\.?0+$/, '');
  return text === '-0' || text === '' ? '0' : text;
}

/** A name; the null character, at which some readers end it, is left out (ISO 32000-2 §7.3.5 forbids it). */
export const nameText = (name: string): string => nameObject(name.replaceAll('\0', ''));

/** Bytes of a string that is written as it is. */
const LONGEST_PLAIN = 256;

/** A string of bytes: as it is where all are printable, in hexadecimal otherwise. */
export function stringText(bytes: Uint8Array): string {
  const isPlain = bytes.length <= LONGEST_PLAIN && bytes.every(isPrintable);
  return isPlain ? `(${latin1(bytes)})` : `<${toHex(bytes)}>`;
}

/** ASCII but parentheses and backslashes. */
const isPrintable = (byte: number): boolean =>
  byte >= 0x20 && byte <= 0x7e && byte !== 0x28 && byte !== 0x29 && byte !== 0x5c;

/** A dictionary of what is written already, in the order given; what is undefined is left out. */
export function dictText(entries: Iterable<readonly [string, string | undefined]>): string {
  let text = '<<';
  for (const [key, value] of entries) {
    if (value !== undefined) text += `${nameText(key)} ${value}`;
  }
  return `${text}>>`;
}

export const arrayText = (items: readonly string[]): string => `[${items.join(' ')}]`;
