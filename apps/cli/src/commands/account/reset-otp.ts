import { beginOtpReset, cancelOtpReset } from '@websign/server/services/operators/reset-otp';
import { shownTime, zonedTime } from '@websign/server/services/sign/zoned-time';
import { readArguments, single } from '../../arguments.ts';
import { EXIT } from '../../error.ts';
import { withDesk } from '../../operator.ts';
import { handOver, requireOtpPlace } from '../../otp-device.ts';
import { withKeys } from '../../software-keys.ts';

const OPTIONS = { 'otp-file': { type: 'string' }, cancel: { type: 'boolean', default: false } } as const;

/** Gives an account a new OTP secret, which the server puts into effect after a delay, or takes it back. */
export async function resetOtp(args: string[]): Promise<number> {
  const { values, positionals } = readArguments(args, OPTIONS);
  const username = single(positionals, 'USERNAME');
  await (values.cancel ? cancel(username) : begin(username, values['otp-file']));
  return EXIT.done;
}

async function begin(username: string, file: string | undefined): Promise<void> {
  requireOtpPlace(file);
  const { totp, effective } = await withDesk(async (desk) => {
    const { TIME_ZONE } = desk.settings;
    const begun = await withKeys(desk.settings, (keys) => beginOtpReset({ ...desk, keys }, username));
    return { totp: begun.totp, effective: shownTime(zonedTime(begun.effectiveAt, TIME_ZONE)) };
  });
  await handOver(totp, file);
  process.stdout.write(
    `The new OTP secret of ${username} takes effect at ${effective}; until then the old one holds.\n` +
      `To cancel: ./websign account reset-otp ${username} --cancel\n`,
  );
}

async function cancel(username: string): Promise<void> {
  await withDesk((desk) => cancelOtpReset(desk, username));
  process.stdout.write(`The new OTP secret of ${username} is cancelled; the old one holds.\n`);
}
