/** Letters of a word, and those of them that differ; and the share of its letters that do. */
const LETTERS = 3;
const DIFFERENT = 2;
const SHARE = 0.5;
/** The same share of a line, and the letters of one that is compared letter by letter. */
const LINE_SHARE = 0.2;
const LONGEST = 150;

/** Letters that look alike in print, and groups of those first ones that look like another. */
const ALIKE = 'iltj1ιf| oοσθ0qδ6 pρ vνυuyγ aα8 kκ xχ εe wω nηhπ bβ zζ2 mμ cς s5'.split(' ');
const GROUPS: readonly (readonly [group: RegExp, letter: string])[] = [
  [/rn|ni|in|rii|iii/gu, 'm'],
  [/ci|oi/gu, 'd'],
  [/vv/gu, 'w'],
  [/ii|ri|ττ|τi/gu, 'n'],
];

/** A word in small letters, of those that print alike the first. */
export const foldAlike = (text: string): string => {
  const letters = [
    ...text
      .toLowerCase()
      .normalize('NFKD')
      .replace(/[^\p{L}\p{N}]/gu, ''),
  ];
  return letters.map((letter) => ALIKE.find((some) => some.includes(letter))?.[0] ?? letter).join('');
};

/** The same with one letter for groups that look like it. */
const foldGroups = (text: string): string =>
  GROUPS.reduce((all, [group, letter]) => all.replace(group, letter), text);

/** Letters of a word, and how many more or fewer another one has. */
const LENGTH = { least: 4, more: 3 };

/** Whether a word has so many letters more or fewer that it is another one, though they share the others. */
export function differInLength(said: string, read: string): boolean {
  if (isLatin(said) !== isLatin(read)) return false;
  const [a, b] = [foldGroups(foldAlike(said)), foldGroups(foldAlike(read))];
  return Math.min(a.length, b.length) >= LENGTH.least && Math.abs(a.length - b.length) >= LENGTH.more;
}

/** Whether two words differ in so many letters that no recognising errs so. */
export const areOtherWords = (said: string, read: string): boolean => areOthers(said, read, SHARE);

/** The same of lines, without their blanks. */
export function areOtherLines(said: string, read: string): boolean {
  const longest = Math.max(said.length, read.length);
  if (longest <= LONGEST) return areOthers(said, read, LINE_SHARE);
  return Math.abs(said.length - read.length) >= LINE_SHARE * longest;
}

function areOthers(said: string, read: string, share: number): boolean {
  // Where several languages are recognised, words of one script are taken for such of another that look like them.
  if (isLatin(said) !== isLatin(read)) return false;
  const [a, b] = [foldAlike(said), foldAlike(read)];
  const different = Math.min(editsBetween(a, b), editsBetween(foldGroups(a), foldGroups(b)));
  return a.length >= LETTERS && different >= DIFFERENT && different >= share * Math.max(a.length, b.length);
}

/** Whether more letters of a word are Latin ones than others. */
const isLatin = (word: string): boolean => {
  const letters = word.match(/\p{L}/gu) ?? [];
  return 2 * letters.filter((letter) => /\p{Script=Latin}/u.test(letter)).length > letters.length;
};

/** How many letters are put in, left out or exchanged between two words. */
function editsBetween(a: string, b: string): number {
  let row = Array.from({ length: b.length + 1 }, (_, at) => at);
  for (const [at, letter] of [...a].entries()) {
    const next = [at + 1];
    for (const [other, second] of [...b].entries())
      next.push(
        Math.min(
          (row[other + 1] ?? 0) + 1,
          (next[other] ?? 0) + 1,
          (row[other] ?? 0) + (letter === second ? 0 : 1),
        ),
      );
    row = next;
  }
  return row.at(-1) ?? 0;
}
