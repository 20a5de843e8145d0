import { PkiError } from '../error.ts';
import { TAG } from './tags.ts';
import { fromLatin1, utf8 } from './text.ts';
import { tlv } from './writer.ts';

/** `YYYYMMDDHHMMSSZ`, with a fraction only where it is not zero (X.690 §11.7, RFC 3161 §2.4.2). */
export function generalizedTime(epochMs: number): Uint8Array {
  const iso = isoOf(epochMs);
  const fraction = iso.slice(19, 23).replace(/\.?0+$/, '');
  return tlv(TAG.generalizedTime, utf8(`${iso.slice(0, 19).replace(/[-T:]/g, '')}${fraction}Z`));
}

/** Time of certificates, whole seconds: UTCTime through 2049, GeneralizedTime after (RFC 5280 §4.1.2.5). */
export function certificateTime(epochMs: number): Uint8Array {
  const digits = isoOf(epochMs).slice(0, 19).replace(/[-T:]/g, '');
  const year = Number(digits.slice(0, 4));
  if (year >= 1950 && year < 2050) return tlv(TAG.utcTime, utf8(`${digits.slice(2)}Z`));
  return tlv(TAG.generalizedTime, utf8(`${digits}Z`));
}

function isoOf(epochMs: number): string {
  const date = new Date(epochMs);
  const year = Number.isNaN(date.getTime()) ? -1 : date.getUTCFullYear();
  if (year < 0 || year > 9999) throw new PkiError('asn1_value', 'a time outside the years 0 to 9999');
  return date.toISOString();
}

/** Milliseconds since 1970-01-01T00:00:00Z of the contents of a UTCTime or GeneralizedTime; UTC only. */
export function readTime(tag: number, content: Uint8Array): number {
  const text = content.length <= 32 ? fromLatin1(content) : '';
  const match = /^(\d{2}|\d{4})(\d\d)(\d\d)(\d\d)(\d\d)(\d\d)(?:\.(\d{1,9}))?Z$/.exec(text);
  const year = match?.[1] ?? '';
  const short = tag === TAG.utcTime;
  if (match === null || year.length !== (short ? 2 : 4) || (short && match[7] !== undefined)) {
    throw new PkiError('asn1_malformed', 'a time that is not in the form of DER');
  }
  return instant(match, short ? centuryOf(Number(year)) : Number(year));
}

// RFC 5280 §4.1.2.5.1: 50 to 99 are 19xx.
function centuryOf(year: number): number {
  return year >= 50 ? 1900 + year : 2000 + year;
}

function instant(match: RegExpExecArray, year: number): number {
  const [month = 0, day = 0, hour = 0, minute = 0, second = 0] = match.slice(2, 7).map(Number);
  const fraction = Math.floor(Number(`0.${match[7] ?? '0'}`) * 1000);
  const date = new Date(0);
  date.setUTCFullYear(year, month - 1, day);
  date.setUTCHours(hour, minute, second, fraction);
  // 30 February, hour 24 and second 60 roll over into another field.
  const same =
    date.getUTCMonth() === month - 1 && date.getUTCDate() === day && date.getUTCSeconds() === second;
  if (!same || date.getUTCHours() !== hour || date.getUTCMinutes() !== minute) {
    throw new PkiError('asn1_malformed', 'a time that does not exist');
  }
  return date.getTime();
}
