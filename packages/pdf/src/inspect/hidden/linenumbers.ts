import {
  areOther,
  isAsSaid,
  isItself,
  isUnlike,
  type Numbered,
  onlyOther,
  type Seen,
  seenDigits,
} from './inkdigits.ts';
import { cellsOf, type Piece, type Place, piecesOf, type ShadeOf } from './inkgrid.ts';
import { LOOKED, lookOf, ROUGHLY, type RoughLook, roughLookOf } from './inklooks.ts';
import { hasOtherMark } from './inkmarks.ts';

/** In ems, what is looked at before and behind a number. */
const BESIDE = 0.1;
/** Numbers of a page that are kept of each digit in them, and words that are compared with these. */
const KEPT = 3;
const COMPARED = 50;

/** Digits of an account number, which stands in groups. */
const GROUP = /^[0-9]+$/;

/** A line of which numbers are looked at. */
export interface NumberLine extends Omit<Place, 'ems'> {
  shade: ShadeOf;
  count(cells: number): void;
}

/** The numbers of a page whose digits are compared with their ink. */
export class LineNumbers<T> {
  /** Of each digit, numbers that are as they were recognised. */
  readonly #usual = new Map<string, { number: Numbered; line: NumberLine }[]>();
  readonly #open: { word: T; only: Seen }[] = [];

  /** Whether numbers of a line, of one word of the page, surely show other digits than were recognised. */
  areOther(word: T, numbers: readonly Numbered[], line: NumberLine): boolean {
    const groups: Seen[][] = [];
    let last = -2;
    for (const number of numbers) {
      const ink = this.#inkOf(number, line);
      if (ink?.hasOtherMark) return true;
      const isGroup = GROUP.test(number.word);
      if (isGroup && number.at === last + 1) groups.at(-1)?.push(...(ink?.seen ?? []));
      else groups.push([...(ink?.seen ?? [])]);
      last = isGroup ? number.at : -2;
    }
    if (groups.some(areOther)) return true;
    for (const seen of groups) {
      const only = onlyOther(seen);
      if (only !== undefined && this.#open.length < COMPARED) this.#open.push({ word, only });
    }
    return false;
  }

  /** Words with a digit that is unlike those of the page that were recognised as the same. */
  get unlike(): readonly T[] {
    const looked = new Map<number, readonly Seen[]>();
    return this.#open.flatMap(({ word, only }) => {
      const same = looked.get(only.digit) ?? this.#seenAs(only.digit);
      looked.set(only.digit, same);
      return isUnlike(only, same) ? [word] : [];
    });
  }

  /** A digit wherever numbers that are kept of it have it. */
  #seenAs(digit: number): Seen[] {
    const usual = this.#usual.get(String(digit)) ?? [];
    const seen = usual.flatMap(({ number, line }) => seenOf(number, line)?.seen ?? []);
    return seen.filter((each) => each.digit === digit && isItself(each));
  }

  /** What ink shows where it may be other digits than were recognised. */
  #inkOf(number: Numbered, line: NumberLine): ReturnType<typeof seenOf> {
    const rough = (stretch: Piece): RoughLook | undefined => {
      line.count(ROUGHLY);
      return roughLookOf(line.shade, line, stretch);
    };
    if (!isAsSaid(number, rough)) return seenOf(number, line);
    for (const digit of new Set(number.word.match(/[0-9]/g))) {
      const usual = this.#usual.get(digit) ?? [];
      if (usual.length < KEPT) this.#usual.set(digit, [...usual, { number, line }]);
    }
    return undefined;
  }
}

/** The digits that the ink of a number shows, and whether it has other marks between them. */
function seenOf(
  { word, stretches }: Numbered,
  { x, y, size, shade, count }: NumberLine,
): { seen: Seen[]; hasOtherMark: boolean } | undefined {
  const [from, to] = [stretches[0]?.from ?? 0, stretches.at(-1)?.to ?? 0];
  const place = { x: x + (from - BESIDE) * size, y, size, ems: to - from + 2 * BESIDE };
  count(cellsOf(place.ems));
  const pieces = piecesOf(shade, place) ?? [];
  const seen = seenDigits(word, pieces, (piece) => {
    count(LOOKED);
    return lookOf(shade, place, piece);
  });
  return seen && { seen, hasOtherMark: seen.every(isItself) && hasOtherMark(word, pieces) };
}
