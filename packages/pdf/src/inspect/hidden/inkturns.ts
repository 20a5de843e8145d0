import type { Piece } from './inkgrid.ts';
import { HIGH, lengthOf, MARK, wordsOf } from './inkwords.ts';

/** How much wider gaps between words are than those within. */
const WIDER = 1.5;
/** Letters that reach under their line in every typeface, and signs that may. */
const TAILED = /[gpqyçβγμρφχψ]/u;
const MAY_TAIL = /[jfJQξζηςý,;()[\]{}/|@&$§_]/u;
/** Of the height of capitals, how far a tail reaches under the line at least. */
const TAIL = 0.15;
/** In ems, how far from their line the feet of most pieces are, and how many of them those are. */
const LEVEL = 0.06;
const MOST = 0.5;

interface Inked {
  pieces: number;
  hasTail: boolean;
}

/** Words of ink, and whether letters of each reach under the line; undefined where that is not level. */
function tailsOf(words: readonly Piece[][]): Inked[] | undefined {
  const pieces = words.flat();
  const feet = pieces.map(({ foot }) => foot).sort((a, b) => a - b);
  const line = feet[Math.floor(feet.length * 0.6)] ?? 0;
  if (feet.filter((foot) => Math.abs(foot - line) <= LEVEL).length < MOST * feet.length) return undefined;
  const heights = pieces.map(({ top }) => top - line).sort((a, b) => a - b);
  const height = heights[Math.floor(heights.length * 0.9)] ?? 0;
  if (height < HIGH.least || height > HIGH.most) return undefined;
  return words.map((word) => ({
    pieces: word.length,
    // Commas reach as far, and are low.
    hasTail: word.some(({ foot, top }) => foot < line - TAIL * height && top > line + MARK * height),
  }));
}

/** Whether the ink of a word is surely not what was recognised. */
function isOther(word: string, { hasTail }: Inked): boolean {
  return TAILED.test(word) ? !hasTail : hasTail && !MAY_TAIL.test(word);
}

/** Whether the ink of a word has a piece for each of its letters, within one. */
const fits = (word: string, inked: Inked | undefined): boolean =>
  inked !== undefined && Math.abs(lengthOf(word) - inked.pieces) <= 1 && !isOther(word, inked);

/** Words that turn a sentence into its opposite: those are looked for between others. */
export const TURNS: readonly string[] = (
  'not no never nor without except unless neither cannot δεν μη μην όχι ούτε ποτέ χωρίς άνευ πλην ουδείς ουδέν ' +
  'nicht kein keine keinen nie ohne ne pas jamais sans sauf non mai senza sin nunca não nu niet geen'
).split(' ');
const FOLDED: ReadonlySet<string> = new Set(TURNS.map(folded));

function folded(word: string): string {
  return word
    .normalize('NFD')
    .replace(/[^\p{L}]/gu, '')
    .toLowerCase()
    .replaceAll('ς', 'σ');
}

export const isTurn = (word: string): boolean => FOLDED.has(folded(word));

/**
 * A word that turns a sentence and was put between those of a line, of whose ink every piece is a letter of the others: it has no room
 * there.
 */
export function addedWord(words: readonly string[], pieces: readonly Piece[]): string | undefined {
  if (!words.some(isTurn)) return undefined;
  for (const count of [words.length, words.length - 1]) {
    const inked = count < 2 ? undefined : wordsOf(pieces, count, WIDER);
    const tails = inked === undefined ? undefined : tailsOf(inked);
    const added = tails === undefined ? undefined : addedTo(words, tails);
    if (added !== undefined) return added;
  }
  return undefined;
}

/** Words that surely do not fit in their place, and do in that of the word before. */
const SHIFTED = 2;

function addedTo(words: readonly string[], inked: readonly Inked[]): string | undefined {
  return words.find((word, at) => {
    if (!isTurn(word) || at === words.length - 1) return false;
    const rest = [...words.slice(0, at), ...words.slice(at + 1)];
    if (!rest.every((each, place) => fits(each, inked[place]))) return false;
    // It may be part of the word beside it that was taken for two.
    const isPart = [at - 1, at].some((place) => {
      const [own, beside] = [inked[place], rest[place]];
      return own !== undefined && beside !== undefined && lengthOf(word) + lengthOf(beside) <= own.pieces + 2;
    });
    const misplaced = words.slice(at).filter((each, place) => {
      const own = inked[at + place];
      return own !== undefined && isOther(each, own);
    });
    return !isPart && (inked.length < words.length || misplaced.length >= SHIFTED);
  });
}

/** How many stretches of ink and letters of a word differ at most that is looked at. */
const NEARLY = 2;

/** Whether a line may have a word more than its ink, as far as stretches of ink tell. */
export function mayBeAdded(words: readonly string[], stretches: readonly Piece[]): boolean {
  if (!words.some(isTurn)) return false;
  return [words.length, words.length - 1].some((count) => {
    const inked = count < 2 ? undefined : wordsOf(stretches, count, 1);
    return words.some((turn, at) => {
      const rest = words.filter((_, place) => place !== at);
      const isNear = (word: string, place: number): boolean =>
        Math.abs(lengthOf(word) - (inked?.[place]?.length ?? 0)) <= NEARLY;
      return inked !== undefined && isTurn(turn) && rest.every(isNear);
    });
  });
}
