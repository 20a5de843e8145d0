import { alike, contradicts, contradictsScript, signOf, signsOf } from './textmap.ts';

/** Letters from which two words that differ are surely different words; shorter ones are signs and formulas. */
const WORD = 3;
/** Letters that a text of several words has more than what is shown where it says more. */
const MORE = 5;
/** Of such a text; a word may be explained by several. */
const WORDS = 2;
/** Digits of an amount; one may be a note's number, or stand in a formula. */
const AMOUNT = 2;
/** Words that turn a sentence into its opposite. */
const NEGATIONS = setOf(
  'NOT NO NEVER NONE NOTHING NOBODY NOWHERE WITHOUT EXCEPT UNLESS CANNOT NEITHER NOR',
  'ΔΕΝ ΔΕ ΜΗ ΜΗΝ ΟΧΙ ΟΥΔΕΝ ΟΥΔΕΙΣ ΟΥΔΕΜΙΑ ΚΑΝΕΝΑΣ ΚΑΝΕΝΑ ΚΑΝΕΝΑΝ ΚΑΝΕΙΣ ΚΑΜΙΑ ΤΙΠΟΤΑ ΧΩΡΙΣ ΔΙΧΩΣ ΠΛΗΝ ΕΚΤΟΣ ΟΥΤΕ ΜΗΤΕ',
);
/** Words that make another number of the one before them, and words that are numbers. */
const SCALES = setOf(
  'HUNDRED HUNDREDS THOUSAND THOUSANDS MILLION MILLIONS BILLION BILLIONS TRILLION DOZEN K M BN MIO MLN',
  'ΕΚΑΤΟ ΧΙΛΙΑΔΕΣ ΧΙΛΙΑΔΩΝ ΕΚΑΤΟΜΜΥΡΙΟ ΕΚΑΤΟΜΜΥΡΙΑ ΕΚΑΤΟΜΜΥΡΙΩΝ ΔΙΣΕΚΑΤΟΜΜΥΡΙΑ ΔΙΣΕΚΑΤΟΜΜΥΡΙΩΝ ΔΙΣ ΕΚ',
);
const NUMERALS = setOf(
  'ONE TWO THREE FOUR FIVE SIX SEVEN EIGHT NINE TEN TWENTY THIRTY FORTY FIFTY SIXTY SEVENTY EIGHTY NINETY',
  'ΕΝΑ ΔΥΟ ΤΡΙΑ ΤΡΕΙΣ ΤΕΣΣΕΡΑ ΤΕΣΣΕΡΙΣ ΠΕΝΤΕ ΕΞΙ ΕΠΤΑ ΕΦΤΑ ΟΚΤΩ ΟΧΤΩ ΕΝΝΕΑ ΔΕΚΑ ΕΙΚΟΣΙ ΤΡΙΑΝΤΑ ΣΑΡΑΝΤΑ ΠΕΝΗΝΤΑ',
);
/** Small words that tell who, which and when. */
const RELATIONS = setOf(
  'AND OR IF BUT TO FROM OF IN OUT ON OFF UP DOWN BY FOR WITH ALL ANY SOME OVER UNDER BEFORE AFTER UNTIL',
  'MAY MUST SHALL WILL HE SHE IT WE YOU HIS HER ITS OUR YOUR MY THEIR',
  'ΚΑΙ Η ΑΝ ΕΑΝ ΑΛΛΑ ΑΠΟ ΠΡΟΣ ΣΕ ΜΕ ΓΙΑ ΠΡΙΝ ΜΕΤΑ ΕΩΣ ΠΑΝΩ ΚΑΤΩ ΟΛΑ ΘΑ ΝΑ',
);
/** What relates two numbers, and what is written for it with several signs. */
const OPERATORS = /[<>≤≥=≠+−±×÷]/gu;
const WRITTEN: readonly (readonly [RegExp, string])[] = [
  [/<=|=</g, '≤'],
  [/>=|=>/g, '≥'],
  [/!=|<>/g, '≠'],
  [/\+\s?\/?\s?[-−–]/g, '±'],
  [/[-–]/g, '−'],
];
/** Signs of what was chosen and what was not: those of one row mean the same. */
const MARKS = ['☐□❏❐❑❒○◯', '☑☒', '✓✔', '✗✘✕✖', '■●◉'];

/** What stands around a piece of text. */
export interface Around {
  /** The characters directly before and behind it on its line; '' for blanks and ends. */
  before: string;
  behind: string;
  /** It is shown in Latin letters, whatever it is copied as. */
  isLatin: boolean;
}

function setOf(...words: string[]): ReadonlySet<string> {
  return new Set(words.flatMap((some) => some.split(' ')));
}

const ALONE: Around = { before: '', behind: '', isLatin: false };

/**
 * Whether a piece of text surely says something else than what is shown: other digits, another letter in one's place,
 * or other words. Blanks, hyphens, accents and case make no difference; a longer text around what is shown explains it.
 */
export function contradictsText(shown: string, said: string, around: Around = ALONE): boolean {
  if (shown.includes('�')) return false;
  if (changesNumber(shown, said, around) || saysOtherSign(shown, said) || saysOtherRelation(shown, said))
    return true;
  const [a, b] = [signsOf(shown), signsOf(said)];
  const [ours, theirs] = [a.map(alike).join(''), b.map(alike).join('')];
  const [digits, saidDigits] = [digitsOf(a), digitsOf(b)];
  if (ours === theirs) return digits === saidDigits && amountsOf(shown) !== amountsOf(said);
  if (ours === '') return false;
  // What stands there is not copied at all; blanks for one sign are the dots of a table of contents, or a note's mark.
  if (theirs === '')
    return negationsIn(shown) > 0 || (SILENT.test(said) && ours.length >= WORD) || digits.length >= AMOUNT;
  if (a.length === b.length && a.some((sign, at) => contradicts(sign, b[at] ?? ''))) return true;
  if (around.isLatin && a.some((sign, at) => contradictsScript(sign, b[at] ?? ''))) return true;
  if (digits !== saidDigits && differ(digits, saidDigits)) return true;
  const isWord = !/\s/.test(said.trim()) && theirs.includes(ours);
  if (!isWord && negationsIn(shown) !== negationsIn(said)) return true;
  const long =
    Math.min(a.length, b.length) >= WORD && signOf(a[0] ?? '')?.script === signOf(b[0] ?? '')?.script;
  if (!long) return false;
  if (!theirs.includes(ours) && !ours.includes(theirs)) return !isShortened(ours, theirs);
  const isSentence = wordsIn(shown) >= WORDS && wordsIn(said) >= WORDS;
  return isSentence && Math.abs(theirs.length - ours.length) >= MORE;
}

/** Blanks, and what is neither seen nor heard. */
const SILENT = /^[\s\p{C}\p{M}]*$/u;

/** `No` before a number says nothing else. */
const NUMERO = /N[oO]\.?(?=\s*\p{Nd})/gu;

/**
 * Whether words that were recognised are said without one that turns their sentence, or with one more. What was mended makes no
 * difference: blanks, and a letter of a word (`nol` is said as `not`).
 */
export function turnsSentence(recognised: string, said: string): boolean {
  const [ours, theirs] = [wordsOf(recognised.replace(NUMERO, ' ')), wordsOf(said.replace(NUMERO, ' '))];
  if (Math.min(ours.length, theirs.length) < WORDS || ours.join('') === theirs.join('')) return false;
  const turning = (words: readonly string[]): number => words.filter((word) => NEGATIONS.has(word)).length;
  if (ours.length !== theirs.length) return turning(ours) !== turning(theirs);
  return ours.some((word, at) => {
    const other = theirs[at] ?? '';
    return NEGATIONS.has(word) !== NEGATIONS.has(other) && !isMended(word, other);
  });
}

/** Whether two words differ in one letter at most. */
function isMended(one: string, other: string): boolean {
  const [short, long] = one.length <= other.length ? [one, other] : [other, one];
  if (long.length - short.length > 1) return false;
  let at = 0;
  while (at < short.length && short[at] === long[at]) at++;
  return short.slice(short.length === long.length ? at + 1 : at) === long.slice(at + 1);
}

/** Whether a sign is said as another one: less for more, a mark for an empty box. As many of them: formulas are described. */
function saysOtherSign(shown: string, said: string): boolean {
  const [ours, theirs] = [shown, said].map(operatorsIn);
  const isOther = ours !== theirs && ours?.length === theirs?.length;
  const [mark, other] = [shown, said].map((text) => MARKS.findIndex((row) => row.includes(text.trim())));
  const isMark = shown.trim().length === 1 && said.trim().length === 1;
  return isOther || (isMark && (mark ?? -1) >= 0 && (other ?? -1) >= 0 && mark !== other);
}

const operatorsIn = (text: string): string => {
  const written = WRITTEN.reduce((one, [signs, sign]) => one.replace(signs, sign), text);
  return (written.match(OPERATORS) ?? []).sort().join('');
};

/** Whether a small word is said as another one. */
function saysOtherRelation(shown: string, said: string): boolean {
  const [ours, theirs] = [shown, said].map((text) => wordsOf(text).join(' '));
  return ours !== theirs && RELATIONS.has(ours ?? '') && RELATIONS.has(theirs ?? '');
}

/** Whether the number that the piece is part of is another one with what is said. Words name what they stand for. */
function changesNumber(shown: string, said: string, { before, behind }: Around): boolean {
  if (!DIGIT.test(before) && !DIGIT.test(behind)) return false;
  if (/\p{L}/u.test(said) || RAISED.test(shown)) return false;
  return amountsOf(before + shown + behind) !== amountsOf(before + said + behind);
}

/** Whether a few letters are those of the longer text in their order: of an abbreviation. */
function isShortened(few: string, whole: string): boolean {
  let at = 0;
  for (const letter of whole) if (letter === few[at]) at++;
  return few.length === WORD && at === few.length;
}

const wordsIn = (text: string): number => text.match(/\p{L}{2,}/gu)?.length ?? 0;

const DIGIT = /\p{Nd}/u;
const RAISED = /[⁰¹²³⁴-⁹₀-₉]/;

/** Whether two rows of digits are different amounts, or one of them is an amount that the other text has not. */
const differ = (one: string, other: string): boolean =>
  (one !== '' && other !== '') || Math.max(one.length, other.length) >= AMOUNT;

const digitsOf = (signs: readonly string[]): string =>
  signs.filter((sign) => sign >= '0' && sign <= '9').join('');

/** The amounts of a text of the same letters and digits: signs before them, points and commas in them, what follows. */
const amountsOf = (text: string): string =>
  (
    text
      .normalize('NFKC')
      .replace(/\p{Nd}/gu, (digit) => signOf(digit)?.sign ?? digit)
      .replace(/[\p{Pd}−\u00ad]/gu, '-')
      .replace(/(?<=[\p{Nd}-])\s+(?=[\p{Nd}%‰])/gu, '')
      .match(/-?\p{Nd}(?:[\p{Nd}.,]*\p{Nd})?[%‰]?/gu) ?? []
  ).join(' ');

/** The words of a text in capitals without accents; what is drawn together with `not` as two. */
const wordsOf = (text: string): string[] =>
  text
    .normalize('NFKD')
    .replace(/\p{M}/gu, '')
    .toUpperCase()
    .replace(/N['’]T(?!\p{L})/gu, ' NOT')
    .match(/\p{L}+/gu) ?? [];

/** How many words of a text say no. */
export const negationsIn = (text: string): number =>
  wordsOf(text).filter((word) => NEGATIONS.has(word)).length;

/** Whether the first word of a text makes another number of the one that a text before it ends with. */
export function scalesNumber(before: string, text: string): boolean {
  const [first = ''] = wordsOf(text);
  if (!SCALES.has(first) || !/^\p{L}/u.test(text.trim())) return false;
  return /\p{Nd}\s*$/u.test(before) || NUMERALS.has(wordsOf(before).at(-1) ?? '');
}

/** Short forms of thousands and millions, by themselves or before the code of a currency. */
const SHORT = /^(?:T|K|M|MN|MM|MRD|MLD|TSD)(?=$|EUR|USD|GBP|CHF)/u;
/** Letters of the longest abbreviation. */
const BEGINNING = 4;

/** Whether a text says thousands or millions where words are shown that do not: `EUR` as thousand euro. */
export function saysThousands(shown: string, said: string): boolean {
  const ours = wordsOf(shown);
  const scales = wordsOf(said).filter((word) => SCALES.has(word) && word.length >= BEGINNING);
  const isShort = (word: string): boolean =>
    SCALES.has(word) ||
    SHORT.test(word) ||
    (word.length <= BEGINNING && scales.some((scale) => scale.startsWith(word)));
  return ours.length > 0 && scales.length > 0 && !ours.some(isShort);
}

/** Whether it says a word or an amount. */
export const saysWords = (said: string): boolean =>
  said.match(/\p{L}{3,}/u) !== null || negationsIn(said) > 0 || saysAmount(said);

/** Whether it says an amount: what an image shows in its place is for eyes alone. */
export const saysAmount = (said: string): boolean => digitsOf(signsOf(said)).length >= AMOUNT;

/** Whether what describes a text says another amount than is shown; years are said in full. */
export function saysOtherAmount(shown: string, said: string): boolean {
  const [parts, saidParts] = [fractionsOf(shown), fractionsOf(said)];
  // What is rounded begins alike.
  const isRounded = (one: string): boolean =>
    saidParts.some((other) => other.startsWith(one) || one.startsWith(other));
  if (saidParts.length > 0 && !parts.every(isRounded)) return true;
  const [ours, theirs] = [shown, said].map((text) => numbersOf(text.replace(FRACTION, ' '))) as [
    string[],
    string[],
  ];
  const isSaid = (one: string): boolean =>
    theirs.some((other) => other === one || (one.length === 2 && other.length === 4 && other.endsWith(one)));
  return theirs.some(isAmount) && ours.some((one) => isAmount(one) && !isSaid(one));
}

/** Whether a text shows an amount of which another that stands for more than it says nothing, and says amounts. */
export function saysNoSuchAmount(shown: string, said: string): boolean {
  const all = digitsOf(signsOf(said));
  return all.length >= AMOUNT && numbersOf(shown).some((one) => isAmount(one) && !all.includes(one));
}

const isAmount = (digits: string): boolean => digits.length >= AMOUNT;

/** The rows of digits of a text, points and commas within them and noughts before them aside. */
const numbersOf = (text: string): string[] =>
  (text.normalize('NFKC').match(/\p{Nd}(?:[.,' \u00a0\u202f]?\p{Nd})*/gu) ?? []).map((number) =>
    digitsOf(signsOf(number)).replace(/^0+(?=\d)/, ''),
  );

const FRACTION = /(?<![\p{Nd}.,])0[.,](\p{Nd}+)/gu;

/** The numbers of a text that are less than one: the digits behind the point or comma, noughts at their end aside. */
const fractionsOf = (text: string): string[] =>
  Array.from(text.normalize('NFKC').matchAll(FRACTION), ([, digits = '']) =>
    digitsOf(signsOf(digits)).replace(/0+$/, ''),
  );

/** Words of a sentence; headings of a table's columns and page numbers have fewer. */
const SENTENCE = 5;

/** Whether it is a sentence that says an amount, or says no. */
export function isClause(text: string): boolean {
  const words = text.match(/\p{L}{2,}/gu) ?? [];
  return words.length >= SENTENCE && (saysAmount(text) || negationsIn(text) > 0);
}
