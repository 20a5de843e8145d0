import { dingbatsEncoding, type Encoding, symbolEncoding } from './encodings.ts';

// Widths of the fonts that every reader has (ISO 32000-2 §9.6.2.2), two digits of base 36 for each character.
const HELVETICA =
  '7q7q9vfgfgopij5b9999atg87q997q7qfgfgfgfgfgfgfgfgfgfg7q7qg8g8g8fgs7ijijk2k2ijgzlmk27qdwijfgn5k2lmijlm' +
  'k2ijgzk2ijq8ijijgz7q7q7qd1fg99fgfgdwfgfg7qfgfg6666dw66n5fgfgfgfg99dw7qfgdwk2dwdwdw9a789ag899fgfgfgfg' +
  '78fg99khaafgg899kh99b4g8999999fgex7q9999a5fgn6n6n6gzijijijijijijrsk2ijijijij7q7q7q7qk2k2lmlmlmlmlmg8' +
  'lmk2k2k2k2ijijgzfgfgfgfgfgfgopdwfgfgfgfg7q7q7q7qfgfgfgfgfgfgfgg8gzfgfgfgfgdwfgdwrsq8ijdwgzdwijfg9999' +
  '999999999999fgrs666666999999fgfg9qrsrs99994nfgrsg8dwdw7qfg66k2fgd3d8goclh0f9f9f9hv8t8bfg7q';
const HELVETICA_BOLD =
  '7q99d6fgfgopk26m9999atg87q997q7qfgfgfgfgfgfgfgfgfgfg9999g8g8g8gzr3k2k2k2k2ijgzlmk27qfgk2gzn5k2lmijlm' +
  'k2ijgzk2ijq8ijijgz997q99g8fg99fggzfggzfg99gzgz7q7qfg7qopgzgzgzgzatfg99gzfglmfgfgdwat7satg899fgfgfgfg' +
  '7sfg99khaafgg899kh99b4g8999999gzfg7q9999a5fgn6n6n6gzk2k2k2k2k2k2rsk2ijijijij7q7q7q7qk2k2lmlmlmlmlmg8' +
  'lmk2k2k2k2ijijgzfgfgfgfgfgfgopfgfgfgfgfg7q7q7q7qgzgzgzgzgzgzgzg8gzgzgzgzgzfggzfgrsq8ijfggzdwijfg9999' +
  '999999999999fgrs7q7q7qdwdwdwfgfg9qrsrs99994nfgrsg8gzgz7qgz7qk2gzdqdqgof9h0f9f9f9knatb4gz7q';
const TIMES =
  '6y99bcdwdwn5lm509999dwfo6y996y7qdwdwdwdwdwdwdwdwdwdw7q7qfofofoccplk2ijijk2gzfgk2k299atk2gzopk2k2fgk2' +
  'ijfggzk2k2q8k2k2gz997q99d1dw99ccdwccdwcc99dwdw7q7qdw7qlmdwdwdwdw99at7qdwdwk2dwdwccdc5kdcf199dwdwdwdw' +
  '5kdw99l47odwfo99l499b4fo8c8c99dwcl6y998c8mdwkukukucck2k2k2k2k2k2opijgzgzgzgz99999999k2k2k2k2k2k2k2fo' +
  'k2k2k2k2k2k2fgdwccccccccccccijcccccccccc7q7q7q7qdwdwdwdwdwdwdwfodwdwdwdwdwdwdwdwopk2fgatgzcck2dw9999' +
  '999999999999dwrs999999ccccccdwdw9qrsrs99994ndwr8fofgfg7qgz7qk2dwd3d8goclh0f9f9f9gc929kgz7q';
const TIMES_BOLD =
  '6y99ffdwdwrsn57q9999dwfu6y996y7qdwdwdwdwdwdwdwdwdwdw9999fufufudwpuk2ijk2k2ijgzlmlmatdwlmijq8k2lmgzlm' +
  'k2fgijk2k2rsk2k2ij997q99g5dw99dwfgccfgcc99dwfg7q99fg7qn5fgdwfgfgccat99fgdwk2dwdwccay64ayeg99dwdwdwdw' +
  '64dw99kr8cdwfu99kr99b4fu8c8c99fgf06y998c96dwkukukudwk2k2k2k2k2k2rsk2ijijijijatatatatk2k2lmlmlmlmlmfu' +
  'lmk2k2k2k2k2gzfgdwdwdwdwdwdwk2cccccccccc7q7q7q7qdwfgdwdwdwdwdwfudwfgfgfgfgdwfgdwrsk2fgatijcck2dw9999' +
  '999999999999dwrs999999dwdwdwdwdw9qrsrs99994ndwrsfufgfg7qij7qk2fgdqdqgof9h0f9f9f9iobkayij7q';
const TIMES_ITALIC =
  '6y99bodwdwn5lm5y9999dwir6y996y7qdwdwdwdwdwdwdwdwdwdw9999iririrdwpkgzgzijk2gzgzk2k299ccijfgn5ijk2gzk2' +
  'gzdwfgk2gzn5gzfgfgat7qatbqdw99dwdwccdwcc7qdwdw7q7qcc7qk2dwdwdwdwatat7qdwccijccccatb47nb4f1atdwdwdwdw' +
  '7ndw99l47odwir99l499b4ir8c8c99dwej6y998c8mdwkukukudwgzgzgzgzgzgzopijgzgzgzgz99999999k2ijk2k2k2k2k2ir' +
  'k2k2k2k2k2fggzdwdwdwdwdwdwdwijcccccccccc7q7q7q7qdwdwdwdwdwdwdwirdwdwdwdwdwccdwccq8ijdwatfgatfgdw9999' +
  '999999999999dwop999999fgfgfgdwdw9qoprs99994ndwr8irdwdw7qfg7qk2dwd3d8goclh0f9f9f9f48c8cgz7q';
const TIMES_BOLD_ITALIC =
  '6yatffdwdwn5lm7q9999dwfu6y996y7qdwdwdwdwdwdwdwdwdwdw9999fufufudwn4ijijijk2ijijk2lmatdwijgzopk2k2gzk2' +
  'ijfggzk2ijopijgzgz997q99fudw99dwdwccdwcc99dwfg7q7qdw7qlmfgdwdwdwatat7qfgccijdwccat9o649ofuatdwdwdwdw' +
  '64dw99kr7edwgu99kr99b4fu8c8c99g0dw6y998c8cdwkukukudwijijijijijijq8ijijijijijatatatatk2k2k2k2k2k2k2fu' +
  'k2k2k2k2k2gzgzdwdwdwdwdwdwdwk2cccccccccc7q7q7q7qdwfgdwdwdwdwdwfudwfgfgfgfgccdwccq8k2fgatgzatgzdw9999' +
  '999999999999dwrs999999dwdwdwdwdw9qrsrs99994ndwrsgufgfg7qgz7qk2dwdqdqgof9h0f9f9f9gwa6amgz7q';
const SYMBOL =
  '6y99jtdwf9n5lmc79999dwf96yf96y7qdwdwdwdwdwdwdwdwdwdw7q7qf9f9f9ccf9k2ijk2h0gzl7grk299hjk2j2opk2k2lckl' +
  'fggggzj6c7lchxm3gz99nz99iadwdwhjf9f9dqc7ehbfgr95grf9f9g0ehf9f9ehf9grc7g0jtj2dpj2dqdc5kdcf90000000000' +
  '00000000000000000000000000000000000000000000000000000000kuh86vf94njtdwkxkxkxkxsyrfgrrfgrb4f9bff9f9jt' +
  'dqcsf9f9f9f9rsgrrsiamvj2m3rflclcmvlclcjtjtjtjtjtjtjtlcjtlylyoqmvf96yjtgrgrsyrfgrrfgrdq95lylylujtaoao' +
  'aoaoaoaodqdqdqdq00957mj2j2j2aoaoaoaoaoaodqdqdq00';
const DINGBATS =
  '7qr2qpr2r8jzlxlylzj6qoq3f9nrpbpxpbq9r2kznil6l5fvitl7l4l3kydqfcexg1j8lulwlwlym1m2momvlxndmvn5mon3pnko' +
  'k3ktlym0jblklcm0l3jnjoiyjhmymnlxlxjnj3jcj5lulvjtlzltlzo9l5l6l6l3l3ososlwlsc63u7pbjawawikik00auau8t8t' +
  '7o7oe5e5bebe6i6i9a9a00000000000000000000000000000000000000kcf4f4paijl4l4lkgjjahelwlwlwlwlwlwlwlwlwlw' +
  'lwlwlwlwlwlwlwlwlwlwlwlwlwlwlwlwlwlwlwlwlwlwlwlwlwlwlwlwlwlwounas8cqkspokspiprpspsn6o9n0popophpupvcv' +
  'ojn8n8o3o3jcjcoa00oal4qalfo1lfooqvoon3o9prqypi00';
/** The characters of the Latin tables: ASCII, Latin-1 from U+00A1, then these. */
const MORE = 'ŒœŠšŽžŸƒˆˇ˘˙˚˛˜˝–—‘’‚“”„†‡•…‰‹›⁄€™−ﬁﬂıŁłĐđ◊∂∑√∆≤≥≠ďťľĽī';
const LATIN = [
  ...Array.from({ length: 95 }, (_, index) => String.fromCharCode(32 + index)),
  ...Array.from({ length: 95 }, (_, index) => String.fromCharCode(161 + index)),
  ...MORE,
];

/** Width of a character's glyph in thousandths of an em; an estimate for those that the font does not have. */
export type Widths = (character: string) => number;

/** One of the standard fonts, with how far its letters reach over and under the line. */
export interface StandardFont {
  width: Widths;
  ascent: number;
  descent: number;
  /** The encoding that it has by itself, where that is not StandardEncoding. */
  encoding?: Encoding;
}

const HELVETICA_HEIGHT = { ascent: 718, descent: -207 };
const TIMES_HEIGHT = { ascent: 683, descent: -217 };

const standard = {
  courier: { width: () => 600, ascent: 629, descent: -157 },
  helvetica: { width: widths(HELVETICA, LATIN), ...HELVETICA_HEIGHT },
  helveticaBold: { width: widths(HELVETICA_BOLD, LATIN), ...HELVETICA_HEIGHT },
  times: { width: widths(TIMES, LATIN), ...TIMES_HEIGHT },
  timesBold: { width: widths(TIMES_BOLD, LATIN), ...TIMES_HEIGHT },
  timesItalic: { width: widths(TIMES_ITALIC, LATIN), ...TIMES_HEIGHT },
  timesBoldItalic: { width: widths(TIMES_BOLD_ITALIC, LATIN), ...TIMES_HEIGHT },
  symbol: {
    width: widths(SYMBOL, symbolEncoding.slice(32)),
    ascent: 1010,
    descent: -293,
    encoding: symbolEncoding,
  },
  dingbats: {
    width: widths(DINGBATS, dingbatsEncoding.slice(32)),
    ascent: 820,
    descent: -143,
    encoding: dingbatsEncoding,
  },
} satisfies Record<string, StandardFont>;

function widths(table: string, characters: readonly string[]): Widths {
  const known = new Map<string, number>();
  for (const [index, character] of characters.entries()) {
    if (character !== '�') known.set(character, Number.parseInt(table.slice(2 * index, 2 * index + 2), 36));
  }
  known.set('\u00a0', known.get(' ') ?? 0);
  const average = known.get('o') ?? 600;
  return (character) => {
    const width = known.get(character) ?? known.get(character.normalize('NFD').charAt(0));
    if (width !== undefined) return width;
    return character === '�'
      ? 0
      : character === character.toLowerCase()
        ? average
        : (known.get('A') ?? average);
  };
}

/** What a descriptor's /Flags say of a font's design (Table 121). */
const FIXED_PITCH = 1;
const SERIF = 2;
const FORCE_BOLD = 1 << 18;

/** The standard font of that name, or the one that is nearest to what the name and the flags tell. */
export function standardFont(name: string, flags: number): StandardFont {
  if (/^Symbol(?:$|[,-])/.test(name)) return standard.symbol;
  if (/^ZapfDingbats/.test(name)) return standard.dingbats;
  const sans = /^(?:Helvetica|Arial)/i.test(name);
  if (/^Courier|Mono|Consolas/i.test(name) || (!sans && (flags & FIXED_PITCH) !== 0)) return standard.courier;
  const bold = /bold|black|heavy/i.test(name) || (flags & FORCE_BOLD) !== 0;
  if (sans || !(/^Times|Roman|Georgia|Garamond|Serif/i.test(name) || (flags & SERIF) !== 0)) {
    return bold ? standard.helveticaBold : standard.helvetica;
  }
  const italic = /italic|oblique/i.test(name);
  if (bold) return italic ? standard.timesBoldItalic : standard.timesBold;
  return italic ? standard.timesItalic : standard.times;
}
