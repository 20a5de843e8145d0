import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { nodePorts } from '@websign/ports';
import {
  type FaultyModule,
  faultyModule,
  makeTestPki,
  SIGNER_ALGORITHMS,
  type SoftHsm,
  softHsmModule,
  startSoftHsm,
  type TestSignerName,
} from '@websign/testkit';
import { Secret } from 'otpauth';
import {
  BRIDGE_FOLDER,
  bridgeInstalled,
  installBridge,
  openPkcs11,
  type Pkcs11Options,
  pkcs11Signer,
  type ReferringAccounts,
  SoftwareKeys,
  totpCode,
  totpStep,
} from '../src/index.ts';
import type { SignerBench } from './contract.ts';
import { masterKeyFile, PASSWORD, Table } from './software-bench.ts';

export const SERVICE_PIN = 'service-0471';
export const PERSON_PIN = 'Ελένη-9173';
const NAMES = ['p256', 'rsa3072', 'p384'] as const satisfies TestSignerName[];
/** On a token of its own, under its person's PIN. */
export const PERSON = 'account-person';

class HsmTable extends Table implements ReferringAccounts {
  readonly references = new Map<string, unknown>();

  async reference(account: string): Promise<unknown> {
    return this.references.get(account);
  }
}

/** SoftHSM with a token of the service and one of a person, the accounts of their keys, and a provider over both. */
export async function openHsm(options: Partial<Pkcs11Options> & { faulty?: boolean } = {}) {
  if (!bridgeInstalled()) await installBridge();
  const hsm = startSoftHsm(softHsmModule() ?? '');
  const pki = makeTestPki();
  hsm.addToken('service', SERVICE_PIN);
  hsm.addToken('person', PERSON_PIN);
  for (const [at, name] of NAMES.entries())
    hsm.addKey('service', SERVICE_PIN, {
      label: `key ${name}`,
      id: `a${at}`,
      pkcs8: pki.signers[name].pkcs8,
    });
  hsm.addKey('person', PERSON_PIN, { label: 'κλειδί', id: 'b0', pkcs8: pki.signers.p256.pkcs8 });
  const pinFile = join(hsm.folder, 'pin');
  writeFileSync(pinFile, `${SERVICE_PIN}\n`);
  const faulty = options.faulty === true ? faultyOver(hsm) : undefined;
  const { module, environment } = faulty ?? hsm;
  const keys = await openPkcs11({ module, environment, token: 'service', pinFile, sessions: 4, ...options });
  const software = await softwareFor(pki);
  const signer = pkcs11Signer({ keys, ...software, verify: nodePorts().verify });
  return {
    hsm,
    pki,
    keys,
    pinFile,
    signer,
    ...software,
    faulty,
    close: async () => {
      await signer.close();
      await software.close();
      hsm.remove();
    },
  };
}

const faultyOver = (hsm: SoftHsm): FaultyModule =>
  faultyModule(hsm, join(BRIDGE_FOLDER, 'node_modules/pkcs11js/includes/pkcs11'));

/** The signer process, with accounts whose keys are elsewhere. */
async function softwareFor(pki: ReturnType<typeof makeTestPki>) {
  const master = masterKeyFile();
  const software = await SoftwareKeys.open({ masterKey: { file: master.file }, clock: 'caller' });
  const accounts = new HsmTable();
  let now = Date.UTC(2026, 10, 21, 12);
  const enrol = async (account: string, name: TestSignerName, reference: unknown) => {
    const { chain, certificate } = pki.signers[name];
    const access = { account, password: PASSWORD, label: name, issuer: 'WebSign', certificate };
    const { sealed, totp } = await software.enrolAccess({ ...access, method: 'device' });
    const secret = Secret.fromBase32(totp.secret).bytes;
    accounts.rows.set(account, { sealed, chain, secret, totpLast: 0, taken: 0 });
    accounts.references.set(account, reference);
  };
  for (const [at, name] of NAMES.entries())
    await enrol(`account-${name}`, name, at % 2 === 0 ? { label: `key ${name}` } : { id: `a${at}` });
  await enrol(PERSON, 'p256', { token: 'person', label: 'κλειδί', pin: 'person' });
  return {
    software,
    accounts,
    now: () => now,
    enrol,
    freshOtp: (account: string) => {
      now += 60_000;
      return totpCode(accounts.row(account).secret, totpStep(now));
    },
    close: async () => {
      await software.close();
      master.remove();
    },
  };
}

export type HsmBench = Awaited<ReturnType<typeof openHsm>>;

/** The contract's bench over the tokens of the service, or of the person. */
export async function pkcs11Bench(whose: 'service' | 'person'): Promise<SignerBench> {
  const bench = await openHsm();
  bench.hsm.save();
  const service = NAMES.map((name) => ({
    account: `account-${name}`,
    password: PASSWORD,
    algorithms: SIGNER_ALGORITHMS[name],
  }));
  const person = [{ account: PERSON, password: PERSON_PIN, algorithms: SIGNER_ALGORITHMS.p256 }];
  return {
    signer: bench.signer,
    accounts: whose === 'service' ? service : person,
    freshOtp: async (account) => bench.freshOtp(account),
    taken: (account) => bench.accounts.row(account).taken,
    crash: () => {
      const { pid } = bench.keys;
      if (pid === undefined) return;
      process.kill(pid, 'SIGKILL');
      while (isRunning(pid));
      bench.hsm.restore();
    },
    close: bench.close,
  };
}

/** Whether the process has not ended. One that ended stays listed (Z) until Node.js collects it, which it cannot while we wait. */
function isRunning(pid: number): boolean {
  try {
    return !/\) [ZX] /.test(readFileSync(`/proc/${pid}/stat`, 'latin1'));
  } catch {
    return false;
  }
}
