import { SoftwareKeys } from '@websign/providers';
import type { Settings } from '@websign/server/config';
import { CliError } from './error.ts';

const hourMs = 60 * 60_000;

/** Gives `work` the signer process under the configured master key. */
export async function withKeys<T>(
  { MASTER_KEY_FILE, RESET_OTP_DELAY_HOURS }: Settings,
  work: (keys: SoftwareKeys) => Promise<T>,
): Promise<T> {
  if (MASTER_KEY_FILE === '') {
    throw new CliError('failed', 'Set MASTER_KEY_FILE: the file with the master key of the signer.');
  }
  const keys = await SoftwareKeys.open({
    masterKey: { file: MASTER_KEY_FILE },
    newDeviceAfterMs: RESET_OTP_DELAY_HOURS * hourMs,
  });
  try {
    return await work(keys);
  } finally {
    await keys.close();
  }
}
