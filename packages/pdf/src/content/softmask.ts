import { contains, holds, intersect, isEmpty, union } from '../revisions/boxes.ts';
import type { Box } from '../revisions/pages.ts';
import type { PdfDict, PdfStream, PdfValue } from '../syntax/values.ts';
import type { Canvas, Mask, Painting, TextRun } from './canvas.ts';
import { type PdfFunction, readFunction, readNumbers } from './colour/functions.ts';
import { DEVICE_GRAY } from './colour/spaces.ts';
import { paintForm } from './forms.ts';
import type { Interpreter } from './interpreter.ts';
import { boundsOf, multiply, readMatrix } from './matrix.ts';
import type { Outline } from './outline.ts';
import { lightOf, onPage, readPicture } from './picture.ts';
import { GraphicsState } from './state.ts';
import { type Layer, Veil } from './veil.ts';

const FAR = 1e9;
const EVERYWHERE: Box = [-FAR, -FAR, FAR, FAR];
const NOWHERE: Box = [0, 0, 0, 0];
/** Cells of one mask, and masks that are kept. */
const MOST_CELLS = 2 ** 13;
const MOST_MASKS = 250;
/** Strings of one mask that are kept. */
const MOST_TEXTS = 200;
/** Areas of one mask that are told point by point, and corners of one of them with its clips. */
const MOST_AREAS = 16;
const MOST_EDGES = 64;
/** What asking a painting of several colours for a place costs. */
const LOOK = 1;
/** How much of what is under them the strokes of letters take. */
const INK = 0.3;

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
  it.listen(mask, () => paintForm(it, group, form), new GraphicsState(it.state.ctm, EVERYWHERE));
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
  // A backdrop is a colour of the group's space (Table 142): without one some readers leave it out.
  if (value === undefined && parts.some((part) => part > 0)) it.ambiguous(it.tokens.start);
  const space = value === undefined ? DEVICE_GRAY : it.shared.space(value);
  return lightOf(space.rgb(parts) ?? 0) / 255;
}

interface Kind {
  luminosity: boolean;
  backdrop: number;
  transfer: PdfFunction | undefined;
}

/** What a painting brings a mask to at a place, and how much of what it was before that takes. */
interface Light {
  level: number;
  share: number;
}

/** An area that is surely painted whole: of one light, or of one that is known place by place. */
interface Area extends Light {
  box: Box;
  shapes: readonly Outline[];
  lightAt: ((x: number, y: number) => Light) | undefined;
}

/** Draws the group of a soft mask. */
export class SoftMask implements Canvas, Mask {
  readonly texts: TextRun[] = [];
  readonly #it: Interpreter;
  readonly #veil: Veil | undefined;
  readonly #kind: Kind;
  #box: Box | undefined;
  /** All that is painted, while that is a few areas of known light: cells are larger than letters. */
  #areas: Area[] | undefined = [];

  constructor(it: Interpreter, area: Box, kind: Kind) {
    this.#it = it;
    this.#kind = kind;
    if (isEmpty(area)) return;
    this.#veil = new Veil(area, (units) => it.spend(units), MOST_CELLS);
    this.#veil.fill(kind.backdrop);
  }

  /** All that it lets through, at most; undefined where that is anything. */
  get box(): Box | undefined {
    const { backdrop, transfer } = this.#kind;
    return backdrop > 0 || transfer !== undefined ? undefined : (this.#box ?? NOWHERE);
  }

  at(x: number, y: number, side = 0): number {
    const { backdrop, transfer } = this.#kind;
    const level = (side === 0 ? this.#levelAt(x, y) : undefined) ?? this.#veil?.at(x, y, side) ?? backdrop;
    if (transfer === undefined) return level;
    this.#it.pdf.spend(transfer.work);
    const [out = level] = transfer.apply([level]);
    return Math.min(Math.max(out, 0), 1);
  }

  /** What its areas let through at a point; undefined where it is made of anything else. */
  #levelAt(x: number, y: number): number | undefined {
    if (this.#areas === undefined || this.#veil === undefined) return undefined;
    let { backdrop } = this.#kind;
    for (const area of this.#areas) {
      if (!holds(area.box, x, y)) continue;
      this.#it.pdf.spend(1);
      if (!area.shapes.every((shape) => shape.holds(x, y))) continue;
      const { level, share } = area.lightAt?.(x, y) ?? { level: area.level, share: 1 };
      backdrop += (level - backdrop) * share * area.share;
    }
    return backdrop;
  }

  #keep(seen: Box, painting: Painting, lightAt: Area['lightAt']): void {
    const { solid, outline, clips, masks, alpha, picture, vague, porous } = painting;
    const shapes = outline === undefined ? clips : [...clips, outline];
    const isKnown =
      (outline !== undefined || (solid !== undefined && contains(solid, seen))) &&
      !(vague || porous || picture !== undefined || masks.length > 0) &&
      shapes.reduce((sum, { edgeCount }) => sum + edgeCount, 0) <= MOST_EDGES;
    if (!isKnown || (this.#areas?.length ?? 0) >= MOST_AREAS) this.#areas = undefined;
    this.#areas?.push({ box: seen, shapes, level: this.#levelOf(painting), share: alpha, lightAt });
  }

  text(run: TextRun): void {
    if (run.mode === 3 || run.mode === 7 || run.blank) return;
    if (this.texts.length < MOST_TEXTS) this.texts.push({ ...run, bytes: run.bytes.slice() });
    const seen = this.#see(run);
    if (seen === undefined) return;
    this.#areas = undefined;
    this.#lay(seen, run, { share: run.alpha * INK });
  }

  paint(painting: Painting): void {
    const { outline, picture } = painting;
    const seen = this.#see(painting);
    if (seen === undefined) return;
    const lightAt = this.#lightOf(painting);
    this.#keep(seen, painting, lightAt);
    let layer: Partial<Layer> = {};
    if (picture !== undefined && painting.colour === undefined) layer = this.#picture(painting, picture);
    else if (lightAt !== undefined) layer = layerOf(lightAt);
    this.#lay(seen, painting, { ...layer, share: painting.alpha }, outline);
  }

  /** Of what has several colours: what each place of it brings the mask to. Where that is not known, all may be let through. */
  #lightOf({ kind, colour, shows }: Painting): Area['lightAt'] {
    if (kind === 'image' || colour !== undefined || shows === undefined) return undefined;
    const { luminosity } = this.#kind;
    return (x, y) => {
      this.#it.pdf.spend(LOOK);
      const shown = shows(x, y);
      if (shown === 'nothing') return NO_LIGHT;
      const level = luminosity && shown !== undefined ? lightOf(shown.colour) / 255 : 1;
      return { level, share: shown?.alpha ?? 1 };
    };
  }

  /** What of a mark is seen, which counts for the bounds of all. */
  #see({ box, clip, alpha, layer, colour }: Painting | TextRun): Box | undefined {
    const seen = intersect(box, clip);
    if (alpha === 0 || layer === 'off' || isEmpty(seen)) return undefined;
    if (!this.#kind.luminosity || colour !== 0)
      this.#box = this.#box === undefined ? seen : union(this.#box, seen);
    return seen;
  }

  /** What a colour that is not known lets through, all of it may. */
  #levelOf({ colour }: Painting | TextRun): number {
    return this.#kind.luminosity && colour !== undefined ? lightOf(colour) / 255 : 1;
  }

  /** What it is made of counts within its clips and its own masks, at the level of its colour where it says no other. */
  #lay(seen: Box, mark: Painting | TextRun, { shade, ...layer }: Layer, outline?: Outline): void {
    const { masks, clips } = mark;
    const own = this.#levelOf(mark);
    const whole: Layer = {
      level: () => own,
      ...layer,
      clips,
      ...(masks.length === 0 && shade === undefined
        ? {}
        : { shade: (x, y, side) => throughAll(masks, x, y, side) * (shade?.(x, y, side) ?? 1) }),
    };
    if (outline === undefined) this.#veil?.add(seen, whole);
    else this.#veil?.addOutline(outline, seen, whole);
  }

  #picture({ colour }: Painting, picture: NonNullable<Painting['picture']>): Partial<Layer> {
    const { light, alpha } = readPicture(this.#it.pdf, picture.stream);
    const shade = alpha === undefined ? undefined : onPage(alpha, picture.matrix);
    const level =
      this.#kind.luminosity && light !== undefined && colour === undefined
        ? onPage(light, picture.matrix)
        : undefined;
    return {
      ...(shade === undefined ? {} : { shade }),
      level: level === undefined ? () => 1 : (x, y, side) => level(x, y, side) / 255,
    };
  }
}

const NO_LIGHT: Light = { level: 0, share: 0 };

/** Of each cell both are asked for, the share first: it is looked at once. */
function layerOf(lightAt: NonNullable<Area['lightAt']>): Required<Pick<Layer, 'level' | 'shade'>> {
  let last = NO_LIGHT;
  return {
    shade: (x, y) => {
      last = lightAt(x, y);
      return last.share;
    },
    level: () => last.level,
  };
}

/** What several soft masks together let through at a place. */
export const throughAll = (masks: readonly Mask[], x: number, y: number, side?: number): number =>
  masks.reduce((share, mask) => share * mask.at(x, y, side), 1);
