/** What reading a PKCS#12 file needs from outside besides a digest. */
export interface PkcsPorts {
  digest(algorithm: 'SHA-1' | 'SHA-256' | 'SHA-384' | 'SHA-512', bytes: Uint8Array): Uint8Array;
  /** PBKDF2 with HMAC over `digest` (RFC 8018 §5.2). */
  pbkdf2(
    digest: 'SHA-1' | 'SHA-256' | 'SHA-384' | 'SHA-512',
    password: Uint8Array,
    salt: Uint8Array,
    iterations: number,
    length: number,
  ): Uint8Array;
  hmac(digest: 'SHA-1' | 'SHA-256' | 'SHA-384' | 'SHA-512', key: Uint8Array, bytes: Uint8Array): Uint8Array;
  /** CBC with PKCS#7 padding removed; undefined where the padding is wrong (a wrong password). */
  decryptCbc(
    cipher: 'aes-128' | 'aes-192' | 'aes-256' | 'des-ede3',
    key: Uint8Array,
    iv: Uint8Array,
    bytes: Uint8Array,
  ): Uint8Array | undefined;
}
