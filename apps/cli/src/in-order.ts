/** How many results may wait for an earlier one, for each that is worked on. */
const AHEAD = 16;

/**
 * What `work` makes of each item, in the items' order; `atOnce` are under way together. Memory stays bounded where
 * one takes long: only so many later results wait for it. `work` never rejects.
 */
export async function* inOrder<Item, Result>(
  items: Iterable<Item>,
  atOnce: number,
  work: (item: Item) => Promise<Result>,
): AsyncGenerator<[Item, Result]> {
  const gated = gate(atOnce);
  const waiting: { item: Item; result: Promise<Result> }[] = [];
  for (const item of items) {
    waiting.push({ item, result: gated(() => work(item)) });
    if (waiting.length < AHEAD * atOnce) continue;
    const next = waiting.shift();
    if (next) yield [next.item, await next.result];
  }
  for (const { item, result } of waiting) yield [item, await result];
}

/** Runs what it is given, at most `atOnce` together, in turn. */
function gate(atOnce: number): <T>(work: () => Promise<T>) => Promise<T> {
  let free = atOnce;
  const queue: (() => void)[] = [];
  return async (work) => {
    if (free > 0) free -= 1;
    else await new Promise<void>((resolve) => queue.push(resolve));
    try {
      return await work();
    } finally {
      const next = queue.shift();
      if (next) next();
      else free += 1;
    }
  };
}
