import type { Logger } from './logging.ts';

/** A failure that goes on is told once a minute. */
const quietMs = 60_000;

export interface Complaint {
  failed(err: unknown): void;
  /** It works again, or still does. */
  over(): void;
}

/** Tells the log of a failure when it begins, now and then while it lasts, and when it is over. */
export function complaint(
  log: Pick<Logger, 'error' | 'info'>,
  what: string,
  steady = () => performance.now(),
): Complaint {
  let told: number | undefined;
  let silent = 0;
  return {
    failed(err) {
      const now = steady();
      if (told !== undefined && now - told < quietMs) {
        silent += 1;
        return;
      }
      log.error({ err, ...(silent > 0 && { before: silent }) }, what);
      told = now;
      silent = 0;
    },
    over() {
      if (told === undefined) return;
      log.info({ ...(silent > 0 && { before: silent }) }, `${what}: over`);
      told = undefined;
      silent = 0;
    },
  };
}
