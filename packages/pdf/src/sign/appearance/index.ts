/**
 * Visible signatures. The way of one: {@link placeOnPage} (or {@link placeInRect} for a field that has its
 * /Rect) says where it stands, {@link drawAppearance} draws it, {@link appearanceObjects} writes its objects;
 * the widget takes `/Rect place.rect` and `/AP << /N (the first object) >>`.
 */
export { drawAppearance } from './draw.ts';
export { embedFont } from './embedded.ts';
export { placeInRect, placeOnPage, shownSize } from './geometry.ts';
export { APPEARANCE_OBJECTS, appearanceObjects, FONT_OBJECTS, fontObjects, streamOf } from './objects.ts';
export type * from './types.ts';
export { format } from './written.ts';
