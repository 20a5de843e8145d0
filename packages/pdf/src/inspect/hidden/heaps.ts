import type { TextRun } from '../../content/canvas.ts';
import type { Font } from '../../content/font/font.ts';
import { standardFont, type Widths } from '../../content/font/standardwidths.ts';
import { union } from '../../revisions/boxes.ts';
import type { Box } from '../../revisions/pages.ts';
import { repeatedLatin1 } from '../../syntax/bytes.ts';
import type { Part, Reader } from './letters.ts';

/** Of the length that its letters take, what text has on the page where they are squeezed, or heaped on each other. */
export const HEAPED = 0.35;
/** The same of the width of usual letters: condensed ones have a half, and more. */
const TYPICAL = 0.3;
/** Letters of a string from which it is heaped, and of a line that is shown letter by letter. */
const FEW = 3;
const LINE = 5;
/** Bytes of a string that is no line by itself, and places of one letter that are remembered. */
const LETTERS = 8;
const MOST_PLACES = 64;
/** Ems between letters of one line, along it and away from it, and between two paintings of the same letter. */
const REACH = 2;
const LEVEL = 0.25;
const SHADOW = 0.3;
const ALIKE = 0.999;
/** Letters that stand side by side in every font; those of other scripts are joined, or set over each other. */
const LETTER = /[\p{Lu}\p{Ll}\p{Nd}]/u;

const usual: Widths = standardFont('Helvetica', 0).width;

/** Short strings of a font whose words are remembered. */
const MOST_WORDS = 4096;

interface Word {
  text: string;
  /** Whether it has letters that have a width of their own, and what they take in usual type. */
  speaks: boolean;
  width: number;
}

const words = new WeakMap<Font, Map<string, Word>>();

/** What a short string says: the same few are shown again and again. */
function wordOf(run: TextRun, reader: Reader): Word {
  const known = run.font === undefined ? undefined : wordsOf(run.font);
  const key = repeatedLatin1(run.bytes, 0, run.bytes.length);
  const found = known?.get(key);
  if (found !== undefined) return found;
  const text = reader.text(run).trim();
  const { letters, width } = typical(text);
  const word = { text, speaks: letters.length > 0, width };
  if ((known?.size ?? 0) >= MOST_WORDS) known?.clear();
  known?.set(key, word);
  return word;
}

function wordsOf(font: Font): Map<string, Word> {
  const known = words.get(font) ?? new Map<string, Word>();
  words.set(font, known);
  return known;
}

/** Letters that have a width of their own, and what they take in usual type, in thousandths of an em. */
function typical(text: string): { letters: string[]; width: number } {
  const letters = [...text].filter((sign) => LETTER.test(sign));
  return { letters, width: letters.reduce((sum, sign) => sum + usual(sign), 0) };
}

/** Whether a string's letters are heaped: by their widths, or by those of usual letters where the file gives none. */
export function isHeaped(run: TextRun, spend: (units: number) => void): boolean {
  const { font, bytes, pace, stretch } = run;
  const em = Math.abs(pace.em);
  const length = Math.abs(stretch.length);
  // As a bound that costs nothing: few letters of a font are wider than an em.
  if (font === undefined || length > HEAPED * 1000 * em * bytes.length) return false;
  const { advance, codes } = font.measure(bytes);
  if (codes > 1 && length < HEAPED * Math.abs(advance) * em) return true;
  if (font.kind === 'type3' || codes < FEW || length > TYPICAL * 1000 * em * codes) return false;
  spend(bytes.length);
  const { letters, width } = typical(font.text(bytes));
  if (new Set(letters).size < FEW) return false;
  return length < TYPICAL * (font.vertical ? 1000 * letters.length : width) * em;
}

interface Line {
  run: TextRun;
  way: readonly [x: number, y: number];
  off: number;
  from: number;
  to: number;
  /** What its letters take side by side. */
  length: number;
  text: string;
  box: Box;
  places: Map<string, number[]>;
}

/** Lines that are shown letter by letter, and whose letters are heaped on each other. */
export class Heaps {
  readonly #reader: Reader;
  #line: Line | undefined;

  constructor(reader: Reader) {
    this.#reader = reader;
  }

  /** Takes a run that is seen; gives the line before it where that is a heap. */
  add(run: TextRun): { run: TextRun; part: Part } | undefined {
    if (run.bytes.length > LETTERS || run.font?.kind === 'type3') return this.end();
    const { text, speaks, width } = wordOf(run, this.#reader);
    if (!speaks) return undefined;
    const at = placeOf(run);
    const ended = this.#line !== undefined && isOn(this.#line, run, at) ? undefined : this.end();
    this.#line ??= { run, ...at, length: 0, text: '', box: run.box, places: new Map() };
    this.#put(this.#line, run, { ...at, text, width: (width / 1000) * run.width * TYPICAL });
    return ended;
  }

  /** Gives the last line where that is a heap. */
  end(): { run: TextRun; part: Part } | undefined {
    const line = this.#line;
    this.#line = undefined;
    if (line === undefined || line.to - line.from >= HEAPED * line.length || line.places.size < LINE)
      return undefined;
    return { run: line.run, part: { text: line.text, box: line.box } };
  }

  #put(line: Line, run: TextRun, letter: { from: number; to: number; text: string; width: number }): void {
    const { from, to, text, width } = letter;
    const places = line.places.get(text) ?? [];
    // The same letter again is bold type, or a shadow.
    if (places.some((place) => Math.abs(place - from) <= SHADOW * run.size)) return;
    if (places.length < MOST_PLACES) line.places.set(text, [...places, from]);
    line.from = Math.min(line.from, from);
    line.to = Math.max(line.to, to);
    line.length += Math.max(to - from, width);
    line.text += text;
    line.box = union(line.box, run.box);
  }
}

/** The direction of a run's line, how far that is from the origin, and where the run stands along it. */
function placeOf({ line, along }: TextRun): Pick<Line, 'way' | 'off' | 'from' | 'to'> {
  const length = Math.hypot(along[0], along[1]) || 1;
  const way = [along[0] / length, along[1] / length] as const;
  const begin = line[0] * way[0] + line[1] * way[1];
  const end = line[2] * way[0] + line[3] * way[1];
  return {
    way,
    off: line[1] * way[0] - line[0] * way[1],
    from: Math.min(begin, end),
    to: Math.max(begin, end),
  };
}

function isOn(line: Line, { size, maker }: TextRun, at: Pick<Line, 'way' | 'off' | 'from' | 'to'>): boolean {
  const reach = REACH * size;
  return (
    line.way[0] * at.way[0] + line.way[1] * at.way[1] > ALIKE &&
    Math.abs(line.off - at.off) <= LEVEL * size &&
    Math.max(line.run.size, size) <= 2 * Math.min(line.run.size, size) &&
    at.from < line.to + reach &&
    at.to > line.from - reach &&
    line.run.maker.annotation === maker.annotation
  );
}
