import { createHash, type Hash } from 'node:crypto';
import type { DigestAlgorithm, RunningDigest } from '@websign/pdf';
import { plain } from './plain.ts';

const nodeNames: Record<DigestAlgorithm | 'SHA-1', string> = {
  'SHA-1': 'sha1',
  'SHA-256': 'sha256',
  'SHA-384': 'sha384',
  'SHA-512': 'sha512',
};

/** A new running digest. */
export function digest(algorithm: DigestAlgorithm | 'SHA-1'): RunningDigest;
/** The digest of `bytes`. */
export function digest(algorithm: DigestAlgorithm | 'SHA-1', bytes: Uint8Array): Uint8Array;
export function digest(algorithm: DigestAlgorithm | 'SHA-1', bytes?: Uint8Array): RunningDigest | Uint8Array {
  const hash = createHash(nodeNames[algorithm]);
  return bytes === undefined ? running(hash) : plain(hash.update(bytes).digest());
}

function running(hash: Hash): RunningDigest {
  const self: RunningDigest = {
    update(bytes) {
      hash.update(bytes);
      return self;
    },
    copy: () => running(hash.copy()),
    digest: () => plain(hash.digest()),
  };
  return self;
}
