/** Rejects with a TimeoutError when `work` takes longer than `ms`; what `work` goes on doing is for others to end. */
export function within<T>(ms: number, work: Promise<T>): Promise<T> {
  return new Promise((resolve, reject) => {
    const timer = setTimeout(() => reject(new DOMException(`not done in ${ms} ms`, 'TimeoutError')), ms);
    work.then(resolve, reject).finally(() => clearTimeout(timer));
  });
}

/** Whether something was given up on purpose, by us or by PDF.js. */
export function isCancelled(error: unknown): boolean {
  return error instanceof Error && /Cancelled|Abort/.test(error.name);
}
