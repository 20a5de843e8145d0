/** Digest algorithms a signature may use; names as in Web Crypto. */
export type DigestAlgorithm = 'SHA-256' | 'SHA-384' | 'SHA-512';

/** Digests of what others made, too; of SHAKE256, 64 octets. */
export type AnyDigest =
  | DigestAlgorithm
  | 'SHA-1'
  | 'SHA-224'
  | 'SHA3-256'
  | 'SHA3-384'
  | 'SHA3-512'
  | 'SHAKE256';

/** A running digest. `copy` lets a shared prefix be hashed once. */
export interface RunningDigest {
  update(bytes: Uint8Array): RunningDigest;
  copy(): RunningDigest;
  digest(): Uint8Array;
}

/** The ciphers of encrypted files (ISO 32000-2 §7.6). Nothing is secret here: the user password is empty. */
export interface Decipher {
  /** Undefined where the platform forbids it (FIPS). */
  md5(bytes: Uint8Array): Uint8Array | undefined;
  /** Its own inverse; keys of 1 to 256 bytes. */
  rc4(key: Uint8Array, bytes: Uint8Array): Uint8Array;
  /** Without padding: whole blocks of 16 bytes in, as many out. Keys of 16 or 32 bytes, an `iv` of 16. */
  aesCbc(way: 'encrypt' | 'decrypt', key: Uint8Array, iv: Uint8Array, bytes: Uint8Array): Uint8Array;
  /** Octets of the platform's cryptographic source: the initialization vectors of what an update enciphers. */
  random(length: number): Uint8Array;
}

/** What the engine needs from outside: it has no access to Node, time, randomness or the network. */
export interface PdfPorts {
  /** A new running digest; synchronous. Other ones than ours only to check what others made. */
  digest(algorithm: AnyDigest): RunningDigest;
  /**
   * Inflates a zlib stream to at most `limit` bytes; truncated or damaged input gives what could be read and
   * `complete: false`, a checksum aside; past the limit `exceeded: true`. Of a whole stream `used` is how many bytes of
   * the input it takes, its checksum with it. Never throws.
   */
  inflate(
    bytes: Uint8Array,
    limit: number,
  ): { bytes: Uint8Array; complete: boolean; exceeded: boolean; used?: number };
  /** Deflates to a zlib stream (appearance streams and fonts). */
  deflate(bytes: Uint8Array): Uint8Array;
  decipher: Decipher;
  /** Subsets a TrueType font to the characters of `text`, keeping glyph ids compact. */
  subset(font: Uint8Array, text: string): Promise<Uint8Array>;
}
