import { createDecipheriv, createHash, createHmac, pbkdf2Sync } from 'node:crypto';
import type { PkcsPorts } from '@websign/pki';

const hashName = (digest: string): string => digest.replace('-', '').toLowerCase();

/** The ports for PKCS#12 files on Node. Key derivation is synchronous: for commands, not for servers. */
export function pkcs12Ports(): PkcsPorts {
  return {
    digest: (algorithm, bytes) => createHash(hashName(algorithm)).update(bytes).digest(),
    hmac: (digest, key, bytes) => createHmac(hashName(digest), key).update(bytes).digest(),
    pbkdf2: (digest, password, salt, iterations, length) =>
      pbkdf2Sync(password, salt, iterations, length, hashName(digest)),
    decryptCbc: (cipher, key, iv, bytes) => {
      const decipher = createDecipheriv(cipher === 'des-ede3' ? 'des-ede3-cbc' : `${cipher}-cbc`, key, iv);
      try {
        return Buffer.concat([decipher.update(bytes), decipher.final()]);
      } catch {
        // A wrong key shows as wrong padding or a length that is no whole number of blocks.
        return undefined;
      }
    },
  };
}
