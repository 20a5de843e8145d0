import type { Canvas, Painting, TextRun } from '../../content/canvas.ts';
import { spell } from '../../content/codes.ts';
import type { DrawOptions } from '../../content/options.ts';
import { lightOf } from '../../content/picture.ts';
import { decodeText } from '../../syntax/strings.ts';
import { intersect, isEmpty } from '../boxes.ts';
import type { Box } from '../pages.ts';

/** Marks of each kind that are kept of one page; past them nothing can be said of it. */
const MOST_MARKS = 20_000;
const MOST_PICTURES = 500;
/** Bytes of all strings of a page that are kept. */
const MOST_BYTES = 4 * 1024 * 1024;
/** What is at most this visible is not seen. */
export const FAINT = 0.02;
/** From here on, of 255, a drawing is as light as paper. */
const PALE = 235;
/** Sides of a drawing that may be a letter, in units of default user space. */
const LETTER = { least: 1, low: 3, most: 40 };
/** Where over its line a letter is read: from its foot to the height of a capital, in ems. */
const FOOT = 0.05;
const TOP = 0.6;
/** The same of signs of which little is ink: at the line, in the middle, and above. */
const ZONES: readonly [RegExp, readonly [number, number]][] = [
  [/^[.,;_\u201a\u201e\u066b]$/u, [-0.15, 0.15]],
  [/^[-\u00ad\u00b7\u2010-\u2015\u2212~]$/u, [0.15, 0.42]],
  [/^['"\u2018\u2019\u201c\u201d\u00b4\u0384]$/u, [0.45, 0.75]],
];
const zoneOf = (letter: string): readonly [number, number] =>
  ZONES.find(([signs]) => signs.test(letter))?.[1] ?? [FOOT, TOP];
/** In vertical writing, beside the line. */
const MIDDLE = [-0.3, 0.3] as const;
/** Ems of the advance of a letter from which on it is believed, and those of one that is not. */
const NARROW = 0.1;
const UNKNOWN = 0.5;
/** Signs that are repeated as a rule to write on. */
const RULE = /^[_.…·\-‐‑‒–—―\s]+$/u;
const RULE_LENGTH = 3;

/** A string on a page. */
export interface Written {
  run: TextRun;
  /** What of it can be seen. */
  box: Box;
}

/** One letter of it, where it is read. */
export interface Letter {
  text: string;
  box: Box;
}

/** What a page, or its annotations, show. */
export class Shown implements Canvas {
  readonly written: Written[] = [];
  /** Drawings that may be letters or parts of such. */
  readonly drawings: { box: Box; annotation: number | undefined }[] = [];
  readonly pictures: { painting: Painting; box: Box }[] = [];
  /** Text that is not painted: what a scan says, where it lies over one. */
  readonly #unseen: Written[] = [];
  #bytes = 0;
  /** Whether this is all that there is. */
  isWhole = true;

  text(run: TextRun): void {
    const { mode, layer, blank, clip, alpha, bytes } = run;
    if (layer === 'off' || blank || alpha <= FAINT) return;
    const seen = intersect(reachOf(run), clip);
    if (isEmpty(seen)) return;
    const list = mode === 3 || mode === 7 ? this.#unseen : this.written;
    this.#bytes += bytes.length;
    if (list.length >= MOST_MARKS || this.#bytes > MOST_BYTES) this.isWhole = false;
    else list.push({ run: { ...run, bytes: bytes.slice() }, box: seen });
  }

  paint(painting: Painting): void {
    const { kind, layer, alpha, box, clip, glyph, colour, solid, maker } = painting;
    const seen = intersect(box, clip);
    if (layer === 'off' || alpha <= FAINT || glyph || isEmpty(seen)) return;
    if (kind === 'image') {
      if (this.pictures.length >= MOST_PICTURES) this.isWhole = false;
      else this.pictures.push({ painting, box: seen });
      return;
    }
    const isRectangle = kind === 'fill' && solid !== undefined;
    if (isRectangle || (colour !== undefined && lightOf(colour) > PALE) || !mayBeLetter(seen)) return;
    if (this.drawings.length >= MOST_MARKS) this.isWhole = false;
    else this.drawings.push({ box: seen, annotation: maker.annotation });
  }

  /** Text that lies over a picture without being painted tells what the picture shows. */
  settle(): void {
    for (const unseen of this.#unseen) {
      const [x0, y0, x1, y1] = unseen.box;
      const [x, y] = [(x0 + x1) / 2, (y0 + y1) / 2];
      if (this.pictures.some(({ box }) => x >= box[0] && x <= box[2] && y >= box[1] && y <= box[3]))
        this.written.push(unseen);
    }
    this.#unseen.length = 0;
  }
}

/** Draws into what is shown; what cannot be read may be anything. */
export function drawn(draw: (canvas: Canvas, options: DrawOptions) => void): Shown {
  const shown = new Shown();
  draw(shown, { unreadable: () => (shown.isWhole = false) });
  shown.settle();
  return shown;
}

/** The place of a string; its last letter may be wider than it is said to be. */
function reachOf({ box: [x0, y0, x1, y1], width }: TextRun): Box {
  const more = UNKNOWN * width;
  return [x0 - more, y0 - more, x1 + more, y1 + more];
}

function mayBeLetter([x0, y0, x1, y1]: Box): boolean {
  const [small, large] = [Math.min(x1 - x0, y1 - y0), Math.max(x1 - x0, y1 - y0)];
  return small >= LETTER.least && large >= LETTER.low && large <= LETTER.most;
}

/** The letters of a string, each where it is read; none for a row of signs to write on. */
export function lettersOf({ run }: Written): Letter[] {
  const text = run.font?.text(run.bytes) ?? decodeText(run.bytes);
  if (RULE.test(text) && text.replaceAll(/\s/gu, '').length !== 0 && text.length >= RULE_LENGTH) return [];
  const place = placer(run);
  return spell(run).flatMap(({ text: letter, from, to }) => {
    if (letter.trim() === '') return [];
    const seen = intersect(place(letter, from, to), run.clip);
    return isEmpty(seen) ? [] : [{ text: letter, box: seen }];
  });
}

/** Where the letters of a run are read; one that is said to have next to no width is shown with one all the same. */
function placer({ line, along, box, size, width, font }: TextRun) {
  const [x0, y0, x1, y1] = line;
  const unit = Math.hypot(...along);
  const [dx, dy] = unit === 0 ? [0, 0] : [along[0] / unit, along[1] / unit];
  // Upwards from the line: to the side on which the string's box has more.
  const side = (box[0] + box[2] - x0 - x1) * -dy + (box[1] + box[3] - y0 - y1) * dx < 0 ? -size : size;
  const isVertical = font?.vertical === true;
  const em = isVertical ? size : width;
  const backwards = (x1 - x0) * dx + (y1 - y0) * dy < 0 ? -1 : 1;
  return (letter: string, from: number, to: number): Box => {
    const length = Math.hypot(x1 - x0, y1 - y0) * backwards;
    const [start, end] = [Math.min(from, to) * length, Math.max(from, to) * length];
    const stands = Math.abs(end - start) >= NARROW * em ? end : start + backwards * UNKNOWN * em;
    const corners = [start, stands].flatMap((far) =>
      (isVertical ? MIDDLE : zoneOf(letter)).map((up): [number, number] => [
        x0 + dx * far - dy * side * up,
        y0 + dy * far + dx * side * up,
      ]),
    );
    const [xs, ys] = [corners.map(([x]) => x), corners.map(([, y]) => y)];
    return [Math.min(...xs), Math.min(...ys), Math.max(...xs), Math.max(...ys)];
  };
}
