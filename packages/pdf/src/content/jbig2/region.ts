import type { Octets } from '../octets.ts';
import type { Operator } from './bitmap.ts';
import { broken } from './broken.ts';

/** The region segment information field: size, place and combination operator (ITU-T T.88 §7.4.1). */
export interface RegionPlace {
  width: number;
  height: number;
  x: number;
  y: number;
  operator: Operator;
}

/** Readers disagree about places farther away. */
const FARTHEST = 2 ** 31 - 1;
const OPERATORS = 5;

export function readRegionPlace(octets: Octets): RegionPlace {
  const [width, height, x, y] = [octets.number(4), octets.number(4), octets.number(4), octets.number(4)];
  const flags = octets.number(1);
  const operator = flags & 7;
  if (Math.max(width, height, x, y) > FARTHEST) throw broken('a region lies too far away');
  // The other flags are for coloured regions, which PDF does not have.
  if (operator >= OPERATORS || flags >= 8) throw broken('a region is put otherwise than is read');
  return { width, height, x, y, operator: operator as Operator };
}
