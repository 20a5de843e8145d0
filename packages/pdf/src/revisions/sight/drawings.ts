import type { Painting } from '../../content/canvas.ts';
import { layPainting } from '../../content/lay.ts';
import type { Outline } from '../../content/outline.ts';
import { lightOf } from '../../content/picture.ts';
import { Veil } from '../../content/veil.ts';
import type { Pdf } from '../../syntax/pdf.ts';
import { intersect, isEmpty } from '../boxes.ts';
import type { Box } from '../pages.ts';
import { type Cover, hiddenPlace } from './cover.ts';
import { type Effect, HIDDEN, LINE, type Marked, marksOf } from './marks.ts';

/** Cells of the raster of what is drawn about a look. */
const MOST_CELLS = 2 ** 18;
/** Sides from which on an area is a ground, and not a stroke of a letter, in units of default user space. */
const BROAD = 8;
/** What a straight line may be broad, and how many edges it has. */
const THIN = 3;
const EDGES = 8;
/** Levels that no colour has: of a ground that is not known, and of what is drawn in colours that are not. */
const UNKNOWN = { ground: 2, ink: -1 };
/** How far from its ground, of 1, something is that is seen. */
const CONTRAST = 0.1;

/** Something that is painted on a page. */
export interface Drawing {
  painting: Painting;
  /** What of it can be seen. */
  box: Box;
}

/**
 * What a veil hides of what a page draws: what is drawn is painted again, in its order, about the place, once with and
 * once without whatever is as thin as the strokes of letters. Where the two differ there is ink, dark on light or light
 * on dark, of however many paths or pieces it is made.
 */
export function hiddenDrawings(pdf: Pdf, cover: Cover, drawings: readonly Drawing[]): Effect {
  pdf.spend(drawings.length);
  if (!drawings.some(({ painting, box }) => !isGround(painting) && cover.touches(box))) return 'clear';
  pdf.spend(cover.veil.size / 2);
  const place = hiddenPlace(cover.veil, cover.veil.area);
  if (place === undefined) return 'clear';
  const [x0, y0, x1, y1] = place;
  const area: Box = [x0 - LINE, y0 - LINE, x1 + LINE, y1 + LINE];
  const [all, ground] = [paper(pdf, area), paper(pdf, area)];
  let isUnread = false;
  for (const { painting, box } of drawings) {
    if (isEmpty(intersect(box, area)) || isLongLine(painting)) continue;
    if (isGround(painting)) for (const veil of [all, ground]) layGround(pdf, veil, { painting, box });
    else {
      const level = levelOf(painting, UNKNOWN.ink);
      const isLaid = layPainting(pdf, all, painting, { share: painting.alpha, level: () => level });
      isUnread ||= !isLaid && cover.hides(box, HIDDEN);
    }
  }
  const effects = marksOf(pdf, inkOf(pdf, cover.veil, all, ground));
  if (effects.includes('hides')) return 'hides';
  return isUnread || effects.includes('unread') ? 'unread' : 'clear';
}

/** A raster of white paper. */
function paper(pdf: Pdf, area: Box): Veil {
  const veil = new Veil(area, (units) => pdf.spend(units), MOST_CELLS);
  veil.fill(1);
  return veil;
}

/** Which cells differ from their ground, how far, and which of those are hidden. */
function inkOf(pdf: Pdf, veil: Veil, all: Veil, ground: Veil): Marked {
  const { columns, rows, cell, area } = all;
  pdf.spend(all.size / 2);
  const contrast = new Float32Array(columns * rows);
  const hidden = new Uint8Array(columns * rows);
  for (let row = 0; row < rows; row++) {
    for (let column = 0; column < columns; column++) {
      const differs = Math.abs(all.cellAt(column, row) - ground.cellAt(column, row));
      if (differs < CONTRAST) continue;
      const at = row * columns + column;
      contrast[at] = differs;
      const [x, y] = [area[0] + (column + 0.5) * cell, area[1] + (row + 0.5) * cell];
      if ((veil.at(x, y) ?? 0) >= HIDDEN) hidden[at] = 1;
    }
  }
  return { columns, rows, cell, contrast, hidden, share: HIDDEN };
}

/** An image, which is looked at by itself, a shading, or an area that is broader than a letter's stroke. */
export function isGround({ kind, outline, whole }: Painting): boolean {
  if (kind === 'image' || kind === 'shading') return true;
  if (outline !== undefined) return breadth(outline) >= BROAD;
  return whole !== undefined && Math.min(whole[2] - whole[0], whole[3] - whole[1]) >= BROAD;
}

function layGround(pdf: Pdf, veil: Veil, { painting, box }: Drawing): void {
  const level = levelOf(painting, UNKNOWN.ground);
  const layer = { share: painting.alpha, level: () => level };
  if (painting.kind === 'image') veil.add(box, { ...layer, share: 1 });
  else layPainting(pdf, veil, painting, layer);
}

const levelOf = ({ colour }: Painting, unknown: number): number =>
  colour === undefined ? unknown : lightOf(colour) / 255;

/** A line across the page that is neither level nor upright: it is no part of a letter. */
function isLongLine({ box: [x0, y0, x1, y1], outline }: Painting): boolean {
  const [wide, high] = [x1 - x0, y1 - y0];
  const isSlanted = Math.min(wide, high) > THIN && Math.max(wide, high) > LINE;
  return isSlanted && outline !== undefined && outline.edgeCount <= EDGES && breadth(outline) <= THIN;
}

/** How broad the areas are that an outline encloses, one with another: twice its area to its length. */
function breadth(outline: Outline): number {
  let [area, length] = [0, 0];
  outline.edges((x0, y0, x1, y1) => {
    area += x0 * y1 - x1 * y0;
    length += Math.hypot(x1 - x0, y1 - y0);
  });
  return length === 0 ? 0 : Math.abs(area) / length;
}
