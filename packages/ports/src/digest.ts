import { createHash, type Hash } from 'node:crypto';
import type { AnyDigest, RunningDigest } from '@websign/pdf';
import { plain } from './plain.ts';

const nodeNames: Record<AnyDigest, string> = {
  'SHA-1': 'sha1',
  'SHA-256': 'sha256',
  'SHA-384': 'sha384',
  'SHA-512': 'sha512',
  'SHA-224': 'sha224',
  'SHA3-256': 'sha3-256',
  'SHA3-384': 'sha3-384',
  'SHA3-512': 'sha3-512',
  SHAKE256: 'shake256',
};

/** A new running digest. */
export function digest(algorithm: AnyDigest): RunningDigest;
/** The digest of `bytes`. */
export function digest(algorithm: AnyDigest, bytes: Uint8Array): Uint8Array;
export function digest(algorithm: AnyDigest, bytes?: Uint8Array): RunningDigest | Uint8Array {
  const hash = createHash(nodeNames[algorithm], algorithm === 'SHAKE256' ? { outputLength: 64 } : {});
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
