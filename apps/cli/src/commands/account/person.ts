import { brokenPasswordRules } from '@websign/contract';
import { nameValue, parseCertificate } from '@websign/pki';
import type { NewAccount } from '@websign/server/storage/index';
import { CliError } from '../../error.ts';
import { askPassword, readPassword } from '../../secret.ts';

/** What the certificate says of the person goes into the account; `file` is for the sentence where it does not. */
export function factsOf(
  chain: readonly Uint8Array[],
  file: string,
): Omit<NewAccount, 'id' | 'username' | 'email' | 'verifier' | 'key' | 'totp'> {
  const [first] = chain;
  if (first === undefined) throw new CliError('failed', `${file} holds no certificate.`);
  const { subject, serialHex, validity } = parseCertificate(first);
  const surname = nameValue(subject, 'surname');
  const name = nameValue(subject, 'givenName');
  if (surname === undefined || name === undefined) {
    throw new CliError('failed', `The certificate in ${file} names no surname and given name.`);
  }
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

const QUESTION = "The account's password: ";

/** The password that the account has already. */
export const knownPassword = (file: string | undefined): Promise<string> =>
  file === undefined ? askPassword(QUESTION) : readPassword(file);

/** PWD-1 holds for the first password too. */
export async function newPassword(file: string | undefined): Promise<string> {
  const password = await knownPassword(file);
  const broken = brokenPasswordRules(password);
  if (broken.length === 0) return password;
  throw new CliError('failed', `The password breaks the rules for: ${broken.join(', ')}.`);
}
