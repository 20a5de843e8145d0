import type { SoftwareKeys } from '@websign/providers';
import type { Settings } from '@websign/server/config';
import { COMMAND_PATIENCE_MS, configuredSigner } from '@websign/server/key-processes';
import { CliError } from './error.ts';

/** Gives `work` the signer process: that of SIGNER_SOCKET, else one of its own under the configured master key. */
export async function withKeys<T>(settings: Settings, work: (keys: SoftwareKeys) => Promise<T>): Promise<T> {
  if (settings.MASTER_KEY_FILE === '' && settings.SIGNER_SOCKET === '') {
    throw new CliError(
      'failed',
      'Set SIGNER_SOCKET, where a signer process listens, or MASTER_KEY_FILE: the file with the master key of the signer.',
    );
  }
  const keys = await configuredSigner(settings, { patienceMs: COMMAND_PATIENCE_MS });
  try {
    return await work(keys);
  } finally {
    await keys.close();
  }
}
