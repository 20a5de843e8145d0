import { type Preferences, preferences } from '@websign/contract';
import type { Context, SignedIn } from './context.ts';

/**
 * SGN-11: what the signer signed with last. Null where nothing is remembered, and where another version of the server
 * remembered it in a form that this one does not know: the screen then begins as for a new signer.
 */
export async function findPreferences(
  { storage }: Context,
  { account }: SignedIn,
): Promise<Preferences | null> {
  return preferences.safeParse(await storage.preferences.find(account.id)).data ?? null;
}

/** In place of what was remembered. */
export async function savePreferences(
  { storage }: Context,
  { account }: SignedIn,
  value: Preferences,
): Promise<void> {
  await storage.preferences.save(account.id, value);
}

export async function forgetPreferences({ storage }: Context, { account }: SignedIn): Promise<void> {
  await storage.preferences.forget(account.id);
}
