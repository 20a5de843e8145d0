import { type DsaFault, startDsaSimulator } from '@websign/testkit/dsa';
import { makeTestPki } from '@websign/testkit/test-pki';
import { none, readArguments } from '../../arguments.ts';
import { CliError } from '../../error.ts';
import { portOf, serve } from './served.ts';

const OPTIONS = {
  port: { type: 'string' },
  fault: { type: 'string' },
} as const;

/** Secrets of nobody: the same on every start, so that an authenticator app keeps working. */
const USERS = [
  { username: 'nikos', key: 'rsa3072', totpSecret: 'JBSWY3DPEHPK3PXPJBSWY3DPEHPK3PXP' },
  { username: 'maria', key: 'rsa2048', totpSecret: 'KRSXG5CTMVRXEZLUKRSXG5CTMVRXEZLU' },
] as const;
const PASSWORD = 'Provider-Pass1';

const FAULTS: Readonly<Record<string, DsaFault>> = {
  slow: { kind: 'slow', ms: 10_000 },
  hang: { kind: 'hang' },
  'http-500': { kind: 'http_500' },
  'other-value': { kind: 'other_value' },
  'other-key': { kind: 'other_key' },
  malformed: { kind: 'malformed' },
  flood: { kind: 'flood' },
  'unknown-error': { kind: 'unknown_error' },
};

export async function run(args: string[]): Promise<number> {
  const { values, positionals } = readArguments(args, OPTIONS);
  none(positionals);
  const fault = values.fault === undefined ? null : FAULTS[values.fault];
  if (fault === undefined)
    throw new CliError('usage', `--fault is one of ${Object.keys(FAULTS).join(', ')}.`);
  const { signers } = makeTestPki();
  const simulator = await startDsaSimulator({
    users: USERS.map(({ key, ...user }) => ({ ...user, password: PASSWORD, identity: signers[key] })),
    port: portOf(values.port),
  });
  simulator.fault(fault);
  return serve({
    title: 'Simulated provider (dsa/v1)',
    url: simulator.url,
    notes: [
      `DSA_URL=${simulator.url}`,
      ...USERS.map(
        ({ username, totpSecret }) => `user ${username}, password ${PASSWORD}, code secret ${totpSecret}`,
      ),
    ],
    codes: () => USERS.map(({ username }) => `${username}: ${simulator.code(username)}`),
    close: () => simulator.close(),
  });
}
