import type { Painting, TextRun } from '../../content/canvas.ts';
import { inverse } from '../../content/matrix.ts';
import type { Outline } from '../../content/outline.ts';
import { lightOf, OPAQUE, readPicture } from '../../content/picture.ts';
import { contains, holds, intersect, isEmpty } from '../../revisions/boxes.ts';
import type { Box } from '../../revisions/pages.ts';
import type { Pdf } from '../../syntax/pdf.ts';
import type { ShadeOf } from './inkgrid.ts';
import { finenessOf, isBlankCode, sizeOf } from './inksize.ts';
import { isLevel } from './letters.ts';
import { SaidStrings } from './saidstrings.ts';
import { Lie } from './sample.ts';
import { isSpecks } from './specks.ts';

/** Pictures of a page that are looked at; on one of more, words lie on ink. */
const MOST_PICTURES = 200;
/** Places along a run, to the em, and at most; and rows over its line, in ems. */
const FINE = 6;
const MOST_PLACES = 240;
const ROWS = [0.05, 0.12, 0.2, 0.28, 0.36, 0.44, 0.52, 0.6];
/** How light paper is, of 255, and how far what is written is from it. */
const PAPER = 255;
const CONTRAST = 24;
/** Bytes of a picture's data that a letter takes at least, however it is packed. */
const LETTER_BYTES = 1;

/** Areas over pictures that are looked at, and how many for the cost of a byte. */
const MOST_COVERS = 2000;
const COVERS_A_UNIT = 4;
/** Of a recognised word's length on both sides, and in ems over its line, what may stay in sight where it is covered. */
const EDGE = 0.1;
const FOOT = 0.12;
const TOP = 0.5;
/** Places along what is left, and of its height, at which something has to lie over it. */
const ALONG = Array.from({ length: 17 }, (_, at) => at / 16);
const ACROSS = [0, 0.5, 1];
/** Edges of an outline that cost as much as an area, asked at a place. */
const EDGES = 4;

/** How light a place looks, 0 to 255, where a picture lies over something of the lightness `below`; undefined beside the picture. */
type Over = (below: number, ...place: Parameters<ShadeOf>) => number | undefined;

interface Pictured {
  painting: Painting;
  /** The same over white paper. Both are undefined where the samples are of a format that is not read. */
  shade: ShadeOf | undefined;
  over: Over | undefined;
}

/** Whether pictures of a page show anything where words were recognised on them. */
export class Ink {
  readonly #pdf: Pdf;
  readonly #paintings: Painting[] = [];
  readonly #lie = new Lie();
  readonly said: SaidStrings;
  #pictures: Pictured[] | undefined;
  /** What was painted over the pictures, and over how many of them. */
  readonly #covers: { box: Box; within: readonly Outline[]; over: number }[] = [];

  constructor(pdf: Pdf) {
    this.#pdf = pdf;
    this.said = new SaidStrings((units) => pdf.spend(units));
  }

  add(painting: Painting): void {
    if (this.#paintings.length < MOST_PICTURES) this.#paintings.push(painting);
  }

  /** What is painted over the pictures so far, opaque. */
  cover({ solid, outline, box, clip, clips, vague }: Painting): void {
    if (this.#paintings.length === 0 || this.#covers.length >= MOST_COVERS) return;
    if (solid === undefined && (outline === undefined || vague)) return;
    const area = solid ?? intersect(box, clip);
    const within = solid === undefined ? [...(outline === undefined ? [] : [outline]), ...clips] : [];
    if (!isEmpty(area)) this.#covers.push({ box: area, within, over: this.#paintings.length });
  }

  /** Whether the pictures under a run are covered there: nobody sees what was recognised. */
  isCovered(run: TextRun): boolean {
    if (!isLevel(run) || (this.#covers.length === 0 && this.#paintings.length < 2)) return false;
    const [x0, y0, x1] = run.line;
    const [left, right] = [Math.min(x0, x1), Math.max(x0, x1)];
    const edge = (right - left) * EDGE;
    const inner: Box = [left + edge, y0 + FOOT * run.size, right - edge, y0 + TOP * run.size];
    return this.#isPaintedOver(run, inner) || this.#isPictured(run, inner);
  }

  #isPaintedOver(run: TextRun, inner: Box): boolean {
    this.#pdf.spend(this.#covers.length / COVERS_A_UNIT);
    const covers = this.#covers.filter(({ box }) => !isEmpty(intersect(box, inner)));
    // A picture that comes later may bring the words back.
    const first = covers.find(({ over }) =>
      this.#paintings.slice(over).every((later) => isEmpty(intersect(later.box, run.box))),
    );
    if (first === undefined) return false;
    const last = covers.filter(({ over }) => over >= first.over);
    const edges = last.reduce((sum, { within }) => sum + 1 + edgesOf(within) / EDGES, 0);
    this.#pdf.spend((ALONG.length * ACROSS.length * edges) / COVERS_A_UNIT);
    return placesOf(inner).every(([x, y]) =>
      last.some(({ box, within }) => holds(box, x, y) && within.every((outline) => outline.holds(x, y))),
    );
  }

  /** Whether a picture shows what was recognised, and a later one nothing at the same place. */
  #isPictured(run: TextRun, inner: Box): boolean {
    if (this.#paintings.length < 2 || !this.#isWhole) return false;
    const pictures = this.#read();
    this.#pdf.spend(pictures.length / COVERS_A_UNIT);
    const over = pictures.findLastIndex(
      ({ painting: { solid, opaque, porous } }) =>
        opaque && !porous && solid !== undefined && contains(solid, inner),
    );
    if (over < 1) return false;
    const isUnder = ({ painting: { box, clip } }: Pictured): boolean =>
      !isEmpty(intersect(intersect(box, clip), run.box));
    const shows = ({ shade }: Pictured): boolean => shade === undefined || this.#hasInk(run, shade);
    if (pictures.slice(over).filter(isUnder).some(shows)) return false;
    return pictures
      .slice(0, over)
      .filter(isUnder)
      .some(({ shade }) => shade !== undefined && this.#hasInk(run, shade));
  }

  /** Whether pictures of formats that are not read take too few bytes, together, to show so many letters. */
  isTooSmall(letters: number): boolean {
    if (!this.#isWhole) return false;
    const pictures = this.#read();
    const streams = new Set(pictures.flatMap(({ painting: { picture } }) => picture?.stream ?? []));
    const sizes = [...streams].map((stream) => sizeOf(this.#pdf, stream));
    const isRead = pictures.every(({ shade }) => shade !== undefined);
    return !isRead && sizes.reduce((sum, size) => sum + size, 0) < letters * LETTER_BYTES;
  }

  /** Whether the pictures under a run are all of one shade there, or show specks only; false where that cannot be told. */
  isBlank(run: TextRun): boolean {
    if (!this.#isWhole) return false;
    const under = this.#under(run);
    if (under.length === 0 || under.some(({ shade }) => shade === undefined)) return false;
    const isEach = under.every(
      ({ shade, painting }) =>
        shade !== undefined && (!this.#hasInk(run, shade) || isSpecks(this.#pdf, run, { shade, painting })),
    );
    // Some letters are seen only where one picture lies over another: white ones over black.
    const together = isEach && under.length > 1 ? laidOver(under) : undefined;
    return isEach && (together === undefined || !this.#hasInk(run, together));
  }

  get document(): object {
    return this.#pdf;
  }

  spend(units: number): void {
    this.#pdf.spend(units);
  }

  /** What the pictures under a run show, each over those before it; undefined where that cannot be told. */
  shadeUnder(run: TextRun): ShadeOf | undefined {
    if (!this.#isWhole) return undefined;
    const under = this.#under(run);
    return under.length === 0 ? undefined : laidOver(under);
  }

  stringsAt(box: Box): readonly TextRun[] {
    return this.said.at(box);
  }

  middleUnder(run: TextRun): readonly [x: number, y: number] | undefined {
    const box = this.#under(run)[0]?.painting.box;
    return box && [(box[0] + box[2]) / 2, (box[1] + box[3]) / 2];
  }

  /** How many samples of the coarsest picture under a run a unit of the page takes. */
  finenessUnder(run: TextRun): number {
    const finenesses = this.#under(run).map(({ painting: { picture, samples }, shade }) => {
      if (picture === undefined || samples === undefined) return 0;
      // A blank ground may be as coarse as one sample, however fine the letters over it are.
      if (shade !== undefined && !this.#hasInk(run, shade)) return Infinity;
      const [a, b, c, d] = picture.matrix;
      return finenessOf(samples, Math.hypot(a, b), Math.hypot(c, d));
    });
    return Math.min(...finenesses);
  }

  #under(run: TextRun): readonly Pictured[] {
    const pictures = this.#read();
    this.#pdf.spend(pictures.length / COVERS_A_UNIT);
    return pictures.filter(
      ({ painting: { box, clip } }) => !isEmpty(intersect(intersect(box, clip), run.box)),
    );
  }

  #read(): readonly Pictured[] {
    this.#pictures ??= this.#paintings.map((painting) => {
      const over = this.#overOf(painting);
      return { painting, over, shade: over === undefined ? undefined : (...place) => over(PAPER, ...place) };
    });
    return this.#pictures;
  }

  /** Some inline images are not kept, and may show anything. */
  get #isWhole(): boolean {
    return (
      this.#paintings.length < MOST_PICTURES && this.#paintings.every(({ picture }) => picture !== undefined)
    );
  }

  #hasInk(run: TextRun, shade: ShadeOf): boolean {
    const [x0, y0, x1, y1] = run.line;
    this.#lie.aim(run);
    const { upX, upY, length } = this.#lie;
    const places = Math.max(FINE, Math.min(MOST_PLACES, Math.ceil((length / (run.size || 1)) * FINE)));
    this.#pdf.spend(places * ROWS.length);
    let isKnown = false;
    // A rule is of one shade all along; letters are not.
    for (const over of ROWS) {
      let [least, most] = [Infinity, -Infinity];
      for (let place = 0; place < places; place++) {
        const along = (place + 0.5) / places;
        const level = shade(x0 + (x1 - x0) * along + upX * over, y0 + (y1 - y0) * along + upY * over);
        // Words reach over the edge of what was scanned: there nothing is known of them.
        if (level === undefined) continue;
        isKnown = true;
        least = Math.min(least, level);
        most = Math.max(most, level);
        if (most - least >= CONTRAST) return true;
      }
    }
    return !isKnown;
  }

  #overOf({ picture, clip, alpha: opacity, colour, masks, blend }: Painting): Over | undefined {
    const back = picture === undefined ? undefined : inverse(picture.matrix);
    if (picture === undefined || back === undefined) return undefined;
    const { light, alpha } = readPicture(this.#pdf, picture.stream);
    const isStencil = this.#pdf.boolean(picture.stream.dict.entries.get('ImageMask')) === true;
    const ink = colour === undefined ? 0 : lightOf(colour);
    const mix = MIXED.get(blend);
    const shade = isStencil ? (): number => ink : light;
    if (shade === undefined || alpha === undefined)
      return !isStencil && isBlankCode(this.#pdf, picture.stream) ? () => PAPER : undefined;
    const [a, b, c, d, e, f] = back;
    return (below, x, y, across = 0, up = 0) => {
      const [u, v] = [a * x + c * y + e, b * x + d * y + f];
      if (u < 0 || u > 1 || v < 0 || v > 1 || !holds(clip, x, y)) return undefined;
      // Pictures are stored turned, too.
      const wide = Math.abs(a) * across + Math.abs(c) * up;
      const high = Math.abs(b) * across + Math.abs(d) * up;
      let cover = alpha === OPAQUE ? opacity : opacity * alpha(u, v, wide, high);
      for (const mask of masks) cover *= mask.at(x, y);
      if (cover === 0) return below;
      const level = shade(u, v, wide, high);
      return below + cover * ((mix?.(below, level) ?? level) - below);
    };
  }
}

/** How light is what is mixed with what is behind it, in modes in which scans are laid over each other (§11.3.5.2). */
const MIXED: ReadonlyMap<string, (below: number, level: number) => number> = new Map([
  ['Multiply', (below, level) => (below * level) / PAPER],
  ['Darken', Math.min],
]);

/** What pictures show of which each lies over those before it; undefined where one of them is not read. */
function laidOver(pictures: readonly Pictured[]): ShadeOf | undefined {
  const overs = pictures.flatMap(({ over }) => over ?? []);
  if (overs.length < pictures.length) return undefined;
  return (...place) => {
    let level: number | undefined;
    for (const over of overs) level = over(level ?? PAPER, ...place) ?? level;
    return level;
  };
}

const edgesOf = (outlines: readonly Outline[]): number =>
  outlines.reduce((sum, { edgeCount }) => sum + edgeCount, 0);

const placesOf = ([x0, y0, x1, y1]: Box): (readonly [number, number])[] =>
  ALONG.flatMap((along) =>
    ACROSS.map((across) => [x0 + (x1 - x0) * along, y0 + (y1 - y0) * across] as const),
  );
