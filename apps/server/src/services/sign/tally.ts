import { createHash, type Hash, timingSafeEqual } from 'node:crypto';
import type { Prepared } from '@websign/pdf';
import type { Engine, SignatureWish } from '../../sandbox/engine.ts';
import { SandboxError } from '../../sandbox/error.ts';
import type { ByteSource } from '../../sandbox/frame.ts';

type DigestAlgorithm = Prepared['digestAlgorithm'];

/** A source whose bytes are digested while they pass. */
export interface DigestedSource extends ByteSource {
  /** The running digest over all bytes of the last reading. */
  digest(): Hash;
}

export function digested(source: ByteSource, algorithm: DigestAlgorithm): DigestedSource {
  let running = createHash(algorithm);
  return {
    length: source.length,
    async *read() {
      running = createHash(algorithm);
      for await (const chunk of source.read()) {
        running.update(chunk);
        yield chunk;
      }
    },
    digest: () => running.copy(),
  };
}

/**
 * Whether what a child prepared is an update of these very bytes, and its digest that of the file with an empty
 * slot. A child in a stranger's hands could else have a digest of its own choice signed.
 */
export function tallies(prepared: Prepared, source: DigestedSource): boolean {
  const { tail, slot, byteRange, digest, baseLength } = prepared;
  const before = slot.offset - 1;
  const after = slot.offset + slot.length + 1;
  if (before < 0 || after > tail.length || baseLength !== source.length) return false;
  const expected = [0, baseLength + before, baseLength + after, tail.length - after];
  if (byteRange.some((value, at) => value !== expected[at])) return false;
  const own = source.digest().update(tail.subarray(0, before)).update(tail.subarray(after)).digest();
  return own.length === digest.length && timingSafeEqual(own, digest);
}

/** What the sandbox prepared, once it tallies with the bytes that went in: nothing else is ever signed. */
export async function prepareTallied(
  engine: Pick<Engine, 'prepare'>,
  document: ByteSource,
  wish: SignatureWish,
): Promise<Prepared> {
  const source = digested(document, wish.digestAlgorithm);
  const prepared = await engine.prepare(source, wish);
  if (!tallies(prepared, source)) throw new SandboxError('crashed', 'answer');
  return prepared;
}
