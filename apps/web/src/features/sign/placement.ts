import {
  type DocumentAnswer,
  keepInside,
  leastPlace,
  type PlaceAnchor,
  type Placement,
  placeAnchors,
  placeOn,
  type RememberedPlace,
} from '@websign/contract';
import type { PageBox } from '../../common/viewer/geometry.ts';

export { keepInside };
export const presets = placeAnchors;
export type Preset = PlaceAnchor;

/** Points: of a new signature, and the distance from the page's edge. */
export const defaultSize = { width: 210, height: 72 };
const widestMargin = 36;
const marginOf = ({ width, height }: PageBox) => Math.min(widestMargin, width / 10, height / 10);

const between = (value: number, low: number, high: number) =>
  Math.min(Math.max(value, low), Math.max(low, high));

/** Whether `placement` lies wholly on the page (SGN-3); a hundredth of a point is rounding. */
export function isInside({ x, y, width, height }: Placement, page: PageBox): boolean {
  const slack = 0.01;
  return x >= -slack && y >= -slack && x + width <= page.width + slack && y + height <= page.height + slack;
}

/** `size` at one of the six places of `page`, inside its margins where it has room for them. */
export function atPreset(preset: Preset, number: number, page: PageBox, size = defaultSize): Placement {
  const margin = marginOf(page);
  const width = Math.min(size.width, page.width - 2 * margin);
  const height = Math.min(size.height, page.height - 2 * margin);
  const x = preset.endsWith('Left')
    ? margin
    : preset.endsWith('Center')
      ? (page.width - width) / 2
      : page.width - width - margin;
  const y = preset.startsWith('bottom') ? margin : page.height - height - margin;
  return keepInside({ page: number, x, y, width, height }, page);
}

/** The preset that a placement stands at; null when it was put elsewhere. */
export function presetOf(placement: Placement, page: PageBox): Preset | null {
  const same = (preset: Preset) => {
    const there = atPreset(preset, placement.page, page, placement);
    return Math.abs(there.x - placement.x) < 0.5 && Math.abs(there.y - placement.y) < 0.5;
  };
  return presets.find(same) ?? null;
}

/** Moves by points, to the right and up. */
export function moved(placement: Placement, dx: number, dy: number, page: PageBox): Placement {
  return keepInside({ ...placement, x: placement.x + dx, y: placement.y + dy }, page);
}

/** Gives a new size; the upper left corner stays where it is, as the corner that is dragged suggests. */
export function resized(placement: Placement, width: number, height: number, page: PageBox): Placement {
  const top = placement.y + placement.height;
  const right = page.width - placement.x;
  const least = (value: number, low: number, room: number) => between(value, Math.min(low, room), room);
  const w = least(width, leastPlace.width, right);
  const h = least(height, leastPlace.height, top);
  return keepInside({ ...placement, width: w, height: h, y: top - h }, page);
}

const anyPage: PageBox = { width: 595, height: 842 };

/** The size of page `number` (from 1); A4 where the document does not tell. */
export function pageBox(document: DocumentAnswer, number: number): PageBox {
  return document.pageSizes[number - 1] ?? anyPage;
}

/** Bottom right of the last page, as the server places it too. */
export function defaultPlacement(document: DocumentAnswer): Placement {
  const last = Math.max(1, document.pages);
  return atPreset('bottomRight', last, pageBox(document, last));
}

/** SGN-11: where the signature is wanted on `document`: where the signer's last one stood, else at the default place. */
export function wantedPlacement(document: DocumentAnswer, wanted: RememberedPlace | null): Placement {
  return wanted ? placeOn(wanted, document) : defaultPlacement(document);
}
