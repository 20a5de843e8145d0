import { createHash, randomBytes } from 'node:crypto';
import { nodePorts } from '@websign/ports';
import {
  CSC_PIN,
  type CscSimulatedCredential,
  type CscSimulator,
  type CscSimulatorOptions,
  cscPeople,
  makeTestPki,
  STEP_MS,
  startCscSimulator,
} from '@websign/testkit';
import {
  type CscClient,
  type CscClientOptions,
  type CscSigner,
  cscClient,
  cscSigner,
  outboundHttp,
} from '../src/index.ts';
import type { SignerBench } from './contract.ts';

export const NIKOS = 'account-nikos-rsa3072';
export const ELENI = 'account-eleni-p256';
export const GIORGOS = 'account-giorgos-p384-sms';
export const MARIA = 'account-maria-rsa2048-page';
export const IOULIA = 'account-ioulia-rsa4096-push';
export const PIN = CSC_PIN;

export const idOf = (account: string) => account.replace(/^account-/, '');

export interface CscBench extends SignerBench {
  signer: CscSigner;
  client: CscClient;
  simulator: CscSimulator;
  credential(account: string): CscSimulatedCredential;
  /** Moves time on. */
  tick(ms: number): void;
  /** What a person does at the page: the address they are sent back to. */
  approve(url: string, given: { pin?: string; otp?: string; answer?: string }): Promise<URL>;
}

type Options = Partial<CscSimulatorOptions> & {
  with?: Partial<CscClientOptions>;
  change?: (credential: CscSimulatedCredential) => Partial<CscSimulatedCredential>;
};

/** The signer over a simulated service, an account for each of its credentials. */
export async function cscBench({ with: own = {}, change, ...options }: Options = {}): Promise<CscBench> {
  const pki = makeTestPki();
  let now = Date.UTC(2026, 10, 21, 12);
  const credentials = cscPeople(pki).map((each) => ({ ...each, ...change?.(each) }));
  const simulator = await startCscSimulator({
    credentials,
    clock: () => now,
    failures: 1000,
    ...options,
  });
  const credential = (account: string) => {
    const found = credentials.find(({ id }) => id === idOf(account));
    if (found === undefined) throw new Error(`no credential of ${account}`);
    return found;
  };
  const http = outboundHttp({ addresses: 'any' });
  const client = cscClient({
    url: simulator.url,
    clientId: simulator.client.id,
    clientSecret: simulator.client.secret,
    http,
    verify: nodePorts().verify,
    timeoutMs: 20_000,
    pollMs: 5,
    ...own,
  });
  const known = (account: string) => credentials.find(({ id }) => id === idOf(account));
  const signer = cscSigner(client, {
    reference: async (account) => {
      const found = known(account);
      return found && { credentialID: found.id, accountId: found.user };
    },
    chain: async (account) => known(account)?.identity.chain ?? [],
  });
  return {
    signer,
    client,
    simulator,
    credential,
    accounts: credentials
      .filter(({ mode, second }) => mode !== 'oauth2code' && second !== 'push')
      .map(({ id, algorithms }) => ({ account: `account-${id}`, password: PIN, algorithms })),
    tick: (ms) => {
      now += ms;
    },
    freshOtp: async (account) => {
      now += 2 * STEP_MS;
      await signer.requestOtp(account);
      return simulator.code(idOf(account));
    },
    taken: (account) => simulator.authorized(idOf(account)),
    approve,
    async close() {
      await signer.close();
      await http.close();
      await simulator.close();
    },
  };
}

async function approve(
  url: string,
  { pin = PIN, otp = '', answer = 'approve' }: { pin?: string; otp?: string; answer?: string },
): Promise<URL> {
  const page = await fetch(url);
  const action = /action="([^"]+)"/.exec(await page.text())?.[1];
  if (action === undefined) throw new Error(`the page shows no form: HTTP ${page.status}`);
  const body = new URLSearchParams({ pin, otp, answer });
  const back = await fetch(new URL(action, url), { method: 'POST', body, redirect: 'manual' });
  return new URL(back.headers.get('location') ?? 'about:blank');
}

/** The secret that ties the page's answer to this asking (RFC 7636). */
export function proofKey(): { codeVerifier: string; codeChallenge: string } {
  const codeVerifier = randomBytes(32).toString('base64url');
  return { codeVerifier, codeChallenge: createHash('sha256').update(codeVerifier).digest('base64url') };
}
