import { randomUUID } from 'node:crypto';
import { join } from 'node:path';
import { encodeName, parseCertificate } from '@websign/pki';
import { fromColumns, type SoftwareKeys, toColumns } from '@websign/providers';
import type { Account, Accounts, Audit, NewAccount } from '../storage/index.ts';
import { type Authorities, tellsOfRevocation } from './authorities.ts';
import { certify, personName, signerProfile } from './certificates.ts';
import { createFile, readIfThere, replaceFile } from './files.ts';
import { type DemoPerson, newPassword, PEOPLE } from './people.ts';

/** An entry of demo-accounts.json; the secret is base32. */
export interface DemoAccount {
  username: string;
  password: string;
  totpSecret: string;
}

/** An account that was just made: what its person must be told. */
export interface MadeAccount extends DemoAccount {
  fullName: string;
  /** `otpauth://` URI for a QR code. */
  totpUri: string;
}

interface Making {
  keys: SoftwareKeys;
  authorities: Authorities;
  accounts: Accounts;
  audit: Audit;
  now: number;
}

/**
 * Sees to it that every person has an account. The passwords are written before the accounts, so that a crash in
 * between leaves no account whose password nobody knows: people without an account are enrolled anew.
 */
export async function ensureAccounts(dataFolder: string, making: Making): Promise<MadeAccount[]> {
  const path = join(dataFolder, 'demo-accounts.json');
  const kept = readAccounts(path);
  const missing: DemoPerson[] = [];
  for (const person of PEOPLE) {
    const account = await making.accounts.findByUsername(person.username);
    if (account === undefined) missing.push(person);
    else if (!kept?.some(({ username }) => username === person.username)) throw lost(path, person);
  }
  if (kept !== undefined) await renewCertificates(kept, making);
  if (missing.length === 0) return [];
  const enrolled = await Promise.all(missing.map((person) => enrol(person, making)));
  writeAccounts(path, kept, enrolled);
  for (const { row } of enrolled) {
    const { id } = await making.accounts.create(row);
    await making.audit.append({ kind: 'account_added', accountId: id });
  }
  return enrolled.map(({ made }) => made);
}

async function enrol(person: DemoPerson, { keys, authorities, now }: Making) {
  const { username, surname, givenName, serialNumber, email, key } = person;
  const account = randomUUID();
  const password = newPassword();
  const subject = encodeName(personName(person));
  const names = { account, label: username, issuer: 'WebSign demo', method: 'device' } as const;
  const { sealed, spki, totp } = await keys.enrol({ ...names, password, key, subject });
  const { issuing } = authorities;
  const certificate = await certificateFor(person, spki, issuing, now);
  const bound = await keys.bindCertificate(sealed, password, certificate);
  const { serialHex, validity } = parseCertificate(certificate);
  const row: NewAccount = {
    id: account,
    username,
    surname,
    name: givenName,
    email,
    subjectSerial: serialNumber,
    certificateSerial: serialHex.toUpperCase(),
    validUntil: validity.notAfter,
    otpMethod: 'TOTP',
    chain: [certificate, issuing.certificate],
    ...toColumns(bound),
  };
  const fullName = `${surname} ${givenName}`;
  const made: MadeAccount = { username, password, totpSecret: totp.secret, totpUri: totp.uri, fullName };
  return { row, made };
}

const certificateFor = (
  person: DemoPerson,
  spki: Uint8Array,
  { key, certificate, urls }: Authorities['issuing'],
  now: number,
): Promise<Uint8Array> => certify(signerProfile(person), spki, key, certificate, now, urls);

/**
 * Accounts from before the demonstration had revocation data get certificates that say where those are. Where the
 * password was changed since, the old certificate stays: it signs on, without validation data.
 */
async function renewCertificates(kept: DemoAccount[], making: Making): Promise<void> {
  for (const person of PEOPLE) {
    const password = kept.find(({ username }) => username === person.username)?.password;
    const account = await making.accounts.findByUsername(person.username);
    const [old] = account?.chain ?? [];
    if (account === undefined || password === undefined || old === undefined || tellsOfRevocation(old))
      continue;
    await renew(person, account, parseCertificate(old).spki, password, making);
  }
}

async function renew(
  person: DemoPerson,
  { id }: Account,
  spki: Uint8Array,
  password: string,
  { keys, authorities: { issuing }, accounts, now }: Making,
): Promise<void> {
  const secrets = await accounts.sealed(id);
  if (secrets === undefined) return;
  const sealed = fromColumns(id, secrets);
  if (!(await keys.verifyPassword(sealed, password, 'session'))) return;
  const certificate = await certificateFor(person, spki, issuing, now);
  const { verifier, key } = toColumns(await keys.bindCertificate(sealed, password, certificate));
  const { serialHex, validity } = parseCertificate(certificate);
  await accounts.renew(id, secrets.version, {
    certificateSerial: serialHex.toUpperCase(),
    validUntil: validity.notAfter,
    chain: [certificate, issuing.certificate],
    verifier,
    key,
  });
}

function writeAccounts(
  path: string,
  kept: DemoAccount[] | undefined,
  enrolled: { made: MadeAccount }[],
): void {
  const fresh = enrolled.map(({ made: { username, password, totpSecret } }) => ({
    username,
    password,
    totpSecret,
  }));
  const others = (kept ?? []).filter((entry) => fresh.every(({ username }) => username !== entry.username));
  const text = `${JSON.stringify([...others, ...fresh], null, 2)}\n`;
  if (kept !== undefined) replaceFile(path, text);
  else if (!createFile(path, text))
    throw new Error(`Another WebSign is making the demonstration in ${path}; start again.`);
}

function readAccounts(path: string): DemoAccount[] | undefined {
  const text = readIfThere(path)?.toString('utf8');
  if (text === undefined) return undefined;
  try {
    return JSON.parse(text) as DemoAccount[];
  } catch (cause) {
    throw new Error(`${path} is damaged; remove the data folder to make a new demonstration.`, { cause });
  }
}

function lost(path: string, { username }: DemoPerson): Error {
  return new Error(
    `${path} no longer names ${username}, whose password is lost; remove the data folder to make a new demonstration.`,
  );
}
