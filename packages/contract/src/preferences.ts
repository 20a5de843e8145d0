import { z } from 'zod';
import { limits } from './limits.ts';
import { placeAnchors } from './place.ts';

/**
 * A place that fits documents of any number and size of pages. `dx` and `dy`, in points, go from the anchor towards
 * the middle of the page; from the middle of an edge `dx` goes to the right.
 */
export const rememberedPlace = z.object({
  page: z.union([z.enum(['first', 'last']), z.number().int().min(1).max(limits.placePage)]),
  corner: z.enum(placeAnchors),
  dx: z.number().min(-limits.placePoints).max(limits.placePoints),
  dy: z.number().min(-limits.placePoints).max(limits.placePoints),
  width: z.number().positive().max(limits.placePoints),
  height: z.number().positive().max(limits.placePoints),
});
export type RememberedPlace = z.infer<typeof rememberedPlace>;

/** SGN-11: what the signer signed with last. Nothing of it is secret, and passwords and codes have no place in it. */
export const preferences = z.object({
  visible: z.boolean(),
  title: z.string().max(limits.titleLength),
  reason: z.string().max(limits.reasonLength),
  /** Null where the signer has never placed a signature by hand. */
  place: rememberedPlace.nullable(),
});
export type Preferences = z.infer<typeof preferences>;

/** Null where nothing is remembered. */
export const preferencesAnswer = z.object({ preferences: preferences.nullable() });
export type PreferencesAnswer = z.infer<typeof preferencesAnswer>;
