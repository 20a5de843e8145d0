import { concat } from '../asn1/bytes.ts';
import { bmp } from '../asn1/text.ts';
import type { PkcsPorts } from './ports.ts';

/** Purposes of the key derivation (RFC 7292 Appendix B.3). */
export const PURPOSE = { key: 1, iv: 2, mac: 3 } as const;

export type Pkcs12Digest = 'SHA-1' | 'SHA-256' | 'SHA-384' | 'SHA-512';

/** The password as PKCS#12 wants it: UTF-16BE with a terminating null character (Appendix B.1). */
export function passwordOctets(password: string): Uint8Array {
  return bmp(`${password}\0`);
}

/** Octets of the digests' blocks: `v` of Appendix B.2. */
const BLOCK: Readonly<Record<Pkcs12Digest, number>> = {
  'SHA-1': 64,
  'SHA-256': 64,
  'SHA-384': 128,
  'SHA-512': 128,
};

/** The key derivation of PKCS#12 (RFC 7292 Appendix B.2). */
export function deriveKey(
  input: { digest: Pkcs12Digest; password: string; salt: Uint8Array; iterations: number; purpose: 1 | 2 | 3 },
  length: number,
  ports: Pick<PkcsPorts, 'digest'>,
): Uint8Array {
  const block = BLOCK[input.digest];
  const diversifier = new Uint8Array(block).fill(input.purpose);
  const material = concat([filled(input.salt, block), filled(passwordOctets(input.password), block)]);
  const parts: Uint8Array[] = [];
  for (let made = 0; made < length; ) {
    let hash = ports.digest(input.digest, concat([diversifier, material]));
    for (let i = 1; i < input.iterations; i++) hash = ports.digest(input.digest, hash);
    parts.push(hash);
    made += hash.length;
    if (made < length) addToBlocks(material, filled(hash, block), block);
  }
  return concat(parts).subarray(0, length);
}

/** Repeats `bytes` to a multiple of the block length; nothing stays nothing. */
function filled(bytes: Uint8Array, block: number): Uint8Array {
  const length = block * Math.ceil(bytes.length / block);
  return Uint8Array.from({ length }, (_, i) => bytes[i % bytes.length] ?? 0);
}

/** Step 6C: each block of `material` becomes block + `addend` + 1 modulo 2^(8·block). */
function addToBlocks(material: Uint8Array, addend: Uint8Array, block: number): void {
  for (let start = 0; start < material.length; start += block) {
    let carry = 1;
    for (let i = block - 1; i >= 0; i--) {
      carry += (material[start + i] ?? 0) + (addend[i] ?? 0);
      material[start + i] = carry & 0xff;
      carry >>= 8;
    }
  }
}
