import { randomUUID, X509Certificate } from 'node:crypto';
import { PkiError, parseCertificate } from '@websign/pki';
import {
  type KeyReference,
  type ListedKey,
  type ListedToken,
  ProviderError,
  parseKeyReference,
  type TotpDevice,
  toColumns,
} from '@websign/providers';
import { readCertificates } from '@websign/server/files';
import { codeMethodOf } from '@websign/server/services/codes/destination';
import { factsOf } from '@websign/server/services/operators/enrol';
import type { OtpMethod } from '@websign/server/services/otp-reset';
import { required } from '../../arguments.ts';
import { CliError } from '../../error.ts';
import { withHsm } from '../../hsm.ts';
import { withKeys } from '../../software-keys.ts';
import { withStorage } from '../../storage.ts';
import { pinOf } from '../pkcs11.ts';
import { isGiven, newPassword } from './person.ts';

interface Person extends Readonly<Record<'username' | 'email' | 'issuer', string>> {
  method: OtpMethod;
}

type Text = string | undefined;
interface Given {
  token?: Text;
  label?: Text;
  id?: Text;
  'own-pin': boolean;
  'pin-file'?: Text;
  certificate?: Text;
  'password-file'?: Text;
  'own-password': boolean;
}

/** Certificates of one chain. */
const LONGEST_CHAIN = 10;

/** An account whose key is on a token and stays there; its password and its codes are of this service. */
export async function addWithKeyOnToken(person: Person, given: Given): Promise<TotpDevice> {
  const { username, email, issuer, method } = person;
  const keyReference = referenceOf(given);
  return withStorage(
    async (storage, settings) => {
      const taken = await storage.accounts.findByUsername(username);
      if (taken !== undefined) throw new CliError('failed', `There is an account "${username}" already.`);
      const named =
        keyReference.token === undefined
          ? undefined
          : { token: keyReference.token, pin: await pinOf(keyReference.token, given['pin-file']) };
      const tokens = await withHsm(settings, (keys) => keys.list(named));
      const token = named?.token ?? settings.PKCS11_TOKEN;
      const chain = chainOf(tokens, token, keyReference, given.certificate);
      const facts = { ...factsOf(chain, given.certificate ?? 'the token'), ...method };
      const password = await newPassword(given['password-file']);
      return withKeys(settings, async (keys) => {
        const id = randomUUID();
        const [certificate = new Uint8Array()] = chain;
        const access = { account: id, password, label: username, issuer, certificate };
        const way = codeMethodOf(method.otpMethod);
        const { sealed, totp } = await keys.enrolAccess({ ...access, method: way });
        const elsewhere = { provider: 'pkcs11', keyReference, passwordGiven: isGiven(given) } as const;
        await storage.accounts.create({ id, username, email, ...facts, ...elsewhere, ...toColumns(sealed) });
        const detail = { provider: elsewhere.provider };
        await storage.audit.append({ kind: 'account_added', accountId: id, detail });
        return totp;
      });
    },
    { mayBegin: true },
  );
}

function referenceOf({ token, label, id, 'own-pin': own }: Given): KeyReference {
  if (!own && token !== undefined)
    throw new CliError('usage', 'The key is on PKCS11_TOKEN; --token is for a token with --own-pin.');
  const pin = own ? 'person' : 'service';
  const place = own ? { token: required(token, '--token') } : {};
  try {
    return parseKeyReference({ ...place, label, id: id?.toLowerCase(), pin });
  } catch (cause) {
    if (!(cause instanceof ProviderError)) throw cause;
    throw new CliError('usage', 'Name the key by --label or by --id (hexadecimal).', { cause });
  }
}

/** The certificate of the key and its issuers; refused where it is another key's. */
function chainOf(
  tokens: ListedToken[],
  name: string,
  reference: KeyReference,
  file: string | undefined,
): Uint8Array[] {
  const token = tokens.find(({ label, serial }) => serial === name || label === name);
  const key = theKey(token?.keys ?? [], reference);
  const chain = file === undefined ? onToken(token, key) : readCertificates('--certificate', file);
  const [certificate = new Uint8Array()] = chain;
  const { publicKey } = new X509Certificate(certificate);
  const own = publicKey.export({ format: 'der', type: 'spki' });
  if (key.spki !== null && !own.equals(key.spki))
    throw new CliError('failed', 'The certificate is of another key than the one on the token.');
  return chain;
}

function theKey(keys: ListedKey[], { label, id }: KeyReference): ListedKey {
  const [key, another] = keys.filter(
    (each) => (label === undefined || each.label === label) && (id === undefined || each.id === id),
  );
  if (key === undefined) throw new CliError('failed', 'The token has no key of that label or id.');
  if (another !== undefined)
    throw new CliError('failed', 'The token has several keys of that label or id; name one by both.');
  return key;
}

/** A certificate has its key's id, or at least its label (PKCS#11 §4.5); issuers are found by their names. */
function onToken(token: ListedToken | undefined, key: ListedKey): Uint8Array[] {
  const all = (token?.certificates ?? []).flatMap(({ label, id, der }) => {
    try {
      const { subject, issuer } = parseCertificate(der);
      return [{ label, id, der, subject: hex(subject.der), issuer: hex(issuer.der) }];
    } catch (error) {
      if (error instanceof PkiError) return [];
      throw error;
    }
  });
  const first =
    all.find(({ id }) => id !== '' && id === key.id) ?? all.find(({ label }) => label === key.label);
  if (first === undefined)
    throw new CliError(
      'failed',
      'The token has no certificate of that key; name its file with --certificate.',
    );
  const chain = [first];
  for (let last = first; chain.length < LONGEST_CHAIN && last.issuer !== last.subject; ) {
    const issuer = all.find(({ subject }) => subject === last.issuer);
    if (issuer === undefined) break;
    chain.push(issuer);
    last = issuer;
  }
  return chain.map(({ der }) => der);
}

const hex = (bytes: Uint8Array): string => Buffer.from(bytes).toString('hex');
