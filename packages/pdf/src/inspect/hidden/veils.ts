import type { Painting, TextRun } from '../../content/canvas.ts';
import { type Spelled, spell } from '../../content/codes.ts';
import { inverse } from '../../content/matrix.ts';
import { onPage, type Picture, readPicture } from '../../content/picture.ts';
import { throughAll } from '../../content/softmask.ts';
import { holds, intersect } from '../../revisions/boxes.ts';
import type { Pdf } from '../../syntax/pdf.ts';
import type { PdfStream } from '../../syntax/values.ts';
import { saturates } from './blend.ts';
import { contrastOf } from './colour.ts';
import type { Ground } from './ground.ts';
import { LetterPoints, MISREAD, WHOLE, WIPED } from './letterpoints.ts';
import { type Part, wordsMissed } from './letters.ts';
import type { Paintings } from './paintings.ts';

/** What is left of black on white that nobody reads any more. */
export const VEILED = 0.05;
/** Alpha of what is looked at: less of it hides nothing, however often it is laid over. */
const LIGHTEST = 0.1;
/** In ems, what is no larger than a stroke of a letter. */
const STROKE = { wide: 0.6, high: 0.8 };
const BLANK = /^\s*$/u;
/** Letters of a string of which a stroke is taken away. */
const MOST_WIPED = 4;
/** Letters before one that is a word by itself, and the word among them that it stands behind. */
const LONGEST_NAME = 40;
const NAME = /[\p{L}\p{M}]{2,}[\s.]+[«“"'’‘(]?$/u;
const IN_WORD = /[\p{L}\p{N}]/u;
const LETTER = /^\p{L}$/u;
/** How much of what is behind it something hides at a place, 0 to 1. */
type Share = (x: number, y: number) => number;

/** Whether a painting may hide something, alone or with others over it. */
export const isVeil = (painting: Painting): boolean =>
  painting.layer === 'on' &&
  !painting.vague &&
  painting.alpha >= LIGHTEST &&
  (saturates(painting.blend, painting.colour) || mayEven(painting));

/** Whether what it hides goes by the colours that it meets: its blend mode may take them to one. */
export const mayEven = ({ alpha, masked, blend, grouped, colour }: Painting): boolean =>
  !saturates(blend, colour) && colour !== undefined && !grouped && !masked && alpha >= 1 - VEILED;

/** Contrast (WCAG 2.2) of a cover with what lies behind it from which a person sees that something is there. */
const SEEN = 1.1;

/** Places across what a cover has in common with a run, and of its height, at which it has to stand out. */
const ALONG = [0.1, 0.5, 0.9];
const ACROSS = [0.25, 0.75];
/** Alpha from which a picture is a cover at a place, and the side of what is looked at there, in units. */
const COVERS = 0.5;
const SIDE = 0.5;

/**
 * Whether a person sees a painting by itself, by its colour or by what its picture shows, at every place where it lies
 * over a run. A picture of a format that is not read counts as seen: seals and photographs are of such.
 */
export function standsOut(pdf: Pdf, painting: Painting, run: TextRun, ground: Ground): boolean {
  const { box, clip, colour, alpha, blend, picture } = painting;
  // What lets something through hides it with others only, and what these show together is not asked.
  if (alpha < 1 - VEILED) return false;
  const [x0, y0, x1, y1] = intersect(intersect(box, clip), run.box);
  const shades = colour === undefined && picture !== undefined ? shadesOf(pdf, picture) : undefined;
  if (shades === 'unread') return true;
  if (colour === undefined && shades === undefined) return false;
  pdf.spend(ALONG.length * ACROSS.length);
  return ALONG.every((along) =>
    ACROSS.every((across) => {
      const [x, y] = [x0 + (x1 - x0) * along, y0 + (y1 - y0) * across];
      const shade = colour ?? shades?.(x, y);
      return shade === undefined || ground.contrast(x, y, { colour: shade, alpha, blend }) >= SEEN;
    }),
  );
}

/** The grey that a picture shows at a place of the page, where it hides what is behind it. */
function shadesOf(
  pdf: Pdf,
  { stream, matrix }: NonNullable<Painting['picture']>,
): ((x: number, y: number) => number | undefined) | 'unread' {
  const { light, alpha } = readPicture(pdf, stream);
  const lightAt = light === undefined ? undefined : onPage(light, matrix);
  const alphaAt = alpha === undefined ? undefined : onPage(alpha, matrix);
  if (lightAt === undefined || alphaAt === undefined) return 'unread';
  return (x, y) => (alphaAt(x, y, SIDE) < COVERS ? undefined : Math.round(lightAt(x, y, SIDE)) * GREY);
}

/** From how light a grey is to its colour. */
const GREY = 0x010101;

/** Judges letter by letter what is left of runs under all that was painted over them. */
export class Veils {
  readonly #pdf: Pdf;
  readonly #shares = new Map<Painting, Share | undefined>();
  readonly #pictures = new Map<PdfStream, Pick<Picture, 'alpha'>>();
  readonly #points: LetterPoints;

  constructor(pdf: Pdf) {
    this.#pdf = pdf;
    this.#points = new LetterPoints(pdf);
  }

  /**
   * What a reader misses of a run under some paintings: letters that are not seen at all, and those of which so much is
   * covered by what nobody sees that they are misread.
   */
  missed(run: TextRun, { kept, seen }: Paintings): Part | undefined {
    const known = kept.filter((painting) => this.#shareOf(painting) !== undefined);
    const unseen = known.filter((painting) => !seen.has(painting));
    const whole = unseen.length === known.length ? undefined : this.#hiddenBy(run, known, WHOLE);
    const wipes = unseen.filter((painting) => isWithinLetter(painting, run));
    return whole ?? this.#hiddenBy(run, unseen, MISREAD) ?? this.#wipedBy(run, wipes);
  }

  #hiddenBy(run: TextRun, over: readonly Painting[], least: typeof WHOLE): Part | undefined {
    const test = this.#test(run, over, least);
    return test === undefined ? undefined : wordsMissed(run, test);
  }

  /** The signs of a run of which paint that nobody sees takes a stroke away: another one is read. */
  #wipedBy(run: TextRun, wipes: readonly Painting[]): Part | undefined {
    const test = this.#test(run, wipes, WIPED);
    if (test === undefined) return undefined;
    const letters = spell(run);
    const hit = letters.filter((letter) => !BLANK.test(letter.text) && test(letter));
    const [first] = hit;
    // What lies over a whole line is dirt, through which it is read.
    if (first === undefined || hit.length > MOST_WIPED) return undefined;
    const text = hit.length === 1 ? namedBy(letters, first) : hit.map((each) => each.text).join(' ');
    return { text, box: run.box };
  }

  #test(
    run: TextRun,
    over: readonly Painting[],
    least: typeof WHOLE,
  ): ((letter: Spelled) => boolean) | undefined {
    if (over.length === 0) return undefined;
    const veils = over.flatMap((painting) => this.#shareOf(painting) ?? []);
    const cost = over.reduce((sum, { pieces, outline }) => sum + 1 + edgesOf(outline, pieces), 0);
    // What a clip cuts off was not seen before either.
    const isHidden = (x: number, y: number): boolean =>
      holds(run.clip, x, y) && leftUnder(veils, x, y) <= VEILED;
    return this.#points.test(run, isHidden, { cost, least });
  }

  #shareOf(painting: Painting): Share | undefined {
    if (this.#shares.has(painting)) return this.#shares.get(painting);
    const share = this.#read(painting);
    this.#shares.set(painting, share);
    return share;
  }

  /** Undefined where it is not known which places are painted. */
  #read(painting: Painting): Share | undefined {
    const { alpha, masks, masked, clip, clips, outline, whole, kind, porous } = painting;
    if (masked && masks.length === 0) return undefined;
    const look = kind === 'image' ? this.#image(painting) : undefined;
    const hatch =
      kind === 'stroke' && outline === undefined && whole === undefined ? hatchOf(painting) : undefined;
    if ((porous && look === undefined) || (outline ?? whole ?? hatch) === undefined) return undefined;
    const bounds = outline === undefined && whole !== undefined ? intersect(whole, clip) : clip;
    return (x, y) => {
      if (!holds(bounds, x, y) || outline?.holds(x, y) === false) return 0;
      if (hatch?.(x, y) === false) return 0;
      if (!clips.every((each) => each.holds(x, y))) return 0;
      return alpha * throughAll(masks, x, y) * (look === undefined ? 1 : look(x, y));
    };
  }

  /** What an image hides that is not opaque all over. */
  #image({ picture, porous }: Painting): Share | undefined {
    const back = picture === undefined || !porous ? undefined : inverse(picture.matrix);
    if (picture === undefined || back === undefined) return undefined;
    const { stream } = picture;
    const { alpha } = this.#pictures.get(stream) ?? readPicture(this.#pdf, stream);
    this.#pictures.set(stream, { alpha });
    if (alpha === undefined) return undefined;
    const [a, b, c, d, e, f] = back;
    return (x, y) => alpha(a * x + c * y + e, b * x + d * y + f);
  }
}

/** Whether it has a place within a letter of that size, and takes of its ink rather than adding to it. */
const isWithinLetter = ({ box: [x0, y0, x1, y1], colour }: Painting, run: TextRun): boolean =>
  x1 - x0 <= STROKE.wide * run.size &&
  y1 - y0 <= STROKE.high * run.size &&
  (colour === undefined || run.colour === undefined || contrastOf(colour, run.colour) >= SEEN);

/**
 * A letter that is a word by itself, with the word that it names one of: ANNEX E, of which the lower bar is taken away, is
 * ANNEX F. Any other one alone.
 */
function namedBy(letters: readonly Spelled[], letter: Spelled): string {
  const at = letters.indexOf(letter);
  const isLast = LETTER.test(letter.text) && !IN_WORD.test(letters[at + 1]?.text ?? '');
  const name = isLast ? letters.slice(Math.max(0, at - LONGEST_NAME), at) : [];
  return (NAME.exec(name.map(({ text }) => text).join(''))?.[0] ?? '') + letter.text;
}

const edgesOf = (outline: Painting['outline'], pieces: Painting['pieces']): number =>
  (outline?.edgeCount ?? pieces?.length ?? 0) / 4;

/** Whether a point lies on one of the pieces of a stroke. */
function hatchOf({ pieces, width = 0 }: Painting): ((x: number, y: number) => boolean) | undefined {
  if (pieces === undefined) return undefined;
  const half = width / 2;
  const reach = half ** 2;
  const ends = Float64Array.from(pieces.flat());
  return (x, y) => {
    for (let at = 0; at < ends.length; at += 4) {
      const x0 = ends[at] ?? 0;
      const x1 = ends[at + 2] ?? 0;
      if ((x < x0 - half && x < x1 - half) || (x > x0 + half && x > x1 + half)) continue;
      const y0 = ends[at + 1] ?? 0;
      const y1 = ends[at + 3] ?? 0;
      if ((y < y0 - half && y < y1 - half) || (y > y0 + half && y > y1 + half)) continue;
      const dx = x1 - x0;
      const dy = y1 - y0;
      const along = ((x - x0) * dx + (y - y0) * dy) / (dx * dx + dy * dy || 1);
      const on = Math.min(1, Math.max(0, along));
      if ((x - x0 - on * dx) ** 2 + (y - y0 - on * dy) ** 2 <= reach) return true;
    }
    return false;
  };
}

function leftUnder(veils: readonly Share[], x: number, y: number): number {
  let left = 1;
  for (const share of veils) {
    left *= 1 - share(x, y);
    if (left <= VEILED) return left;
  }
  return left;
}
