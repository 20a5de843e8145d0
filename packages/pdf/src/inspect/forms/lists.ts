import type { Canvas, Painting, TextRun } from '../../content/canvas.ts';
import { apart } from '../../content/colour/xyz.ts';
import type { FormField } from '../../revisions/form.ts';
import type { Box } from '../../revisions/pages.ts';
import type { Pdf } from '../../syntax/pdf.ts';
import { decodeText } from '../../syntax/strings.ts';
import type { PdfValue } from '../../syntax/values.ts';
import { drawLook } from './appearance.ts';
import { isCover } from './lookline.ts';
import { choices, options, plainText } from './values.ts';

/** Strings and areas of a list that are looked at. */
const MOST = 1000;
const LONGEST = 1000;
/** Of an em, from the line of a letter to its middle, and between two lines that are one. */
const MIDDLE = 0.3;
const LEVEL = 0.3;
const WHITE = 0xffffff;
/** How much the colours of two grounds differ, of 255, where somebody sees it. */
const SEEN = 12;

/** A line of a list, and the colour of the ground that it is painted on. */
interface Row {
  text: string;
  level: number;
  ground: number;
  /** A point of it. */
  at: readonly [x: number, y: number];
}

/**
 * The options that a list marks by a ground of their own, where these are others than it holds (§12.7.5.4); undefined
 * where they are the same, and where it marks none, as some programs do.
 */
export function otherMarked(
  pdf: Pdf,
  field: FormField,
  look: PdfValue,
  background: number,
): string | undefined {
  const canvas = new ListCanvas(pdf);
  drawLook(pdf, look, canvas);
  const { rows } = canvas;
  const marked = markedOf(rows, { ground: canvas.ground, background });
  if (marked.length === 0) return undefined;
  const all = options(pdf, field);
  pdf.spend(all.length);
  const values = new Set(choices(pdf, field.value));
  const held = new Set<string>();
  const known = new Set<string>();
  for (const { exported, label } of all) {
    const isHeld = values.has(exported) || values.has(label);
    for (const text of [exported, label].map(plainText)) {
      known.add(text);
      if (isHeld) held.add(text);
    }
  }
  if (!marked.every(({ text }) => known.has(text))) return undefined;
  const isOther = marked.some(({ text }) => !held.has(text));
  const isLeftOut = rows.some((row) => held.has(row.text) && !marked.some(({ text }) => text === row.text));
  return isOther || isLeftOut ? marked.map(({ text }) => text).join(', ') : undefined;
}

/**
 * The rows on a ground that is not that of the whole list; none where these are all, or are of several colours. A row by itself, of a
 * list that is as high as one, is marked by a ground that is neither white nor the field's background.
 */
function markedOf(
  rows: readonly Row[],
  { ground, background }: { ground: number; background: number },
): readonly Row[] {
  if (rows.length === 1) return differ(ground, WHITE) && differ(ground, background) ? rows : [];
  const marked = rows.filter((row) => differ(row.ground, ground));
  const [first] = marked;
  const isAlike = first !== undefined && marked.every((row) => !differ(row.ground, first.ground));
  return isAlike && marked.length < rows.length ? marked : [];
}

const differ = (one: number, other: number): boolean => apart(one, other) >= SEEN;

class ListCanvas implements Canvas {
  readonly #pdf: Pdf;
  readonly #areas: { box: Box; colour: number }[] = [];
  readonly rows: Row[] = [];

  constructor(pdf: Pdf) {
    this.#pdf = pdf;
  }

  text({ font, bytes, line: [x0, y0, x1, y1], up, mode, alpha, layer }: TextRun): void {
    const text = plainText(font?.text(bytes) ?? decodeText(bytes)).slice(0, LONGEST);
    if (text === '' || mode === 3 || alpha === 0 || layer === 'off') return;
    if (this.rows.length >= MOST) return;
    const size = Math.hypot(...up) || 1;
    const level = (x0 * up[0] + y0 * up[1]) / size;
    const last = this.rows.at(-1);
    if (last !== undefined && Math.abs(last.level - level) <= LEVEL * size) {
      if (last.text.length < LONGEST) last.text += text;
      return;
    }
    const at = [(x0 + x1) / 2 + MIDDLE * up[0], (y0 + y1) / 2 + MIDDLE * up[1]] as const;
    this.#pdf.spend(this.#areas.length);
    const ground = this.#areas.findLast(({ box }) => isWithin(at, box))?.colour ?? WHITE;
    this.rows.push({ text, level, ground, at });
  }

  paint(painting: Painting): void {
    const { solid, colour } = painting;
    if (solid === undefined || colour === undefined || !isCover(painting)) return;
    if (this.#areas.length < MOST) this.#areas.push({ box: solid, colour });
  }

  /** The colour of what all rows stand on. */
  get ground(): number {
    this.#pdf.spend(this.#areas.length * this.rows.length);
    const whole = this.#areas.findLast(({ box }) => this.rows.every(({ at }) => isWithin(at, box)));
    return whole?.colour ?? WHITE;
  }
}

const isWithin = ([x, y]: readonly [number, number], [x0, y0, x1, y1]: Box): boolean =>
  x >= x0 && x <= x1 && y >= y0 && y <= y1;
