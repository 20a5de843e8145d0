import { inverse } from '../../content/matrix.ts';
import { readPicture } from '../../content/picture.ts';
import type { Veil } from '../../content/veil.ts';
import type { Pdf } from '../../syntax/pdf.ts';
import type { PdfStream } from '../../syntax/values.ts';
import { area } from '../boxes.ts';
import type { Box } from '../pages.ts';
import type { Cover } from './cover.ts';
import type { Shown } from './page.ts';

/** How much of a place has to be hidden for what a picture shows there to be so. */
const HIDDEN = 0.4;
/** How far from the paper's lightness ink is, of 255, and how fine that is counted. */
const CONTRAST = 64;
const STEPS = 16;
/** Sides of the places that are looked at, in units of default user space. */
const PLACE = 8;
/** Of the ink in a place: the least area, height and width. Less is a line to write on, or dust. */
const LEAST = { area: 4, high: 3, wide: 2 };
/** How much of the ink in a place is hidden where it is no longer read: a code of squares leaves half of it. */
const SHARE = 0.6;
/** Hidden area, in square units, of a picture that is not read; less is its edge. */
const EDGE = 30;
/** Words over a picture that tell what it shows. */
const WORDS = 10;

/** What of the pictures of a page a veil hides: ink, nothing, or what cannot be told. */
export function hiddenInk(
  pdf: Pdf,
  cover: Cover,
  { pictures, written }: Pick<Shown, 'pictures' | 'written'>,
): 'hides' | 'unread' | 'clear' {
  let found: 'unread' | 'clear' = 'clear';
  for (const { painting, box } of pictures) {
    if (!cover.touches(box)) continue;
    const { veil } = cover;
    pdf.spend(2 + Math.min(veil.size, area(box) / veil.cell ** 2));
    const cells = cellsOf(veil, box);
    if (cells.filter((cell) => cell.isHidden).length * veil.cell ** 2 < EDGE) continue;
    pdf.spend(cells.length);
    const back = painting.picture === undefined ? undefined : inverse(painting.picture.matrix);
    const shade = painting.picture === undefined ? undefined : shadeOf(pdf, painting.picture.stream);
    if (back === undefined || shade === undefined) {
      // Where a scan was read, its words stand over it.
      const words = written.filter(({ run }) => run.mode === 3 || run.mode === 7);
      if (words.length < WORDS) found = 'unread';
      continue;
    }
    const [a, b, c, d, e, f] = back;
    const lit = cells.map((cell) => {
      const { x, y } = cell;
      return { ...cell, light: shade(a * x + c * y + e, b * x + d * y + f) };
    });
    if (hasInk(lit, veil.cell)) return 'hides';
  }
  return found;
}

/** How light a picture is at a place of its unit square; of a stencil (§8.9.6.2), where it is painted. */
function shadeOf(pdf: Pdf, picture: PdfStream): ((u: number, v: number) => number) | undefined {
  const { light, alpha } = readPicture(pdf, picture);
  if (light !== undefined) return light;
  if (alpha === undefined || pdf.boolean(picture.dict.entries.get('ImageMask')) !== true) return undefined;
  return (u, v) => 255 * (1 - alpha(u, v));
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

/** Whether hidden cells are of another lightness than the paper, and are most of what is written in a place. */
function hasInk(cells: readonly (Cell & { light: number })[], side: number): boolean {
  const counts = new Array<number>(STEPS).fill(0);
  const step = ({ light }: { light: number }): number =>
    Math.min(STEPS - 1, Math.floor((light * STEPS) / 256));
  for (const cell of cells) counts[step(cell)] = (counts[step(cell)] ?? 0) + 1;
  const paper = ((counts.indexOf(Math.max(...counts)) + 0.5) * 256) / STEPS;
  const ink = cells.filter(({ light }) => Math.abs(light - paper) > CONTRAST);
  const places = Map.groupBy(ink, ({ x, y }) => `${Math.floor(x / PLACE)} ${Math.floor(y / PLACE)}`);
  return [...places.values()].some((place) => {
    const hidden = place.filter(({ isHidden }) => isHidden);
    const extent = (axis: 'x' | 'y'): number => new Set(hidden.map((cell) => cell[axis])).size * side;
    return (
      hidden.length * side ** 2 >= LEAST.area &&
      hidden.length >= SHARE * place.length &&
      extent('y') >= LEAST.high &&
      extent('x') >= LEAST.wide
    );
  });
}
