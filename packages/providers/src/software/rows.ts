import type { KeyObject } from 'node:crypto';
import { ProviderError } from '../errors.ts';
import type { MasterKey } from './master-key.ts';
import type { PasswordHasher } from './password.ts';
import { importKey, keyType } from './private-key.ts';
import { additionalData, openBox, sealBox } from './seal.ts';
import type { Box, SealedAccount, SealedKey } from './sealed.ts';

type KeyIdentity = Pick<SealedKey, 'id' | 'type' | 'certificateSha256'>;

const verifierContext = (account: string) => ['websign verifier 1', account];
const totpContext = (account: string, id: string) => ['websign totp 1', account, id];

function keyContext(layer: 'outer' | 'inner', account: string, key: KeyIdentity): string[] {
  return [`websign key ${layer} 1`, account, key.id, key.type, key.certificateSha256 ?? ''];
}

export function sealVerifier(master: MasterKey, account: string, verifier: Uint8Array): Box {
  return sealBox(master, verifierContext(account), verifier);
}

export function openVerifier(master: MasterKey, row: SealedAccount): Buffer {
  return openBox(master, verifierContext(row.account), row.verifier);
}

/** The TOTP secret and how many steps its device runs ahead (negative: behind), -128..127. */
export interface TotpSecret {
  secret: Uint8Array;
  drift: number;
}

export function sealTotp(
  master: MasterKey,
  account: string,
  id: string,
  { secret, drift }: TotpSecret,
): SealedAccount['totp'] {
  const plaintext = Buffer.concat([Uint8Array.of(drift & 0xff), secret]);
  try {
    return { id, ...sealBox(master, totpContext(account, id), plaintext) };
  } finally {
    plaintext.fill(0);
  }
}

/** The caller wipes `secret`. */
export function openTotp(master: MasterKey, row: SealedAccount): TotpSecret {
  const plaintext = openBox(master, totpContext(row.account, row.totp.id), row.totp);
  if (plaintext.length < 2) throw new ProviderError('sealed_row', 'TOTP record is too short');
  return { drift: plaintext.readInt8(0), secret: plaintext.subarray(1) };
}

/** Two layers: inner under the password, outer under the master key; both name account, key and certificate. */
export async function sealKey(
  master: MasterKey,
  hasher: PasswordHasher,
  account: string,
  password: Uint8Array,
  key: KeyObject,
  identity: Omit<KeyIdentity, 'type'>,
): Promise<SealedKey> {
  const named: KeyIdentity = { type: keyType(key), ...identity };
  const pkcs8 = key.export({ format: 'der', type: 'pkcs8' });
  try {
    const inner = await hasher.wrap(password, pkcs8, additionalData(keyContext('inner', account, named)));
    return { ...named, ...sealBox(master, keyContext('outer', account, named), inner) };
  } finally {
    pkcs8.fill(0);
  }
}

/** For an account whose key lives elsewhere: which certificate its key is of, under the master key. */
export function sealElsewhere(
  master: MasterKey,
  account: string,
  identity: Omit<KeyIdentity, 'type'>,
): SealedKey {
  const named: KeyIdentity = { type: 'elsewhere', ...identity };
  return { ...named, ...sealBox(master, keyContext('outer', account, named), new Uint8Array()) };
}

/** Throws ProviderError `sealed_row` where the account was not enrolled for a key elsewhere of that certificate. */
export function requireElsewhere(
  master: MasterKey,
  { account, key }: SealedAccount,
  certificateSha256: string,
) {
  if (key?.type !== 'elsewhere' || key.certificateSha256 !== certificateSha256)
    throw new ProviderError('sealed_row', 'the account is not enrolled for the key of this certificate');
  openBox(master, keyContext('outer', account, key), key);
}

export async function openKey(
  master: MasterKey,
  hasher: PasswordHasher,
  account: string,
  password: Uint8Array,
  sealed: SealedKey,
): Promise<KeyObject> {
  const inner = openBox(master, keyContext('outer', account, sealed), sealed);
  const pkcs8 = await hasher.unwrap(password, inner, additionalData(keyContext('inner', account, sealed)));
  try {
    return importKey(pkcs8);
  } finally {
    pkcs8.fill(0);
  }
}

/** Every outer layer anew under the newest master key; inner layers and TOTP ids stay. */
export function rewrapRow(master: MasterKey, row: SealedAccount): SealedAccount {
  const again = (context: string[], box: Box): Box => {
    const plaintext = openBox(master, context, box);
    try {
      return sealBox(master, context, plaintext);
    } finally {
      plaintext.fill(0);
    }
  };
  const { account, key, totp } = row;
  return {
    ...row,
    verifier: again(verifierContext(account), row.verifier),
    totp: { id: totp.id, ...again(totpContext(account, totp.id), totp) },
    key: key && { ...key, ...again(keyContext('outer', account, key), key) },
  };
}
