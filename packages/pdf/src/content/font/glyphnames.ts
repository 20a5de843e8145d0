import { DINGBATS_NAMES, dingbatsEncoding } from './encodings.ts';

/** Names of glyphs, each with its character behind it (Adobe Glyph List), where no rule below makes them. */
const NAMES =
  'exclam! quotedbl" numbersign# dollar$ percent% ampersand& quotesingle\' parenleft( parenright) asterisk* ' +
  'plus+ comma, hyphen- period. slash/ zero0 one1 two2 three3 four4 five5 six6 seven7 eight8 nine9 colon: ' +
  'semicolon; less< equal= greater> question? at@ bracketleft[ backslash\\ bracketright] asciicircum^ ' +
  'underscore_ grave` braceleft{ bar| braceright} asciitilde~ exclamdown¡ cent¢ sterling£ currency¤ yen¥ ' +
  'brokenbar¦ section§ dieresis¨ copyright© ordfeminineª guillemotleft« guillemetleft« logicalnot¬ ' +
  'sfthyphen\u00ad softhyphen\u00ad registered® macron¯ overscore¯ degree° plusminus± twosuperior² ' +
  'threesuperior³ acute´ mu1µ paragraph¶ periodcentered· middot· cedilla¸ onesuperior¹ ordmasculineº ' +
  'guillemotright» guillemetright» onequarter¼ onehalf½ threequarters¾ questiondown¿ AEÆ Eth\u00d0 OslashØ ThornÞ ' +
  'germandblsß aeæ ethð divide÷ multiply× oslashø thornþ DcroatĐ Dslash\u0110 dcroatđ dmacron\u0111 Hbar\u0126 ' +
  'hbarħ dotlessiı IJĲ ijĳ kgreenlandicĸ Lslash\u0141 lslashł LdotĿ ldotŀ Eng\u014a engŋ napostropheŉ ' +
  'quoterightnŉ OEŒ oeœ Tbar\u0166 tbarŧ longsſ ScommaaccentȘ scommaaccentș slongſ florinƒ Ohorn\u01a0 ohornơ Uhorn\u01af uhornư dotlessjȷ ' +
  'circumflexˆ caronˇ breve˘ dotaccent˙ ring˚ ogonek˛ tilde˜ ilde˜ hungarumlaut˝ ' +
  'endash– figuredash‒ verticalbar| emdash— horizontalbar― afii00208― underscoredbl‗ quoteleft‘ quoteright’ quotesinglbase‚ ' +
  'quotereversed‛ quotedblleft“ quotedblright” quotedblbase„ dagger† daggerdbl‡ bullet• onedotenleader․ ' +
  'twodotenleader‥ ellipsis… perthousand‰ minute′ second″ guilsinglleft‹ guilsinglright› exclamdbl‼ ' +
  'fraction⁄ ffﬀ fiﬁ flﬂ ffiﬃ fflﬄ zerosuperior⁰ nsuperiorⁿ franc₣ lira₤ peseta₧ Euro€ euro€ dong₫ ' +
  'newsheqelsign₪ afii57636₪ afii61352№ numero№ trademark™ Ohm\u2126 estimated℮ oneeighth⅛ threeeighths⅜ ' +
  'fiveeighths⅝ seveneighths⅞ onethird⅓ twothirds⅔ arrowleft← arrowup↑ arrowright→ arrowdown↓ arrowboth↔ ' +
  'arrowupdn↕ arrowdblleft⇐ arrowdblup⇑ arrowdblright⇒ arrowdbldown⇓ arrowdblboth⇔ carriagereturn↵ ' +
  'universal∀ partialdiff∂ existential∃ emptyset∅ increment∆ gradient∇ element∈ notelement∉ suchthat∋ ' +
  'product∏ summation∑ minus− asteriskmath∗ radical√ proportional∝ infinity∞ angle∠ logicaland∧ logicalor∨ ' +
  'intersection∩ union∪ integral∫ therefore∴ similar∼ congruent≅ approxequal≈ notequal≠ equivalence≡ ' +
  'lessequal≤ greaterequal≥ propersubset⊂ propersuperset⊃ notsubset⊄ reflexsubset⊆ reflexsuperset⊇ ' +
  'circleplus⊕ circlemultiply⊗ perpendicular⊥ dotmath⋅ integraltp⌠ integralbt⌡ angleleft〈 angleright〉 ' +
  'lozenge◊ filledbox■ H18533● H18543▪ circle○ H18551▫ triagup▲ triagdn▼ spade♠ club♣ heart♥ diamond♦ ' +
  'alephℵ Ifrakturℑ Rfrakturℜ weierstrass℘ universal∀ checkmark✓ ' +
  'theta1ϑ phi1ϕ omega1ϖ sigma1ς sigmafinalς Upsilon1ϒ anoteleia· dieresistonos΅ tonos΄ mu\u03bc ' +
  'afii10023Ё afii10050Ґ afii10071ё afii10098ґ afii10145Џ afii10193џ afii10062Ў afii10110ў';

/** The Greek letters by name, in the order of U+0391 and U+03B1; final sigma stands between rho and sigma. */
const GREEK =
  'alpha beta gamma delta epsilon zeta eta theta iota kappa lambda mu nu xi omicron pi rho sigma1 sigma tau ' +
  'upsilon phi chi psi omega';

/** Accents that the names of letters end in, as combining characters. */
const ACCENTS: ReadonlyMap<string, string> = new Map([
  ['acute', '\u0301'],
  ['grave', '\u0300'],
  ['circumflex', '\u0302'],
  ['tilde', '\u0303'],
  ['macron', '\u0304'],
  ['breve', '\u0306'],
  ['dotaccent', '\u0307'],
  ['dot', '\u0307'],
  ['dieresistonos', '\u0308\u0301'],
  ['dieresis', '\u0308'],
  ['ring', '\u030a'],
  ['hungarumlaut', '\u030b'],
  ['dblacute', '\u030b'],
  ['caron', '\u030c'],
  ['dotbelow', '\u0323'],
  ['commaaccent', '\u0327'],
  ['cedilla', '\u0327'],
  ['ogonek', '\u0328'],
  ['tonos', '\u0301'],
]);

/** Runs of Adobe's numbered Cyrillic and Hebrew letters: first and last number, character of the first. */
const NUMBERED: readonly [first: number, last: number, character: number][] = [
  [10_017, 10_022, 0x0410],
  [10_024, 10_049, 0x0416],
  [10_051, 10_061, 0x0402],
  [10_065, 10_070, 0x0430],
  [10_072, 10_097, 0x0436],
  [10_099, 10_109, 0x0452],
  [57_664, 57_690, 0x05d0],
];

const DIGIT_FORMS =
  /^(zero|one|two|three|four|five|six|seven|eight|nine)(oldstyle|superior|inferior|fitted|tab)$/;
const SMALL_CAPITAL = /^([A-Z])small$/;

const named = nameTable();

function nameTable(): Map<string, string> {
  const table = new Map([
    ['space', ' '],
    ['nbspace', '\u00a0'],
    ['nonbreakingspace', '\u00a0'],
  ]);
  for (const entry of NAMES.split(' ')) table.set(entry.slice(0, -1), entry.slice(-1));
  for (const [index, name] of GREEK.split(' ').entries()) {
    const upper = String.fromCharCode(0x391 + index);
    table.set(name, String.fromCharCode(0x3b1 + index));
    if (name !== 'sigma1') table.set(name.charAt(0).toUpperCase() + name.slice(1), upper);
  }
  return table;
}

/** Only in Zapf Dingbats: other fonts count their glyphs so. */
const dingbats = new Map(
  dingbatsEncoding
    .filter((character) => character !== '�' && character !== ' ')
    .map((character, index) => [`a${DINGBATS_NAMES[index] ?? ''}`, character]),
);

/** As {@link glyphText}, in Zapf Dingbats. */
export const dingbatText = (name: string): string | undefined => dingbats.get(name) ?? glyphText(name);

/** Longest name that is looked at; those of the list are shorter. */
const LONGEST = 128;
/** Characters that one name may stand for. */
const MOST_CHARACTERS = 16;

/**
 * What a glyph's name says that it shows (Adobe Glyph List Specification §2), or undefined for names that say
 * nothing, as `g12` or `cid123`.
 */
export function glyphText(name: string): string | undefined {
  if (name.length > LONGEST) return undefined;
  const dot = name.indexOf('.');
  const stem = dot < 0 ? name : name.slice(0, dot);
  if (stem === '') return undefined;
  const whole = component(stem);
  if (whole !== undefined || !stem.includes('_')) return whole;
  let text = '';
  for (const part of stem.split('_').slice(0, MOST_CHARACTERS)) {
    const one = component(part);
    if (one === undefined) return undefined;
    text += one;
  }
  return text;
}

/** Whether a name is one of the Adobe Glyph List, as far as that is known here: no form of a character, nor several in one. */
export const isListedName = (name: string): boolean => !/[._]/.test(name) && glyphText(name) !== undefined;

function component(name: string): string | undefined {
  if (/^[A-Za-z]$/.test(name)) return name;
  return named.get(name) ?? coded(name) ?? accented(name) ?? formOf(name);
}

/** `uni` with UTF-16 code units, `u` with a code point, `afii` with a number. */
function coded(name: string): string | undefined {
  if (/^uni(?:[0-9A-Fa-f]{4})+$/.test(name)) {
    const units = (name.slice(3, 3 + 4 * MOST_CHARACTERS).match(/.{4}/g) ?? []).map((hex) =>
      Number.parseInt(hex, 16),
    );
    return String.fromCharCode(...units);
  }
  if (/^u[0-9A-Fa-f]{4,6}$/.test(name)) {
    const point = Number.parseInt(name.slice(1), 16);
    return point <= 0x10ffff ? String.fromCodePoint(point) : undefined;
  }
  const number = /^afii(\d{5})$/.exec(name)?.[1];
  if (number === undefined) return undefined;
  const run = NUMBERED.find(([first, last]) => Number(number) >= first && Number(number) <= last);
  return run === undefined ? undefined : String.fromCharCode(run[2] + Number(number) - run[0]);
}

/** `eacute`, `Omegatonos`: a letter that has a name, with an accent, where Unicode has that as one character. */
function accented(name: string): string | undefined {
  for (const [accent, combining] of ACCENTS) {
    if (!name.endsWith(accent) || name.length === accent.length) continue;
    const stem = name.slice(0, -accent.length);
    const letter = /^[A-Za-z]$/.test(stem) ? stem : named.get(stem);
    const composed = letter === undefined ? '' : (letter + combining).normalize('NFC');
    if (composed.length === 1) return composed;
  }
  return undefined;
}

/** Old-style, raised, lowered and tabular digits, and small capitals. */
function formOf(name: string): string | undefined {
  const digit = DIGIT_FORMS.exec(name)?.[1];
  if (digit !== undefined) return named.get(digit);
  return SMALL_CAPITAL.exec(name)?.[1];
}
