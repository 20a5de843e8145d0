let count = 0;

/** How much the page waits for that nothing on it shows: answers, and files and answers that are being read. */
export const underway = (): number => count;

/** Counts `work` as under way until it has ended. */
export async function counted<T>(work: Promise<T>): Promise<T> {
  count += 1;
  try {
    return await work;
  } finally {
    count -= 1;
  }
}

/** Reading comes from another process of the browser, in its own time. */
export function countReading(): void {
  countCalls(Blob.prototype, ['arrayBuffer', 'text']);
  countCalls(Response.prototype, ['arrayBuffer', 'blob', 'json', 'text']);
}

function countCalls<T extends object>(of: T, names: readonly (keyof T)[]): void {
  for (const name of names) {
    const read = Reflect.get(of, name) as () => Promise<unknown>;
    Reflect.set(of, name, function (this: T) {
      return counted(read.call(this));
    });
  }
}
