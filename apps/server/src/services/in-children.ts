import type { Engine } from '../sandbox/engine.ts';
import { mapBounded } from './bounded.ts';
import type { Context } from './context.ts';

/** Documents of one request that are worked on at once. */
export const atOnce = 4;
/**
 * Documents of one request that have a child each. Of more some share one: a code that was typed is good for half a minute,
 * and a thousand starts, and code that nothing has optimized yet, take longer.
 */
const ALONE = 20;

/**
 * Does `work` for each item of a request, a document each, with an engine whose child it has alone, or of many items shares
 * with others of the request; the answers in their order.
 */
export async function eachInChild<C extends Pick<Context, 'engine'>, T, R>(
  context: C,
  items: readonly T[],
  work: (own: C, item: T) => Promise<R>,
): Promise<R[]> {
  const { engine } = context;
  if (items.length <= ALONE)
    return mapBounded(items, atOnce, (item) =>
      engine.together((own) => work({ ...context, engine: own }, item)),
    );
  const answers: R[] = [];
  const left = items.entries();
  const inOneChild = () =>
    engine.together(async (own) => {
      for (const [at, item] of left) answers[at] = await work({ ...context, engine: own }, item);
    });
  await Promise.all(Array.from({ length: atOnce }, inOneChild));
  return answers;
}

/** A child for documents that come one after the other, until it is told that no more come. */
export function sharedChild(engine: Engine): { engine: Promise<Engine>; end(): void } {
  const opened = Promise.withResolvers<Engine>();
  const over = Promise.withResolvers<void>();
  void engine.together((own) => {
    opened.resolve(own);
    return over.promise;
  });
  return { engine: opened.promise, end: over.resolve };
}
