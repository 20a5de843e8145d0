import { brokenPasswordRules } from '@websign/contract';
import { CliError } from '../../error.ts';
import { askPassword, readPassword } from '../../secret.ts';

const QUESTION = "The account's password: ";

/**
 * Whether whoever runs the command chose the password: then the signer has to choose one at the first sign-in. With
 * `--own-password` the signer typed it.
 */
export const isGiven = (values: { 'own-password': boolean }): boolean => !values['own-password'];

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
