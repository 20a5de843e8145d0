import { intersect, isEmpty } from '../revisions/boxes.ts';
import type { Box } from '../revisions/pages.ts';
import type { Pdf } from '../syntax/pdf.ts';
import type { Painting } from './canvas.ts';
import { OPAQUE, onPage, readPicture } from './picture.ts';
import { strokes } from './strokes.ts';
import type { Layer, Veil } from './veil.ts';

/** How far the edges of a rectangle may lie apart, in units: far below what is seen. */
const NEAR = 0.01;

/**
 * Lays what a painting paints over a veil, `layer.share` of which hides what is behind it. False where that is not
 * known: an image whose samples are not read, a path of too many points.
 */
export function layPainting(pdf: Pdf, veil: Veil, painting: Painting, layer: Layer): boolean {
  const { kind, box, clip, clips, outline, picture } = painting;
  const seen = intersect(intersect(box, clip), veil.area);
  if (isEmpty(seen)) return true;
  if (kind === 'stroke') return layStroke(veil, painting, seen, { ...layer, clips });
  const shade = kind === 'image' && picture !== undefined ? shadeOf(pdf, picture, layer) : layer.shade;
  // Of a path of too many points nothing but the bounds are known.
  if (shade === 'unread' || (kind === 'fill' && outline === undefined && !isRectangle(painting)))
    return false;
  const whole: Layer = { ...layer, clips, ...(shade === undefined ? {} : { shade }) };
  if (outline === undefined) veil.add(seen, whole);
  else veil.addOutline(outline, seen, whole);
  return true;
}

const isRectangle = ({ box, whole }: Painting): boolean =>
  whole?.every((edge, at) => Math.abs(edge - (box[at] ?? 0)) < NEAR) === true;

function shadeOf(
  pdf: Pdf,
  { stream, matrix }: NonNullable<Painting['picture']>,
  { shade }: Layer,
): Layer['shade'] | 'unread' {
  const { alpha } = readPicture(pdf, stream);
  if (alpha === OPAQUE) return shade;
  const own = alpha === undefined ? undefined : onPage(alpha, matrix);
  if (own === undefined) return 'unread';
  return shade === undefined ? own : (x, y, side) => own(x, y, side) * shade(x, y, side);
}

function layStroke(veil: Veil, painting: Painting, seen: Box, layer: Layer): boolean {
  const { pieces, width = 0, whole } = painting;
  const outline = painting.outline ?? (pieces === undefined ? undefined : strokes(pieces, width, 0, seen));
  if (outline !== undefined) veil.addOutline(outline, seen, layer);
  else if (whole !== undefined) veil.add(intersect(whole, seen), layer);
  return outline !== undefined || whole !== undefined;
}
