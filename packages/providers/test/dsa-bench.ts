import type { SignatureAlgorithm } from '@websign/pki';
import { nodePorts } from '@websign/ports';
import {
  type DsaSimulator,
  type DsaSimulatorOptions,
  makeTestPki,
  STEP_MS,
  startDsaSimulator,
  type TestSignerName,
} from '@websign/testkit';
import { dsaClient, dsaSigner, type Signer } from '../src/index.ts';
import type { SignerBench } from './contract.ts';

const PASSWORD = 'Provider-Horse-7';
const PKCS1: readonly SignatureAlgorithm[] = ['rsa-pkcs1-sha256'];
const NAMES: readonly TestSignerName[] = ['rsa2048', 'rsa3072', 'rsa4096'];

export interface DsaBench extends SignerBench {
  signer: Signer;
  simulator: DsaSimulator;
}

/** The signer over a simulated provider, with a name of their own there for each account. */
export async function dsaBench(
  options: Pick<DsaSimulatorOptions, 'failures'> & { timeoutMs?: number } = {},
): Promise<DsaBench> {
  const { signers } = makeTestPki();
  let now = Date.UTC(2026, 10, 21, 12);
  const simulator = await startDsaSimulator({
    users: NAMES.map((name, at) => ({
      username: `${name}@provider`,
      password: PASSWORD,
      totpSecret: 'ABCDEFGHIJKLMNOP'.slice(at) + 'QRSTUVWXYZ234567'.slice(0, 16 + at),
      identity: signers[name],
    })),
    clock: () => now,
    failures: 1000,
    ...options,
  });
  const nameOf = (account: string) => NAMES.find((name) => `account-${name}` === account);
  const signer = dsaSigner({
    client: dsaClient({ url: simulator.url, timeoutMs: options.timeoutMs ?? 10_000 }),
    accounts: {
      chain: async (account) => signers[nameOf(account) ?? 'p256'].chain.slice(nameOf(account) ? 0 : 9),
      reference: async (account) => ({ username: `${nameOf(account)}@provider` }),
    },
    verify: nodePorts().verify,
  });
  return {
    signer,
    simulator,
    accounts: NAMES.map((name) => ({ account: `account-${name}`, password: PASSWORD, algorithms: PKCS1 })),
    freshOtp: async (account) => {
      now += 2 * STEP_MS;
      return simulator.code(`${nameOf(account)}@provider`);
    },
    taken: (account) => simulator.signed(`${nameOf(account)}@provider`),
    async close() {
      await signer.close();
      await simulator.close();
    },
  };
}
