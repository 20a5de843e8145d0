import { fromColumns, toColumns } from '@websign/providers';
import { readArguments, single } from '../../arguments.ts';
import { CliError, EXIT } from '../../error.ts';
import { handOver, requireOtpPlace } from '../../otp-device.ts';
import { withKeys } from '../../software-keys.ts';
import { accountNamed, withStorage } from '../../storage.ts';

const OPTIONS = { 'otp-file': { type: 'string' } } as const;

/** Gives an account a new OTP secret; audited, and at once. */
export async function resetOtp(args: string[]): Promise<number> {
  const { values, positionals } = readArguments(args, OPTIONS);
  const username = single(positionals, 'USERNAME');
  const file = values['otp-file'];
  requireOtpPlace(file);
  const totp = await withStorage(async (storage, settings) => {
    const { id } = await accountNamed(storage, username);
    const secrets = await storage.accounts.sealed(id);
    if (secrets === undefined) throw new CliError('failed', `${username} has no secrets.`);
    const enrolled = await withKeys(settings, (keys) =>
      keys.resetOtp(fromColumns(id, secrets), username, 'WebSign'),
    );
    const { totp: sealed } = toColumns(enrolled.sealed);
    if (!(await storage.accounts.reseal(id, secrets.version, { totp: sealed }))) {
      throw new CliError('failed', `${username} was changed by someone else just now; try again.`);
    }
    await storage.audit.append({ kind: 'otp_reset', accountId: id });
    return enrolled.totp;
  });
  await handOver(totp, file);
  process.stdout.write(`${username} has a new OTP secret; the old one no longer works.\n`);
  return EXIT.done;
}
