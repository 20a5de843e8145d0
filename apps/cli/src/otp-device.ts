import { writeFile } from 'node:fs/promises';
import type { TotpDevice } from '@websign/providers';
import { toString as qrCode } from 'qrcode';
import { CliError } from './error.ts';

/** Sees to it, before anything is changed, that a new secret can reach the person: a terminal, or a file. */
export function requireOtpPlace(file: string | undefined): void {
  if (file !== undefined || process.stdout.isTTY) return;
  throw new CliError('usage', 'The OTP secret is shown in a terminal only; name a file with --otp-file.');
}

/** Hands a new secret over, once. */
export async function handOver({ secret, uri }: TotpDevice, file: string | undefined): Promise<void> {
  if (file !== undefined) return writeFile(file, `${uri}\n`, { mode: 0o600, flag: 'wx' });
  process.stdout.write(`OTP secret  ${secret}\n${await qrCode(uri, { type: 'terminal', small: true })}\n`);
}
