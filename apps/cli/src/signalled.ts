import { EXIT } from './error.ts';

/** Launcher and terminal both pass Ctrl-C on: one press may arrive twice. */
const SAME_PRESS_MS = 1000;
const STOPPING = ['SIGINT', 'SIGTERM', 'SIGHUP'] as const;

/** Resolves at the first signal to stop; a later one ends the process at once. */
export function signalled(): Promise<void> {
  return new Promise((resolve) => {
    let since: number | undefined;
    for (const signal of STOPPING) {
      process.on(signal, () => {
        if (since !== undefined && Date.now() - since > SAME_PRESS_MS) process.exit(EXIT.failed);
        since ??= Date.now();
        resolve();
      });
    }
  });
}
