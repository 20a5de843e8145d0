import { randomUUID } from 'node:crypto';
import { ProviderError, toColumns } from '@websign/providers';
import type { Settings } from '@websign/server/config';
import { openWays } from '@websign/server/outbound';
import { configuredCsc, configuredDsa } from '@websign/server/providers';
import { factsOf } from '@websign/server/services/operators/enrol';
import type { NewAccount } from '@websign/server/storage/index';
import { required } from '../../arguments.ts';
import { CliError } from '../../error.ts';
import { askPassword, readPassword } from '../../secret.ts';
import { withKeys } from '../../software-keys.ts';
import { withStorage } from '../../storage.ts';
import { isGiven, newPassword } from './person.ts';

type Text = string | undefined;
type Way = ReturnType<typeof openWays>['configured'];
type Elsewhere = Pick<NewAccount, 'provider' | 'keyReference' | 'otpMethod' | 'chain'>;
/** Asks the provider for what the account is to hold. */
type Key = (settings: Settings, http: Way) => Promise<Elsewhere>;

/** A credential of the remote signing service, as it describes itself. */
export const cscKey =
  (values: { credential?: Text; 'provider-account'?: Text }): Key =>
  async (settings, http) => {
    const credentialID = required(values.credential, '--credential');
    const client = configuredCsc(settings, { http, clock: Date.now });
    if (client === undefined) throw new CliError('failed', 'Set CSC_URL: the remote signing service.');
    const { enabled, chain, multisign, mode, factors } = await client.credential(credentialID);
    if (!enabled) throw new CliError('failed', `The credential ${credentialID} is not enabled.`);
    const onPage = mode === 'oauth2code';
    if (onPage && settings.CSC_ACTIVATION === 'codes') {
      throw new CliError(
        'failed',
        `The credential ${credentialID} is activated on the service's own page; set CSC_ACTIVATION=redirect.`,
      );
    }
    const accountId = values['provider-account'];
    return {
      provider: 'csc',
      keyReference: {
        ...{ credentialID, multisign },
        ...(factors.some(({ kind }) => kind === 'sent') && { sendsCodes: true }),
        ...(accountId === undefined ? {} : { accountId }),
      },
      otpMethod: onPage ? 'NONE' : 'PROVIDER',
      chain,
    };
  };

/** A user of the Greek state provider; the password is for this one question. */
export const dsaKey =
  (values: { 'provider-username'?: Text; 'provider-password-file'?: Text }): Key =>
  async (settings, http) => {
    const username = required(values['provider-username'], '--provider-username');
    const client = configuredDsa(settings, { http });
    if (client === undefined) throw new CliError('failed', 'Set DSA_URL: the provider.');
    const file = values['provider-password-file'];
    const password =
      file === undefined
        ? await askPassword(`The password of ${username} at the provider: `)
        : await readPassword(file);
    const chain = await client.certificates({ username, password });
    return { provider: 'dsa', keyReference: { username }, otpMethod: 'PROVIDER', chain };
  };

/** An account that signs in here and signs there: its certificates come from the provider. */
export async function addWithKeyElsewhere(
  username: string,
  email: string,
  key: Key,
  values: { 'password-file'?: Text; 'own-password': boolean },
): Promise<void> {
  await withStorage(
    async (storage, settings) => {
      const taken = await storage.accounts.findByUsername(username);
      if (taken !== undefined) throw new CliError('failed', `There is an account "${username}" already.`);
      const there = await asked(settings, key);
      const facts = factsOf(there.chain, 'the answer of the provider');
      const password = await newPassword(values['password-file']);
      await withKeys(settings, async (keys) => {
        const id = randomUUID();
        const { sealed } = await keys.enrolAccess({
          account: id,
          password,
          label: username,
          issuer: 'WebSign',
          certificate: null,
          method: 'device',
        });
        const given = { passwordGiven: isGiven(values) };
        await storage.accounts.create({
          ...{ id, username, email },
          ...facts,
          ...there,
          ...given,
          ...toColumns(sealed),
        });
        await storage.audit.append({
          kind: 'account_added',
          accountId: id,
          detail: { provider: there.provider ?? 'software' },
        });
      });
    },
    { mayBegin: true },
  );
  process.stdout.write(`${username} is added.\n`);
}

async function asked(settings: Settings, key: Key): Promise<Elsewhere> {
  const ways = openWays(settings);
  try {
    return await key(settings, ways.configured);
  } catch (cause) {
    if (!(cause instanceof ProviderError)) throw cause;
    throw new CliError(
      'failed',
      sentences[cause.code] ?? `The provider did not tell the certificate: ${cause.message}.`,
      {
        cause,
      },
    );
  } finally {
    await ways.configured.close();
  }
}

const sentences: Partial<Record<ProviderError['code'], string>> = {
  wrong_password: 'The provider does not accept this user and password.',
  account_locked: 'The provider has locked this user.',
  unavailable: 'The provider does not answer.',
  timeout: 'The provider does not answer in time.',
};
