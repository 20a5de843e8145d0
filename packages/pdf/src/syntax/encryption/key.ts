import { PdfError } from '../../errors.ts';
import type { DigestAlgorithm, PdfPorts } from '../../ports.ts';
import { ascii, concat } from '../bytes.ts';
import type { EncryptionDictionary } from './dictionary.ts';

/** What pads passwords up to revision 4 (ISO 32000-2 §7.6.4.3.2): the empty one whole. */
// biome-ignore format: 32 bytes in two rows
const PADDING = Uint8Array.of(
  0x28, 0xbf, 0x4e, 0x5e, 0x4e, 0x75, 0x8a, 0x41, 0x64, 0x00, 0x4e, 0x56, 0xff, 0xfa, 0x01, 0x08,
  0x2e, 0x2e, 0x00, 0xb6, 0xd0, 0x68, 0x3e, 0x80, 0x2f, 0x0c, 0xa9, 0xfe, 0x64, 0x53, 0x69, 0x7a,
);
/** Algorithm 2.B ends once the last byte is at most the round less 32: at the latest after this many. */
const MOST_ROUNDS = 287;
const DIGESTS: readonly DigestAlgorithm[] = ['SHA-256', 'SHA-384', 'SHA-512'];

type Ports = Pick<PdfPorts, 'decipher' | 'digest'>;

/**
 * The file's key under the empty user password, or undefined where another is needed. `id` is the first half of
 * the trailer's /ID.
 */
export function fileKey(
  dictionary: EncryptionDictionary,
  id: Uint8Array,
  ports: Ports,
): Uint8Array | undefined {
  return dictionary.revision >= 5 ? modernKey(dictionary, ports) : classicKey(dictionary, id, ports);
}

/** MD5, or `encrypted` where the platform has none. */
export function md5(ports: Ports, ...parts: Uint8Array[]): Uint8Array {
  const digest = ports.decipher.md5(concat(parts));
  if (digest === undefined) throw new PdfError('encrypted', 'The file needs MD5, which is not available');
  return digest;
}

/** Algorithm 2, checked by algorithms 4 and 5 (§7.6.4.3, §7.6.4.4). */
function classicKey(
  { revision, permissions, owner, user, metadata, keyBytes }: EncryptionDictionary,
  id: Uint8Array,
  ports: Ports,
): Uint8Array | undefined {
  const { rc4 } = ports.decipher;
  const bits = Uint8Array.of(permissions, permissions >> 8, permissions >> 16, permissions >> 24);
  const open = revision >= 4 && !metadata ? new Uint8Array(4).fill(255) : new Uint8Array();
  let key = md5(ports, PADDING, owner, bits, id, open);
  if (revision === 2) {
    key = key.subarray(0, keyBytes);
    return equal(rc4(key, PADDING), user) ? key : undefined;
  }
  for (let round = 0; round < 50; round++) key = md5(ports, key.subarray(0, keyBytes));
  key = key.subarray(0, keyBytes);
  let check = md5(ports, PADDING, id);
  for (let round = 0; round < 20; round++) {
    check = rc4(
      key.map((byte) => byte ^ round),
      check,
    );
  }
  return equal(check, user.subarray(0, 16)) ? key : undefined;
}

/** Algorithm 2.A, checked by algorithm 11 (§7.6.4.3.3, §7.6.4.4.10). */
function modernKey({ revision, user, userKey }: EncryptionDictionary, ports: Ports): Uint8Array | undefined {
  const hash = (salt: Uint8Array): Uint8Array =>
    revision === 5 ? ports.digest('SHA-256').update(salt).digest() : hardenedHash(salt, ports);
  if (!equal(hash(user.subarray(32, 40)), user.subarray(0, 32))) return undefined;
  return ports.decipher.aesCbc('decrypt', hash(user.subarray(40, 48)), new Uint8Array(16), userKey);
}

/** Algorithm 2.B (§7.6.4.3.4) for an empty password, which adds nothing to what is hashed but the salt. */
function hardenedHash(salt: Uint8Array, ports: Ports): Uint8Array {
  let key = ports.digest('SHA-256').update(salt).digest();
  for (let round = 1; round <= MOST_ROUNDS; round++) {
    const repeated = concat(new Array<Uint8Array>(64).fill(key));
    const cipher = ports.decipher.aesCbc('encrypt', key.subarray(0, 16), key.subarray(16, 32), repeated);
    // A number of 16 bytes modulo 3 is the sum of its bytes modulo 3, since 256 is 1 modulo 3.
    const sum = cipher.subarray(0, 16).reduce((total, byte) => total + byte, 0);
    key = ports
      .digest(DIGESTS[sum % 3] ?? 'SHA-256')
      .update(cipher)
      .digest();
    if (round >= 64 && (cipher.at(-1) ?? 0) <= round - 32) break;
  }
  return key.subarray(0, 32);
}

function equal(a: Uint8Array, b: Uint8Array): boolean {
  return a.length === b.length && a.every((byte, at) => byte === b[at]);
}

const AES_SALT = ascii('sAlT');

/** Algorithm 1 (§7.6.3.1): the key of one object; from version 5 every object has the file's. */
export function objectKey(
  key: Uint8Array,
  { number, generation }: { number: number; generation: number },
  aes: boolean,
  ports: Ports,
): Uint8Array {
  const place = Uint8Array.of(number, number >> 8, number >> 16, generation, generation >> 8);
  const digest = md5(ports, key, place, aes ? AES_SALT : new Uint8Array());
  return digest.subarray(0, Math.min(key.length + 5, 16));
}
