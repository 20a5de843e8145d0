export { loadFont } from './load.ts';
export type { Extent, Font, GlyphDrawings } from './types.ts';
