import type { TextRun } from '../../content/canvas.ts';
import { changesAmount, type Part, type Reader, weigh } from './letters.ts';

/** Strings in a row that may stand off the line of those around them; they are kept with the one before, in a ring. */
const MOST = 3;
const RING = MOST + 1;
/** In ems of the larger letters, from which a string is not read with a line: indices rise by half of one. */
const AWAY = 1.1;
/** In ems: between the lines of strings that are read as one, and between their ends and beginnings. */
const LEVEL = 0.25;
const CLOSE = 0.2;
/** In ems from the end of a string, where what follows it is not read any more. */
const ASIDE = 0.6;
/** Cosine of the angle between two lines that run the same way. */
const ALIKE = 0.999;
/** Bytes of a string that is looked at: a word or a number. */
const LONGEST = 200;
/** What comparing a string with those before it costs, and how many are told of on a page. */
const LOOK = 2;
const MOST_FOUND = 1000;
/** Letters of a word that makes another sentence of one. */
const WORD = 2;
const ENDS = /\p{Nd}[.,'’·٫٬]?$/u;
const NUMBER = /^[\p{Nd}.,'’·٫٬]*\p{Nd}[\p{Nd}.,'’·٫٬]*$/u;
const BEGINS = /^[.,'’·٫٬]?\p{Nd}/u;
const SEPARATOR = /^[.,'’·٫٬]$/u;
const ENDS_BY_DIGIT = /\p{Nd}$/u;
const BEGINS_BY_DIGIT = /^\p{Nd}/u;
/** Bytes of a string that may be a separator. */
const MOST_OF_SIGN = 4;
/** The part of a separator's width from which it lies on a digit beside it, and is not seen between the two. */
const COVERING = 0.6;

/** A string with what it is compared by: a page of text compares each with several before it. */
interface Placed {
  run: TextRun;
  /** Where its line begins and ends, and its direction, of length one. */
  x0: number;
  y0: number;
  x1: number;
  y1: number;
  alongX: number;
  alongY: number;
  em: number;
  /** How far it is raised off its line, or lowered, in units of the page. */
  rise: number;
}

/**
 * Strings that follow each other as those of one sentence do, and one of which stands on another line by its rise (ISO
 * 32000-2 §9.3.7); and digits that do so within a number, by their place. Eyes read 100, who copies in that order gets 9100.
 */
export class Lifted {
  readonly #reader: Reader;
  readonly #spend: (units: number) => void;
  /** The last strings that are seen: the `#count`th stands at its number, over the one that is a whole ring before it. */
  readonly #last: Placed[] = [];
  #count = 0;
  readonly #found = new Map<TextRun, Part>();

  constructor(reader: Reader, spend: (units: number) => void) {
    this.#reader = reader;
    this.#spend = spend;
  }

  /** What nobody reads where it is copied. */
  get found(): ReadonlyMap<TextRun, Part> {
    return this.#found;
  }

  /** A run that is seen, in the order of painting. */
  add(run: TextRun): void {
    if (run.font?.vertical === true || run.glyph || isBlank(run)) return;
    const placed = placedOf(run);
    if (placed.x0 === placed.x1 && placed.y0 === placed.y1) return;
    this.#spend(LOOK);
    if (this.#found.size < MOST_FOUND) this.#look(placed);
    this.#last[this.#count % RING] = placed;
    this.#count += 1;
  }

  /** The last string, for 1, or one before it; undefined before the first. */
  #back(count: number): Placed | undefined {
    return count > this.#count ? undefined : this.#last[(this.#count - count) % RING];
  }

  #look(placed: Placed): void {
    const previous = this.#back(1);
    if (previous === undefined || previous.run.maker.annotation !== placed.run.maker.annotation) return;
    const most = Math.max(placed.rise, previous.rise);
    // What is lifted by its rise has left the line of its neighbours, whichever of them there are.
    const isLifted = most > 0 && Math.min(most / emOf(previous, placed), distance(previous, placed)) >= AWAY;
    if (isLifted && follows(previous, placed, CLOSE)) {
      const isRaised = placed.rise > previous.rise;
      this.#tell([isRaised ? placed : previous], isRaised ? { before: previous } : { behind: placed });
    }
    for (let count = 1; count <= MOST; count++) {
      const before = this.#back(count + 1);
      if (before === undefined) return;
      if (distance(before, placed) > LEVEL) continue;
      if (this.#areAway(count, before, placed)) this.#between(before, this.#lastOf(count), placed);
      else if (follows(before, placed, CLOSE)) {
        this.#moved(before, this.#lastOf(count), placed);
        if (count === 1) this.#separator(before, this.#back(1), placed);
      }
      return;
    }
  }

  /** Whether none of the last strings is read with the line of the two around them. */
  #areAway(count: number, before: Placed, behind: Placed): boolean {
    for (let at = 1; at <= count; at++) {
      const each = this.#back(at);
      if (each === undefined || !(distance(before, each) >= AWAY && distance(behind, each) >= AWAY))
        return false;
    }
    return true;
  }

  /** So many of the last strings, in their order. */
  #lastOf(count: number): Placed[] {
    return Array.from({ length: count }, (_, at) => this.#back(count - at) ?? []).flat();
  }

  /** Strings between two of one line, if all of them follow each other along it. */
  #between(before: Placed, lifted: readonly Placed[], behind: Placed): void {
    const chain = [before, ...lifted];
    const isChain = lifted.every((each, at) => follows(chain[at] ?? each, each, CLOSE));
    if (!isChain || !(follows(chain.at(-1) ?? before, behind, CLOSE) || follows(before, behind, CLOSE)))
      return;
    this.#number(before, lifted, behind);
  }

  /** Strings that stand elsewhere on the line of the two around them, which are read as one without them. */
  #moved(before: Placed, moved: readonly Placed[], behind: Placed): void {
    const isElsewhere = moved.every(
      (each) => distance(before, each) <= LEVEL && aside(before, each) >= ASIDE,
    );
    if (isElsewhere) this.#number(before, moved, behind);
  }

  /** A separator that is painted on a digit beside it, such as into its bowl: whoever reads the number does not see that it has one. */
  #separator(before: Placed, sign: Placed | undefined, behind: Placed): void {
    if (sign === undefined || sign.run.bytes.length > MOST_OF_SIGN || distance(before, sign) >= AWAY) return;
    const [from, to] = [along(before, sign.x0, sign.y0), along(before, sign.x1, sign.y1)];
    const next = along(before, behind.x0, behind.y0);
    // The end of the string before it is where places along its line are counted from.
    const common = Math.max(Math.min(to, 0) - from, to - Math.max(from, next));
    if (to <= from || common < COVERING * (to - from) || !SEPARATOR.test(this.#text(sign).trim())) return;
    if (ENDS_BY_DIGIT.test(this.#text(before)) && BEGINS_BY_DIGIT.test(this.#text(behind)))
      this.#tell([sign], { before, behind });
  }

  /** Digits or signs that make another number of the strings around them. */
  #number(before: Placed, lifted: readonly Placed[], behind: Placed): void {
    const text = lifted.map((each) => this.#text(each)).join('');
    const [left, right] = [this.#text(before), this.#text(behind)];
    const isNumber = ENDS.test(left) || BEGINS.test(right);
    if (isNumber && (NUMBER.test(text.trim()) || changesAmount(text, left, right)))
      this.#tell(lifted, { before, behind });
  }

  #tell(lifted: readonly Placed[], { before, behind }: { before?: Placed; behind?: Placed }): void {
    const [first] = lifted;
    if (first === undefined || lifted.some(({ run }) => this.#found.has(run))) return;
    const [left, right] = [before, behind].map((each) => (each === undefined ? '' : this.#text(each)));
    const text = lifted.map((each) => this.#text(each)).join('');
    const { letters, digits } = weigh(text);
    if (digits === 0 && letters < WORD && !changesAmount(text, left || '0', right || '0')) return;
    const word = `${/\S*$/u.exec(left ?? '')?.[0] ?? ''}${text}${/^\S*/u.exec(right ?? '')?.[0] ?? ''}`;
    this.#found.set(first.run, { text: word, box: first.run.box });
  }

  #text({ run }: Placed): string {
    return run.bytes.length > LONGEST ? '' : this.#reader.text(run);
  }
}

/** Blanks of a byte each: most strings that show nothing. */
const isBlank = ({ bytes }: TextRun): boolean => bytes[0] === 0x20 && bytes.every((byte) => byte === 0x20);

function placedOf(run: TextRun): Placed {
  const { line, size, width, rise } = run;
  const [x0, y0, x1, y1] = line;
  const length = Math.hypot(x1 - x0, y1 - y0);
  return {
    run,
    x0,
    y0,
    x1,
    y1,
    alongX: (x1 - x0) / length,
    alongY: (y1 - y0) / length,
    em: Math.max(size, width),
    rise: Math.abs(rise) * size,
  };
}

const emOf = (a: Placed, b: Placed): number => Math.max(a.em, b.em);

/** Between the lines of two strings, in ems of the larger one; nothing where they run different ways. */
function distance(a: Placed, b: Placed): number {
  if (Math.abs(a.alongX * b.alongX + a.alongY * b.alongY) < ALIKE) return Number.NaN;
  return Math.abs((b.y0 - a.y0) * a.alongX - (b.x0 - a.x0) * a.alongY) / emOf(a, b);
}

/** How far a string is from the end of another one along its line, in ems of the larger one. */
const aside = (a: Placed, b: Placed): number =>
  Math.min(Math.abs(along(a, b.x0, b.y0)), Math.abs(along(a, b.x1, b.y1))) / emOf(a, b);

/** How far behind the end of a string a place is, along its line. */
const along = (a: Placed, x: number, y: number): number => (x - a.x1) * a.alongX + (y - a.y1) * a.alongY;

/** Whether a string begins, along the line of another, where that one ends. */
const follows = (a: Placed, b: Placed, gap: number): boolean =>
  Math.abs(along(a, b.x0, b.y0)) <= gap * emOf(a, b);
