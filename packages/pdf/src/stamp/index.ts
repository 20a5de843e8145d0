/**
 * A visible signature as it looks, laid out and painted in one place: the engine writes it into the document
 * (`sign/appearance`), the browser shows it beforehand. This room imports nothing but `font/` and the engine's
 * error, so that a browser can load it (`@websign/pdf/stamp`, docs/adr/0029-…).
 */
export { layoutStamp } from './layout.ts';
export { smallest } from './least.ts';
export { type Mark, marksOf } from './marks.ts';
export { readOutlines } from './outline.ts';
export { displayable } from './text.ts';
export { type Font, readFont } from './truetype.ts';
export type * from './types.ts';
export { measure, wrap } from './wrap.ts';
