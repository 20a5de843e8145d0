import type { Context } from './context.ts';

const expiredAtOnce = 100;

/** Forgets what is over: sessions, lockout counts, kept answers, documents past their term. */
export async function housekeep({ storage }: Pick<Context, 'storage'>): Promise<void> {
  await storage.sessions.sweep();
  await storage.attempts.sweep();
  await storage.signings.sweep();
  while ((await storage.documents.expire(expiredAtOnce)) === expiredAtOnce);
}
