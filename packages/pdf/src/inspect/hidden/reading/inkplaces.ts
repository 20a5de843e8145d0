import type { TextRun } from '../../../content/canvas.ts';
import { union } from '../../../revisions/boxes.ts';
import { columnsOf, stretchesOf } from '../inkgrid.ts';
import { breadthOf, inkedWords, type Said } from '../inkrows.ts';
import type { Seen } from '../misrecognised.ts';
import { rowsOf, saidBy } from '../otherrows.ts';

/** Words of a line whose words are taken one by one for those of its ink. */
const WORDS = { least: 2, most: 40 };
/** In ems: the longest line that is looked at, and what of it is looked at beside it. */
const LONGEST = 120;
const AROUND = 1;
/** How much broader or narrower than its letters let expect a word is at most, of that and in ems; and how many words of a line are more so. */
const BREADTH = { share: 0.3, least: 0.4 };
const OTHERS = 0.15;
/** How many words of a line lie on their ink in part at least, as they are said. */
const OVERLAP = 0.7;

type Stretch = Pick<Said, 'from' | 'to'>;

/** Where the ink of a word is, in ems of its string. */
export interface InkPlace extends Said {
  /** The last word of its line: what is said of it may go on in the next one. */
  isLast: boolean;
}

/**
 * Where the words of strings stand on their ink, in ems of each string, where a line has as many words of ink as are said, most of them
 * about as broad as their letters: a layer may say a line in a typeface of other widths, so that its words lie beside their ink.
 */
export function inkPlaces<T extends { run: TextRun }>(
  words: readonly T[],
  seen: Seen,
  count: (cells: number) => boolean,
): ReadonlyMap<T, readonly InkPlace[]> {
  const places = new Map<T, readonly InkPlace[]>();
  for (const row of rowsOf(words)) {
    const from = row.words[0]?.run.line[0] ?? 0;
    const strings = row.words.map((word) => ({
      word,
      said: saidBy([word], word.run.line[0], word.run.size, seen),
    }));
    const said = strings.flatMap((string) => string.said);
    const ems = (row.to - from) / row.size + 2 * AROUND;
    if (said.length < WORDS.least || said.length > WORDS.most || !(ems > 0 && ems <= LONGEST)) continue;
    const inked = inkOf(row, { from, ems }, seen, count);
    if (inked?.length !== said.length || !areAlike(said, inked, row.size)) continue;
    const all = strings.flatMap(({ word: { run }, said: own }) =>
      own.map((each) => ({
        text: each.text,
        from: run.line[0] + each.from * run.size,
        to: run.line[0] + each.to * run.size,
      })),
    );
    if (all.filter((each, at) => overlaps(each, inked[at])).length < OVERLAP * all.length) continue;
    let at = 0;
    for (const { word, said: own } of strings) {
      const { line, size } = word.run;
      const inThis = own.map((each) => {
        const ink = inked[at++] ?? { from: 0, to: 0 };
        const [begin, end] = [(ink.from - line[0]) / size, (ink.to - line[0]) / size];
        return { text: each.text, from: begin, to: end, isLast: at === inked.length };
      });
      places.set(word, inThis);
    }
  }
  return places;
}

/** The words of ink of a row, in units of the page along it. */
function inkOf(
  { words, y, size, to }: { words: readonly { run: TextRun }[]; y: number; size: number; to: number },
  { from, ems }: { from: number; ems: number },
  seen: Seen,
  count: (cells: number) => boolean,
): Stretch[] | undefined {
  const [first] = words;
  if (first === undefined || !count(columnsOf(ems))) return undefined;
  const box = words.reduce((all, { run }) => union(all, run.box), first.run.box);
  const shade = seen.shadeUnder({ ...first.run, box, line: [from, y, to, y] });
  if (shade === undefined) return undefined;
  const start = from - AROUND * size;
  const stretches = stretchesOf(shade, { x: start, y, ems, size }, count);
  return inkedWords(stretches)?.map((word) => ({
    from: start + word.from * size,
    to: start + word.to * size,
  }));
}

const overlaps = (said: Stretch, ink: Stretch | undefined): boolean =>
  ink !== undefined && said.to > ink.from && said.from < ink.to;

/** Whether most words of a line are about as broad, for their letters, as each other on its ink. */
function areAlike(said: readonly Said[], inked: readonly Stretch[], size: number): boolean {
  const own = said.map(({ text }) => [...text].reduce((sum, letter) => sum + breadthOf(letter), 0));
  const breadths = inked.map(({ from, to }) => (to - from) / size);
  const ratios = breadths.map((breadth, at) => breadth / (own[at] || 1));
  const middle = ratios.toSorted((a, b) => a - b)[ratios.length >> 1] ?? 0;
  const others = breadths.filter((breadth, at) => {
    const usual = middle * (own[at] ?? 0);
    return Math.abs(breadth - usual) > Math.max(BREADTH.least, BREADTH.share * usual);
  });
  return others.length <= Math.max(1, OTHERS * breadths.length);
}
