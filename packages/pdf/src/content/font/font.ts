export { loadFont } from './load.ts';
export type { Extent, Font } from './types.ts';
