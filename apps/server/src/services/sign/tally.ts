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
  /** SHA-256 of the same, lower-case hexadecimal. */
  sha256(): string;
}

export function digested(source: ByteSource, algorithm: DigestAlgorithm): DigestedSource {
  const names = [...new Set([algorithm, 'SHA-256'])];
  const begun = () => new Map<string, Hash>(names.map((name) => [name, createHash(name)]));
  let running = begun();
  const sofar = (name: string) => (running.get(name) ?? createHash(name)).copy();
  return {
    length: source.length,
    async *read() {
      running = begun();
      for await (const chunk of source.read()) {
        for (const hash of running.values()) hash.update(chunk);
        yield chunk;
      }
    },
    digest: () => sofar(algorithm),
    sha256: () => sofar('SHA-256').digest('hex'),
  };
}

/**
 * Whether what a child prepared is an update of these very bytes, which it names by their hash, and its digest that of
 * the file with an empty slot. A child in a stranger's hands could else have a digest of its own choice signed, or, with
 * storage in the same hands, other bytes than those that were reviewed.
 */
export function tallies(prepared: Prepared, source: DigestedSource): boolean {
  const { tail, slot, byteRange, digest, baseLength } = prepared;
  const before = slot.offset - 1;
  const after = slot.offset + slot.length + 1;
  if (before < 0 || after > tail.length || baseLength !== source.length) return false;
  if (prepared.baseSha256 !== source.sha256()) return false;
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
