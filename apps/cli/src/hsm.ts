import { type Pkcs11Keys, ProviderError } from '@websign/providers';
import type { Settings } from '@websign/server/config';
import { COMMAND_PATIENCE_MS } from '@websign/server/key-processes';
import { configuredPkcs11 } from '@websign/server/providers';
import { CliError } from './error.ts';

/** Gives `work` the HSM that the environment names. */
export async function withHsm<T>(settings: Settings, work: (keys: Pkcs11Keys) => Promise<T>): Promise<T> {
  const keys = await configuredPkcs11(settings, { patienceMs: COMMAND_PATIENCE_MS });
  if (keys === undefined)
    throw new CliError('failed', "Set PKCS11_MODULE: the HSM's PKCS#11 module, or HSM_SOCKET.");
  try {
    return await work(keys);
  } catch (cause) {
    if (!(cause instanceof ProviderError)) throw cause;
    throw new CliError('failed', sentences[cause.code] ?? `The HSM: ${cause.message}.`, { cause });
  } finally {
    await keys.close();
  }
}

const sentences: Partial<Record<ProviderError['code'], string>> = {
  wrong_password: 'The token does not accept this PIN.',
  account_locked: 'The token has locked its PIN.',
  timeout: 'The HSM does not answer in time.',
};
