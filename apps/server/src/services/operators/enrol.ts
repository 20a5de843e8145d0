import { randomInt } from 'node:crypto';
import { brokenPasswordRules, limits } from '@websign/contract';
import { encodeName, nameValue, parseCertificate } from '@websign/pki';
import type { SealedAccount } from '@websign/providers';
import type { NewAccount } from '../../storage/index.ts';
import { codeMethodOf } from '../codes/destination.ts';
import { OperatorError } from './error.ts';

/** Whom a certificate is asked for; `country` is ISO 3166-1 alpha-2. */
export interface Subject {
  country: string;
  surname: string;
  name: string;
  subjectSerial: string;
}

/** The subject of a certification request, DER (ETSI EN 319 412-2 §4.2.4). */
export const subjectName = ({ country, surname, name, subjectSerial }: Subject): Uint8Array =>
  encodeName([
    { type: 'country', value: country },
    { type: 'surname', value: surname },
    { type: 'givenName', value: name },
    { type: 'serialNumber', value: subjectSerial },
    { type: 'commonName', value: `${name} ${surname}` },
  ]);

/** A certification request (PKCS#10) as CAs take it. */
export function requestPem(der: Uint8Array): string {
  const lines =
    Buffer.from(der)
      .toString('base64')
      .match(/.{1,64}/g) ?? [];
  return ['-----BEGIN CERTIFICATE REQUEST-----', ...lines, '-----END CERTIFICATE REQUEST-----', ''].join(
    '\n',
  );
}

/**
 * What the certificate says of the person goes into the account; `file` is for the sentence where it does not. Throws
 * OperatorError `bad_request`, PkiError.
 */
export function factsOf(
  chain: readonly Uint8Array[],
  file: string,
): Omit<NewAccount, 'id' | 'username' | 'email' | 'verifier' | 'key' | 'totp'> {
  const [first] = chain;
  if (first === undefined) throw new OperatorError('bad_request', `${file} holds no certificate.`);
  const { subject, serialHex, validity } = parseCertificate(first);
  const surname = nameValue(subject, 'surname');
  const name = nameValue(subject, 'givenName');
  if (surname === undefined || name === undefined)
    throw new OperatorError('bad_request', `The certificate in ${file} names no surname and given name.`);
  return {
    surname,
    name,
    subjectSerial: nameValue(subject, 'serialNumber') ?? '',
    certificateSerial: serialHex.toUpperCase(),
    validUntil: validity.notAfter,
    otpMethod: 'TOTP',
    chain,
  };
}

/**
 * By which way codes come was sealed when the key was made, and is not chosen again with its certificate. Throws
 * OperatorError `bad_request`.
 */
export function requireSameWay({ totp: { method } }: SealedAccount, otpMethod: string): void {
  if (method === null || method === codeMethodOf(otpMethod)) return;
  throw new OperatorError(
    'bad_request',
    method === 'sent'
      ? 'The key was made for codes that are sent: name that way again with its certificate.'
      : 'The key was made for codes of a device: other ways are for set-otp, once the account is there.',
  );
}

/** Without letters and digits that are taken for each other: it is typed from paper. */
const letters = `abcdefghijkmnpqrstuvwxyzABCDEFGHJKLMNPQRSTUVWXYZ23456789${limits.passwordSymbols}`;
const passwordLetters = 16;

/** A first password by PWD-1, of some 95 random bits. */
export function randomPassword(): string {
  for (;;) {
    const password = Array.from({ length: passwordLetters }, () => letters[randomInt(letters.length)]).join(
      '',
    );
    if (brokenPasswordRules(password).length === 0) return password;
  }
}
