/** Maps with at most `limit` calls under way at once; results in the order of the items. */
export async function mapBounded<T, R>(
  items: readonly T[],
  limit: number,
  work: (item: T, at: number) => Promise<R>,
): Promise<R[]> {
  const results: R[] = new Array(items.length);
  const entries = items.entries();
  const worker = async () => {
    for (const [at, item] of entries) results[at] = await work(item, at);
  };
  await Promise.all(Array.from({ length: Math.min(limit, items.length) }, worker));
  return results;
}
