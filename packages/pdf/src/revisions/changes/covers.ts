import { appearanceOf, type DrawnAnnotation, describe, placement } from '../../content/annotations.ts';
import type { Canvas, Painting, TextRun } from '../../content/canvas.ts';
import { drawAnnotations, drawForm, drawPage } from '../../content/draw.ts';
import { readable } from '../../errors.ts';
import type { Pdf } from '../../syntax/pdf.ts';
import { type Box, intersect, isEmpty } from '../boxes.ts';
import type { Page } from '../pages.ts';

/** Texts of one page that are looked at; past them anything opaque counts as a cover. */
const MOST_TEXTS = 20_000;
/** Of a line of letters: height that is hidden, and width in em from which a letter is. */
const HIDDEN_HEIGHT = 0.4;
const HIDDEN_EM = 0.4;
/** Points from which a line hides letters, and how often its width it may be high. */
const BROAD = 3;
const LINE = 4;
/** Letters of the same kind are a rule to write on. */
const RULE = 3;

interface Letters {
  box: Box;
  size: number;
  /** Whose they are, where they are not the page's own. */
  annotation: number | undefined;
}

interface Shown {
  letters: Letters[];
  /** Whether they are all that there are. */
  all: boolean;
}

/** The texts of pages, drawn once each: their contents stay what was signed, or are told. */
export class Texts {
  readonly #pages = new Map<number, Shown>();
  readonly #annotations = new WeakMap<Pdf, Map<number, Shown>>();

  /**
   * Whether an annotation, as `pdf` shows it on its page, hides letters of the page's contents, or of another
   * annotation that `signed` shows there.
   */
  covered(pdf: Pdf, page: Page, object: number, signed: Pdf): boolean {
    const ref = { type: 'ref', number: object, generation: 0, source: pdf.bytes, start: 0, end: 0 } as const;
    const generation = pdf.object(object)?.generation ?? 0;
    const drawn = readable(() => describe(pdf, { ...ref, generation }));
    if (drawn === undefined || drawn.shown === 'hidden' || drawn.shown === 'no_view') return false;
    const paints = drawn.shown === 'blank' ? blankPaints(pdf, drawn) : paintsOf(pdf, page, drawn);
    if (paints.length === 0) return false;
    const shown = [this.#onPage(pdf, page), this.#onAnnotations(signed, page)];
    return shown.some((letters) => areHidden(pdf, letters, paints, object));
  }

  /** Whether an opaque area of a page would hide letters on it, those of the annotation `object` aside. */
  wouldHide(pdf: Pdf, page: Page, area: Box, object?: number): boolean {
    const shown = [this.#onPage(pdf, page), this.#onAnnotations(pdf, page)];
    return shown.some((letters) => areHidden(pdf, letters, [area], object));
  }

  #onPage(pdf: Pdf, page: Page): Shown {
    const known = this.#pages.get(page.object);
    if (known !== undefined) return known;
    const shown = lettersOf((canvas) => drawPage(pdf, page, canvas));
    this.#pages.set(page.object, shown);
    return shown;
  }

  #onAnnotations(pdf: Pdf, { object, ...page }: Page): Shown {
    const known = this.#annotations.get(pdf) ?? new Map<number, Shown>();
    this.#annotations.set(pdf, known);
    const dict = readable(() => pdf.dict(pdf.object(object)?.value));
    const shown =
      known.get(object) ??
      lettersOf((canvas) => {
        if (dict !== undefined) drawAnnotations(pdf, { ...page, object, dict }, canvas);
      });
    known.set(object, shown);
    return shown;
  }
}

function areHidden(pdf: Pdf, { letters, all }: Shown, paints: readonly Box[], object?: number): boolean {
  pdf.spend(paints.length * letters.length);
  const others = letters.filter(({ annotation }) => annotation === undefined || annotation !== object);
  return !all || paints.some((paint) => others.some((one) => hides(paint, one)));
}

function lettersOf(draw: (canvas: Canvas) => void): Shown {
  const shown: Shown = { letters: [], all: true };
  const text = ({ mode, layer, blank, bytes, box, clip, size, maker }: TextRun): void => {
    if (mode === 3 || mode === 7 || layer === 'off' || blank || isRule(bytes)) return;
    const seen = intersect(box, clip);
    if (isEmpty(seen)) return;
    if (shown.letters.length >= MOST_TEXTS) shown.all = false;
    else shown.letters.push({ box: seen, size, annotation: maker.annotation });
  };
  draw({ text, paint: () => undefined });
  return shown;
}

/** A row of underscores or dots. */
const isRule = (bytes: Uint8Array): boolean =>
  bytes.length >= RULE && bytes.every((byte) => byte === bytes[0] || byte === 32);

function hides(paint: Box, { box, size }: Letters): boolean {
  const both = intersect(paint, box);
  if (isEmpty(both)) return false;
  const [width, height] = [both[2] - both[0], both[3] - both[1]];
  const across = box[2] - box[0] >= box[3] - box[1];
  const [along, over, tall] = across ? [width, height, box[3] - box[1]] : [height, width, box[2] - box[0]];
  return (
    over >= HIDDEN_HEIGHT * tall &&
    along >= Math.min(HIDDEN_EM * size, HIDDEN_HEIGHT * (across ? box[2] - box[0] : box[3] - box[1]))
  );
}

/** What the appearance paints so that nothing shows through. */
function paintsOf(pdf: Pdf, page: Page, { dict, rect }: DrawnAnnotation): Box[] {
  const value = appearanceOf(pdf, dict);
  const form = readable(() => pdf.dict(value));
  if (value === undefined || form === undefined || rect === undefined) return [];
  const matrix = placement(pdf, form, rect);
  if (matrix === undefined) return [];
  const paints: Box[] = [];
  const canvas: Canvas = {
    text: () => undefined,
    paint: (painting) => {
      const box = opaqueBox(painting);
      if (box !== undefined && !isEmpty(box)) paints.push(box);
    },
  };
  drawForm(pdf, value, canvas, { matrix, clip: page.mediaBox });
  return paints.slice(0, MOST_TEXTS);
}

function opaqueBox({ kind, opaque, porous, layer, solid, box, clip, width = 0 }: Painting): Box | undefined {
  if (!opaque || porous || layer === 'off') return undefined;
  if (solid !== undefined) return solid;
  if (kind === 'fill') return undefined;
  const seen = intersect(box, clip);
  if (kind !== 'stroke') return seen;
  return width >= BROAD && Math.min(seen[2] - seen[0], seen[3] - seen[1]) <= LINE * width ? seen : undefined;
}

/** What readers paint by themselves where there is no appearance (§12.5.6). */
function blankPaints(pdf: Pdf, { dict: { entries }, subtype, rect }: DrawnAnnotation): Box[] {
  const has = (key: string): boolean => (readable(() => pdf.array(entries.get(key)))?.items.length ?? 0) > 0;
  const width = readable(() => pdf.number(pdf.dict(entries.get('BS'))?.entries.get('W'))) ?? 1;
  const background =
    readable(() => pdf.array(pdf.dict(entries.get('MK'))?.entries.get('BG')))?.items.length ?? 0;
  const paints =
    (has('IC') && subtype !== 'Line') ||
    (LINES.has(subtype) && width >= BROAD) ||
    PAINTED.has(subtype) ||
    (subtype === 'Widget' && background > 0);
  return paints && rect !== undefined ? [rect] : [];
}

const LINES = new Set(['Ink', 'Line', 'PolyLine', 'Polygon', 'Square', 'Circle']);
const PAINTED = new Set(['FreeText', 'Stamp', 'Redact']);
