import type { KeyObject } from 'node:crypto';
import { ProviderError } from '../errors.ts';
import type { MasterKey } from './master-key.ts';
import type { PasswordHasher, Stretched } from './password.ts';
import { importKey, keyType } from './private-key.ts';
import { additionalData, decrypt, encrypt, openBox, sealBox } from './seal.ts';
import type { Box, SealedAccount, SealedKey, SealedTotp, SealedVerifier } from './sealed.ts';

/** The account and the key that its parts belong to: a part of another enrolment of the account does not open. */
type Owner = Pick<SealedAccount, 'account'> & { key: Pick<SealedKey, 'id'> | null };
type KeyIdentity = Pick<SealedKey, 'id' | 'type' | 'certificateSha256'>;

/** What is sealed beside the verifier: a key of ours, or the word for whose certificate a key elsewhere is. */
export interface KeyPart {
  id: string;
  certificateSha256: string | null;
  key: KeyObject | 'elsewhere';
}

function verifierContext({ account, key }: Owner, epoch: number): string[] {
  if (epoch === 0) return ['websign verifier 1', account];
  return ['websign verifier 2', account, key?.id ?? '', String(epoch)];
}

function totpContext({ account, key }: Owner, totp: Omit<SealedTotp, keyof Box>): string[] {
  const { id, epoch, method, notBefore } = totp;
  if (epoch === 0) return ['websign totp 1', account, id];
  const counted = [String(epoch), method ?? '', String(notBefore)];
  return ['websign totp 2', account, key?.id ?? '', id, ...counted];
}

function keyContext(layer: 'outer' | 'inner', account: string, key: KeyIdentity, epoch: number): string[] {
  const named = [account, key.id, key.type, key.certificateSha256 ?? ''];
  return epoch === 0
    ? [`websign key ${layer} 1`, ...named]
    : [`websign key ${layer} 2`, ...named, String(epoch)];
}

/** The verifier's plaintext; the caller wipes it. */
export function openVerifier(master: MasterKey, row: SealedAccount): Buffer {
  return openBox(master, verifierContext(row, row.verifier.epoch), row.verifier);
}

/**
 * What hangs on the password, of one epoch. The key lies in two layers: inner under the password, outer under the
 * master key; both name account, key, certificate and epoch.
 */
export function sealPasswordParts(
  master: MasterKey,
  { account, epoch }: { account: string; epoch: number },
  { verifier, layer }: Stretched,
  part: KeyPart | null,
): { verifier: SealedVerifier; key: SealedKey | null } {
  const box = sealBox(master, verifierContext({ account, key: part }, epoch), verifier);
  const sealed = { verifier: { ...box, epoch } };
  if (part === null) return { ...sealed, key: null };
  const { id, certificateSha256, key } = part;
  const type = key === 'elsewhere' ? key : keyType(key);
  const named: KeyIdentity = { id, type, certificateSha256 };
  const outer = keyContext('outer', account, named, epoch);
  if (key === 'elsewhere')
    return { ...sealed, key: { ...named, ...sealBox(master, outer, new Uint8Array()) } };
  const pkcs8 = key.export({ format: 'der', type: 'pkcs8' });
  try {
    const inner = encrypt(layer, pkcs8, additionalData(keyContext('inner', account, named, epoch)));
    return { ...sealed, key: { ...named, ...sealBox(master, outer, inner) } };
  } finally {
    pkcs8.fill(0);
  }
}

/** What was sealed beside the verifier, under what its password gives. */
export function openKeyPart(master: MasterKey, row: SealedAccount, { layer }: Stretched): KeyPart | null {
  return openPart(master, row, (inner, aad) => decrypt(layer, inner, aad));
}

/** As {@link openKeyPart}, of a row of the earlier format. */
export async function openEarlierKeyPart(
  master: MasterKey,
  row: SealedAccount,
  hasher: PasswordHasher,
  password: Uint8Array,
): Promise<KeyPart | null> {
  const { account, key } = row;
  if (key === null || key.type === 'elsewhere') return openPart(master, row, (inner) => inner);
  const inner = openBox(master, keyContext('outer', account, key, 0), key);
  const aad = additionalData(keyContext('inner', account, key, 0));
  return partOf(key, await hasher.unwrapEarlier(password, inner, aad));
}

function openPart(
  master: MasterKey,
  { account, key, verifier: { epoch } }: SealedAccount,
  unwrap: (inner: Buffer, aad: Buffer) => Buffer,
): KeyPart | null {
  if (key === null) return null;
  const { id, certificateSha256 } = key;
  const inner = openBox(master, keyContext('outer', account, key, epoch), key);
  if (key.type === 'elsewhere') return { id, certificateSha256, key: key.type };
  return partOf(key, unwrap(inner, additionalData(keyContext('inner', account, key, epoch))));
}

function partOf({ id, certificateSha256 }: SealedKey, pkcs8: Buffer): KeyPart {
  try {
    return { id, certificateSha256, key: importKey(pkcs8) };
  } finally {
    pkcs8.fill(0);
  }
}

/** Throws ProviderError `sealed_row` where the account was not enrolled for a key elsewhere of that certificate. */
export function requireElsewhere(master: MasterKey, row: SealedAccount, certificateSha256: string): void {
  const { account, key, verifier } = row;
  if (key?.type !== 'elsewhere' || key.certificateSha256 !== certificateSha256)
    throw new ProviderError('sealed_row', 'the account is not enrolled for the key of this certificate');
  openBox(master, keyContext('outer', account, key, verifier.epoch), key);
}

/** The TOTP secret and how many steps its device runs ahead (negative: behind), -128..127. */
export interface TotpSecret {
  secret: Uint8Array;
  drift: number;
}

export function sealTotp(
  master: MasterKey,
  owner: Owner,
  { id, epoch, method, notBefore }: Omit<SealedTotp, keyof Box>,
  { secret, drift }: TotpSecret,
): SealedTotp {
  const named = { id, epoch, method, notBefore };
  const plaintext = Buffer.concat([Uint8Array.of(drift & 0xff), secret]);
  try {
    return { ...named, ...sealBox(master, totpContext(owner, named), plaintext) };
  } finally {
    plaintext.fill(0);
  }
}

/** The caller wipes `secret`. */
export function openTotp(master: MasterKey, row: SealedAccount): TotpSecret {
  const plaintext = openBox(master, totpContext(row, row.totp), row.totp);
  if (plaintext.length < 2) throw new ProviderError('sealed_row', 'TOTP record is too short');
  return { drift: plaintext.readInt8(0), secret: plaintext.subarray(1) };
}

/** Every outer layer anew under the newest master key; inner layers, epochs and TOTP ids stay. */
export function rewrapRow(master: MasterKey, row: SealedAccount): SealedAccount {
  const again = (context: string[], box: Box): Box => {
    const plaintext = openBox(master, context, box);
    try {
      return sealBox(master, context, plaintext);
    } finally {
      plaintext.fill(0);
    }
  };
  const { account, key, totp, verifier } = row;
  const { epoch } = verifier;
  return {
    account,
    verifier: { epoch, ...again(verifierContext(row, epoch), verifier) },
    totp: { ...totp, ...again(totpContext(row, totp), totp) },
    key: key && { ...key, ...again(keyContext('outer', account, key, epoch), key) },
  };
}
