import { ascii, toHex } from '../syntax/bytes.ts';
import type { Pdf } from '../syntax/pdf.ts';
import type { Update } from '../write/update.ts';
import type { SignatureDictionary } from './dictionary.ts';
import type { Prepared, SignatureOptions } from './face.ts';

/** Writes the update with its byte range and digests it; the original is hashed once where SHA-256 signs. */
export function seal(
  pdf: Pdf,
  update: Update,
  signature: { field: string; number: number; dictionary: SignatureDictionary },
  options: Pick<SignatureOptions, 'digestAlgorithm'>,
): Prepared {
  const base = pdf.bytes;
  const { dictionary, field, number } = signature;
  const baseDigest = pdf.digest('SHA-256').digest();
  update.put(number, dictionary.bytes);
  const { tail, bodies } = update.finish(baseDigest);
  const body = bodies.get(number) ?? 0;
  const contents = body + dictionary.contentsAt;
  const after = contents + dictionary.contentsLength;
  const byteRange: Prepared['byteRange'] = [
    0,
    base.length + contents,
    base.length + after,
    tail.length - after,
  ];
  tail.set(ascii(byteRange.join(' ')), body + dictionary.byteRange.at);
  const { digestAlgorithm } = options;
  const digest = pdf.digest(digestAlgorithm).update(tail.subarray(0, contents)).update(tail.subarray(after));
  return {
    field,
    baseSha256: toHex(baseDigest),
    baseLength: base.length,
    tail,
    byteRange,
    slot: { offset: contents + 1, length: dictionary.contentsLength - 2 },
    digest: digest.digest(),
    digestAlgorithm,
  };
}
