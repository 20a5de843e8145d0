import { constants, createHash, type KeyObject, publicEncrypt } from 'node:crypto';

/** What RSASSA-PSS-params say; digests by Node's names, the salt in octets. */
export interface PssScheme {
  hash: string;
  mask: string;
  saltLength: number;
}

/**
 * RSASSA-PSS-VERIFY (RFC 8017 §8.1.2) for a mask of another digest than the message's: Node's crypto takes one for
 * both. The value is as long as the modulus (step 1); throws for one that is not below it.
 */
export function verifyPss(
  key: KeyObject,
  message: Uint8Array,
  signature: Uint8Array,
  scheme: PssScheme,
): boolean {
  const { modulusLength: bits = 0 } = key.asymmetricKeyDetails ?? {};
  const number = publicEncrypt({ key, padding: constants.RSA_NO_PADDING }, signature);
  // I2OSP: of a modulus of 8k + 1 bits the encoded message is an octet shorter than the value, and that one is zero.
  const emLength = Math.ceil((bits - 1) / 8);
  const cut = number.length - emLength;
  return (
    number.subarray(0, cut).every(isZero) && verifyEncoding(message, number.subarray(cut), bits - 1, scheme)
  );
}

/** EMSA-PSS-VERIFY (§9.1.2): `em` is the encoded message, `emBits` the bits of it that count. */
function verifyEncoding(
  message: Uint8Array,
  em: Uint8Array,
  emBits: number,
  { hash, mask, saltLength }: PssScheme,
): boolean {
  const messageHash = createHash(hash).update(message).digest();
  const dbLength = em.length - messageHash.length - 1;
  const zeros = dbLength - saltLength - 1;
  if (zeros < 0 || em.at(-1) !== 0xbc) return false;
  const maskedDb = em.subarray(0, dbLength);
  const found = em.subarray(dbLength, -1);
  const counted = 0xff >> (8 * em.length - emBits);
  if (((maskedDb[0] ?? 0) & ~counted) !== 0) return false;
  const dbMask = mgf1(mask, found, dbLength);
  const db = maskedDb.map((octet, at) => octet ^ (dbMask[at] ?? 0));
  db[0] = (db[0] ?? 0) & counted;
  if (!db.subarray(0, zeros).every(isZero) || db[zeros] !== 1) return false;
  const salt = db.subarray(zeros + 1);
  const expected = createHash(hash).update(new Uint8Array(8)).update(messageHash).update(salt).digest();
  return expected.equals(found);
}

/** MGF1 (§B.2.1). */
function mgf1(hash: string, seed: Uint8Array, length: number): Uint8Array {
  const blocks: Buffer[] = [];
  const counter = Buffer.alloc(4);
  for (let made = 0; made < length; made += blocks.at(-1)?.length ?? length) {
    counter.writeUInt32BE(blocks.length);
    blocks.push(createHash(hash).update(seed).update(counter).digest());
  }
  return Buffer.concat(blocks);
}

const isZero = (octet: number): boolean => octet === 0;
