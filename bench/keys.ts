import { createPrivateKey, constants as crypto, sign } from 'node:crypto';
import { bridgeInstalled } from '@websign/providers';
import { makeTestPki, noHsm } from '@websign/testkit';
import { item, type SignerBench } from '../packages/providers/test/contract.ts';
import { cscBench } from '../packages/providers/test/csc-bench.ts';
import { pkcs11Bench } from '../packages/providers/test/pkcs11-bench.ts';
import { softwareBench } from '../packages/providers/test/software-bench.ts';
import { median, type Row } from './report.ts';

/** Documents that one code signs. */
const BATCH = 100;
const ROUNDS = 7;

const KEYS = [
  { name: 'P-256', key: 'p256', algorithm: 'ecdsa-p256-sha256' },
  { name: 'RSA-3072', key: 'rsa3072', algorithm: 'rsa-pss-sha256' },
] as const;
type Key = (typeof KEYS)[number];

const PROVIDERS: Readonly<Record<string, () => Promise<SignerBench>>> = {
  software: softwareBench,
  'SoftHSM2 (PKCS#11)': () => pkcs11Bench('service'),
  'CSC simulator (HTTP)': () => cscBench({ change: () => ({ multisign: BATCH }) }),
};

/** Signs batches of documents with one code each, through every provider, beside the bare operation of the key. */
export async function keyRows(): Promise<Row[]> {
  const rows: Row[] = KEYS.map((key) => {
    const rate = 1000 / bare(key);
    return {
      name: `${key.name}, the key alone, one thread`,
      value: rate,
      shown: `${rate.toFixed(0)} a second`,
    };
  });
  for (const [name, open] of Object.entries(PROVIDERS)) {
    const missing = name.startsWith('SoftHSM2') ? noHsm(bridgeInstalled()) : undefined;
    if (missing !== undefined) rows.push({ name, value: Number.NaN, shown: missing });
    else rows.push(...(await measured(name, open)));
  }
  return rows;
}

/** Milliseconds of one private-key operation over a digest's worth of bytes, in this thread. */
function bare({ key, algorithm }: Key): number {
  const privateKey = createPrivateKey({
    key: Buffer.from(makeTestPki().signers[key].pkcs8),
    format: 'der',
    type: 'pkcs8',
  });
  const pss = { padding: crypto.RSA_PKCS1_PSS_PADDING, saltLength: 32 };
  const bytes = Buffer.from(algorithm);
  const once = () => sign('sha256', bytes, { key: privateKey, ...(key === 'rsa3072' ? pss : {}) });
  return median(
    Array.from({ length: ROUNDS }, () => {
      const begun = performance.now();
      for (let at = 0; at < BATCH; at += 1) once();
      return (performance.now() - begun) / BATCH;
    }),
  );
}

async function measured(name: string, open: () => Promise<SignerBench>): Promise<Row[]> {
  const bench = await open();
  try {
    const rows: Row[] = [];
    for (const key of KEYS) {
      const found = bench.accounts.find(({ account }) => account.includes(key.key));
      if (found === undefined) throw new Error(`${name} has no account with ${key.name}`);
      const ms = await batch(bench, found, key);
      const rate = BATCH / (ms / 1000);
      const ratio = (bare(key) * BATCH) / ms;
      const shown = `${rate.toFixed(0)} signatures a second, ${ratio.toFixed(2)} × the key alone; ${BATCH} documents in ${ms.toFixed(0)} ms`;
      rows.push({ name: `${key.name}, ${name}`, value: ratio, shown });
    }
    return rows;
  } finally {
    await bench.close();
  }
}

/** Milliseconds of one call for a hundred documents: password, code, keys and all. */
async function batch(
  { signer, freshOtp }: SignerBench,
  { account, password }: SignerBench['accounts'][number],
  { algorithm }: Key,
): Promise<number> {
  const times: number[] = [];
  for (let round = 0; round < ROUNDS; round += 1) {
    const items = Array.from({ length: BATCH }, (_, at) => item(`document ${round} ${at}`, algorithm));
    const otp = await freshOtp(account);
    const begun = performance.now();
    await signer.sign(items, { account, password, otp });
    times.push(performance.now() - begun);
  }
  return median(times);
}
