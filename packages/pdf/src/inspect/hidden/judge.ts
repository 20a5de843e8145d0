import type { Painting, TextRun } from '../../content/canvas.ts';
import { type Spelled, spell } from '../../content/codes.ts';
import type { ShadeAt } from '../../content/shadeat.ts';
import { throughAll } from '../../content/softmask.ts';
import { contains, holds, intersect, isEmpty } from '../../revisions/boxes.ts';
import type { Box, Page } from '../../revisions/pages.ts';
import type { Pdf } from '../../syntax/pdf.ts';
import type { FindingKind } from '../finding.ts';
import { hasHole, isCutInside } from './clipedges.ts';
import { leastContrast, SAME } from './colour.ts';
import { CutTails } from './cuttails.ts';
import { wordsCut } from './cutwords.ts';
import { DIGIT } from './digitcells.ts';
import type { Ground } from './ground.ts';
import { isHeaped } from './heaps.ts';
import { CUT, INKLESS, isStruckOut, LetterPoints, THIN, WHOLE } from './letterpoints.ts';
import { numberCut, type Part, wordsIn, wordsMissed } from './letters.ts';
import { isDistorted, shorterSide } from './proportions.ts';
import type { Sample } from './sample.ts';

/** Points under which nobody reads a letter on paper. */
const TINY = 1.8;
/** A page longer than A0 is looked at from further away. */
const LARGE = 3400;
/** Alpha that leaves no trace of black on white. */
const TRACE = 0.02;
/** What looking at what lies behind a point costs. */
const GROUND = 16;
/** Of a run's points that must vanish. */
const MOST = 0.9;

/** Of an em, the width of a white stroke that leaves nothing of the stems of letters, and of bold ones. */
const STEM = 0.12;
const BOLD_STEM = 0.2;
const BOLD = /bold|black|heavy/i;
/** Points of a stroke that leaves no trace. */
const HAIRLINE = 0.05;

/** Bytes of a string with a number in it whose signs are looked at one by one, and what one costs. */
const MOST_OF_NUMBER = 64;
const CODE = 4;
const THIN_SIGN = /^[1.,\-\u2212]$/u;

/** Where along its line a run is compared with what lies behind it, and what one such place costs. */
const PLACES = [0.1, 0.5, 0.9];
const PLACE = 150;

/** How a run is hidden from the moment at which it is painted, if it is. What is painted over it comes later. */
export class Judge {
  readonly #spend: (units: number) => void;
  readonly #visible: Box;
  readonly #ground: Ground;
  readonly #sample: Sample;
  readonly #tiny: number;
  readonly #userUnit: number;
  readonly #points: LetterPoints;
  /** The lines among those that were asked about which a clip cuts and of which nothing else is told. */
  readonly tails = new CutTails();

  constructor(pdf: Pdf, page: Page, { ground, sample }: { ground: Ground; sample: Sample }) {
    this.#spend = (units) => pdf.spend(units);
    this.#points = new LetterPoints(pdf);
    this.#visible = page.cropBox;
    this.#ground = ground;
    this.#sample = sample;
    const [x0, y0, x1, y1] = page.cropBox;
    const length = Math.max(x1 - x0, y1 - y0);
    this.#userUnit = page.userUnit;
    this.#tiny = Math.max(TINY / page.userUnit, (TINY * length) / LARGE);
  }

  /** Why `run` is not seen. Modes and colours first: recognised words of a scan are looked at by them. */
  kind(run: TextRun): FindingKind | undefined {
    if (run.mode === 3 || run.mode === 7 || run.blank) return 'invisible_text';
    if (run.alpha <= TRACE) return 'transparent_text';
    if (shorterSide(run) < this.#tiny || isDistorted(run)) return 'tiny_text';
    if (isHeaped(run, this.#spend)) return 'tiny_text';
    const place = this.#place(run);
    if (place !== undefined) return place;
    if (this.#isMasked(run)) return 'transparent_text';
    return this.vanishes(run) ? lookOf(run) : undefined;
  }

  /** What of a run that is seen is cut out of a number by a clip, or has the look of what lies behind it. */
  part(run: TextRun): { kind: FindingKind; part: Part } | undefined {
    const cut = this.#cutPart(run);
    if (cut !== undefined) return { kind: 'clipped_text', part: cut };
    const swallowed = this.#swallowed(run);
    if (swallowed === undefined || (isPlain(run) && this.#ground.isEven(run.box))) return undefined;
    this.#sample.take(run);
    const isAny = this.#sample.share(swallowed) > 0;
    const isHidden = this.#points.test(run, swallowed, { cost: GROUND, least: WHOLE });
    const part = (isAny ? wordsMissed(run, isHidden, false) : undefined) ?? this.#thinPart(run, swallowed);
    return part === undefined ? undefined : { kind: lookOf(run), part };
  }

  /** A one or a sign of a number that lies in a line of its colour: the points of a run are too few for it. */
  #thinPart(run: TextRun, swallowed: (x: number, y: number) => boolean): Part | undefined {
    if (run.bytes.length > MOST_OF_NUMBER || run.font === undefined) return undefined;
    this.#spend(CODE * run.bytes.length);
    const letters = spell(run);
    const isHidden = this.#points.test(run, swallowed, { cost: GROUND, least: THIN });
    const at = letters.findIndex(
      (letter, index) =>
        THIN_SIGN.test(letter.text) &&
        [letters[index - 1], letters[index + 1]].some((each) => DIGIT.test(each?.text ?? '')) &&
        isHidden(letter) &&
        !isStruckOut(letters, index, isHidden),
    );
    if (at < 0) return undefined;
    const around = letters.slice(Math.max(0, at - 1), at + 2).map(({ text }) => text);
    return { text: around.join('').trim(), box: run.box };
  }

  #cutPart(run: TextRun): Part | undefined {
    const isSeen = isStamped(run) ? undefined : this.#isSeen(run);
    if (isSeen === undefined) return undefined;
    this.#sample.take(run);
    const isCut = isCutInside(run, this.#visible);
    // The points of a long line stand further apart than its letters.
    if (this.#sample.share(isSeen) === 1 && !hasHole(run) && !isCut) return undefined;
    const isHidden = (x: number, y: number): boolean => !isSeen(x, y);
    const cost = 1 + run.clips.length;
    const test = (least: typeof WHOLE): ((letter: Spelled) => boolean) =>
      this.#points.test(run, isHidden, { cost, least });
    const part =
      numberCut(run, test(WHOLE)) ??
      (isCut ? numberCut(run, test(CUT)) : undefined) ??
      wordsCut(run, test(INKLESS));
    if (part === undefined && isCut) {
      this.#spend(CODE * run.bytes.length);
      this.tails.add(run);
    }
    return part;
  }

  /** The words of a run that is seen which run off the page. */
  offPage(run: TextRun): Part | undefined {
    if (contains(this.#visible, run.box)) return undefined;
    this.#sample.take(run);
    const off = (x: number, y: number): boolean => !holds(this.#visible, x, y);
    const mask = this.#sample.row(0, off) & this.#sample.row(1, off);
    return mask === 0 ? undefined : wordsIn(run, mask, this.#sample.columns);
  }

  /** Whether soft masks leave no trace of it. */
  #isMasked(run: TextRun): boolean {
    const { masks, alpha } = run;
    if (masks.length === 0) return false;
    this.#sample.take(run);
    return this.#sample.share((x, y) => alpha * throughAll(masks, x, y) <= TRACE) === 1;
  }

  #place(run: TextRun): FindingKind | undefined {
    const isSeen = this.#isSeen(run);
    if (isSeen === undefined) return undefined;
    this.#sample.take(run);
    if (this.#sample.share((x, y) => holds(this.#visible, x, y)) === 0) return 'off_page_text';
    return this.#sample.share(isSeen) <= 1 - MOST ? 'clipped_text' : undefined;
  }

  /** Tells at which points a run is seen; undefined where that is everywhere. */
  #isSeen({ box, clip, clips }: TextRun): ((x: number, y: number) => boolean) | undefined {
    const isWhole = contains(this.#visible, box) && contains(clip, box) && clips.length === 0;
    return isWhole ? undefined : this.#seenWithin(clip, clips);
  }

  #seenWithin(clip: Box, clips: TextRun['clips']): (x: number, y: number) => boolean {
    const shown = intersect(clip, this.#visible);
    if (isEmpty(shown)) return () => false;
    this.#spend(clips.reduce((sum, { edgeCount }) => sum + edgeCount, 0));
    return (x, y) => holds(shown, x, y) && clips.every((outline) => outline.holds(x, y));
  }

  /** Tells at which points it has the look of what lies behind it; undefined where that is nowhere. */
  #swallowed(run: TextRun): ((x: number, y: number) => boolean) | undefined {
    const { shadeAt, shades, colour, masks, mode } = run;
    const isFilled = mode !== 2 && mode !== 6;
    if (shadeAt !== undefined && isFilled) return this.#shadeSwallowed(run, shadeAt);
    // Most text is of one colour that no ground of its page has.
    if (
      isFilled &&
      shades === undefined &&
      colour !== undefined &&
      masks.length === 0 &&
      !this.#may(run, colour)
    )
      return undefined;
    const all = coloursOf(run);
    const isPossible = masks.length > 0 || all.every((one) => this.#may(run, one));
    return all.length > 0 && isPossible ? this.#allSwallowed(run, all) : undefined;
  }

  #may(run: TextRun, colour: number): boolean {
    const { alpha, blend } = run;
    return this.#ground.maySwallow({ colour, alpha, blend }, this.#contrast(run));
  }

  /** The contrast below which a run is passed over. */
  #contrast({ size }: TextRun): number {
    return leastContrast(size * this.#userUnit);
  }

  #shadeSwallowed(run: TextRun, shadeAt: ShadeAt): (x: number, y: number) => boolean {
    const { alpha, masks, blend } = run;
    // A pattern without colours of its own has that of the string, and a shading may have any of its own.
    const colours = coloursOf(run);
    // What a shading of several colours fades into leads the eye to it.
    const least = colours.length === 1 ? this.#contrast(run) : SAME;
    return (x, y) => {
      const shade = shadeAt(x, y);
      if (shade === 'nothing') return true;
      const possible = shade === undefined ? colours : [shade];
      const through = alpha * throughAll(masks, x, y);
      const isSwallowed = (colour: number): boolean =>
        this.#ground.swallows(x, y, { colour, alpha: through, blend }, least);
      return possible.length > 0 && possible.every(isSwallowed);
    };
  }

  #allSwallowed(run: TextRun, colours: readonly number[]): (x: number, y: number) => boolean {
    const { masks, blend } = run;
    const least = this.#contrast(run);
    return (x, y) => {
      const alpha = run.alpha * throughAll(masks, x, y);
      return colours.every((colour) => this.#ground.swallows(x, y, { colour, alpha, blend }, least));
    };
  }

  /** Whether a painting over a run takes its letters, and what lies behind them, to one colour by its blend mode. */
  isEvened(run: TextRun, { box, colour, alpha, blend }: Painting): boolean {
    const all = coloursOf(run);
    if (colour === undefined || all.length === 0) return false;
    const over = { colour, alpha, blend };
    const least = this.#contrast(run);
    const isEven = (x: number, y: number): boolean =>
      all.every((own) =>
        this.#ground.evens(x, y, { colour: own, alpha: run.alpha, blend: run.blend }, over, least),
      );
    this.#sample.aim(run);
    const [x0, y0, x1, y1] = run.line;
    const { upX, upY, low } = this.#sample;
    const places = PLACES.map((along): [number, number] => [
      x0 + (x1 - x0) * along + upX * low,
      y0 + (y1 - y0) * along + upY * low,
    ]).filter(([x, y]) => holds(box, x, y));
    // What lies between them, as a mark on one word, is asked in its middle.
    const asked = places.length > 0 ? places : [middleOf(box, run.box)];
    this.#spend(PLACE * all.length * asked.length);
    return asked.every(([x, y]) => isEven(x, y));
  }

  /** Whether it has the look of what lies behind it. */
  vanishes(run: TextRun): boolean {
    const swallowed = this.#swallowed(run);
    if (swallowed === undefined) return false;
    this.#sample.aim(run);
    const { line } = run;
    const { upX, upY, low } = this.#sample;
    if (!swallowed((line[0] + line[2]) / 2 + upX * low, (line[1] + line[3]) / 2 + upY * low)) return false;
    this.#sample.take(run);
    return this.#sample.share(swallowed) >= MOST;
  }
}

/** What a run is told as that has the look of what lies behind it. */
const lookOf = ({ alpha, masks }: TextRun): FindingKind =>
  alpha < 1 || masks.length > 0 ? 'transparent_text' : 'same_colour_text';

/** Whether it has one colour, all along. */
const isPlain = ({ shadeAt, shades, masks }: TextRun): boolean =>
  shadeAt === undefined && shades === undefined && masks.length === 0;

/** The colours that a run is seen in, where they are known. */
function coloursOf({ mode, colour, shades, outline, lineWidth, size, font }: TextRun): readonly number[] {
  const colours = shades ?? (colour === undefined ? [] : [colour]);
  if (mode !== 2 && mode !== 6) return colours;
  if (outline === undefined) return [];
  // The stroke is painted over the fill, half of it on each side of the outline.
  if (lineWidth >= size * (BOLD.test(font?.name ?? '') ? BOLD_STEM : STEM)) return [outline];
  if (colours.length === 0) return [];
  return lineWidth > 0 && lineWidth < HAIRLINE ? colours : [...colours, outline];
}

/** Of an annotation: a stamp's words run past its box, or the page, where everybody sees that they do. */
const isStamped = ({ maker }: TextRun): boolean => maker.annotation !== undefined;

/** The middle of what two boxes have in common. */
function middleOf(one: Box, other: Box): [number, number] {
  const [x0, y0, x1, y1] = intersect(one, other);
  return [(x0 + x1) / 2, (y0 + y1) / 2];
}
