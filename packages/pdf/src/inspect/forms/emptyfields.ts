import { type DrawnAnnotation, describe, FLAG } from '../../content/annotations.ts';
import type { Canvas, Painting, TextRun } from '../../content/canvas.ts';
import { spell } from '../../content/codes.ts';
import { readable } from '../../errors.ts';
import { intersect } from '../../revisions/boxes.ts';
import type { Box, Page } from '../../revisions/pages.ts';
import type { Pdf } from '../../syntax/pdf.ts';
import type { PdfDict } from '../../syntax/values.ts';
import { contrastOf } from '../hidden/colour.ts';
import { inherited } from '../inherited.ts';
import type { Report } from '../inspector.ts';
import { FIELD, heldText } from './values.ts';

/** Annotations of a page that are looked at, and the side of a cell of them, in units. */
const MOST = 20_000;
const CELL = 40;
const APART = 2 ** 16;
const FARTHEST = 10_000;
/** Characters of a string, and of what stands in one field, that are looked at. */
const LONGEST = 200;
/** Of a box's shorter side: how large a mark is at least and at most. */
const MARK = { least: 0.35, most: 2 };
/** Of a box, on each side, where the middle of a mark does not stand. */
const EDGE = 0.2;
/** Of a box, how far a slanted stroke goes across and up at least, and how many strokes a mark has at most. */
const SLANT = 0.25;
const FEW = 6;
/** Where a filled mark is asked, of a box, and at how many of those places it is at least. */
const PLACES = [0.26, 0.38, 0.5, 0.62, 0.74];
const FILLED = 3;
/** In ems, from the line of a letter to its middle. */
const MIDDLE = 0.35;
/** Alpha from which black on white is read. */
const FAINT = 0.25;
/** Of white, from which a mark is seen as one that somebody made. */
const DARK = 3;
const WHITE = 0xffffff;
/** Letters and signs that mark a box, also by their codes in fonts of signs. */
const SIGNS = /^[xXχΧхХ×✓✔✕✖✗✘☑☒●■\uf0fc\uf0fb\uf0fe\uf0fd]$/u;
const OF_SIGNS = /^[üûþýRT]$/u;
const SIGN_FONT = /wingdings|webdings/i;
/** An amount, a date or another number, and nothing else than what it counts. */
const NUMBER =
  /^\s*(?:[\p{Sc}]|EUR|USD|GBP|CHF)?\s*[-−]?\p{Nd}[\p{Nd}\s.,'’/:-]*\s*(?:[\p{Sc}%]|EUR|USD|GBP|CHF|euros?|ευρ[ωώ]|dollars?|pounds?)?\s*$/iu;
const DIGITS = 3;

/** A field that holds nothing, and what stands in its place. */
interface Empty {
  id: number;
  object: number | undefined;
  rect: Box;
  isBox: boolean;
  seen: string;
}

/**
 * Marks in the boxes of a page that are not set, and numbers in the text fields of one that hold nothing, where the page
 * or a note shows them: eyes see what the field does not send (§12.7.5).
 */
export class EmptyFields implements Canvas {
  readonly #pdf: Pdf;
  readonly #fields: Empty[] = [];
  readonly #cells = new Map<number, Empty[]>();

  constructor(pdf: Pdf, page: Page) {
    this.#pdf = pdf;
    const items = readable(() => pdf.array(page.dict.entries.get('Annots')))?.items ?? [];
    for (const [at, item] of items.slice(0, MOST).entries()) {
      const one = readable(() => describe(pdf, item, at));
      const field = one === undefined ? undefined : readable(() => this.#emptyOf(one));
      if (field !== undefined) this.#add({ ...field, rect: intersect(field.rect, page.mediaBox) });
    }
  }

  text(run: TextRun): void {
    if (this.#fields.length === 0 || !isShown(run) || run.bytes.length > LONGEST) return;
    const [x0, y0, x1, y1] = run.line;
    const middle = [(x0 + x1) / 2 + MIDDLE * run.up[0], (y0 + y1) / 2 + MIDDLE * run.up[1]] as const;
    for (const field of this.#at(...middle)) {
      if (field.id === run.maker.annotation || !isWithin(middle, field.rect, 0)) continue;
      const text = run.font?.text(run.bytes) ?? '';
      if (field.seen.length >= LONGEST) continue;
      if (!field.isBox) field.seen += text;
      else if (isSign(run, field.rect)) field.seen += text.trim();
    }
  }

  paint(painting: Painting): void {
    const { kind, alpha, layer, glyph, maker, colour } = painting;
    if (this.#fields.length === 0 || glyph || layer === 'off' || alpha < FAINT) return;
    if (kind !== 'fill' && kind !== 'stroke') return;
    if (colour === undefined || contrastOf(colour, WHITE) < DARK) return;
    const box = painting.follows ?? painting.solid ?? painting.box;
    for (const field of this.#at((box[0] + box[2]) / 2, (box[1] + box[3]) / 2)) {
      if (!field.isBox || field.id === maker.annotation || field.seen !== '') continue;
      if (kind === 'stroke' ? isDrawn(painting, field.rect) : this.#fills(painting, box, field.rect))
        field.seen = '✓';
    }
  }

  finish(page: Page, report: Report): void {
    for (const { isBox, seen, rect, object } of this.#fields) {
      if (seen === '' || (!isBox && !isNumber(seen))) continue;
      const place = object === undefined ? {} : { object };
      const excerpt = `${seen.trim().slice(0, LONGEST / 4)} ≠ —`;
      report({ kind: 'field_value_differs', page: page.number, rect, ...place, excerpt });
    }
  }

  /** Whether a filled area is a mark: not the edge of a box. */
  #fills({ outline, solid }: Painting, box: Box, rect: Box): boolean {
    if (!isMark(box, rect)) return false;
    if (outline === undefined) return solid !== undefined;
    this.#pdf.spend(outline.edgeCount);
    const [x0, y0, x1, y1] = rect;
    const places = PLACES.flatMap((across) => PLACES.map((up) => [across, up] as const));
    const held = places.filter(([across, up]) => outline.holds(x0 + across * (x1 - x0), y0 + up * (y1 - y0)));
    return held.length >= FILLED;
  }

  #emptyOf({ id, object, dict, rect, subtype, flags }: DrawnAnnotation): Empty | undefined {
    if (subtype !== 'Widget' || rect === undefined || (flags & (FLAG.hidden | FLAG.noView)) !== 0)
      return undefined;
    const type = this.#pdf.name(inherited(this.#pdf, dict, 'FT'));
    const of = this.#pdf.number(inherited(this.#pdf, dict, 'Ff')) ?? 0;
    const isBox = type === 'Btn' && (of & FIELD.pushButton) === 0 && this.#isOff(dict);
    const isText =
      (type === 'Tx' || type === 'Ch') &&
      (of & FIELD.readOnly) === 0 &&
      heldText(this.#pdf, inherited(this.#pdf, dict, 'V')).trim() === '';
    return isBox || isText ? { id, object, rect, isBox, seen: '' } : undefined;
  }

  #isOff({ entries }: PdfDict): boolean {
    return (this.#pdf.name(entries.get('AS')) ?? 'Off') === 'Off';
  }

  #add(field: Empty): void {
    const [x0, y0, x1, y1] = field.rect.map((place) =>
      Math.floor(Math.min(FARTHEST, Math.max(-FARTHEST, place)) / CELL),
    ) as [number, number, number, number];
    this.#pdf.spend((x1 - x0 + 1) * (y1 - y0 + 1));
    this.#fields.push(field);
    for (let row = y0; row <= y1; row++) {
      for (let column = x0; column <= x1; column++) {
        const key = column * APART + row;
        const cell = this.#cells.get(key);
        if (cell === undefined) this.#cells.set(key, [field]);
        else cell.push(field);
      }
    }
  }

  #at(x: number, y: number): readonly Empty[] {
    const found = this.#cells.get(Math.floor(x / CELL) * APART + Math.floor(y / CELL)) ?? [];
    this.#pdf.spend(found.length);
    return found;
  }
}

const isShown = ({ mode, alpha, layer, glyph, blank, colour }: TextRun): boolean =>
  !glyph &&
  !blank &&
  mode !== 3 &&
  mode !== 7 &&
  alpha >= FAINT &&
  layer !== 'off' &&
  colour !== undefined &&
  contrastOf(colour, WHITE) >= DARK;

function isWithin([x, y]: readonly [number, number], [x0, y0, x1, y1]: Box, edge: number): boolean {
  const [dx, dy] = [edge * (x1 - x0), edge * (y1 - y0)];
  return x >= x0 + dx && x <= x1 - dx && y >= y0 + dy && y <= y1 - dy;
}

/** Whether a string is one sign in the middle of a box. */
function isSign(run: TextRun, rect: Box): boolean {
  const signs = spell(run).filter(({ text }) => text.trim() !== '');
  const [sign] = signs;
  if (sign === undefined || signs.length > 1) return false;
  const [x0, y0, x1, y1] = run.line;
  const part = (sign.from + sign.to) / 2;
  const at = [
    x0 + part * (x1 - x0) + MIDDLE * run.up[0],
    y0 + part * (y1 - y0) + MIDDLE * run.up[1],
  ] as const;
  const isOne = SIGNS.test(sign.text) || (SIGN_FONT.test(run.font?.name ?? '') && OF_SIGNS.test(sign.text));
  return isOne && isWithin(at, rect, EDGE);
}

/** Whether a line is a mark: of what the page prints only a few slanted strokes are one, and not the edge of a box. */
function isDrawn({ strokes = [], follows, box, maker }: Painting, rect: Box): boolean {
  if (!isMark(follows ?? box, rect)) return false;
  if (maker.annotation !== undefined) return true;
  const least = SLANT * Math.min(rect[2] - rect[0], rect[3] - rect[1]);
  const slanted = strokes.filter(
    ([x0, y0, x1, y1]) => Math.min(Math.abs(x1 - x0), Math.abs(y1 - y0)) >= least,
  );
  return slanted.length > 0 && strokes.length <= FEW;
}

/** Whether something as large as a mark stands in the middle of a box, and not around it. */
function isMark([x0, y0, x1, y1]: Box, rect: Box): boolean {
  const side = Math.min(rect[2] - rect[0], rect[3] - rect[1]);
  const size = Math.max(x1 - x0, y1 - y0) / side;
  const isAround = x0 <= rect[0] && y0 <= rect[1] && x1 >= rect[2] && y1 >= rect[3];
  const middle = [(x0 + x1) / 2, (y0 + y1) / 2] as const;
  return !isAround && size >= MARK.least && size <= MARK.most && isWithin(middle, rect, EDGE);
}

const isNumber = (text: string): boolean =>
  NUMBER.test(text) && (text.match(/\p{Nd}/gu) ?? []).length >= DIGITS;
