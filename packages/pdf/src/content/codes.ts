import { PdfError } from '../errors.ts';
import { decodeText } from '../syntax/strings.ts';
import type { TextRun } from './canvas.ts';
import type { Font } from './font/font.ts';

/** Codes of one string that are told apart: no line of a page has as many. */
const MOST_CODES = 20_000;
/** What it costs to go along one byte of a string. */
const CODE = 4;
/** What a byte takes where no font is known, in thousandths of an em, as other viewers have it. */
const UNKNOWN_WIDTH = 500;

/** How the codes of a string follow each other along its line, in text space (ISO 32000-2 §9.4.4). */
export interface Pace {
  /** A thousandth of an em. */
  readonly em: number;
  /** What comes behind each code, and behind each blank beside that. */
  readonly char: number;
  readonly word: number;
  /** What TJ moves by: the byte before which it does, and how far; pair after pair. */
  readonly gaps: readonly number[];
}

/** Tells of each code: its first byte, how many it has, and between which places of the line its glyph stands. */
type Visit = (at: number, length: number, from: number, to: number) => void;

/** Goes along a string; gives where it ends. */
function follow(font: Font | undefined, bytes: Uint8Array, pace: Pace, visit: Visit): number {
  const { em, char, word, gaps } = pace;
  let [place, gap] = [0, 0];
  for (let at = 0; at < bytes.length; ) {
    for (; (gaps[gap] ?? Infinity) <= at; gap += 2) place += gaps[gap + 1] ?? 0;
    const length = Math.max(1, font?.lengthAt(bytes, at) ?? 1);
    const extent = font?.measure(bytes.subarray(at, at + length));
    const advance = (extent?.advance ?? UNKNOWN_WIDTH) * em;
    visit(at, length, place, place + advance);
    place += advance + char + (extent?.spaces ?? 0) * word;
    at += length;
  }
  for (; gap < gaps.length; gap += 2) place += gaps[gap + 1] ?? 0;
  return place;
}

/** Where a string leads from the beginning of its line, and the stretch of that line that its glyphs take. */
export class Stretch {
  readonly length: number;
  readonly from: number;
  readonly to: number;

  constructor(length: number, from: number, to: number) {
    this.length = length;
    this.from = from;
    this.to = to;
  }
}

/** Of a string: spacing may lead back over its beginning. */
export function stretchOf(
  font: Font | undefined,
  bytes: Uint8Array,
  pace: Pace,
  work: { spend(units: number): void },
): Stretch {
  const { em, char, word, gaps } = pace;
  const sum = font?.measure(bytes) ?? {
    advance: bytes.length * UNKNOWN_WIDTH,
    codes: bytes.length,
    spaces: 0,
  };
  let length = sum.advance * em + sum.codes * char + sum.spaces * word;
  for (let at = 1; at < gaps.length; at += 2) length += gaps[at] ?? 0;
  const ahead = sum.advance * em < 0 ? -1 : 1;
  if (!goesBack(pace, ahead)) return new Stretch(length, 0, length);
  work.spend(CODE * bytes.length);
  let [least, most] = [Math.min(0, length), Math.max(0, length)];
  follow(font, bytes, pace, (_at, _length, from, to) => {
    least = Math.min(least, from, to);
    most = Math.max(most, from, to);
  });
  return ahead < 0 ? new Stretch(length, most, least) : new Stretch(length, least, most);
}

/** What kerning goes back at most, in thousandths of an em. */
const KERNING = 100;

function goesBack({ em, char, word, gaps }: Pace, ahead: number): boolean {
  let back = 0;
  for (let at = 1; at < gaps.length; at += 2) back += Math.max(0, -ahead * (gaps[at] ?? 0));
  return char * ahead < 0 || word * ahead < 0 || back > KERNING * Math.abs(em);
}

/** Of a code: its text, and where along its run's line it stands, 0 to 1. */
export interface Spelled {
  text: string;
  from: number;
  to: number;
}

/** The codes of a run, one by one, blanks in a row as one. Throws PdfError where there are more than are told apart. */
export function spell({ font, bytes, pace, stretch }: TextRun): Spelled[] {
  const spelled: Spelled[] = [];
  const start = stretch.from;
  const whole = stretch.to - start || 1;
  follow(font, bytes, pace, (at, length, from, to) => {
    const code = bytes.subarray(at, at + length);
    const text = font?.text(code) ?? decodeText(code);
    const last = spelled.at(-1);
    if (last !== undefined && isBlank(text) && isBlank(last.text)) {
      last.to = (to - start) / whole;
      return;
    }
    if (spelled.length >= MOST_CODES) throw new PdfError('too_many_objects', 'A string is too long');
    spelled.push({ text, from: (from - start) / whole, to: (to - start) / whole });
  });
  return spelled;
}

/** Tells of each code of a run, with its bytes, where its glyph begins along the run's line: 0 to 1. */
export function eachCode(
  { font, bytes, pace, stretch }: TextRun,
  tell: (code: Uint8Array, from: number) => void,
): void {
  const whole = stretch.to - stretch.from || 1;
  follow(font, bytes, pace, (at, length, from) =>
    tell(bytes.subarray(at, at + length), (from - stretch.from) / whole),
  );
}

const isBlank = (text: string): boolean => text.trim() === '';
