import type { GlyphPicture } from '../../content/font/program/raster.ts';
import { reduce, SIDE } from './digitpictures.ts';
import { LETTER_PICTURES } from './letterpictures.ts';
import type { Letter } from './lettershapes.ts';
import { seenShape } from './negative.ts';
import { unslanted } from './unslanted.ts';

/** What a letter looks like: the shares of its cells that are painted, and what places and stretches its bounds. */
interface Look {
  letter: string;
  features: Float64Array;
}

/** The weight of a glyph's breadth, and of where its foot stands, beside that of its cells. */
const BREADTH = 0.25;
const FOOT = 0.5;
/** A glyph surely is another letter if the look of its own letter is so many times as far as that of the other one. */
const FARTHER = 1.6;
/** The distance at which a letter of a text face still looks like itself, and that at which it surely is drawn as another one. */
const NEAR = 0.3;
const SURE = 0.26;
/** A letter is usual if its own look is at most so many times as far as the nearest look of any script. */
const USUALLY = 1.25;
/** How far the letters of slanted faces lean forward, in ems to the em. */
const LEANS = [0.12, 0.2, 0.3];
/** The least number of usual letters in a font, their least share of the letters that are not exchanged, and the greatest share of exchanged ones. */
const LEAST_USUAL = 2;
const USUAL = 0.8;
const MOST = 0.4;
/**
 * A glyph that is so near to another letter, and so many times as far from its own, is that other letter whatever the rest
 * of its font looks like. One of them may be an ornament, several are not. A font of more letters than `CIPHER`, each drawn in
 * one way, is a cipher as a whole: who copies it gets no words.
 */
const CLEAR = 0.23;
const CLEARLY = 1.8;
const SEVERAL = 2;
const CIPHER = 10;
/** The distance at which a glyph that is copied as several letters surely is drawn as one. */
const ONE = 0.24;
/** What may be drawn as one letter although it is copied as two. */
const LIGATURES = /^(?:f[fijlt]{1,2}|ij|ss|sz|ae|oe|ao|vv|uu|ου)$/iu;
/** Letters that typefaces draw alike, in either case. */
const ALIKE =
  'kκ vνυ uυμ iιljι tτ yγvυ oοσθq do rγτ rk cςgeζ aαλd πhn wω pρ nηhπ bβ sζ zζ xχ fγ eε qgp μu φqψ ξζς εs mw'.split(
    ' ',
  );
/** Capitals of Greek that have the shape of those of Latin. */
const SHARED = 'ΑΒΕΖΗΙΚΜΝΟΡΤΧ';
const SHARED_AS = 'ABEZHIKMNOPTX';
const LATIN = /^[A-Za-z]$/;

const LOOKS: readonly Look[] = LETTER_PICTURES.map(({ letter, shares, breadth, foot }) => ({
  letter,
  features: featuresOf(shares, breadth, foot),
}));

/** By small letter: itself, and those that typefaces draw like it. */
const LIKE: ReadonlyMap<string, string> = new Map(
  LOOKS.map(({ letter }) => {
    const small = letter.toLowerCase();
    return [small, ALIKE.filter((some) => some.includes(small)).join('') + small];
  }),
);

/**
 * Letters that surely are drawn as other ones, of a font whose other letters look as they do in text faces: `t` as `w`,
 * `b` as `d`; and of any font those that are nothing else than other ones, if they are several. None of a font that is odd
 * throughout. A text of several letters counts where it is drawn as one: `mg` as `g`. Costs as many units as `spend` is told.
 */
export function exchangedLetters(letters: readonly Letter[], spend: (units: number) => void): string[] {
  let usual = 0;
  let all = 0;
  const exchanged = new Set<string>();
  const clear = new Set<string>();
  const merged = new Set<string>();
  for (const { text, shape } of letters) {
    if (shape === undefined) continue;
    const letter = SHARED_AS[SHARED.indexOf(text)] ?? text;
    const picture = seenShape(shape);
    if (text.length > 1) {
      if (!LIGATURES.test(text) && distances('', picture, spend, false).any <= ONE) merged.add(text);
      continue;
    }
    const isGreek = !LATIN.test(text);
    const { own, alike, other, any } = distances(letter, picture, spend, isGreek);
    if (own === Infinity) continue;
    all++;
    const isOther = (least: number): boolean => other <= SURE && least >= FARTHER * other;
    const upright = (lean: number): Distances => distances(letter, unslanted(picture, lean), spend, isGreek);
    if (isOther(alike) && LEANS.every((lean) => isOther(upright(lean).alike))) {
      exchanged.add(text);
      if (other <= CLEAR && alike >= CLEARLY * other && other <= USUALLY * any) clear.add(text);
    } else if (own <= NEAR && own <= USUALLY * any) usual++;
  }
  const isOdd = usual < LEAST_USUAL || usual < USUAL * (all - exchanged.size) || exchanged.size > MOST * all;
  if (!isOdd) return [...merged, ...exchanged];
  const isCipher = all > CIPHER && new Set(letters.map(({ text }) => text)).size === letters.length;
  return isCipher || clear.size + merged.size < SEVERAL ? [...merged] : [...merged, ...clear];
}

/** How far a glyph is from the nearest looks of some letters. */
interface Distances {
  /** Of its own letter, in either case. */
  own: number;
  /** Of that one and of those that typefaces draw like it. */
  alike: number;
  /** Of other ones of its script, and for Greek of the capitals that it shares with Latin. */
  other: number;
  /** Of all. */
  any: number;
}

function distances(
  text: string,
  { cells, bounds: [x0, y0, x1, y1] }: GlyphPicture,
  spend: (units: number) => void,
  isGreek: boolean,
): Distances {
  spend((LOOKS.length * SIDE) / 2);
  const high = y1 - y0;
  const features = featuresOf(reduce(cells), (x1 - x0) / high, y0 / high);
  const small = text.toLowerCase();
  const like = LIKE.get(small) ?? small;
  const found: Distances = { own: Infinity, alike: Infinity, other: Infinity, any: Infinity };
  for (const look of LOOKS) {
    const letter = look.letter.toLowerCase();
    const isLike = like.includes(letter);
    const isOfScript = isGreek ? !LATIN.test(letter) || SHARED_AS.includes(look.letter) : LATIN.test(letter);
    const isOther = !isLike && isOfScript;
    const kind = letter === small ? 'own' : isLike ? 'alike' : isOther ? 'other' : 'any';
    const far = distance(features, look.features, found[kind]);
    found[kind] = Math.min(found[kind], far);
  }
  found.alike = Math.min(found.alike, found.own);
  found.any = Math.min(found.any, found.alike, found.other);
  return found;
}

function featuresOf(shares: readonly number[], breadth: number, foot: number): Float64Array {
  return Float64Array.from([
    ...shares.map((share) => share / SIDE),
    BREADTH * Math.log(breadth),
    FOOT * foot,
  ]);
}

/** Infinity where it is more than `most`. */
function distance(one: Float64Array, other: Float64Array, most: number): number {
  let sum = 0;
  for (let at = 0; at < one.length; ) {
    for (const end = Math.min(one.length, at + SIDE); at < end; at++)
      sum += ((one[at] ?? 0) - (other[at] ?? 0)) ** 2;
    if (sum > most ** 2) return Infinity;
  }
  return Math.sqrt(sum);
}
