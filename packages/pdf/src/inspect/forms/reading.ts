import { plainText, STEADY } from './values.ts';

/** A letter of a look, and where it stands. */
export interface PlacedLetter {
  text: string;
  /** Where it begins and ends along its line, in units of the look. */
  from: number;
  to: number;
  /** How far its line is over the origin. */
  level: number;
  /** An em along its line. */
  em: number;
  /** The direction of its line, and the one upwards from it, each of length one. */
  way: readonly [x: number, y: number];
  over: readonly [x: number, y: number];
}

/** Cosine of the angle between two lines that run the same way. */
const ALIKE = 0.999;
/** In ems, how far the letters of a line are apart from those of the next one. */
const ROW = 0.5;
/** In ems: how much the steps from each character of a number to the next one differ, and how short one is at least. */
const UNEVEN = 0.5;
const LEAST = 0.25;
/** In ems, what is read as a blank. */
const BLANK = 0.2;
/** Characters of a number that a person reads as one. */
const NUMBER = /[\p{Nd}.,'’\-−–+/]{3,}/gu;
const AMOUNT = /\p{Nd}.*\p{Nd}/u;
const DIGIT = /\p{Nd}/u;
/** Digits of one held number in groups, with one blank before each. */
const GROUPED = /(?<!\p{Nd}\s?)\p{Nd}{1,3}(?: \p{Nd}{3})+(?!\s?\p{Nd})/gu;
const BETWEEN = /(?<=\p{Nd})\s+(?=\p{Nd})/gu;
/** In ems, what is no blank between two digits. */
const TOGETHER = 0.1;
/** Small digits over or under a line, which are other numbers than those on it. */
const RAISED = /[⁰¹²³⁴-⁹₀-₉]/gu;
/** Of an em, the size of those that are drawn so, and how far from the line they stand. */
const SMALL = 0.8;
const OFF = 0.15;
/** From here on, letters are shown from right to left by whoever shows a value (UAX #9). */
const TURNED = /\u202e/u;
const SIGN = /[^\s\p{C}]/gu;
/** How exactly directions are told apart, in parts of the length of one. */
const EXACT = 100;

/**
 * What a person reads of a look whose letters, in the order in which they are painted, say what its field holds, where
 * their places say something else: letters in another order, or digits of one number apart. Undefined where that is
 * the same, or not known.
 */
export function readOtherwise(letters: readonly PlacedLetter[], held: string): string | undefined {
  if (!STEADY.test(held)) return undefined;
  const seen = onOneWay(letters.flatMap(signsOf));
  const rows = rowsOf(seen);
  const isReordered = plainText(rows.map(joined).join('')) !== plainText(joined(seen));
  const signs = held.normalize('NFKD');
  const isOther =
    isReordered || isNumberApart(seen, signs) || isNumberJoined(seen, signs) || isLowered(letters, held);
  return isOther || TURNED.test(held) ? rows.map(spaced).join(' ') : undefined;
}

/** Whether small digits of what is held are drawn as large as the others, and on their line. */
function isLowered(letters: readonly PlacedLetter[], held: string): boolean {
  const wanted = held.match(RAISED)?.length ?? 0;
  if (wanted === 0) return false;
  const digits = letters.filter(({ text }) => DIGIT.test(plainText(text)));
  const large = digits.reduce((most, { em }) => Math.max(most, em), 0);
  const levels = digits.flatMap(({ em, level }) => (em > SMALL * large ? level : []));
  const line = levels.toSorted((a, b) => a - b)[Math.floor(levels.length / 2)] ?? 0;
  const small = digits.filter(
    ({ text, em, level }) =>
      text.search(RAISED) >= 0 || em <= SMALL * large || Math.abs(level - line) >= OFF * large,
  );
  return small.length < wanted;
}

/** Whether two numbers of what is held, with a blank or a line's end between them, are painted as one. */
function isNumberJoined(letters: readonly PlacedLetter[], held: string): boolean {
  const byPlace = placesOf(letters, held);
  if (byPlace === undefined) return false;
  const grouped = [...held.matchAll(GROUPED)].map(
    ({ 0: text, index }) => [index, index + text.length] as const,
  );
  let at = 0;
  for (const { 0: blank, index } of held.matchAll(BETWEEN)) {
    while ((grouped[at]?.[1] ?? Infinity) <= index) at++;
    if ((grouped[at]?.[0] ?? Infinity) <= index) continue;
    const [one, other] = [byPlace.get(index - 1), byPlace.get(index + blank.length)];
    if (one === undefined || other === undefined) continue;
    const em = Math.max(one.em, other.em);
    if (Math.abs(one.level - other.level) <= ROW * em && other.from - one.to < TOGETHER * em) return true;
  }
  return false;
}

/** The letters that stand for the signs of what is held, by place; undefined where which one is which is not known. */
function placesOf(letters: readonly PlacedLetter[], held: string): Map<number, PlacedLetter> | undefined {
  const places = [...held.matchAll(SIGN)].map(({ index }) => index);
  if (places.length !== letters.length) return undefined;
  return new Map(
    places.flatMap((place, at): [number, PlacedLetter][] => {
      const letter = letters[at];
      return letter === undefined ? [] : [[place, letter]];
    }),
  );
}

/** The signs that a letter stands for, all in its place: a ligature is several, and so is a letter with its accents. */
const signsOf = (letter: PlacedLetter): PlacedLetter[] =>
  [...plainText(letter.text).normalize('NFD')].map((text) => ({ ...letter, text }));

/** Letters as they stand for the eye that reads most of them: where a single one is turned it is read with the others. */
function onOneWay(letters: readonly PlacedLetter[]): PlacedLetter[] {
  const times = new Map<string, { one: PlacedLetter; count: number }>();
  for (const one of letters) {
    const key = one.way.map((part) => Math.round(part * EXACT)).join(' ');
    const known = times.get(key) ?? { one, count: 0 };
    times.set(key, { ...known, count: known.count + 1 });
  }
  const most = [...times.values()].reduce<{ one?: PlacedLetter; count: number }>(
    (best, next) => (next.count > best.count ? next : best),
    { count: 0 },
  ).one;
  return letters.map((letter) =>
    most === undefined || isSameWay(most, letter) ? letter : turnedTo(most, letter),
  );
}

/** A letter as it stands along the line of another one: in the place of its middle. */
function turnedTo({ way, over }: PlacedLetter, letter: PlacedLetter): PlacedLetter {
  const along = middle(letter);
  const [x, y] = [0, 1].map(
    (axis) => along * (letter.way[axis] ?? 0) + letter.level * (letter.over[axis] ?? 0),
  ) as [number, number];
  const place = x * way[0] + y * way[1];
  return { ...letter, way, over, from: place, to: place, level: x * over[0] + y * over[1] };
}

const isSameWay = (one: PlacedLetter, other: PlacedLetter): boolean =>
  one.way[0] * other.way[0] + one.way[1] * other.way[1] >= ALIKE;

/** The letters of each line from its beginning to its end, the uppermost line first. */
function rowsOf(letters: readonly PlacedLetter[]): PlacedLetter[][] {
  const rows: PlacedLetter[][] = [];
  let last: PlacedLetter | undefined;
  for (const letter of letters.toSorted((a, b) => b.level - a.level)) {
    const isNext = last !== undefined && last.level - letter.level <= ROW * Math.max(last.em, letter.em);
    const row = isNext ? rows.at(-1) : undefined;
    if (row === undefined) rows.push([letter]);
    else row.push(letter);
    last = letter;
  }
  for (const row of rows) row.sort((a, b) => middle(a) - middle(b));
  return rows;
}

/** Whether some number of what is held is painted with its digits at uneven distances, or on one place. */
function isNumberApart(letters: readonly PlacedLetter[], held: string): boolean {
  const byPlace = placesOf(letters, held);
  if (byPlace === undefined) return false;
  for (const { 0: number, index } of held.matchAll(NUMBER)) {
    if (!AMOUNT.test(number)) continue;
    const painted = Array.from(number, (_, at) => byPlace.get(index + at) ?? []).flat();
    const steps = painted.slice(1).flatMap((letter, at) => stepBetween(painted[at], letter) ?? []);
    const least = steps.reduce((one, other) => Math.min(one, other), Infinity);
    const most = steps.reduce((one, other) => Math.max(one, other), -Infinity);
    if (steps.length > 1 && (most - least > UNEVEN || least < LEAST)) return true;
  }
  return false;
}

/** From the middle of a letter to that of the next one, in ems; undefined where a line ends between them. */
function stepBetween(one: PlacedLetter | undefined, other: PlacedLetter): number | undefined {
  if (one === undefined || Math.abs(one.level - other.level) > ROW * Math.max(one.em, other.em))
    return undefined;
  return (middle(other) - middle(one)) / Math.max(one.em, other.em);
}

const middle = ({ from, to }: PlacedLetter): number => (from + to) / 2;

const joined = (letters: readonly PlacedLetter[]): string => letters.map(({ text }) => text).join('');

/** A line with a blank wherever there is room for one. */
const spaced = (letters: readonly PlacedLetter[]): string =>
  letters
    .map((letter, at) => {
      const before = letters[at - 1];
      return before !== undefined && letter.from - before.to > BLANK * letter.em
        ? ` ${letter.text}`
        : letter.text;
    })
    .join('');
