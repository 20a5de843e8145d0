import { intersect, isEmpty, union } from '../revisions/boxes.ts';
import type { Box } from '../revisions/pages.ts';
import type { PdfDict, PdfStream, PdfValue } from '../syntax/values.ts';
import type { Canvas, Mask, Painting, TextRun } from './canvas.ts';
import { type PdfFunction, readFunction, readNumbers } from './colour/functions.ts';
import { DEVICE_GRAY } from './colour/spaces.ts';
import { paintForm } from './forms.ts';
import type { Interpreter } from './interpreter.ts';
import { boundsOf, inverse, multiply, readMatrix } from './matrix.ts';
import { lightOf, readPicture } from './picture.ts';
import { GraphicsState } from './state.ts';
import { Veil } from './veil.ts';

const FAR = 1e9;
const EVERYWHERE: Box = [-FAR, -FAR, FAR, FAR];
const NOWHERE: Box = [0, 0, 0, 0];
/** Cells of one mask, and masks that are kept. */
const MOST_CELLS = 2 ** 13;
const MOST_MASKS = 250;
/** Strings of one mask that are kept. */
const MOST_TEXTS = 200;
/** How much of what is under them the strokes of letters take. */
const INK = 0.3;
const AROUND = [-1, 0, 1].flatMap((x) => [-1, 0, 1].map((y): [number, number] => [x, y]));

/**
 * A soft mask (ISO 32000-2 §11.5) where it is used now: its group is drawn once for each place. Undefined where it is
 * broken.
 */
export function softMask(it: Interpreter, { entries, start }: PdfDict): SoftMask | undefined {
  const { pdf, shared } = it;
  const group = entries.get('G');
  const form = pdf.resolve(group);
  if (group === undefined || form?.type !== 'stream') return undefined;
  const key = group.type === 'ref' ? `${group.number} ${start} ${it.state.ctm.join(' ')}` : undefined;
  const known = key === undefined ? undefined : shared.masks.get(key);
  if (known !== undefined) return known;
  const luminosity = pdf.name(entries.get('S')) === 'Luminosity';
  const transfer = pdf.resolve(entries.get('TR'));
  const mask = new SoftMask(it, areaOf(it, form), {
    luminosity,
    backdrop: luminosity ? backdropOf(it, entries, form) : 0,
    // A name is that of the identity.
    transfer: transfer === undefined || transfer.type === 'name' ? undefined : readFunction(pdf, transfer),
  });
  const { state } = it;
  it.state = new GraphicsState(state.ctm, EVERYWHERE);
  it.listen(mask, () => paintForm(it, group, form));
  it.state = state;
  if (key !== undefined && shared.masks.size < MOST_MASKS) shared.masks.set(key, mask);
  return mask;
}

/** Where on the page its group paints. */
function areaOf(it: Interpreter, { dict: { entries } }: PdfStream): Box {
  const box = it.pdf.rectangle(entries.get('BBox'));
  if (box === undefined) return it.area;
  return intersect(it.area, boundsOf(box, multiply(readMatrix(it.pdf, entries.get('Matrix')), it.state.ctm)));
}

/** 0 to 1: how light the group's backdrop is, black where none is said. */
function backdropOf(it: Interpreter, entries: PdfDict['entries'], form: PdfStream): number {
  const { pdf } = it;
  const parts = readNumbers(pdf, entries.get('BC'));
  if (parts === undefined) return 0;
  const value: PdfValue | undefined = pdf.dict(form.dict.entries.get('Group'))?.entries.get('CS');
  const space = value === undefined ? DEVICE_GRAY : it.shared.space(value);
  return lightOf(space.rgb(parts) ?? 0) / 255;
}

interface Kind {
  luminosity: boolean;
  backdrop: number;
  transfer: PdfFunction | undefined;
}

/** Draws the group of a soft mask. */
export class SoftMask implements Canvas, Mask {
  readonly texts: TextRun[] = [];
  readonly #it: Interpreter;
  readonly #veil: Veil | undefined;
  readonly #kind: Kind;
  #box: Box | undefined;

  constructor(it: Interpreter, area: Box, kind: Kind) {
    this.#it = it;
    this.#kind = kind;
    if (isEmpty(area)) return;
    this.#veil = new Veil(area, MOST_CELLS);
    this.#veil.fill(kind.backdrop);
    it.spend(this.#veil.size / 8);
  }

  /** All that it lets through, at most; undefined where that is anything. */
  get box(): Box | undefined {
    const { backdrop, transfer } = this.#kind;
    return backdrop > 0 || transfer !== undefined ? undefined : (this.#box ?? NOWHERE);
  }

  at(x: number, y: number): number {
    const { backdrop, transfer } = this.#kind;
    const level = this.#veil?.at(x, y) ?? backdrop;
    if (transfer === undefined) return level;
    this.#it.pdf.spend(transfer.work);
    const [out = level] = transfer.apply([level]);
    return Math.min(Math.max(out, 0), 1);
  }

  text(run: TextRun): void {
    if (run.mode === 3 || run.mode === 7 || run.blank) return;
    if (this.texts.length < MOST_TEXTS) this.texts.push({ ...run, bytes: run.bytes.slice() });
    const seen = this.#see(run);
    if (seen !== undefined) this.#lay(seen, run, INK);
  }

  paint(painting: Painting): void {
    const { outline, picture } = painting;
    const seen = this.#see(painting);
    if (seen === undefined) return;
    if (picture !== undefined && painting.colour === undefined) this.#picture(seen, painting, picture);
    else if (outline !== undefined && painting.masks.length === 0) {
      const rows = this.#veil?.addOutline(outline, seen, painting.alpha, undefined, this.#levelOf(painting));
      this.#it.spend(((rows ?? 0) * outline.edgeCount) / 4);
    } else this.#lay(seen, painting, 1);
  }

  /** What of a mark is seen, which counts for the bounds of all. */
  #see({ box, clip, alpha, layer, colour }: Painting | TextRun): Box | undefined {
    const seen = intersect(box, clip);
    if (alpha === 0 || layer === 'off' || isEmpty(seen)) return undefined;
    if (!this.#kind.luminosity || colour !== 0)
      this.#box = this.#box === undefined ? seen : union(this.#box, seen);
    const { cell = FAR } = this.#veil ?? {};
    this.#it.spend(Math.min(MOST_CELLS, ((seen[2] - seen[0]) * (seen[3] - seen[1])) / cell ** 2) / 4);
    return seen;
  }

  /** What a colour that is not known lets through, all of it may. */
  #levelOf({ colour }: Painting | TextRun): number {
    return this.#kind.luminosity && colour !== undefined ? lightOf(colour) / 255 : 1;
  }

  #lay(seen: Box, mark: Painting | TextRun, part: number): void {
    const level = this.#levelOf(mark);
    const { alpha, masks, clips } = mark;
    this.#veil?.addEach(
      seen,
      (x, y) => (clips.every((clip) => clip.holds(x, y)) ? alpha * part * throughAll(masks, x, y) : 0),
      () => level,
    );
  }

  #picture(
    seen: Box,
    { alpha, masks }: Painting,
    { stream, matrix }: NonNullable<Painting['picture']>,
  ): void {
    const back = inverse(matrix);
    const { light, alpha: own } = readPicture(this.#it.pdf, stream);
    if (back === undefined) return;
    const [a, b, c, d, e, f] = back;
    const inPicture = (look: ((u: number, v: number) => number) | undefined, x: number, y: number): number =>
      look?.(a * x + c * y + e, b * x + d * y + f) ?? Number.NaN;
    const luminous = this.#kind.luminosity && light !== undefined;
    const step = (this.#veil?.cell ?? 0) / 3;
    // A cell is larger than the ink of a letter: it has the mean of nine places.
    const mean = (look: (x: number, y: number) => number, x: number, y: number): number =>
      AROUND.reduce((sum, [dx, dy]) => sum + look(x + dx * step, y + dy * step), 0) / AROUND.length;
    this.#veil?.addEach(
      seen,
      (x, y) =>
        alpha *
        (own === undefined ? 1 : mean((u, v) => inPicture(own, u, v), x, y)) *
        throughAll(masks, x, y),
      (x, y) => (luminous ? mean((u, v) => inPicture(light, u, v), x, y) / 255 : 1),
    );
  }
}

/** What several soft masks together let through at a place. */
export const throughAll = (masks: readonly Mask[], x: number, y: number): number =>
  masks.reduce((share, mask) => share * mask.at(x, y), 1);
