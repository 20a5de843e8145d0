export { loadFont } from './load.ts';
export type { Font } from './types.ts';
