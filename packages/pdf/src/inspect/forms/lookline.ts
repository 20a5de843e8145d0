import type { Painting, TextRun } from '../../content/canvas.ts';
import { type Spelled, spell } from '../../content/codes.ts';
import { intersect, isEmpty } from '../../revisions/boxes.ts';
import type { Box } from '../../revisions/pages.ts';
import type { Pdf } from '../../syntax/pdf.ts';
import { numberCut, weigh } from '../hidden/letters.ts';
import type { PlacedLetter } from './reading.ts';
import { plainText } from './values.ts';

/** Letters of a line that are hidden and missed. */
const MISSED = 2;
/** Of a letter's place, what is painted over where it is not read any more, and of a digit, of which half says another one. */
const COVERED = 0.6;
const COVERED_DIGIT = 0.35;
/** From the line to the height of a digit, in ems. */
const TOP = 0.7;
/** How large a mark is at most that is read as a digit or a sign, where it stands, and how far beside digits, in ems. */
const LARGE = 0.8;
const UNDER = 0.15;
const OVER = 0.9;
const BESIDE = 0.4;
const DIGIT = /\p{Nd}/u;
/** Alpha from which nothing is seen behind a painting. */
const OPAQUE = 0.9;
/** Places at which an outline is asked, each way. */
const PLACES = [0.15, 0.5, 0.85];

/** A string of a look, and what of it can be read once all of the look is painted. */
export class Line {
  readonly #pdf: Pdf;
  readonly #run: TextRun;
  readonly #text: string;
  /** Letter by letter, as soon as one of them is hidden. */
  #letters: { letter: Spelled; hidden: boolean }[] | undefined;

  constructor(pdf: Pdf, run: TextRun, text: string) {
    const { clip, box } = run;
    this.#pdf = pdf;
    this.#run = run;
    this.#text = text;
    if (!isLevel(run) || (clip[0] <= box[0] && clip[2] >= box[2])) return;
    const [x0, , x1] = run.line;
    this.#hide(({ from, to }) => {
      const x = x0 + ((x1 - x0) * (from + to)) / 2;
      return x < clip[0] || x > clip[2];
    });
  }

  /** What of it can be read. */
  get left(): string {
    return this.#letters === undefined
      ? this.#text
      : this.#letters.map(({ letter, hidden }) => (hidden ? '' : letter.text)).join('');
  }

  /** The letters of it that can be read, and where they stand. */
  get placed(): PlacedLetter[] {
    const { line, up, size, width } = this.#run;
    const [x0, y0, x1, y1] = line;
    const [length, high] = [Math.hypot(x1 - x0, y1 - y0), Math.hypot(...up)];
    // Letters that take no room stand upright, too.
    const way = unit(length > 0 ? [x1 - x0, y1 - y0] : [up[1], -up[0]]);
    const isMirrored = way[0] * up[1] - way[1] * up[0] < 0;
    const over = (isMirrored ? [way[1], -way[0]] : [-way[1], way[0]]) as PlacedLetter['over'];
    const start = x0 * way[0] + y0 * way[1];
    const level = x0 * over[0] + y0 * over[1];
    const em = width || size || high;
    const letters = this.#letters ?? spell(this.#run).map((letter) => ({ letter, hidden: false }));
    this.#pdf.spend(letters.length);
    return letters.flatMap(({ letter: { text, from, to }, hidden }) =>
      hidden ? [] : { text, from: start + from * length, to: start + to * length, level, em, way, over },
    );
  }

  /** Letters of it are hidden, or a part of a number, and the others are not. */
  get isCut(): boolean {
    const letters = this.#letters;
    if (letters === undefined) return false;
    const whole = letters.map(({ letter }) => letter.text).join('');
    if (plainText(whole).length - plainText(this.left).length >= MISSED) return true;
    let at = 0;
    return numberCut(this.#run, () => letters[at++]?.hidden === true) !== undefined;
  }

  /** Whether it is a level line with digits. */
  get isFigure(): boolean {
    return isLevel(this.#run) && DIGIT.test(this.#text);
  }

  /** Whether a small painting stands among its digits, or so close to them that it is read with them. */
  isMarkedBy([x0, y0, x1, y1]: Box): boolean {
    const { line, size } = this.#run;
    const [left, right] = [Math.min(line[0], line[2]), Math.max(line[0], line[2])];
    const isSmall = Math.max(x1 - x0, y1 - y0) <= LARGE * size;
    const isOnLine = y0 >= line[1] - UNDER * size && y1 <= line[1] + OVER * size;
    return isSmall && isOnLine && x1 >= left - BESIDE * size && x0 <= right + BESIDE * size;
  }

  /** Something is painted over it. */
  cover(painting: Painting): void {
    const { solid, box, clip, outline } = painting;
    const area = intersect(intersect(solid ?? box, clip), this.#run.box);
    if (isEmpty(area) || !isLevel(this.#run)) return;
    this.#pdf.spend(this.#run.bytes.length * (1 + PLACES.length ** 2 * (outline?.edgeCount ?? 0)));
    this.#hide((letter) => {
      const place = this.#placeOf(letter);
      const share = solid === undefined ? sharePainted(painting, place) : shareOf(area, place);
      return share >= (weigh(letter.text).digits > 0 ? COVERED_DIGIT : COVERED);
    });
  }

  #placeOf({ from, to }: Spelled): Box {
    const { line, size } = this.#run;
    const [x0, y, x1] = line;
    const [a, b] = [x0 + (x1 - x0) * from, x0 + (x1 - x0) * to];
    return [Math.min(a, b), y, Math.max(a, b), y + TOP * size];
  }

  #hide(isHidden: (letter: Spelled) => boolean): void {
    const letters = this.#letters ?? spell(this.#run).map((letter) => ({ letter, hidden: false }));
    this.#pdf.spend(letters.length);
    for (const one of letters) one.hidden ||= isHidden(one.letter);
    this.#letters = letters.some(({ hidden }) => hidden) ? letters : undefined;
  }
}

/** Whether a painting hides what is behind it, and it is known where. */
export const isCover = ({ solid, outline, alpha, masked, porous, blend, layer }: Painting): boolean =>
  alpha >= OPAQUE &&
  !masked &&
  !porous &&
  blend === 'Normal' &&
  layer !== 'off' &&
  (solid ?? outline) !== undefined;

const unit = ([x, y]: readonly [number, number]): readonly [number, number] => {
  const length = Math.hypot(x, y);
  return length > 0 ? [x / length, y / length] : [1, 0];
};

/** A level line of letters whose places are known. */
const isLevel = ({ font, line }: TextRun): boolean =>
  font !== undefined && !font.vertical && line[1] === line[3];

function shareOf(area: Box, place: Box): number {
  const [x0, y0, x1, y1] = intersect(area, place);
  const whole = (place[2] - place[0]) * (place[3] - place[1]);
  return whole > 0 ? ((x1 - x0) * (y1 - y0)) / whole : 0;
}

function sharePainted({ outline, clip }: Painting, [x0, y0, x1, y1]: Box): number {
  let painted = 0;
  for (const across of PLACES) {
    for (const over of PLACES) {
      const [x, y] = [x0 + (x1 - x0) * across, y0 + (y1 - y0) * over];
      const isIn = x >= clip[0] && x <= clip[2] && y >= clip[1] && y <= clip[3];
      if (isIn && outline?.holds(x, y) === true) painted++;
    }
  }
  return painted / PLACES.length ** 2;
}
