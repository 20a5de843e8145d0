import { fromColumns, ProviderError, type SoftwareKeys } from '@websign/providers';
import { type Config, ConfigError } from '../config.ts';
import { configuredSigner, isOpenToAll, ownerOfProcess } from '../key-processes.ts';
import { openProviders } from '../providers.ts';
import { openKeys } from '../services/keys.ts';
import type { Storage } from '../storage/index.ts';
import { type Check, ok, type Place, problem, type Said, Unknowable, warning } from './face.ts';
import { surroundingsOf } from './place.ts';

/** Accounts, the master key that opens them, and every provider of keys. */
export const keys: Check = {
  name: 'keys',
  async look(place) {
    const { config } = place;
    if (config.MASTER_KEY_FILE === '' && config.SIGNER_SOCKET === '')
      throw new Unknowable('MASTER_KEY_FILE is not set');
    const software = await begun(config);
    if ('state' in software) return [software];
    try {
      const storage = await place.storage();
      return [
        ...whose(config),
        await masterKey(software.keys, storage),
        ...(await providers(place, storage, software.keys)),
      ];
    } finally {
      await software.keys.close();
    }
  },
};

/** As which user the processes run that hold keys. */
const whose = ({ SIGNER_SOCKET, HSM_SOCKET }: Config): Said[] =>
  [['signer', SIGNER_SOCKET] as const, ...(HSM_SOCKET === '' ? [] : [['HSM', HSM_SOCKET] as const])].map(
    ([name, socket]) => {
      const { user, description } = ownerOfProcess(socket);
      const found = `the ${name} process is ${description}`;
      if (socket !== '' && isOpenToAll(socket))
        return warning(
          `${found}, in a folder that everybody may write to`,
          'Close that folder to all but the user and the group of the process: else another could listen there.',
        );
      if (socket === '' || user === 'other') return ok(found);
      if (user === 'unknown')
        return warning(found, 'Start it, and let this user be of the group of its socket.');
      return warning(found, 'Run it as a user of its own: only so are its files closed to this server.');
    },
  );

async function begun(config: Config): Promise<{ keys: SoftwareKeys } | Said> {
  try {
    return { keys: await configuredSigner(config) };
  } catch (error) {
    if (error instanceof ConfigError) return problem('the signer process is not there', error.message);
    if (!(error instanceof ProviderError)) throw error;
    return problem(
      `the signer process does not start: ${error.message}`,
      'MASTER_KEY_FILE must be a text of lines `version:base64 of 32 bytes`, readable for this user.',
    );
  }
}

/** The sealed row of one account is opened; its password is not known, and none is told. */
async function masterKey(software: SoftwareKeys, storage: Storage): Promise<Said> {
  const { accounts, total } = await storage.roster.page({ limit: 1, offset: 0 });
  const [account] = accounts;
  if (account === undefined)
    return problem(
      'there are no accounts: the server does not start',
      './websign account add makes the first.',
    );
  const columns = await storage.accounts.sealed(account.id);
  if (columns === undefined) return warning('an account went while it was looked at', 'Run doctor again.');
  try {
    await software.verifyPassword(fromColumns(account.id, columns), 'no password', 'session');
    return ok(`the master key opens the accounts (${total})`);
  } catch (error) {
    if (!(error instanceof ProviderError) || error.code !== 'sealed_row') throw error;
    return problem(
      'the master key does not open the accounts',
      'MASTER_KEY_FILE must hold the key under which they were made, every version that is still in use; restore it from where it is kept.',
    );
  }
}

async function providers(place: Place, storage: Storage, software: SoftwareKeys): Promise<Said[]> {
  const opened = await openProviders(place.config, { ...surroundingsOf(place), storage, software }).catch(
    (error: unknown) => (error instanceof Error ? error : new Error(String(error))),
  );
  if (opened instanceof Error) {
    const act =
      'Look at the settings of that provider: PKCS11_*, CSC_* or DSA_*; the server does not start so.';
    return [problem(`a provider of keys cannot be opened: ${opened.message}`, act)];
  }
  const all = openKeys(software, storage, place.now, opened);
  try {
    return await Promise.all(
      all.health().map(async ({ provider, state }): Promise<Said> => {
        try {
          await state;
          return ok(`${provider}: keys can sign`);
        } catch (error) {
          return problem(
            `${provider}: keys cannot sign: ${error instanceof Error ? error.message : String(error)}`,
            advice[provider],
          );
        }
      }),
    );
  } finally {
    for (const { signer } of Object.values(opened)) await signer.close();
  }
}

const advice = {
  software: 'Look at the log of the service for the end of the signer process.',
  pkcs11:
    'Look whether the HSM can be reached, and at PKCS11_MODULE, PKCS11_TOKEN and PKCS11_PIN_FILE, or at HSM_SOCKET.',
  csc: 'Look whether the provider answers at CSC_URL, and at CSC_CLIENT_ID and CSC_CLIENT_SECRET_FILE.',
  dsa: 'Look whether the provider answers at DSA_URL.',
} as const;
