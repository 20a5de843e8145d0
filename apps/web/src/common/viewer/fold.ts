/** Text as a reader compares it, with the way back to what was written. */
export interface Folded {
  text: string;
  /** For each UTF-16 unit of `text`, where in the original its letter begins; one more entry for the end. */
  at: number[];
}

const mark = /\p{M}/u;
const letter = /\p{L}/u;
const space = /\s/u;
const same: Record<string, string> = {
  ς: 'σ',
  '’': "'",
  '‘': "'",
  '“': '"',
  '”': '"',
  '‐': '-',
  '‑': '-',
  '–': '-',
};
const softHyphen = '\u00ad';

/** Without accents, breathings and case; final sigma is sigma, ligatures are letters. */
function foldLetter(written: string): string {
  if (written < '\u0080') return written.toLowerCase();
  let folded = '';
  for (const part of written.normalize('NFKD').toLowerCase().normalize('NFKD')) {
    if (!mark.test(part)) folded += same[part] ?? part;
  }
  return folded;
}

/** A hyphen at the end of a line inside a word: the word goes on in the next line. */
function splitsWord(text: string, index: number): boolean {
  return (
    (text[index] === '-' || text[index] === '‐') &&
    text[index + 1] === '\n' &&
    letter.test(text[index - 1] ?? '') &&
    letter.test(text[index + 2] ?? '')
  );
}

/** Folds `text`: white space of any length is one space, a word split at the end of a line is one word. */
export function fold(text: string): Folded {
  let folded = '';
  const at: number[] = [];
  const add = (letters: string, index: number) => {
    folded += letters;
    for (let unit = 0; unit < letters.length; unit += 1) at.push(index);
  };
  for (let index = 0; index < text.length; ) {
    const written = String.fromCodePoint(text.codePointAt(index) ?? 0);
    if (splitsWord(text, index)) index += 2;
    else {
      if (space.test(written)) {
        if (!folded.endsWith(' ')) add(' ', index);
      } else if (written !== softHyphen) add(foldLetter(written), index);
      index += written.length;
    }
  }
  at.push(text.length);
  return { text: folded, at };
}

/** A piece of the original text: from `start`, up to and without `end`. */
export interface Span {
  start: number;
  end: number;
}

/** Where `query`, folded too, stands in the text; at most `most` places that do not overlap. */
export function findIn({ text, at }: Folded, query: string, most: number): Span[] {
  const found: Span[] = [];
  if (query === '') return found;
  for (let from = 0; found.length < most; ) {
    const index = text.indexOf(query, from);
    if (index === -1) break;
    from = index + query.length;
    // A part of a ligature is all of it.
    let next = from;
    while (next + 1 < at.length && at[next] === at[from - 1]) next += 1;
    found.push({ start: at[index] ?? 0, end: at[next] ?? 0 });
  }
  return found;
}

/** The query as it is looked for. */
export function foldQuery(query: string): string {
  return fold(query).text.trim();
}
