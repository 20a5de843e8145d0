import { X509Certificate } from 'node:crypto';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { makeTestPki, SIGNER_ALGORITHMS, type TestSignerName } from '@websign/testkit';
import { Secret } from 'otpauth';
import {
  type CodeMethod,
  type SealedAccount,
  type SignerAccounts,
  type SignerProcessOptions,
  type SigningCall,
  SoftwareKeys,
  softwareSigner,
  totpCode,
  totpStep,
} from '../src/index.ts';
import { item, type SignerBench } from './contract.ts';

export const PASSWORD = 'Correct-Horse-9';

/** A master key file in a folder of its own; `remove` takes both away. */
export function masterKeyFile(lines = [`1:${Buffer.alloc(32, 7).toString('base64')}`]) {
  const folder = mkdtempSync(join(tmpdir(), 'websign-keys-'));
  const file = join(folder, 'master.key');
  writeFileSync(file, `${lines.join('\n')}\n`, { mode: 0o600 });
  return { file, folder, remove: () => rmSync(folder, { recursive: true, force: true }) };
}

interface Row {
  sealed: SealedAccount;
  chain: Uint8Array[];
  secret: Uint8Array;
  totpLast: number;
  taken: number;
}

/** The accounts' table in memory, with the database's conditional update. */
export class Table implements SignerAccounts {
  readonly rows = new Map<string, Row>();

  row(account: string): Row {
    const row = this.rows.get(account);
    if (row === undefined) throw new Error(`no row ${account}`);
    return row;
  }

  async sealed(account: string): Promise<SealedAccount | null> {
    return this.rows.get(account)?.sealed ?? null;
  }

  async chain(account: string): Promise<Uint8Array[]> {
    return this.rows.get(account)?.chain ?? [];
  }

  async consumeStep(account: string, step: number): Promise<boolean> {
    await new Promise((resolve) => setTimeout(resolve, 1));
    const row = this.row(account);
    if (row.totpLast >= step) return false;
    row.totpLast = step;
    row.taken += 1;
    return true;
  }
}

/** Keys with an imported account per name; time starts somewhere fixed and moves by `tick`. */
export async function openBench(
  names: TestSignerName[],
  options: Partial<SignerProcessOptions> = {},
  method: CodeMethod = 'device',
) {
  const master = masterKeyFile();
  const keys = await SoftwareKeys.open({
    masterKey: { file: master.file },
    clock: 'caller',
    newDeviceAfterMs: 0,
    ...options,
  });
  const pki = makeTestPki();
  const table = new Table();
  let now = Date.UTC(2026, 10, 21, 12);
  for (const name of names) {
    const { pkcs8, certificate, chain } = pki.signers[name];
    const account = { account: `account-${name}`, password: PASSWORD, label: name, issuer: 'WebSign' };
    const { sealed, totp } = await keys.importKey({ ...account, method, pkcs8, certificate });
    const secret = Secret.fromBase32(totp.secret).bytes;
    table.rows.set(account.account, { sealed, chain, secret, totpLast: 0, taken: 0 });
  }
  const otpAt = (account: string, offset = 0) => totpCode(table.row(account).secret, totpStep(now) + offset);
  return {
    keys,
    table,
    pki,
    signer: softwareSigner(keys, table, () => now),
    now: () => now,
    otpAt,
    tick: (steps = 1) => {
      now += steps * 30_000;
    },
    close: async () => {
      await keys.close();
      master.remove();
    },
  };
}

export async function softwareBench(): Promise<SignerBench> {
  const names: TestSignerName[] = ['p256', 'p384', 'rsa2048', 'rsa3072', 'rsa4096'];
  const bench = await openBench(names);
  return {
    signer: bench.signer,
    accounts: names.map((name) => ({
      account: `account-${name}`,
      password: PASSWORD,
      algorithms: SIGNER_ALGORITHMS[name],
    })),
    freshOtp: async (account) => {
      bench.tick(2);
      return bench.otpAt(account);
    },
    taken: (account) => bench.table.row(account).taken,
    crash: () => {
      const { pid } = bench.keys;
      if (pid !== undefined) process.kill(pid, 'SIGKILL');
    },
    close: bench.close,
  };
}

export type OpenBench = Awaited<ReturnType<typeof openBench>>;

/** One line of a master key file. */
export const keyLine = (version: number, fill: number) =>
  `${version}:${Buffer.alloc(32, fill).toString('base64')}`;

/** A call that signs one document with the account's ECDSA key; `change` makes it wrong. */
export function signingCall(
  bench: OpenBench,
  account: string,
  otp: string,
  change: { sealed?: SealedAccount } = {},
): SigningCall {
  const { sealed, chain } = bench.table.row(account);
  const { fingerprint256 } = new X509Certificate(chain[0] ?? new Uint8Array());
  return {
    sealed,
    password: PASSWORD,
    otp,
    now: bench.now(),
    items: [item('document', 'ecdsa-p256-sha256')],
    certificateSha256: fingerprint256.replaceAll(':', '').toLowerCase(),
    ...change,
  };
}

/** A database that gives every step away: only the process itself can refuse. */
export const take = async () => true;

export function sign(...call: Parameters<typeof signingCall>): Promise<Uint8Array[]> {
  return call[0].keys.sign(signingCall(...call), take);
}
