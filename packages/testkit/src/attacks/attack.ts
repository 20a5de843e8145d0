import type { XrefKind } from '../pdf/index.ts';

/** A deceptive document, made from the description of an attack. */
export interface Attack {
  name: string;
  /** The file, a table by default. */
  bytes(kind?: XrefKind): Uint8Array;
  /** Kinds of findings that the inspection must give, no others among those of its topic; none for a harmless one. */
  expect: string[];
}
