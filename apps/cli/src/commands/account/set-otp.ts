import { beginOtpChange } from '@websign/server/services/operators/set-otp';
import type { OtpMethod } from '@websign/server/services/otp-reset';
import { shownTime, zonedTime } from '@websign/server/services/sign/zoned-time';
import { readArguments } from '../../arguments.ts';
import { CliError, EXIT } from '../../error.ts';
import { withDesk } from '../../operator.ts';
import { handOver, requireOtpPlace } from '../../otp-device.ts';
import { withKeys } from '../../software-keys.ts';

const OPTIONS = { phone: { type: 'string', default: '' }, 'otp-file': { type: 'string' } } as const;

const METHODS: Readonly<Record<string, OtpMethod['otpMethod']>> = {
  totp: 'TOTP',
  email: 'EMAIL',
  sms: 'SMS',
};

/** The way of codes that `--otp` or an argument names. */
export function otpMethodOf(name: string, phone: string): OtpMethod {
  const otpMethod = Object.hasOwn(METHODS, name) ? METHODS[name] : undefined;
  if (otpMethod === undefined)
    throw new CliError('usage', `"${name}" is none of ${Object.keys(METHODS).join(', ')}.`);
  return { otpMethod, phone };
}

/** Lets an account's codes come by another way, after the delay of a new device. */
export async function setOtp(args: string[]): Promise<number> {
  const { values, positionals } = readArguments(args, OPTIONS);
  const [username, way, ...more] = positionals;
  if (username === undefined || way === undefined || more.length > 0)
    throw new CliError('usage', 'set-otp takes USERNAME and one of totp, email and sms.');
  const method = otpMethodOf(way, values.phone);
  const device = method.otpMethod === 'TOTP';
  if (device) requireOtpPlace(values['otp-file']);
  const { totp, effective } = await withDesk(async (desk) => {
    const { TIME_ZONE } = desk.settings;
    const begun = await withKeys(desk.settings, (keys) =>
      beginOtpChange({ ...desk, keys }, username, method),
    );
    return { totp: begun.totp, effective: shownTime(zonedTime(begun.effectiveAt, TIME_ZONE)) };
  });
  if (device) await handOver(totp, values['otp-file']);
  process.stdout.write(
    `The one-time codes of ${username} come by ${way} from ${effective}; until then as before.\n` +
      `To cancel: ./websign account reset-otp ${username} --cancel\n`,
  );
  return EXIT.done;
}
