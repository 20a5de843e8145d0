import type { PdfPorts, RunningDigest, SignatureFacts } from '@websign/pdf';
import type { AnyDigest } from '@websign/pki';

/** A byte range that is to be digested, with its algorithms. */
export interface AskedRange {
  byteRange: NonNullable<SignatureFacts['byteRange']>;
  algorithms: readonly AnyDigest[];
}

/** The digests of each asked range, in its order, and of the whole file. */
export interface RangeDigests {
  ranges: Partial<Record<AnyDigest, Uint8Array>>[];
  /** SHA-256 of the file. */
  file: Uint8Array;
}

/**
 * One pass over the file for each algorithm: all byte ranges start at 0, so what stands before a gap is digested
 * once for all of them, and the digest is copied where a range leaves its gap out.
 */
export function rangeDigests(
  bytes: Uint8Array,
  asked: readonly AskedRange[],
  ports: Pick<PdfPorts, 'digest'>,
): RangeDigests {
  const ranges = asked.map((): Partial<Record<AnyDigest, Uint8Array>> => ({}));
  const pass = (algorithm: AnyDigest): RunningDigest => {
    const running = ports.digest(algorithm);
    let at = 0;
    for (const [index, { byteRange }] of inOrder(asked, algorithm)) {
      const [, before, after, length] = byteRange;
      running.update(bytes.subarray(at, before));
      at = before;
      const found = ranges[index];
      if (found === undefined) continue;
      found[algorithm] = running
        .copy()
        .update(bytes.subarray(after, after + length))
        .digest();
    }
    return algorithm === 'SHA-256' ? running.update(bytes.subarray(at)) : running;
  };
  const algorithms = new Set(asked.flatMap((one) => one.algorithms));
  algorithms.delete('SHA-256');
  for (const algorithm of algorithms) pass(algorithm);
  return { ranges, file: pass('SHA-256').digest() };
}

/** Those that ask for this algorithm, by where their gaps begin. */
function inOrder(asked: readonly AskedRange[], algorithm: AnyDigest): [number, AskedRange][] {
  return [...asked.entries()]
    .filter(([, { algorithms }]) => algorithms.includes(algorithm))
    .sort(([, a], [, b]) => a.byteRange[1] - b.byteRange[1]);
}
