import { availableParallelism } from 'node:os';

/**
 * Has `make` make a worker for each core and gives each the next of `items` until none is left. Standard error
 * counts along where it is a terminal.
 */
export async function onAllCores<Item, W extends { close(): void }>(
  items: readonly Item[],
  make: () => W,
  work: (worker: W, item: Item, index: number) => Promise<void>,
): Promise<void> {
  const queue = items.entries();
  let done = 0;
  const one = async (): Promise<void> => {
    const worker = make();
    for (const [index, item] of queue) {
      await work(worker, item, index);
      done++;
      if (process.stderr.isTTY) process.stderr.write(`\r${done}/${items.length}`);
    }
    worker.close();
  };
  await Promise.all(Array.from({ length: Math.max(1, availableParallelism()) }, one));
  if (process.stderr.isTTY) process.stderr.write('\n');
}
