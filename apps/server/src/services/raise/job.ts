import { signatureLevel } from '@websign/contract';
import type { SignatureLevel } from '@websign/pades';
import { z } from 'zod';
import type { NewJob } from '../../storage/index.ts';

/** Which signature of which document is raised; `renew`: it is B-LTA and has to stay so. */
export const raiseOrder = z.object({
  accountId: z.string(),
  documentId: z.string(),
  /** Fully qualified. */
  field: z.string(),
  /** What was promised; orders of before say nothing of it. */
  level: signatureLevel.optional(),
  renew: z.boolean(),
});
export type RaiseOrder = z.infer<typeof raiseOrder>;

export const raiseKind = 'raise';

/** When a signature that was not raised at once is tried again first; further tries back off. */
const firstTryMs = 30_000;
/** When it is first looked at whether an archive time-stamp has to be renewed. */
const firstLookMs = 60 * 60_000;

export const raiseJob = (order: RaiseOrder, notBefore: number): NewJob => ({
  kind: raiseKind,
  payload: order,
  key: `raise:${order.documentId}:${order.field}`,
  notBefore,
});

/** What remains to be done for a signature, `now` in epoch milliseconds. */
export function jobAfter(
  { level, raising }: { level: SignatureLevel; raising: boolean },
  signature: Omit<RaiseOrder, 'renew'>,
  now: number,
): NewJob[] {
  if (raising) return [raiseJob({ ...signature, renew: false }, now + firstTryMs)];
  return level === 'B-LTA' ? [raiseJob({ ...signature, renew: true }, now + firstLookMs)] : [];
}
