import { ProviderError } from '../errors.ts';

/**
 * What the database stores of one account's secrets: plain JSON, worthless without the master key. Each `box`
 * is base64url of nonce (12 bytes), AES-256-GCM ciphertext and tag (16 bytes) under master key `version`. The
 * boxes' additional data name the account, so a box moved to another row does not open (docs: seal.ts).
 */
export interface SealedAccount {
  format: 1;
  /** The account's immutable id; never a name that can be given to someone else. */
  account: string;
  verifier: Box;
  totp: Box & { id: string };
  key: SealedKey | null;
}

/** Bytes under a version of the master key. */
export interface Box {
  /** Version of the master key, from 1. */
  version: number;
  /** base64url: nonce, ciphertext, tag. */
  box: string;
}

/**
 * The key, or, where it lives elsewhere, the word of whoever enrolled the account for whose certificate it is: the
 * database alone must not lend an account another's key.
 */
export interface SealedKey extends Box {
  id: string;
  type: KeyType | 'elsewhere';
  /** SHA-256 of the DER certificate, lower-case hex; null until the certificate is bound. */
  certificateSha256: string | null;
}

export type KeyType = 'ec-p256' | 'ec-p384' | 'rsa';

const KEY_TYPES: readonly string[] = ['ec-p256', 'ec-p384', 'rsa'];
/** An RSA-4096 PKCS#8 is 2.4 KB; twice sealed and in base64 it stays under 4 KB. */
const MAX_BOX = 8192;

/** Checks the shape of a stored row; throws ProviderError `sealed_row`. Opening it is the signer process's. */
export function parseSealedAccount(value: unknown): SealedAccount {
  const row = record(value);
  if (row.format !== 1) throw malformed('format');
  const totp = record(row.totp);
  return {
    format: 1,
    account: text(row.account, 'account', /^[\x21-\x7e]{1,128}$/),
    verifier: parseBox(row.verifier),
    totp: { ...parseBox(totp), id: text(totp.id, 'totp.id', /^[0-9a-f-]{36}$/) },
    key: row.key === null ? null : parseKey(row.key),
  };
}

function parseKey(value: unknown): SealedKey {
  const key = record(value);
  const type = text(key.type, 'key.type', /^[a-z0-9-]{1,16}$/);
  if (type !== 'elsewhere' && !isKeyType(type)) throw malformed('key.type');
  const hash = key.certificateSha256;
  return {
    ...parseBox(key),
    id: text(key.id, 'key.id', /^[0-9a-f-]{36}$/),
    type,
    certificateSha256: hash === null ? null : text(hash, 'key.certificateSha256', /^[0-9a-f]{64}$/),
  };
}

function parseBox(value: unknown): Box {
  const { version, box } = record(value);
  if (typeof version !== 'number' || !Number.isInteger(version) || version < 1 || version > 0xffff)
    throw malformed('version');
  if (typeof box !== 'string' || box.length > MAX_BOX || !/^[A-Za-z0-9_-]+$/.test(box))
    throw malformed('box');
  return { version, box };
}

function isKeyType(type: string): type is KeyType {
  return KEY_TYPES.includes(type);
}

function record(value: unknown): Record<string, unknown> {
  if (typeof value !== 'object' || value === null || Array.isArray(value)) throw malformed('object');
  return Object.fromEntries(Object.entries(value));
}

function text(value: unknown, name: string, shape: RegExp): string {
  if (typeof value !== 'string' || !shape.test(value)) throw malformed(name);
  return value;
}

function malformed(field: string): ProviderError {
  return new ProviderError('sealed_row', `sealed account: ${field} is not of the stored format`);
}

/** The three columns that a database keeps apart: verifier, key and TOTP secret, each as JSON text. */
export interface SealedColumns {
  verifier: string;
  key: string;
  totp: string;
}

export function toColumns(sealed: SealedAccount): SealedColumns {
  const { verifier, key, totp } = sealed;
  return { verifier: JSON.stringify(verifier), key: JSON.stringify(key), totp: JSON.stringify(totp) };
}

/** Throws ProviderError `sealed_row` when a column is not what `toColumns` made. */
export function fromColumns(account: string, columns: SealedColumns): SealedAccount {
  const read = (text: string): unknown => {
    try {
      return JSON.parse(text);
    } catch (cause) {
      throw new ProviderError('sealed_row', 'sealed account: a column is not JSON', { cause });
    }
  };
  const { verifier, key, totp } = columns;
  return parseSealedAccount({
    format: 1,
    account,
    verifier: read(verifier),
    key: read(key),
    totp: read(totp),
  });
}
