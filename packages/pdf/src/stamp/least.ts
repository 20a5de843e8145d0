import type { Size } from './types.ts';

/**
 * The smallest stamp in points that can still hold a name that a person can read: a smaller one is refused. What people
 * are offered is never so small (`leastPlace` of the contract).
 */
export const smallest: Size = { width: 40, height: 15 };
