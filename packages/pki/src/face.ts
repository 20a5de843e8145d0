export type DigestAlgorithm = 'SHA-256' | 'SHA-384' | 'SHA-512';

/** Signature algorithms made and checked; RSA-PSS uses MGF1 with the same digest and a salt of its length. */
export type SignatureAlgorithm =
  | 'ecdsa-p256-sha256'
  | 'ecdsa-p384-sha384'
  | 'rsa-pkcs1-sha256'
  | 'rsa-pkcs1-sha384'
  | 'rsa-pkcs1-sha512'
  | 'rsa-pss-sha256'
  | 'rsa-pss-sha384'
  | 'rsa-pss-sha512';

/** Named curves: those of NIST (RFC 5480) and Brainpool (RFC 5639). */
export type Curve = 'p256' | 'p384' | 'p521' | 'bp256' | 'bp384' | 'bp512';

/** Digests of signatures that others made, the broken ones too: whether they still count is judged elsewhere. */
export type SignatureDigest =
  | DigestAlgorithm
  | 'MD5'
  | 'SHA-1'
  | 'SHA-224'
  | 'SHA3-256'
  | 'SHA3-384'
  | 'SHA3-512';

/** Digests of content that others signed or name: whether they still count is judged elsewhere. */
export type AnyDigest = Exclude<SignatureDigest, 'MD5'> | 'SHAKE256';

/** Signatures that name no digest of their own and belong to keys of their own kind (RFC 8032, FIPS 204). */
export type WholeMessageAlgorithm = 'ed25519' | 'ed448' | 'ml-dsa-44' | 'ml-dsa-65' | 'ml-dsa-87';

type Hash = 'md5' | 'sha1' | 'sha224' | 'sha256' | 'sha384' | 'sha512' | 'sha3-256' | 'sha3-384' | 'sha3-512';

/**
 * What is verified, our own and others'. `salt`: octets of the salt of RSA-PSS where it is not the digest's length;
 * `mgf1`: digest of its mask where it is not the message's, and then the salt is always told.
 */
export type VerifyAlgorithm =
  | `ecdsa-${Curve}-${Hash}`
  /** The value is r and s side by side (BSI TR-03111), no ECDSA-Sig-Value. */
  | `ecdsa-plain-${Curve}-${Hash}`
  | `rsa-pkcs1-${Hash}`
  | `rsa-pss-${Hash}`
  | `rsa-pss-${Hash}-salt${number}`
  | `rsa-pss-${Hash}-mgf1-${Hash}-salt${number}`
  | WholeMessageAlgorithm;

/** What pki needs from outside. */
export interface PkiPorts {
  /** One-shot digest, synchronous. Of SHAKE256, 64 octets (RFC 8702 §2). */
  digest(algorithm: AnyDigest, bytes: Uint8Array): Uint8Array;
  /**
   * Verifies `signature` over `message` (not its digest) with a SubjectPublicKeyInfo in DER. ECDSA values are
   * DER (ECDSA-Sig-Value) but where they are plain. To what parameters a key of RSASSA-PSS is bound the caller has looked
   * (RFC 4055 §3.3). Resolves to false for a value that does not verify; throws only PkiError.
   */
  verify(
    algorithm: VerifyAlgorithm,
    spki: Uint8Array,
    message: Uint8Array,
    signature: Uint8Array,
  ): boolean | Promise<boolean>;
}

/** A drafted CMS: plain data between the two phases of signing. */
export interface Draft {
  /** DER of the signed attributes as SET OF (tag 0x31): the bytes that are signed. */
  signedAttributes: Uint8Array;
  /** Digest of `signedAttributes`. */
  digest: Uint8Array;
  digestAlgorithm: DigestAlgorithm;
  signatureAlgorithm: SignatureAlgorithm;
  /** Signer first, then its chain; DER certificates. */
  chain: Uint8Array[];
}

/** One item for a signer; HSMs and CSC want the digest, Ed25519 and Node want the message. */
export interface SigningItem {
  signedAttributes: Uint8Array;
  digest: Uint8Array;
  digestAlgorithm: DigestAlgorithm;
  signatureAlgorithm: SignatureAlgorithm;
}
