import { fromColumns, toColumns } from '@websign/providers';
import { mailJob } from '@websign/server/services/mail/jobs';
import { otpResetJob, otpResetKey } from '@websign/server/services/otp-reset';
import { shownTime, zonedTime } from '@websign/server/services/sign/zoned-time';
import { readArguments, single } from '../../arguments.ts';
import { CliError, EXIT } from '../../error.ts';
import { handOver, requireOtpPlace } from '../../otp-device.ts';
import { withKeys } from '../../software-keys.ts';
import { accountNamed, withStorage } from '../../storage.ts';

const OPTIONS = { 'otp-file': { type: 'string' }, cancel: { type: 'boolean', default: false } } as const;
const HOUR_MS = 60 * 60_000;

/**
 * Gives an account a new OTP secret, which the server puts into effect after a delay; the signer is told by e-mail at
 * once, so that a reset that nobody asked for can be cancelled. Audited.
 */
export async function resetOtp(args: string[]): Promise<number> {
  const { values, positionals } = readArguments(args, OPTIONS);
  const username = single(positionals, 'USERNAME');
  await (values.cancel ? cancel(username) : begin(username, values['otp-file']));
  return EXIT.done;
}

async function begin(username: string, file: string | undefined): Promise<void> {
  requireOtpPlace(file);
  const { totp, effective } = await withStorage(async (storage, settings) => {
    const { id } = await accountNamed(storage, username);
    const secrets = await storage.accounts.sealed(id);
    if (secrets === undefined) throw new CliError('failed', `${username} has no secrets.`);
    const enrolled = await withKeys(settings, (keys) =>
      keys.resetOtp(fromColumns(id, secrets), username, 'WebSign'),
    );
    const at = Date.now();
    const effectiveAt = at + settings.RESET_OTP_DELAY_HOURS * HOUR_MS;
    const { totp: sealed } = toColumns(enrolled.sealed);
    await storage.outbox.add(otpResetJob(id, { old: secrets.totp, new: sealed }, effectiveAt), {
      job: mailJob({ letter: 'otp_reset_begun', accountId: id, at, effectiveAt }),
      event: { kind: 'otp_reset_begun', accountId: id, detail: { effectiveAt } },
    });
    return { totp: enrolled.totp, effective: shownTime(zonedTime(effectiveAt, settings.TIME_ZONE)) };
  });
  await handOver(totp, file);
  process.stdout.write(
    `The new OTP secret of ${username} takes effect at ${effective}; until then the old one holds.\n` +
      `To cancel: ./websign account reset-otp ${username} --cancel\n`,
  );
}

async function cancel(username: string): Promise<void> {
  await withStorage(async (storage) => {
    const { id } = await accountNamed(storage, username);
    const dropped = await storage.outbox.drop(otpResetKey(id), {
      job: mailJob({ letter: 'otp_reset_cancelled', accountId: id, at: Date.now() }),
      event: { kind: 'otp_reset_cancelled', accountId: id },
    });
    if (!dropped) throw new CliError('failed', `No new OTP secret of ${username} waits to take effect.`);
  });
  process.stdout.write(`The new OTP secret of ${username} is cancelled; the old one holds.\n`);
}
