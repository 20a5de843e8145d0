import type { Effect } from './marks.ts';

/** The gravest of several effects. */
export const worst = (effects: readonly Effect[]): Effect =>
  effects.find((effect) => effect === 'hides') ?? effects.find((effect) => effect === 'unread') ?? 'clear';
