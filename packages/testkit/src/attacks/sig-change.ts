import type { TestObject } from '../pdf/index.ts';
import { type SignedChange, type SigningWish, updated } from './sig-document.ts';

/** The objects of an update of the signed file. */
export type Objects = (signed: Uint8Array) => TestObject[];

/** A change that an ordinary update makes, and why it is not permitted. */
export const change = (
  kind: string,
  name: string,
  reason: string,
  objects: Objects,
  wish: SigningWish = {},
): SignedChange => ({
  name,
  class: kind,
  wish,
  make: (signed) => updated(signed, objects(signed)),
  expect: { reason },
});
/** A change that an ordinary update makes, and that is permitted. */
export const innocent = (
  name: string,
  level: 'none' | 'lta' | 'form-filling' | 'annotations',
  objects: Objects,
  wish: SigningWish = {},
): SignedChange => ({
  name,
  class: 'sig-diff-allowed',
  wish,
  make: (signed) => updated(signed, objects(signed)),
  expect: { level },
});
/** A change of the bytes themselves. */
export const bytes = (
  kind: string,
  name: string,
  expect: SignedChange['expect'],
  make: SignedChange['make'],
  wish: SigningWish = {},
): SignedChange => ({ name, class: kind, wish, make, expect });
