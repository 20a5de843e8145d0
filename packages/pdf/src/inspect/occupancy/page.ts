import { FLAG } from '../../content/annotations.ts';
import type { Canvas, Painting, TextRun } from '../../content/canvas.ts';
import type { DrawnAnnotation } from '../../content/draw.ts';
import { contains, intersect } from '../../revisions/boxes.ts';
import type { Box, Page } from '../../revisions/pages.ts';
import { decodeText } from '../../syntax/strings.ts';
import { touch } from '../hidden/boxes.ts';
import { painted } from '../hidden/colour.ts';
import { Cells } from './cells.ts';

/** Points of a cell's side: finer than this nobody places a signature. A page has at most so many along a side. */
const CELL = 4;
const MOST_CELLS = 256;
/** What alpha leaves no trace. */
const TRACE = 0.01;
const WHITE = 0xff_ff_ff;
/** Channels of a colour may differ so much from those of the paper, and it still looks like it. */
const NEAR = 8;
/** Of the page: what one colour paints that much of is its paper; and pictures that much of is a scan. */
const PAPER_SHARE = 0.9;
const PICTURE_SHARE = 0.85;
/** Units: areas below this are taken for their bounds. */
const SMALL = 24;
/** Bytes of a string that are looked at for anything but blanks. */
const MOST_BLANKS = 512;
/** Rows or edges that are looked at, for a unit of work. */
const ROWS_A_UNIT = 4;
/** Annotations that show nothing of their own: what they stand on does, or nothing. */
const PLAIN: ReadonlySet<string> = new Set(['Link', 'Popup', 'Watermark']);

/** Where something stands on a page as it is shown: CropBox after rotation. */
export interface Occupancy {
  /** Counted from 1. */
  page: number;
  columns: number;
  rows: number;
  /** A bit for each cell, row by row from the lower left corner, the highest bit of a byte first: 1 where something stands. */
  taken: Uint8Array;
  /**
   * Why all of it counts as taken: pictures cover the page, and what they show is not known; or what stands there could
   * not be read.
   */
  cause: 'picture' | 'unreadable' | null;
}

/** Takes a page's marks and tells where they stand. Bounded in memory and by `spend` in time. */
export class OccupiedPage implements Canvas {
  readonly #page: Page;
  readonly #cells: Cells;
  /** What looks like it is free; undefined where nothing does: on a shading. */
  #paper: number | undefined = WHITE;
  #isUnreadable = false;

  constructor(page: Page, spend: (units: number) => void) {
    this.#page = page;
    const [left, bottom, right, top] = page.cropBox;
    const [width, height] = [(right - left) * page.userUnit, (top - bottom) * page.userUnit];
    const cell = Math.max(CELL, Math.max(width, height) / MOST_CELLS);
    this.#cells = new Cells(page.cropBox, cellsAlong(width, cell), cellsAlong(height, cell), (looked) =>
      spend(looked / ROWS_A_UNIT),
    );
  }

  text(run: TextRun): void {
    const { layer, alpha, mode, blank, box, clip } = run;
    if (layer === 'off' || alpha <= TRACE || mode % 4 === 3 || blank || isBlank(run)) return;
    this.#take(intersect(box, clip), box, clip);
  }

  paint(painting: Painting): void {
    const { layer, alpha, box, clip, solid } = painting;
    if (layer === 'off' || alpha <= TRACE || this.#isGround(painting)) return;
    if (this.#looksLikePaper(painting)) {
      if (painting.opaque && solid !== undefined) this.#cells.free(intersect(solid, clip));
      return;
    }
    const seen = intersect(box, clip);
    if (!touch(box, clip) || !touch(seen, this.#page.cropBox)) return;
    const onPage = intersect(seen, this.#page.cropBox);
    if (painting.kind === 'image') this.#cells.picture(onPage);
    const { outline, trace, width = 0 } = painting;
    const isLarge = Math.min(seen[2] - seen[0], seen[3] - seen[1]) > SMALL;
    if (outline !== undefined && isLarge) this.#cells.fill(outline, onPage);
    else if (trace !== undefined) this.#cells.trace(trace, width / 2, onPage);
    else this.#take(seen, box, clip);
  }

  /** What part of the content could not be read may stand anywhere. */
  unreadable(): void {
    this.#isUnreadable = true;
  }

  /** A field is there to be filled in and a note to be read, whatever it looks like. */
  annotations(drawn: readonly DrawnAnnotation[]): void {
    for (const { shown, subtype, flags, rect } of drawn) {
      if (rect === undefined || PLAIN.has(subtype) || shown === 'hidden') continue;
      if (shown === 'no_view' && (flags & FLAG.print) === 0) continue;
      if (rect[0] < rect[2] && rect[1] < rect[3]) this.#take(rect, rect, this.#page.cropBox);
    }
  }

  finish(): Occupancy {
    const { number, rotate } = this.#page;
    const cause = this.#isUnreadable
      ? 'unreadable'
      : this.#cells.pictureShare >= PICTURE_SHARE
        ? 'picture'
        : null;
    if (cause !== null) this.#cells.takeAll();
    return { page: number, ...turned(this.#cells, rotate), cause };
  }

  /** Paint that covers the page is the paper for what follows, and hides what stood there. */
  #isGround({ kind, colour, solid, opaque, alpha, masked, blend }: Painting): boolean {
    if (solid === undefined || masked || blend !== 'Normal') return false;
    if (this.#share(intersect(solid, this.#page.cropBox)) < PAPER_SHARE) return false;
    if (colour === undefined && !(kind === 'shading' && opaque)) return false;
    if (opaque) this.#cells.free(grown(solid, this.#page.cropBox));
    const under = this.#paper;
    this.#paper =
      colour === undefined || opaque
        ? colour
        : under === undefined
          ? undefined
          : painted(colour, alpha, under, blend);
    return true;
  }

  #looksLikePaper({ colour, blend }: Painting): boolean {
    if (colour === undefined || this.#paper === undefined || blend !== 'Normal') return false;
    return isNear(colour, this.#paper);
  }

  #take(box: Box, whole: Box, clip: Box): void {
    if (touch(whole, clip) && touch(box, this.#page.cropBox)) this.#cells.take(box);
  }

  /** How much of the page a box takes, 0 to 1. */
  #share([x0, y0, x1, y1]: Box): number {
    const [left, bottom, right, top] = this.#page.cropBox;
    const whole = (right - left) * (top - bottom);
    return whole > 0 ? ((x1 - x0) * (y1 - y0)) / whole : 0;
  }
}

/** A page of no width or height has a row of cells all the same: whoever asks is told of one. */
const cellsAlong = (length: number, cell: number): number => Math.max(1, Math.ceil(length / cell) || 1);

/** Paper that stops short of the page's edges is taken to reach them. */
const grown = (solid: Box, area: Box): Box => (contains(solid, area) ? solid : area);

const isNear = (a: number, b: number): boolean =>
  [16, 8, 0].every((shift) => Math.abs(((a >> shift) & 0xff) - ((b >> shift) & 0xff)) <= NEAR);

/** One code again and again that is a blank: several that are told as blanks may be letters of a font without names. */
function isBlank({ font, bytes }: TextRun): boolean {
  if (bytes.length > MOST_BLANKS) return false;
  for (let at = 2; at < bytes.length; at++) if (bytes[at] !== bytes[at - 2]) return false;
  const text = font?.text(bytes) ?? decodeText(bytes);
  return text !== '' && text.trim() === '';
}

/** The cells as the page is shown, as bits. */
function turned(cells: Cells, rotate: Page['rotate']): Pick<Occupancy, 'columns' | 'rows' | 'taken'> {
  const { columns: across, rows: up } = cells;
  const [columns, rows] = rotate % 180 === 0 ? [across, up] : [up, across];
  const taken = new Uint8Array(Math.ceil((columns * rows) / 8));
  // Where a cell of default user space stands on the shown page, which is turned clockwise.
  const shown: Record<Page['rotate'], (column: number, row: number) => number> = {
    0: (column, row) => row * columns + column,
    90: (column, row) => (across - 1 - column) * columns + row,
    180: (column, row) => (up - 1 - row) * columns + (across - 1 - column),
    270: (column, row) => column * columns + (up - 1 - row),
  };
  const bitOf = shown[rotate];
  for (let at = cells.taken.indexOf(1); at >= 0; at = cells.taken.indexOf(1, at + 1)) {
    const bit = bitOf(at % across, Math.floor(at / across));
    taken[bit >> 3] = (taken[bit >> 3] ?? 0) | (0x80 >> (bit & 7));
  }
  return { columns, rows, taken };
}
