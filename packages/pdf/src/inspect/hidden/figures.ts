import type { TextRun } from '../../content/canvas.ts';
import { type Spelled, spell } from '../../content/codes.ts';
import { CodeKinds, type KindOf } from './codekinds.ts';
import type { Ground } from './ground.ts';
import { changesAmount, type Part } from './letters.ts';
import { type Figure, Lines } from './lines.ts';
import { isMixed } from './scripts.ts';

/** Of its neighbours' size, what a digit or a sign has at least that is read with them. */
const LEAST = 1 / 3;
/** Contrast (WCAG 2.2) below which a digit is passed over beside others, and that of digits which are read. */
const PALE = 1.3;
const CLEAR = 1.5;
/** Of the narrower one's width, what a sign and a digit have in common where one hides the other, and two digits. */
const STRUCK = 0.6;
const STRUCK_DIGIT = 0.75;
/** Ems between two paintings of the same digit that are bold type, or a shadow. */
const BOLD = 0.25;
/** Of their size, how much that of two parts of one number differs; and ems between them. */
const ALIKE = 0.1;
const CLOSE = 0.12;
/** Ems that a string goes back within itself where it is more than kerning. */
const BACK = 0.12;
/** Members of a number that are looked at on each side of one of them. */
const MOST_MEMBERS = 8;
/** Bytes of a string that is part of a number, and what one costs. */
const LONGEST = 1000;
const BYTE = 4;
const DIGIT = /^\p{Nd}$/u;
const HAS_DIGIT = /\p{Nd}/u;
const MEMBER = /^[\p{Nd}.,'’·٫٬%‰+\-−–]$/u;
const JOINED = /^[\p{Nd}.,'’·٫٬]$/u;
const BLANK = /^\s*$/u;

/** Digits and signs of a number that is shown string by string, of which one is not read by eyes. */
export class Figures {
  readonly #spend: (units: number) => void;
  readonly #runs: TextRun[] = [];

  constructor(spend: (units: number) => void) {
    this.#spend = spend;
  }

  /** A run that is seen, in the order of painting. */
  add(run: TextRun): void {
    if (run.bytes.length <= LONGEST && (mayJoin(run) || goesBack(run))) this.#runs.push(run);
  }

  /** What nobody reads of numbers, and why: too small, too pale, or struck over. */
  *hidden(ground: Ground): Generator<{
    run: TextRun;
    kind: 'tiny_text' | 'same_colour_text' | 'covered_text' | 'text_map_mismatch';
    part: Part;
  }> {
    const lines = new Lines(this.#spend);
    for (const run of this.#runs) {
      this.#spend(BYTE * run.bytes.length);
      const letters = spell(run).filter(({ text }) => !BLANK.test(text));
      const struck = goesBack(run) ? struckWithin(letters) : undefined;
      if (struck !== undefined) yield { run, kind: 'covered_text', part: { text: struck, box: run.box } };
      lines.add(run, letters);
    }
    lines.join();
    for (const figure of lines.figures) {
      const kind = isStruck(lines, figure) ? 'covered_text' : unread(figure, ground);
      const { run } = figure;
      if (kind !== undefined) yield { run, kind, part: { text: textOf(figure), box: run.box } };
      const isOther = isReordered(lines, figure) || isFilled(lines, figure);
      if (isOther || isMixed(figure.last.text, figure.behind?.first.text ?? ''))
        yield { run, kind: 'text_map_mismatch', part: { text: textOf(figure), box: run.box } };
    }
  }
}

/** What a code may be in a number: a member or a sign of it, or a blank between such. */
const PART = 1;
const GAP = 2;
const OTHER = 3;

const kinds = new CodeKinds((text) => {
  if (BLANK.test(text)) return GAP;
  return MEMBER.test(text) || changesAmount(text, '0', '0') ? PART : OTHER;
});

/** Whether it begins or ends with what may be part of a number, blanks aside. */
function mayJoin({ font, bytes }: TextRun): boolean {
  if (font === undefined || font.kind === 'type3') return false;
  const of = kinds.of(font);
  // Codes of one byte are told apart from the end, too: most strings are longer than the words at their ends.
  if (font.kind === 'simple') return startsWithPart(of, bytes) || endsWithPart(of, bytes);
  let last = 0;
  for (let at = 0; at < bytes.length; ) {
    const length = Math.max(1, font.lengthAt(bytes, at));
    const kind = of(bytes, at, length);
    if (kind !== GAP) {
      if (last === 0 && kind === PART) return true;
      last = kind;
    }
    at += length;
  }
  return last === PART;
}

function startsWithPart(of: KindOf, bytes: Uint8Array): boolean {
  let at = 0;
  while (at < bytes.length && of(bytes, at, 1) === GAP) at++;
  return at < bytes.length && of(bytes, at, 1) === PART;
}

function endsWithPart(of: KindOf, bytes: Uint8Array): boolean {
  let at = bytes.length - 1;
  while (at >= 0 && of(bytes, at, 1) === GAP) at--;
  return at >= 0 && of(bytes, at, 1) === PART;
}

function goesBack({ pace: { em, gaps } }: TextRun): boolean {
  const most = BACK * 1000 * Math.abs(em);
  for (let at = 1; at < gaps.length; at += 2) if ((gaps[at] ?? 0) * Math.sign(em) < -most) return true;
  return false;
}

/** The digits and signs of a string of which one is struck over the other. */
function struckWithin(letters: readonly Spelled[]): string | undefined {
  const at = letters.findIndex((letter, index) => {
    const next = letters[index + 1];
    return next !== undefined && isStruckBy(letter, next);
  });
  return at < 0
    ? undefined
    : letters
        .slice(Math.max(0, at - 1), at + 2)
        .map(({ text }) => text)
        .join('');
}

/** Whether a digit and another, or a sign, have so much in common that one of them is not read. */
function isStruckBy(a: Spelled, b: Spelled): boolean {
  if (!MEMBER.test(a.text) || !MEMBER.test(b.text)) return false;
  const digits = [a, b].filter(({ text }) => DIGIT.test(text)).length;
  const shorter = Math.min(a.to - a.from, b.to - b.from);
  const common = Math.min(a.to, b.to) - Math.max(a.from, b.from);
  return digits > 0 && shorter > 0 && common >= (digits === 2 ? STRUCK_DIGIT : STRUCK) * shorter;
}

/** Whether another digit or sign stands where its last one does. Twice the same number is bold type. */
function isStruck(lines: Lines, figure: Figure): boolean {
  const { last } = figure;
  return (
    MEMBER.test(last.text) &&
    lines.near(figure).some((other) => {
      const { first } = other;
      if (!isStruckBy(last, first)) return false;
      if (last.text !== first.text || first.from - last.from > BOLD * figure.size) return true;
      const around = [figure.before, other.behind].filter((each) => each !== undefined);
      return around.some((each) => isMemberOf(figure, each) && !lines.isTwice(each, BOLD));
    })
  );
}

/**
 * Whether digits of a number stand before those that the file has before them, be it with a separator between: eyes read 91,
 * who copies gets 19. A number that is painted twice for bold type has each digit once more.
 */
function isReordered(lines: Lines, figure: Figure): boolean {
  const { index, last, size } = figure;
  const next = nextDigits(figure);
  if (next === undefined || next.index > index || last.text === next.first.text) return false;
  if (lines.isTwice(figure, BOLD) && lines.isTwice(next, BOLD)) return false;
  const isNumber = DIGIT.test(last.text) && DIGIT.test(next.first.text);
  return isNumber && Math.abs(next.size - size) <= ALIKE * size;
}

/** Whether digits of another string stand in a gap between its own: eyes read 1250, and the text says 1 50 and 2. */
function isFilled(lines: Lines, figure: Figure): boolean {
  const close = CLOSE * figure.size;
  return figure.gaps.some(({ from, to }) =>
    lines.nearTo(figure, from).some(({ first, last, text }) => {
      const isClosed = [first.to, last.to].some((end) => Math.abs(to - end) <= close);
      const isInside = Math.abs(first.from - from) <= close && isClosed;
      return isInside && DIGIT.test(first.text) && JOINED.test(last.text) && HAS_DIGIT.test(text);
    }),
  );
}

/** What stands close behind a figure, or close behind the separator there. */
function nextDigits({ last, size, behind }: Figure): Figure | undefined {
  if (behind === undefined || behind.first.from - last.to > CLOSE * size) return undefined;
  const { first, text } = behind;
  if (DIGIT.test(first.text) || !JOINED.test(text)) return behind;
  const next = behind.behind;
  return next !== undefined && next.first.from - behind.last.to <= CLOSE * size ? next : undefined;
}

const isMemberOf = (figure: Figure, other: Figure): boolean =>
  other === figure.before
    ? DIGIT.test(other.last.text) && DIGIT.test(figure.first.text)
    : DIGIT.test(other.first.text);

/** Why it is not read with the digits beside it, if so. */
function unread(figure: Figure, ground: Ground): 'tiny_text' | 'same_colour_text' | undefined {
  const members = membersAround(figure);
  if (members.length === 0) return undefined;
  const { size, run } = figure;
  if (members.some((other) => size < LEAST * other.size || run.width < LEAST * other.run.width))
    return 'tiny_text';
  const others = members.filter(({ run: { colour, alpha } }) => colour !== run.colour || alpha !== run.alpha);
  if (others.length === 0 || contrast(figure, ground) >= PALE) return undefined;
  return others.some((other) => contrast(other, ground) >= CLEAR) ? 'same_colour_text' : undefined;
}

/** The other members of the number that it makes another amount of. */
function membersAround(figure: Figure): Figure[] {
  const { before, behind, text, first, last } = figure;
  const [left, right] = [before?.last.text ?? '', behind?.first.text ?? ''];
  const isLed = DIGIT.test(first.text) && JOINED.test(left);
  const isFollowed = DIGIT.test(last.text) && JOINED.test(right);
  if (!isLed && !isFollowed && !(text.length <= 3 && changesAmount(text, left, right))) return [];
  const members: Figure[] = [];
  let at = isFollowed && !isLed ? undefined : before;
  for (; at !== undefined && members.length < MOST_MEMBERS; at = at.before) members.push(at);
  at = isLed && !isFollowed ? undefined : behind;
  for (; at !== undefined && members.length < 2 * MOST_MEMBERS; at = at.behind) members.push(at);
  return members.filter(({ text }) => HAS_DIGIT.test(text));
}

function contrast({ run, middle: [x, y] }: Figure, ground: Ground): number {
  const { colour, alpha, blend, shades, outline } = run;
  if (colour === undefined || shades !== undefined || outline !== undefined) return Infinity;
  return ground.contrast(x, y, { colour, alpha, blend });
}

const textOf = ({ before, text, behind }: Figure): string =>
  `${before?.last.text ?? ''}${text}${behind?.first.text ?? ''}`;
