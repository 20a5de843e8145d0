import { every, type Timetable } from './lifecycle.ts';
import type { Context } from './services/context.ts';
import type { Transport } from './services/mail/letter.ts';
import { warnOfExpiry } from './services/operators/expiry.ts';

const sweepMs = 60 * 60_000;
/** How often a server looks whether the sweep is due, which one of many does for all. */
const lookMs = 10 * 60_000;
/** A server that sweeps for longer than this is taken for dead. */
const sweepLeaseMs = 30 * 60_000;

/** Sweeps as long as the server runs; what failed is told by the log, and tried again the next time. */
export function startSweeping(context: Context, mail: Transport, everyMs = lookMs): Timetable {
  const failed = (err: unknown) => context.log.error({ err }, 'sweep');
  // Each by itself: counts that cannot become rows keep no documents past their time.
  const looking = [
    every(everyMs, async () => void (await context.storage.audit.sweep()), failed),
    every(everyMs, () => sweepInTurn(context, mail), failed),
  ];
  return {
    async stop() {
      for (const each of looking) await each.stop();
    },
  };
}

/** What a crash left behind, before the first look is due. */
export const sweepAtStart = (context: Context, mail: Transport): Promise<void> =>
  context.config.DATABASE_URL === '' ? sweep(context, mail) : sweepInTurn(context, mail);

async function sweepInTurn(context: Context, mail: Transport): Promise<void> {
  const turn = await context.storage.turns.take('sweep', sweepLeaseMs);
  if (turn === undefined) return;
  await sweep(context, mail);
  await turn.done(sweepMs);
}

/** Letters that were written to files may hold signed documents: those go when the documents do. */
async function sweep(context: Context, mail: Transport): Promise<void> {
  const { storage, config, clock } = context;
  await storage.sweep();
  await mail.tidy(clock(), config.KEEP_SIGNED_DAYS * 24 * 60 * 60_000);
  await warnOfExpiry(context);
}
