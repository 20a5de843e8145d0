import { createCipheriv, createDecipheriv, createHash, getFips, randomBytes } from 'node:crypto';
import type { Decipher } from '@websign/pdf';
import { plain } from './plain.ts';
import { rc4 } from './rc4.ts';

/** The ciphers of encrypted files on node:crypto; RC4, which OpenSSL 3 no longer brings along, is our own. */
export const decipher: Decipher = {
  md5: (bytes) => (getFips() === 1 ? undefined : plain(createHash('md5').update(bytes).digest())),
  rc4,
  aesCbc(way, key, iv, bytes) {
    const make = way === 'encrypt' ? createCipheriv : createDecipheriv;
    const cipher = make(`aes-${key.length * 8}-cbc`, key, iv).setAutoPadding(false);
    const first = cipher.update(bytes);
    const last = cipher.final();
    return plain(last.length === 0 ? first : Buffer.concat([first, last]));
  },
  random: (length) => plain(randomBytes(length)),
};
