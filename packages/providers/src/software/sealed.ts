import { ProviderError } from '../errors.ts';

/**
 * What the database stores of one account's secrets: plain JSON, worthless without the master key. Each `box`
 * is base64url of nonce (12 bytes), AES-256-GCM ciphertext and tag (16 bytes) under master key `version`. The
 * boxes' additional data name the account, so a box moved to another row does not open (docs: seal.ts).
 */
export interface SealedAccount {
  /** The account's immutable id; never a name that can be given to someone else. */
  account: string;
  verifier: SealedVerifier;
  totp: SealedTotp;
  key: SealedKey | null;
}

/** Bytes under a version of the master key. */
export interface Box {
  /** Version of the master key, from 1. */
  version: number;
  /** base64url: nonce, ciphertext, tag. */
  box: string;
}

/** What is sealed in two counted parts: what hangs on the password (verifier and key), and what codes come of. */
export interface Counted extends Box {
  /**
   * Grows by one with every change of the part, and is bound to it. 0: sealed before changes were counted, and to be
   * sealed anew at the next sign-in.
   */
  epoch: number;
}

/** Its epoch is the key's as well: both change together. */
export type SealedVerifier = Counted;

/** By which way codes come: shown by the person's device, or sent by us. */
export type CodeMethod = 'device' | 'sent';

export interface SealedTotp extends Counted {
  id: string;
  /** Null where the epoch is 0: nothing but the database says it. */
  method: CodeMethod | null;
  /** Epoch milliseconds before which no code of it counts. */
  notBefore: number;
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
const MAX_EPOCH = 0x7fffffff;

/** Checks the shape of a stored row; throws ProviderError `sealed_row`. Opening it is the signer process's. */
export function parseSealedAccount(value: unknown): SealedAccount {
  const row = record(value);
  return {
    account: text(row.account, 'account', /^[\x21-\x7e]{1,128}$/),
    verifier: parseCounted(row.verifier),
    totp: parseTotp(row.totp),
    key: row.key === null ? null : parseKey(row.key),
  };
}

/** Whether the account is to be sealed anew when its password is known next. */
export const isOfEarlierFormat = ({ verifier, totp }: SealedAccount): boolean =>
  verifier.epoch === 0 || totp.epoch === 0;

function parseTotp(value: unknown): SealedTotp {
  const totp = record(value);
  const counted = { ...parseCounted(totp), id: text(totp.id, 'totp.id', /^[0-9a-f-]{36}$/) };
  if (counted.epoch === 0) return { ...counted, method: null, notBefore: 0 };
  const method = text(totp.method, 'totp.method', /^(?:device|sent)$/);
  return {
    ...counted,
    method: method === 'sent' ? 'sent' : 'device',
    notBefore: count(totp.notBefore, 'totp.notBefore', Number.MAX_SAFE_INTEGER),
  };
}

function parseCounted(value: unknown): Counted {
  const { epoch = 0 } = record(value);
  return { ...parseBox(value), epoch: count(epoch, 'epoch', MAX_EPOCH) };
}

function count(value: unknown, name: string, most: number): number {
  if (typeof value !== 'number' || !Number.isSafeInteger(value) || value < 0 || value > most)
    throw malformed(name);
  return value;
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
  if (typeof value !== 'object' || value === null || Array.isArray(value) || value instanceof Uint8Array)
    throw malformed('object');
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
    account,
    verifier: read(verifier),
    key: read(key),
    totp: read(totp),
  });
}
