import type { TextRun } from '../../content/canvas.ts';
import { changesAmount, type Part, type Reader, weigh } from './letters.ts';

/** Strings in a row that may stand off the line of those around them. */
const MOST = 3;
/** In ems of the larger letters, from which a string is not read with a line: indices rise by half of one. */
const AWAY = 1.1;
/** In ems: between the lines of strings that are read as one, and between their ends and beginnings. */
const LEVEL = 0.25;
const CLOSE = 0.2;
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

/**
 * Strings that follow each other as those of one sentence do, and one of which stands on another line by its rise (ISO
 * 32000-2 §9.3.7); and digits that do so within a number, by their place. Eyes read 100, who copies in that order gets 9100.
 */
export class Lifted {
  readonly #reader: Reader;
  readonly #spend: (units: number) => void;
  /** The last strings that are seen, the latest at the end. */
  readonly #last: TextRun[] = [];
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
    const [x0, y0, x1, y1] = run.line;
    if (run.font?.vertical === true || run.glyph || (x0 === x1 && y0 === y1) || isBlank(run)) return;
    this.#spend(LOOK);
    if (this.#found.size < MOST_FOUND) this.#look(run);
    this.#last.push(run);
    if (this.#last.length > MOST + 1) this.#last.shift();
  }

  #look(run: TextRun): void {
    const previous = this.#last.at(-1);
    if (previous === undefined || previous.maker.annotation !== run.maker.annotation) return;
    const [of, ofLast] = [riseOf(run), riseOf(previous)];
    const most = Math.max(of, ofLast);
    // What is lifted by its rise has left the line of its neighbours, whichever of them there are.
    const isLifted = most > 0 && Math.min(most / emOf(previous, run), distance(previous, run)) >= AWAY;
    if (isLifted && follows(previous, run, CLOSE))
      this.#tell([of > ofLast ? run : previous], of > ofLast ? { before: previous } : { behind: run });
    for (let count = 1; count <= MOST && count < this.#last.length; count++) {
      const before = this.#last.at(-1 - count);
      if (before === undefined || distance(before, run) > LEVEL) continue;
      const lifted = this.#last.slice(this.#last.length - count);
      const isAway = (each: TextRun): boolean =>
        distance(before, each) >= AWAY && distance(run, each) >= AWAY;
      if (lifted.every(isAway)) this.#between(before, lifted, run);
      return;
    }
  }

  /** Strings between two of one line, if all of them follow each other along it. */
  #between(before: TextRun, lifted: readonly TextRun[], behind: TextRun): void {
    const chain = [before, ...lifted];
    const isChain = lifted.every((each, at) => follows(chain[at] ?? each, each, CLOSE));
    if (!isChain || !(follows(chain.at(-1) ?? before, behind, CLOSE) || follows(before, behind, CLOSE)))
      return;
    const text = lifted.map((each) => this.#text(each)).join('');
    const [left, right] = [this.#text(before), this.#text(behind)];
    const isNumber = ENDS.test(left) || BEGINS.test(right);
    if (isNumber && (NUMBER.test(text.trim()) || changesAmount(text, left, right)))
      this.#tell(lifted, { before, behind });
  }

  #tell(lifted: readonly TextRun[], { before, behind }: { before?: TextRun; behind?: TextRun }): void {
    const [first] = lifted;
    if (first === undefined || lifted.some((each) => this.#found.has(each))) return;
    const [left, right] = [before, behind].map((each) => (each === undefined ? '' : this.#text(each)));
    const text = lifted.map((each) => this.#text(each)).join('');
    const { letters, digits } = weigh(text);
    if (digits === 0 && letters < WORD && !changesAmount(text, left || '0', right || '0')) return;
    const word = `${/\S*$/u.exec(left ?? '')?.[0] ?? ''}${text}${/^\S*/u.exec(right ?? '')?.[0] ?? ''}`;
    this.#found.set(first, { text: word, box: first.box });
  }

  #text(run: TextRun): string {
    return run.bytes.length > LONGEST ? '' : this.#reader.text(run);
  }
}

/** Blanks of a byte each: most strings that show nothing. */
const isBlank = ({ bytes }: TextRun): boolean => bytes.every((byte) => byte === 0x20);

const emOf = (a: TextRun, b: TextRun): number => Math.max(a.size, a.width, b.size, b.width);

/** How far it is raised off its line, or lowered, in units of the page. */
const riseOf = ({ rise, size }: TextRun): number => Math.abs(rise) * size;

/** Between the lines of two strings, in ems of the larger one; nothing where they run different ways. */
function distance(a: TextRun, b: TextRun): number {
  const [ax, ay] = wayOf(a);
  const [bx, by] = wayOf(b);
  if (Math.abs(ax * bx + ay * by) < ALIKE) return Number.NaN;
  return Math.abs((b.line[0] - a.line[0]) * -ay + (b.line[1] - a.line[1]) * ax) / emOf(a, b);
}

/** Whether a string begins, along the line of another, where that one ends. */
function follows(a: TextRun, b: TextRun, gap: number): boolean {
  const [ax, ay] = wayOf(a);
  return Math.abs((b.line[0] - a.line[2]) * ax + (b.line[1] - a.line[3]) * ay) <= gap * emOf(a, b);
}

function wayOf({ line: [x0, y0, x1, y1] }: TextRun): readonly [number, number] {
  const length = Math.hypot(x1 - x0, y1 - y0);
  return [(x1 - x0) / length, (y1 - y0) / length];
}
