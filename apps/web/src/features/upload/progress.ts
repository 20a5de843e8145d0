/**
 * How many bytes of each file have gone (UP-9): a multipart body sends its parts in order, with headers of
 * about the same length around each. `loaded` and `total` count the whole body.
 */
export function bytesPerFile(sizes: number[], loaded: number, total: number): number[] {
  const files = sizes.reduce((sum, size) => sum + size, 0);
  const overhead = Math.max(0, total - files) / (sizes.length + 1);
  let left = loaded - overhead;
  return sizes.map((size) => {
    const sent = Math.min(size, Math.max(0, left));
    left -= size + overhead;
    return loaded >= total ? size : sent;
  });
}

export interface Sample {
  /** Milliseconds. */
  at: number;
  bytes: number;
}

const windowMs = 3000;

/** Keeps the samples of the last three seconds, which {@link bytesPerSecond} looks at. */
export function addSample(samples: Sample[], sample: Sample): Sample[] {
  return [...samples.filter((old) => sample.at - old.at <= windowMs), sample];
}

/** The speed over the kept samples; null while there is too little to tell. */
export function bytesPerSecond(samples: Sample[]): number | null {
  const first = samples[0];
  const last = samples.at(-1);
  if (!first || !last || last.at - first.at < 300) return null;
  return ((last.bytes - first.bytes) * 1000) / (last.at - first.at);
}
