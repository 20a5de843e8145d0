import type { Painting } from '../../content/canvas.ts';
import { type Level, onPage, readPicture } from '../../content/picture.ts';
import type { Shade, Veil } from '../../content/veil.ts';
import type { Pdf } from '../../syntax/pdf.ts';
import { area, intersect, isEmpty } from '../boxes.ts';
import type { Box } from '../pages.ts';
import { type Cover, hiddenPlace } from './cover.ts';
import { worst } from './effects.ts';
import { type Effect, HIDDEN, LINE, linesOf, type Marked, marksOf, THIN } from './marks.ts';
import type { Shown } from './page.ts';

/** How far from the paper's lightness ink is, of 255, and how fine that is counted. */
const CONTRAST = 64;
const STEPS = 16;
/** Sides of the places that are looked at, in units of default user space. */
const PLACE = 8;
/** More than there are in a row of them on any page. */
const ROW = 2 ** 16;
/** Of the ink in a place: the least area, height and width. Less is looked at piece by piece. */
const LEAST = { area: 4, high: 3, wide: 2 };
/** How much of the ink in a place is hidden where it is no longer read: a code of squares leaves half of it. */
const SHARE = 0.6;
/** Hidden area, in square units, of a picture that is not read; less is its edge. */
const EDGE = 30;
/** Words over a picture that tell what it shows: of all of them, and of those that are so near. */
const WORDS = { all: 10, near: 3, reach: 72 };
/** Cells about a place whose ink is looked at piece by piece. */
const MOST_CELLS = 2 ** 18;

/** What of the pictures of a page a veil hides: ink, nothing, or what cannot be told. */
export function hiddenInk(
  pdf: Pdf,
  cover: Cover,
  { pictures, written }: Pick<Shown, 'pictures' | 'written'>,
): Effect {
  const effects: Effect[] = [];
  for (const { painting, box } of pictures) {
    if (!cover.touches(box)) continue;
    const { veil } = cover;
    pdf.spend(2 + Math.min(veil.size, area(box) / veil.cell ** 2));
    const cells = cellsOf(veil, box);
    const place = hiddenPlace(veil, box);
    if (place === undefined) continue;
    const shade = shadeOf(pdf, painting);
    if (shade === undefined) {
      const hidden = cells.filter(({ isHidden }) => isHidden).length * veil.cell ** 2;
      if (hidden >= EDGE && !isRecognised(written, place)) effects.push('unread');
      continue;
    }
    pdf.spend(2 * cells.length);
    const lit = cells.map((cell) => ({ ...cell, light: shade(cell.x, cell.y, veil.cell) }));
    const paper = paperOf(lit);
    const ink = inkAbout(pdf, veil, { shade, paper }, intersect(around(place), box));
    if (hasInk(ink)) return 'hides';
    effects.push(...marksOf(pdf, ink));
  }
  return worst(effects);
}

/** Where a scan was read, its words stand over it. */
function isRecognised(written: Shown['written'], place: Box): boolean {
  const words = written.filter(({ run }) => run.mode === 3 || run.mode === 7);
  const [x0, y0, x1, y1] = place;
  const { all, near, reach } = WORDS;
  const about: Box = [x0 - reach, y0 - reach, x1 + reach, y1 + reach];
  return words.length >= all && words.filter(({ box }) => !isEmpty(intersect(box, about))).length >= near;
}

/** How light pictures are, by what paints them; undefined for what is not read. */
const shades = new WeakMap<Painting, { readonly shade: Shade | undefined }>();

/** A page is drawn once, whatever the number of revisions, and so each of its pictures is read once. */
function shadeOf(pdf: Pdf, painting: Painting): Shade | undefined {
  const known = shades.get(painting) ?? { shade: readShade(pdf, painting) };
  shades.set(painting, known);
  return known.shade;
}

/** How light a picture is at a place of the page, on white; of a stencil (§8.9.6.2), where it is painted. */
function readShade(pdf: Pdf, { picture }: Painting): Shade | undefined {
  if (picture === undefined) return undefined;
  const { stream, matrix } = picture;
  const { light, alpha } = readPicture(pdf, stream);
  const isStencil = pdf.boolean(stream.dict.entries.get('ImageMask')) === true;
  if (alpha === undefined || (light === undefined && !isStencil)) return undefined;
  const level: Level = (...place) => 255 - alpha(...place) * (255 - (light?.(...place) ?? 0));
  return onPage(level, matrix);
}

/** With as much about it as tells a line from a letter. */
const around = ([x0, y0, x1, y1]: Box): Box => [x0 - LINE, y0 - LINE, x1 + LINE, y1 + LINE];

/** What differs from the paper in an area, and what of that is hidden. */
function inkAbout(
  pdf: Pdf,
  veil: Veil,
  { shade, paper }: { shade: Shade; paper: number },
  about: Box,
): Marked {
  const [x0, y0, x1, y1] = about;
  const cell = Math.max(veil.cell, Math.sqrt(area(about) / MOST_CELLS));
  const [columns, rows] = [Math.ceil((x1 - x0) / cell), Math.ceil((y1 - y0) / cell)];
  pdf.spend(2 * columns * rows);
  const contrast = new Float32Array(columns * rows);
  const hidden = new Uint8Array(columns * rows);
  for (let at = 0; at < contrast.length; at++) {
    const [x, y] = [x0 + ((at % columns) + 0.5) * cell, y0 + (Math.floor(at / columns) + 0.5) * cell];
    const differs = Math.abs(shade(x, y, cell) - paper);
    if (differs <= CONTRAST) continue;
    contrast[at] = differs / 255;
    if ((veil.at(x, y) ?? 0) >= HIDDEN) hidden[at] = 1;
  }
  return { columns, rows, cell, contrast, hidden, share: SHARE };
}

interface Cell {
  x: number;
  y: number;
  isHidden: boolean;
}

function cellsOf(veil: Veil, box: Box): Cell[] {
  const found: Cell[] = [];
  veil.visit(box, (x, y, hidden) => found.push({ x, y, isHidden: hidden >= HIDDEN }));
  return found;
}

type Lit = Cell & { light: number };

/** The lightness of most of what is looked at. */
function paperOf(cells: readonly Lit[]): number {
  const counts = new Array<number>(STEPS).fill(0);
  for (const { light } of cells) {
    const step = Math.floor((light * STEPS) / 256);
    counts[step] = (counts[step] ?? 0) + 1;
  }
  return ((counts.indexOf(Math.max(...counts)) + 0.5) * 256) / STEPS;
}

/** Whether hidden cells, lines aside, are most of what is written in a place. */
function hasInk(ink: Marked): boolean {
  const { columns, cell, contrast, hidden } = ink;
  const lines = linesOf(ink);
  const places = new Map<number, Place>();
  for (let at = 0; at < contrast.length; at++) {
    if (contrast[at] === 0 || lines[at] === THIN) continue;
    const [x, y] = [at % columns, Math.floor(at / columns)];
    const key = Math.floor((y * cell) / PLACE) * ROW + Math.floor((x * cell) / PLACE);
    const place = places.get(key) ?? { cells: 0, hidden: 0, columns: new Set(), rows: new Set() };
    places.set(key, place);
    place.cells++;
    if (hidden[at] === 0) continue;
    place.hidden++;
    place.columns.add(x);
    place.rows.add(y);
  }
  return [...places.values()].some(
    (place) =>
      place.hidden * cell ** 2 >= LEAST.area &&
      place.hidden >= SHARE * place.cells &&
      place.rows.size * cell >= LEAST.high &&
      place.columns.size * cell >= LEAST.wide,
  );
}

/** Ink in a square of the page. */
interface Place {
  cells: number;
  hidden: number;
  readonly columns: Set<number>;
  readonly rows: Set<number>;
}
