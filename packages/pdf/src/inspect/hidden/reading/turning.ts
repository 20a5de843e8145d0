import { TURNS } from '../inkturns.ts';
import { type InkWindow, levelOf, type Work } from './inklevel.ts';
import { align, BESIDE, readFreely } from './inkwindow.ts';
import { LETTER, type PageLetters } from './pageletters.ts';

/** Words that turn a sentence, as they are written anywhere in one. */
export const TURNING: readonly string[] = TURNS.flatMap(formsOf);
/** Beginnings of words that make their opposite of them, as they are written. */
export const PREFIXES: readonly string[] = 'un in im ir il dis non mis εκ μη αντι αν δυσ'
  .split(' ')
  .flatMap(formsOf);
/** The misfit up to which ink shows one of them, and how many times as much as of letters that are read freely. */
const READ = 0.2;
export const BETTER = 1.3;

function formsOf(word: string): string[] {
  return [word, word.toUpperCase(), word.replace(/^./u, (first) => first.toUpperCase())];
}

/** Columns of a window. */
interface Columns {
  readonly window: InkWindow;
  readonly shift: number;
  readonly begin: number;
  readonly end: number;
}

/** Whether the ink of some columns shows a word that turns a sentence, and in letters of the page no other. */
export function showsTurn(
  { window, shift, begin, end }: Columns,
  letters: PageLetters,
  work: Work,
  turns: readonly string[] = TURNING,
): boolean {
  const bounds = { begin, end, slack: BESIDE };
  const misfits = turns.map((word) => {
    const own = [...word].map((letter) => letters.template(letter));
    return align(window, own, bounds, shift, work)?.misfit ?? Infinity;
  });
  const misfit = Math.min(...misfits);
  if (misfit > READ || work.isSpent) return false;
  const level = levelOf(window, shift, work);
  const energy = level.energy(Math.max(0, begin - BESIDE), Math.min(level.columns, end + BESIDE));
  const place = { starts: [begin], end, shift, energy: Math.max(1, energy), misfit };
  return misfit <= BETTER * readFreely(window, place, letters.known(LETTER), work).misfit;
}
