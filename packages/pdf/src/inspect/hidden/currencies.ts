/** Signs of currencies by the codes (ISO 4217) of those that are written with them. */
const SIGNS: ReadonlyMap<string, readonly string[]> = new Map([
  ['€', ['EUR']],
  ['$', ['USD', 'MXN']],
  ['£', ['GBP', 'TRY']],
  ['¥', ['JPY', 'CNY']],
]);
const CODE = 3;
/** Characters of what names a currency; longer texts explain something. */
const LONGEST = 60;
/** Letters by which units are looked up, and how much longer or shorter another form of a word is. */
const STEM = 3;
const ENDING = 2;
/** Letters of a name from which others that begin so are forms of it: `kin` is none of `kina`. */
const LONG = 5;
const LATIN = /^[a-z]+$/u;
/** Units of account and metals, which have codes, too. */
const NO_MONEY = /^X|^ZWG$/u;

interface Units {
  /** What a currency is called: `euro`, `ευρω`. */
  byCode: ReadonlyMap<string, readonly string[]>;
  /** What all of them are called, by its first letters. */
  byStem: ReadonlyMap<string, ReadonlySet<string>>;
}

let known: Units | undefined;

/** As the platform's tables have them, in English, where a unit is the last word (US dollar), and in Greek, where it is the first. */
function units(): Units {
  if (known !== undefined) return known;
  const [english, greek] = ['en', 'el'].map(
    (language) => new Intl.DisplayNames([language], { type: 'currency' }),
  );
  const byCode = new Map<string, string[]>();
  const byStem = new Map<string, Set<string>>();
  for (const code of Intl.supportedValuesOf('currency')) {
    if (NO_MONEY.test(code)) continue;
    const named = [wordsOf(english?.of(code) ?? '').at(-1), wordsOf(greek?.of(code) ?? '')[0]];
    const names = named.filter((name) => name !== undefined && name.length >= STEM) as string[];
    byCode.set(code, names);
    for (const name of names) {
      const stem = name.slice(0, STEM);
      byStem.set(stem, (byStem.get(stem) ?? new Set()).add(name));
    }
  }
  known = { byCode, byStem };
  return known;
}

/** Whether what expands the code or the sign of a currency names another one: `EUR` as US dollars. */
export function saysOtherCurrency(shown: string, said: string): boolean {
  const sign = shown.trim();
  if (sign.length > CODE || said.length > LONGEST) return false;
  const { byCode } = units();
  const own = (SIGNS.get(sign) ?? [sign]).flatMap((code) => byCode.get(code) ?? []);
  if (own.length === 0) return false;
  const words = wordsOf(said);
  const isOwn = (word: string): boolean => own.some((name) => isForm(word, name));
  return !words.some(isOwn) && words.some(isUnit);
}

/** Whether a word is the sign, the code or a name of a currency. */
export const isCurrency = (word: string): boolean =>
  SIGNS.has(word) || units().byCode.has(word) || wordsOf(word).some(isUnit);

/** Whether a word, as {@link wordsOf} has it, is what a currency is called. */
const isUnit = (word: string): boolean =>
  [...(units().byStem.get(word.slice(0, STEM)) ?? [])].some((name) => isForm(word, name));

/** Words without accents, in small letters. */
const wordsOf = (text: string): string[] =>
  text
    .normalize('NFKD')
    .replace(/\p{M}/gu, '')
    .toLowerCase()
    .match(/\p{L}+/gu) ?? [];

/** Whether two words are the same but for their endings: dollar, dollars. */
function isForm(word: string, name: string): boolean {
  if (name.length < LONG && LATIN.test(name)) return word === name || word === `${name}s`;
  const stem = name.slice(0, Math.max(STEM, name.length - 1));
  return word.startsWith(stem) && Math.abs(word.length - name.length) <= ENDING;
}
