import { signedMark } from '@websign/contract';

/** Letters of a name that is kept: all that file systems allow have fewer. */
const letters = 255;
/** Bytes of a name that every file system takes. */
const bytes = 255;

/** Control characters and path separators never belong to a file name; what turns the reading direction misleads. */
const unsafe = /[\p{Cc}/\\\u061c\u200e\u200f\u2028\u2029\u202a-\u202e\u2066-\u2069]/gu;
/** Windows takes no file with one of these in its name. */
const reserved = /[<>:"|?*]/g;

/** `[stem, '.pdf']`; an ending has at most eight letters. */
function split(name: string): [string, string] {
  const [, stem = name, ending = ''] = /^(.+?)(\.[^.\s]{1,8})?$/su.exec(name) ?? [];
  return [stem, ending];
}

/**
 * The name of an uploaded file as people know it: NFC, without control characters and folders, never empty. Browsers
 * write quotes and line breaks of a name with `%` (HTML, multipart/form-data encoding).
 */
export function uploadedName(given: string | undefined): string {
  const base = (given ?? '').split(/[\\/]/).at(-1) ?? '';
  const clean = base
    .replace(/%(?:0A|0D|22)/g, decodeURIComponent)
    .toWellFormed()
    .normalize('NFC')
    .replace(/\p{Cc}/gu, '')
    .trim();
  if (clean === '') return 'document.pdf';
  const [stem, ending] = split(clean);
  return [...stem].slice(0, letters - ending.length).join('') + ending;
}

const copyEnding = '_copy.pdf';

/** The name of a safe copy: `αίτηση.pdf` becomes `αίτηση_copy.pdf`, no longer than a name may be. */
export const copyName = (name: string): string =>
  [...name.replace(/\.pdf$/i, '')].slice(0, letters - copyEnding.length).join('') + copyEnding;

/** The name without what harms a header, a path or a reader. */
export const harmless = (name: string): string => name.toWellFormed().replace(unsafe, '_');

/** A harmless name that every file system takes: of a long one the end stays, and `mark` comes before its ending. */
export function portableName(name: string, mark = ''): string {
  const [whole, ending] = split(harmless(name).replace(reserved, '_'));
  const signed = whole.endsWith(signedMark) ? signedMark : '';
  const tail = `${signed}${mark}${ending}`;
  const stem = whole.slice(0, whole.length - signed.length);
  return fitting(stem, bytes - Buffer.byteLength(tail)) + tail;
}

/** As many whole letters as fit. */
function fitting(text: string, most: number): string {
  let taken = '';
  let size = 0;
  for (const letter of text) {
    size += Buffer.byteLength(letter);
    if (size > most) break;
    taken += letter;
  }
  return taken;
}
