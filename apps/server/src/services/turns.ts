import { RequestError } from './errors.ts';

/** Runs work for a key, at most so many at once for each; one more is refused. */
export type Turns = <T>(key: string, work: () => Promise<T>) => Promise<T>;

/** Throws RequestError `too_many_requests` for what comes past `atOnce`. */
export function turns(atOnce: number): Turns {
  const running = new Map<string, number>();
  return async (key, work) => {
    const count = running.get(key) ?? 0;
    if (count >= atOnce) throw new RequestError('too_many_requests', { retryAfter: 5 });
    running.set(key, count + 1);
    try {
      return await work();
    } finally {
      const left = (running.get(key) ?? 1) - 1;
      if (left > 0) running.set(key, left);
      else running.delete(key);
    }
  };
}
