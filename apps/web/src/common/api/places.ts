import {
  api,
  type DocumentAnswer,
  type FreePlace,
  type FreePlacesAnswer,
  type Placement,
} from '@websign/contract';
import { call } from './call.ts';
import { CallError, canTryAgain } from './error.ts';

export interface Wanted {
  document: DocumentAnswer;
  placement: Placement;
}

/** Pauses between the tries, in milliseconds; a server that names a longer one is waited for, but not for ever. */
const pausesMs = [500, 2000];
const longestPauseMs = 5000;

/**
 * What the server tells of these places, in their order (SGN-12). Asks again where it is busy or out of reach; throws
 * when there is no answer after that.
 */
export async function askFreePlaces(
  wanted: readonly Wanted[],
  signal: AbortSignal,
): Promise<readonly FreePlace[]> {
  const places = wanted.map(({ document: { id }, placement }) => ({ document: id, placement }));
  for (let tries = 0; ; tries += 1) {
    try {
      const options = { method: 'POST', body: { places }, signal } as const;
      return (await call<FreePlacesAnswer>(api.freePlaces, options)).places;
    } catch (error) {
      const pauseMs = pausesMs[tries];
      if (pauseMs === undefined || !(error instanceof CallError) || !canTryAgain(error)) throw error;
      await pause(Math.min(Math.max(pauseMs, (error.retryAfter ?? 0) * 1000), longestPauseMs), signal);
    }
  }
}

/** Waits; throws as soon as nobody waits any more. */
function pause(ms: number, signal: AbortSignal): Promise<void> {
  return new Promise((resolve, reject) => {
    const leave = () => {
      clearTimeout(timer);
      reject(signal.reason);
    };
    const timer = setTimeout(() => {
      signal.removeEventListener('abort', leave);
      resolve();
    }, ms);
    if (signal.aborted) leave();
    else signal.addEventListener('abort', leave, { once: true });
  });
}
