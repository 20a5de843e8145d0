import { ProviderError } from '../errors.ts';
import { listenAt } from './listening.ts';
import type { OperationsOf } from './protocol.ts';
import { type Life, SupervisedProcess, type Supervision } from './supervised.ts';

/** Calls under way may have a code spent already: they end within what a service manager gives a service to stop. */
const FINISH_MS = 15_000;

/** A process that others reach over a socket, and that is kept running until it is closed. */
export interface Served {
  /** Undefined while it starts again after a crash. */
  readonly pid: number | undefined;
  /** Takes no more calls, and lets those under way end, for 15 s. */
  close(): Promise<void>;
}

/**
 * Starts the process, then listens for it: each connection is handed to it unread, so that nothing of what is said there
 * passes through here. Throws ProviderError `unavailable` with why not.
 */
export async function serveAt<O extends OperationsOf<O> & Life>(
  socket: string,
  supervision: Supervision,
): Promise<Served> {
  const process = await SupervisedProcess.open<O>({
    ...supervision,
    watchAlways: true,
    finishMs: FINISH_MS,
  });
  try {
    const server = await listenAt(socket, (connection) => process.pass(connection));
    return {
      get pid() {
        return process.pid;
      },
      async close() {
        // Not waited for: connections end with the process.
        server.close();
        await process.close();
      },
    };
  } catch (error) {
    await process.close();
    if (error instanceof ProviderError) throw error;
    throw new ProviderError('unavailable', `${socket} cannot be listened at`, { cause: error });
  }
}
