import type { Canvas, Painting, TextRun } from '../../content/canvas.ts';
import { spell } from '../../content/codes.ts';
import type { DrawOptions } from '../../content/options.ts';
import { decodeText } from '../../syntax/strings.ts';
import { intersect, isEmpty } from '../boxes.ts';
import type { Box } from '../pages.ts';
import type { Drawing } from './drawings.ts';

/** What of each kind is kept of one page; past it nothing can be said of it. */
const MOST_MARKS = 20_000;
const MOST_DRAWINGS = 50_000;
const MOST_EDGES = 2 ** 20;
const MOST_PICTURES = 500;
/** Bytes of all strings of a page that are kept. */
const MOST_BYTES = 4 * 1024 * 1024;
/** What is at most this visible is not seen. */
export const FAINT = 0.02;
/** Where over its line a letter is read: from its foot to the height of a capital, in ems. */
const FOOT = 0.05;
const TOP = 0.6;
/** The same of signs of which little is ink: at the line, in the middle, and above. */
const ZONES: readonly [RegExp, readonly [number, number]][] = [
  [/^[.,;_\u201a\u201e\u066b]$/u, [-0.15, 0.15]],
  [/^[-\u00ad\u00b7\u2010-\u2015\u2212~]$/u, [0.15, 0.42]],
  [/^['"\u2018\u2019\u201c\u201d\u00b4\u0384]$/u, [0.45, 0.75]],
];
const LETTERS = [FOOT, TOP] as const;
/** Most are plain letters, which no sign need be held against. */
const PLAIN = /^[a-z0-9]/i;
const zoneOf = (letter: string): readonly [number, number] =>
  PLAIN.test(letter) ? LETTERS : (ZONES.find(([signs]) => signs.test(letter))?.[1] ?? LETTERS);
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
  /** Areas, lines and pictures, in the order of painting. */
  readonly drawings: Drawing[] = [];
  readonly pictures: { painting: Painting; box: Box }[] = [];
  /** Text that is not painted: what a scan says, where it lies over one. */
  readonly #unseen: Written[] = [];
  #bytes = 0;
  #edges = 0;
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
    const { kind, layer, alpha, box, clip, glyph, outline } = painting;
    const seen = intersect(box, clip);
    if (layer === 'off' || alpha <= FAINT || glyph || isEmpty(seen)) return;
    if (kind === 'image') {
      if (this.pictures.length >= MOST_PICTURES) this.isWhole = false;
      else this.pictures.push({ painting, box: seen });
    }
    this.#edges += outline?.edgeCount ?? 0;
    if (this.drawings.length >= MOST_DRAWINGS || this.#edges > MOST_EDGES) this.isWhole = false;
    else this.drawings.push({ painting, box: seen });
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
  draw(shown, { unreadable: () => (shown.isWhole = false), precise: true });
  shown.settle();
  return shown;
}

/** The place of a string; its last letter may be wider than it is said to be. */
function reachOf({ box: [x0, y0, x1, y1], width }: TextRun): Box {
  const more = UNKNOWN * width;
  return [x0 - more, y0 - more, x1 + more, y1 + more];
}

/** The letters of a string, each where it is read; none for a row of signs to write on. */
export function lettersOf({ run }: Written): Letter[] {
  const text = run.font?.text(run.bytes) ?? decodeText(run.bytes);
  if (RULE.test(text) && text.length >= RULE_LENGTH) return [];
  const place = placer(run);
  const letters: Letter[] = [];
  for (const { text: letter, from, to } of spell(run)) {
    if (letter.trim() === '') continue;
    const seen = intersect(place(letter, from, to), run.clip);
    if (!isEmpty(seen)) letters.push({ text: letter, box: seen });
  }
  return letters;
}

/** Where the letters of a run are read; one that is said to have next to no width is shown with one all the same. */
function placer({ line, along, box, size, width, font }: TextRun) {
  const [x0, y0, x1, y1] = line;
  const unit = Math.hypot(...along) || 1;
  const [dx, dy] = [along[0] / unit, along[1] / unit];
  // Upwards from the line: to the side on which the string's box has more.
  const side = (box[0] + box[2] - x0 - x1) * -dy + (box[1] + box[3] - y0 - y1) * dx < 0 ? -size : size;
  const isVertical = font?.vertical === true;
  const em = isVertical ? size : width;
  const backwards = (x1 - x0) * dx + (y1 - y0) * dy < 0 ? -1 : 1;
  const length = Math.hypot(x1 - x0, y1 - y0) * backwards;
  return (letter: string, from: number, to: number): Box => {
    const start = Math.min(from, to) * length;
    const end = Math.max(from, to) * length;
    const stop = Math.abs(end - start) >= NARROW * em ? end : start + backwards * UNKNOWN * em;
    const [foot, top] = isVertical ? MIDDLE : zoneOf(letter);
    // Along the line, and away from it.
    const [ax, bx, ay, by] = [dx * start, dx * stop, dy * start, dy * stop];
    const [lowX, highX] = [-dy * side * foot, -dy * side * top];
    const [lowY, highY] = [dx * side * foot, dx * side * top];
    return [
      x0 + Math.min(ax, bx) + Math.min(lowX, highX),
      y0 + Math.min(ay, by) + Math.min(lowY, highY),
      x0 + Math.max(ax, bx) + Math.max(lowX, highX),
      y0 + Math.max(ay, by) + Math.max(lowY, highY),
    ];
  };
}
