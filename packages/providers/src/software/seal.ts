import { createCipheriv, createDecipheriv, randomBytes } from 'node:crypto';
import { ProviderError } from '../errors.ts';
import type { MasterKey } from './master-key.ts';
import type { Box } from './sealed.ts';

const NONCE = 12;
const TAG = 16;

/**
 * Additional data of every box: each field with its length before it, so no two lists of fields collide. The
 * first field names the layer and purpose; the others bind the box to its account, key, certificate and the
 * version of the master key.
 */
export function additionalData(fields: string[]): Buffer {
  return Buffer.concat(
    fields.flatMap((field) => {
      const bytes = Buffer.from(field, 'utf8');
      const length = Buffer.alloc(4);
      length.writeUInt32BE(bytes.length);
      return [length, bytes];
    }),
  );
}

/** AES-256-GCM (NIST SP 800-38D) with a random 96-bit nonce: nonce, ciphertext, tag. */
export function encrypt(key: Uint8Array, plaintext: Uint8Array, aad: Uint8Array): Buffer {
  const nonce = randomBytes(NONCE);
  const cipher = createCipheriv('aes-256-gcm', key, nonce, { authTagLength: TAG });
  cipher.setAAD(aad);
  return Buffer.concat([nonce, cipher.update(plaintext), cipher.final(), cipher.getAuthTag()]);
}

/** Throws ProviderError `sealed_row` when anything differs by a bit; the caller wipes the plaintext. */
export function decrypt(key: Uint8Array, sealed: Uint8Array, aad: Uint8Array): Buffer {
  if (sealed.length < NONCE + TAG) throw new ProviderError('sealed_row', 'sealed bytes are too short');
  const decipher = createDecipheriv('aes-256-gcm', key, sealed.subarray(0, NONCE), { authTagLength: TAG });
  decipher.setAAD(aad);
  decipher.setAuthTag(sealed.subarray(sealed.length - TAG));
  const plaintext = decipher.update(sealed.subarray(NONCE, sealed.length - TAG));
  try {
    decipher.final();
    return plaintext;
  } catch (cause) {
    plaintext.fill(0);
    throw new ProviderError('sealed_row', 'sealed bytes do not open under this key and context', { cause });
  }
}

/** Seals under the newest version of the master key; the version is part of the additional data. */
export function sealBox(master: MasterKey, context: string[], plaintext: Uint8Array): Box {
  const { version } = master;
  const aad = additionalData([...context, String(version)]);
  return { version, box: encrypt(master.key(version), plaintext, aad).toString('base64url') };
}

export function openBox(master: MasterKey, context: string[], box: Box): Buffer {
  const aad = additionalData([...context, String(box.version)]);
  return decrypt(master.key(box.version), Buffer.from(box.box, 'base64url'), aad);
}
