/**
 * Which pictures were accepted, and why: one line for each in docs/pictures/accepted.tsv, with the SHA-256 checksum
 * of the PNG. Pure, so that the rules are tested without files (e2e/test/accepted.test.ts).
 */
export interface Acceptance {
  /** The file's name in docs/pictures. */
  name: string;
  sha256: string;
  /** Why this picture is right: a sentence. */
  why: string;
}

const HEAD = 'picture\tsha256\twhy';
const SHORTEST = 15;

/** A reason that tells a reviewer something: a whole sentence and not a mere word or two. */
export const isSentence = (text: string): boolean =>
  text.length >= SHORTEST && /^\p{L}/u.test(text) && /[.!]$/.test(text) && text.split(/\s+/).length >= 3;

export const SENTENCE_WANTED = `a sentence of at least ${SHORTEST} characters and three words, with its full stop`;

export function parseAccepted(text: string): Acceptance[] {
  const [head, ...lines] = text.trimEnd().split('\n');
  if (head !== HEAD) throw new Error(`accepted.tsv must begin with the line "${HEAD}".`);
  return lines.map((line, index) => {
    const [name, sha256, why, ...more] = line.split('\t');
    if (name === undefined || sha256 === undefined || why === undefined || more.length > 0)
      throw new Error(`accepted.tsv, line ${index + 2}: not a name, a checksum and a sentence between tabs.`);
    return { name, sha256, why };
  });
}

export function printAccepted(lines: Acceptance[]): string {
  const sorted = [...lines].sort((one, other) => (one.name < other.name ? -1 : 1));
  return `${[HEAD, ...sorted.map(({ name, sha256, why }) => `${name}\t${sha256}\t${why}`)].join('\n')}\n`;
}

/** What is wrong with the lines, held against the pictures that are there: checksums by name. */
export function problemsOf(lines: Acceptance[], pictures: ReadonlyMap<string, string>): string[] {
  const problems: string[] = [];
  const named = new Set<string>();
  for (const { name, sha256, why } of lines) {
    if (named.has(name)) problems.push(`${name}: has two lines`);
    named.add(name);
    const there = pictures.get(name);
    if (there === undefined) problems.push(`${name}: has a line, but there is no such picture`);
    else if (there !== sha256) problems.push(`${name}: is not the picture that was accepted`);
    if (!isSentence(why)) problems.push(`${name}: "${why}" is not ${SENTENCE_WANTED}`);
  }
  for (const name of pictures.keys()) if (!named.has(name)) problems.push(`${name}: nobody accepted it`);
  return problems;
}

/**
 * The lines after `pictures` (checksums by name) were accepted because of `why`. What was committed before tells
 * whether somebody says again what they said of another change.
 */
export function withAccepted(
  lines: Acceptance[],
  committed: Acceptance[],
  pictures: ReadonlyMap<string, string>,
  why: string,
): Acceptance[] {
  if (!isSentence(why)) throw new RangeError(`--why wants ${SENTENCE_WANTED}.`);
  const again = committed.find(
    ({ name, sha256, why: before }) => before === why && (pictures.get(name) ?? sha256) !== sha256,
  );
  if (again !== undefined)
    throw new RangeError(`${again.name} changed with that very sentence before; say why it changes now.`);
  const others = lines.filter(({ name }) => !pictures.has(name));
  return [...others, ...[...pictures].map(([name, sha256]) => ({ name, sha256, why }))];
}

/**
 * The names that `wanted` means, by comma: a picture's whole name, or a screen's name for its pictures in all sizes and
 * schemes. Each must mean something, so that a slip of the keyboard is noticed, and none means more than one screen:
 * who accepts a picture has named it.
 */
export function chosenFrom(names: string[], wanted: string): string[] {
  const chosen = new Set<string>();
  for (const word of wanted.split(',').map((each) => each.trim())) {
    const pattern = patternOf(word);
    const found = names.filter((name) => pattern.test(name));
    if (found.length === 0) throw new RangeError(`No picture that differs is called "${word}".`);
    for (const name of found) chosen.add(name);
  }
  return [...chosen].sort();
}

function patternOf(word: string): RegExp {
  const literal = word.replace(/\.png$/, '').replace(/[^\w-]/g, '\\$&');
  return new RegExp(`^${literal}(-(wide|narrow)-(light|dark))?\\.png$`);
}
