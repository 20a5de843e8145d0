import { Secret, TOTP } from 'otpauth';
import { readArguments, single } from '../arguments.ts';
import { dataFolder, demoAccounts } from '../demo-accounts.ts';
import { CliError, EXIT } from '../error.ts';

/** Prints the present code of a demonstration signer, alone on its line. */
export async function run(args: string[]): Promise<number> {
  const username = single(readArguments(args, {}).positionals, 'USERNAME');
  const accounts = await demoAccounts(dataFolder());
  const account = accounts.find((candidate) => candidate.username === username);
  if (account === undefined) {
    const names = accounts.map((candidate) => candidate.username).join(', ');
    throw new CliError('failed', `The demonstration has no signer "${username}"; it has ${names}.`);
  }
  const totp = new TOTP({ secret: Secret.fromBase32(account.totpSecret) });
  process.stdout.write(`${totp.generate()}\n`);
  if (process.stderr.isTTY) process.stderr.write(`for ${Math.ceil(totp.remaining() / 1000)} more seconds\n`);
  return EXIT.done;
}
