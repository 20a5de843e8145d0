import { createHash, X509Certificate } from 'node:crypto';
import type { SignatureAlgorithm, SigningItem } from '@websign/pki';
import { nodePorts } from '@websign/ports';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { ProviderError, type Signer } from '../src/index.ts';

/** One provider under the contract: an account per key, time that only tests move. */
export interface SignerBench {
  signer: Signer;
  accounts: { account: string; password: string; algorithms: readonly SignatureAlgorithm[] }[];
  /** A code that was never accepted: moves time on first. */
  freshOtp(account: string): Promise<string>;
  /** Steps that the database took for the account. */
  taken(account: string): number;
  /** Ends what does the signing while calls may be under way, where that is a process apart. */
  crash?: () => void;
  close(): Promise<void>;
}

const ports = nodePorts();

export function item(text: string, signatureAlgorithm: SignatureAlgorithm): SigningItem {
  const digestAlgorithm = `SHA-${signatureAlgorithm.slice(-3)}` as SigningItem['digestAlgorithm'];
  const signedAttributes = Buffer.from(text, 'utf8');
  const digest = createHash(digestAlgorithm.replace('-', '')).update(signedAttributes).digest();
  return { signedAttributes, digest, digestAlgorithm, signatureAlgorithm };
}

export async function codeOf(call: Promise<unknown>): Promise<string> {
  try {
    await call;
    return 'done';
  } catch (error) {
    if (error instanceof ProviderError) return error.code;
    throw error;
  }
}

/** What every provider behind the port shows; run by each with its own bench. */
export function signerContract(
  name: string,
  open: () => Promise<SignerBench>,
  ends: 'apart' | 'with us' = 'apart',
): void {
  describe(`provider contract: ${name}`, () => {
    let bench: SignerBench;
    beforeAll(async () => {
      bench = await open();
    });
    afterAll(() => bench.close());

    const first = () => {
      const [account] = bench.accounts;
      if (account === undefined) throw new Error('the bench has no account');
      return { ...account, algorithm: account.algorithms[0] ?? 'ecdsa-p256-sha256' };
    };

    async function spki(account: string): Promise<Uint8Array> {
      const [certificate = new Uint8Array()] = await bench.signer.certificates(account);
      return new X509Certificate(certificate).publicKey.export({ format: 'der', type: 'spki' });
    }

    async function verified(account: string, items: SigningItem[], values: Uint8Array[]): Promise<boolean[]> {
      const key = await spki(account);
      return Promise.all(
        items.map(async ({ signatureAlgorithm, signedAttributes }, index) =>
          ports.verify(signatureAlgorithm, key, signedAttributes, values[index] ?? new Uint8Array()),
        ),
      );
    }

    test('SGN-9 signs with every key and algorithm, values in the order of the items', async () => {
      for (const { account, password, algorithms } of bench.accounts) {
        const items = Array.from({ length: Math.min(12, bench.signer.maxItemsPerActivation) }, (_, at) =>
          item(`${account} ${at}`, algorithms[at % algorithms.length] ?? 'ecdsa-p256-sha256'),
        );
        const values = await bench.signer.sign(items, {
          account,
          password,
          otp: await bench.freshOtp(account),
        });
        expect(await verified(account, items, values)).toEqual(items.map(() => true));
      }
    });

    test('SGN-9 one OTP signs as many documents as it says, and not one more', async () => {
      const { account, password, algorithm } = first();
      const most = bench.signer.maxItemsPerActivation;
      const items = Array.from({ length: most + 1 }, (_, at) => item(`many ${at}`, algorithm));
      const otp = await bench.freshOtp(account);
      expect(await codeOf(bench.signer.sign(items, { account, password, otp }))).toBe('too_many_items');
      const values = await bench.signer.sign(items.slice(0, most), { account, password, otp });
      expect((await verified(account, items.slice(0, most), values)).every(Boolean)).toBe(true);
    });

    test('SGN-5 an OTP that signed is refused the next time', async () => {
      const { account, password, algorithm } = first();
      const otp = await bench.freshOtp(account);
      await bench.signer.sign([item('once', algorithm)], { account, password, otp });
      const again = bench.signer.sign([item('twice', algorithm)], { account, password, otp });
      expect(await codeOf(again)).toBe('wrong_otp');
    });

    test('SGN-5 the same OTP in 60 parallel calls signs once', async () => {
      const { account, password, algorithm } = first();
      const otp = await bench.freshOtp(account);
      const before = bench.taken(account);
      const tries = Array.from({ length: 60 }, (_, at) =>
        codeOf(bench.signer.sign([item(`parallel ${at}`, algorithm)], { account, password, otp })),
      );
      const codes = await Promise.all(tries);
      expect(codes.filter((code) => code === 'done')).toHaveLength(1);
      expect(codes.filter((code) => code === 'wrong_otp')).toHaveLength(59);
      expect(bench.taken(account)).toBe(before + 1);
    });

    test('SGN-5 a wrong password says so and leaves the OTP for the right one', async () => {
      const { account, password, algorithm } = first();
      const otp = await bench.freshOtp(account);
      const wrong = { account, password: `${password}x`, otp };
      expect(await codeOf(bench.signer.sign([item('a', algorithm)], wrong))).toBe('wrong_password');
      const right = bench.signer.sign([item('a', algorithm)], { account, password, otp });
      expect(await codeOf(right)).toBe('done');
    });

    test('SGN-5 a wrong, empty, short, long or strange OTP is wrong_otp', async () => {
      const { account, password, algorithm } = first();
      const otp = await bench.freshOtp(account);
      for (const strange of ['', `${otp}0`, otp.slice(1), '١٢٣٤٥٦', 'abcdef', ` ${otp}`]) {
        const call = bench.signer.sign([item('a', algorithm)], { account, password, otp: strange });
        expect(await codeOf(call), strange).toBe('wrong_otp');
      }
      expect(await codeOf(bench.signer.sign([item('a', algorithm)], { account, password, otp }))).toBe(
        'done',
      );
    });

    test('an item that contradicts itself is refused before the OTP is spent', async () => {
      const { account, password, algorithm } = first();
      const otp = await bench.freshOtp(account);
      const good = item('a', algorithm);
      const other: SignatureAlgorithm = algorithm.startsWith('rsa') ? 'ecdsa-p256-sha256' : 'rsa-pss-sha256';
      const bad: SigningItem[][] = [
        [good, { ...good, digest: item('b', algorithm).digest }],
        [{ ...good, digest: good.digest.subarray(1) }],
        [good, item('a', other)],
        [],
      ];
      for (const items of bad) {
        const code = await codeOf(bench.signer.sign(items, { account, password, otp }));
        // Of several faults any may be told.
        const tooMany = items.length > bench.signer.maxItemsPerActivation && code === 'too_many_items';
        expect(tooMany || code === 'bad_request', code).toBe(true);
      }
      expect(await codeOf(bench.signer.sign([good], { account, password, otp }))).toBe('done');
    });

    test('it says that its keys could sign now', async () => {
      await expect(bench.signer.health()).resolves.toBeUndefined();
    });

    test('a provider that can sign is healthy', async () => {
      expect(await codeOf(bench.signer.health())).toBe('done');
    });

    test('an account nobody has has no key and no certificate', async () => {
      const nobody = { account: 'nobody', password: 'x', otp: '000000' };
      expect(await codeOf(bench.signer.certificates('nobody'))).toBe('no_key');
      expect(await codeOf(bench.signer.sign([item('a', first().algorithm)], nobody))).toBe('no_key');
    });

    if (ends !== 'apart') return;
    test('SGN-8 ended in mid-call: a clean error, then it signs again', async () => {
      const { account, password, algorithm } = first();
      for (let round = 0; round < 3; round += 1) {
        const otp = await bench.freshOtp(account);
        const many = Array.from({ length: 400 }, (_, at) => item(`crash ${at}`, algorithm));
        const call = codeOf(bench.signer.sign(many, { account, password, otp }));
        await new Promise((resolve) => setTimeout(resolve, round * 40));
        if (bench.crash === undefined) throw new Error('the bench ends nothing');
        bench.crash();
        expect(['unavailable', 'done']).toContain(await call);
        const signAgain = async (): Promise<string> => {
          const next = { account, password, otp: await bench.freshOtp(account) };
          return codeOf(bench.signer.sign([item('after', algorithm)], next));
        };
        const again = await signAgain();
        // Where the end is noticed only now, one more call is told so.
        expect(again === 'unavailable' ? await signAgain() : again).toBe('done');
      }
    });
  });
}
