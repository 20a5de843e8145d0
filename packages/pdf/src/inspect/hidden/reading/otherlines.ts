import { type InkWindow, levelOf, type Work } from './inklevel.ts';
import { readFreely } from './inkwindow.ts';
import { areOtherLines } from './otherwords.ts';
import { type PageWord, placeOf } from './pageink.ts';
import type { PageLetters } from './pageletters.ts';

/** The misfit from which a word does not lie on its ink, by itself and in misfits of the middle word. */
const MISFIT = 0.2;
const TIMES = 5;
/** Words of a line that do not, how many at least and which share of those of several letters. */
const ODD = { least: 3, share: 0.6 };
const LETTERS = 2;
/** In ems: the longest line that is read, what is read beside it, how far its words lie under each other, and what is between columns. */
const LONGEST = 60;
const AROUND = 1;
const LEVEL = 0.3;
const COLUMN = 2;
const SIGN = /^[\p{L}\p{N}]$/u;
/** In rows, how far from the others of its page a line may lie. */
const ROWS_AROUND = [-1, 0, 1];
/** The misfit up to which a line is read. */
const READ = 0.15;
/** Lines of a page that are read. */
const MOST = 20;

/** Words of lines most of which do not lie on their ink, which surely shows another text in letters of the page. */
export function linesOfOtherWords<T>(
  words: readonly PageWord<T>[],
  letters: PageLetters,
  work: Work,
): PageWord<T>[] {
  return linesOf(words)
    .filter((line) => isOdd(line, letters))
    .slice(0, MOST)
    .filter((line) => {
      const said = line.map((word) => word.said.text).join('');
      const { text, misfit } = readLine(line, letters, work);
      return misfit <= READ && areOtherLines(said, text);
    })
    .flat();
}

/** Words that stand one after another along a line, in whatever order they are said. */
export function linesOf<T>(words: readonly PageWord<T>[]): PageWord<T>[][] {
  const rows: PageWord<T>[][] = [];
  for (const word of [...words].sort((a, b) => b.run.line[1] - a.run.line[1])) {
    const [first] = rows.at(-1) ?? [];
    const isNext = first !== undefined && first.run.line[1] - word.run.line[1] <= LEVEL * word.run.size;
    if (isNext) rows.at(-1)?.push(word);
    else rows.push([word]);
  }
  return rows.flatMap((row) => columnsOf(row.sort((a, b) => beginOf(a) - beginOf(b))));
}

/** The words of a row in the columns of a page or table. */
function columnsOf<T>(row: readonly PageWord<T>[]): PageWord<T>[][] {
  const columns: PageWord<T>[][] = [];
  let end = -Infinity;
  for (const word of row) {
    if (beginOf(word) - end > COLUMN * word.run.size) columns.push([word]);
    else columns.at(-1)?.push(word);
    end = Math.max(end, placeOf(word, word.said.to));
  }
  return columns;
}

const beginOf = <T>(word: PageWord<T>): number => placeOf(word, word.said.from);

/** Whether most words of a line do not lie on their ink. */
function isOdd<T>(line: readonly PageWord<T>[], letters: PageLetters): boolean {
  const least = Math.max(MISFIT, TIMES * letters.misfit);
  const long = line.filter((word) => word.letters.length >= LETTERS);
  const odd = long.filter((word) => (letters.alignment(word)?.misfit ?? Infinity) >= least);
  return odd.length >= ODD.least && odd.length >= ODD.share * long.length;
}

/** What the ink of a line shows in letters of the page. */
function readLine<T>(
  line: readonly PageWord<T>[],
  letters: PageLetters,
  work: Work,
): ReturnType<typeof readFreely> {
  const nothing = { text: '', misfit: Infinity };
  const [first] = line;
  if (first === undefined) return nothing;
  const end = Math.max(...line.map((word) => placeOf(word, word.said.to)));
  const to = (end - first.run.line[0]) / first.run.size;
  if (to - first.said.from > LONGEST) return nothing;
  const window = first.between(first.said.from - AROUND, to + AROUND);
  if (window === undefined) return nothing;
  return readFreelyAt(window, ROWS_AROUND, letters, work);
}

/** What a window shows in letters and digits of the page, on the row of most lines or so many beside it: on that where it fits best. */
export function readFreelyAt(
  window: InkWindow,
  rowsAround: readonly number[],
  letters: PageLetters,
  work: Work,
): ReturnType<typeof readFreely> {
  let best = { text: '', misfit: Infinity };
  const signs = letters.known(SIGN);
  for (const rows of rowsAround) {
    const shift = letters.line + rows;
    const energy = Math.max(1, levelOf(window, shift, work).energy(0, window.columns));
    const all = { starts: [0], end: window.columns, shift, energy, misfit: Infinity };
    const found = readFreely(window, all, signs, work);
    if (found.misfit < best.misfit) best = found;
  }
  return best;
}
