import { every, type Timetable } from './lifecycle.ts';
import type { Context } from './services/context.ts';

const lookMs = 60_000;

/** Has sessions stored under the keys that the signer process gives: now, and as it follows its file. */
export async function keySessions({
  storage,
  keys,
  log,
}: Pick<Context, 'storage' | 'keys' | 'log'>): Promise<Timetable> {
  const look = async () => storage.sessions.keyed(await keys.sessionKeys());
  await look();
  return every(lookMs, look, (err) => log.error({ err }, 'keys of sessions'));
}
