import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { VerifyAlgorithm } from '@websign/pki';
import { nodePorts } from '@websign/ports';
import { describe, expect, test } from 'vitest';

/** Project Wycheproof's vectors of signatures, right ones and contrived ones; WEBSIGN_WYCHEPROOF names their folder. */
const folder = process.env.WEBSIGN_WYCHEPROOF;
const { verify } = nodePorts();

interface Group {
  type: string;
  sha?: string;
  mgfSha?: string;
  sLen?: number;
  publicKey?: { curve?: string };
  publicKeyDer?: string;
  tests: Vector[];
}

interface Vector {
  tcId: number;
  msg: string;
  sig: string;
  /** Of ML-DSA: a context that is not empty is none of CMS or X.509. */
  ctx?: string;
  result: 'valid' | 'invalid' | 'acceptable';
}

const CURVES: Readonly<Record<string, string>> = {
  secp256r1: 'p256',
  secp384r1: 'p384',
  secp521r1: 'p521',
  brainpoolP256r1: 'bp256',
  brainpoolP384r1: 'bp384',
  brainpoolP512r1: 'bp512',
};
const HASHES: Readonly<Record<string, string>> = {
  'SHA-1': 'sha1',
  'SHA-224': 'sha224',
  'SHA-256': 'sha256',
  'SHA-384': 'sha384',
  'SHA-512': 'sha512',
  'SHA3-256': 'sha3-256',
  'SHA3-384': 'sha3-384',
  'SHA3-512': 'sha3-512',
};

/** By what a group is verified here; undefined where it is of an algorithm that is not. */
function algorithmOf({ type, sha = '', mgfSha, sLen, publicKey }: Group, of: string): string | undefined {
  const hash = HASHES[sha];
  const curve = CURVES[publicKey?.curve ?? ''];
  if (type === 'EddsaVerify') return publicKey?.curve?.replace('edwards', 'ed');
  if (type === 'MlDsaVerify') return of.toLowerCase();
  if (hash === undefined) return undefined;
  if (type === 'RsassaPkcs1Verify') return `rsa-pkcs1-${hash}`;
  if (type.startsWith('RsassaPss')) {
    const mask = HASHES[mgfSha ?? ''];
    if (mask === undefined) return undefined;
    return mask === hash ? `rsa-pss-${hash}-salt${sLen}` : `rsa-pss-${hash}-mgf1-${mask}-salt${sLen}`;
  }
  if (curve === undefined) return undefined;
  return type === 'EcdsaVerify'
    ? `ecdsa-${curve}-${hash}`
    : type === 'EcdsaP1363Verify'
      ? `ecdsa-plain-${curve}-${hash}`
      : undefined;
}

interface Case {
  algorithm: VerifyAlgorithm;
  spki: Uint8Array;
  vector: Vector;
}

const bytes = (hex: string): Uint8Array => Uint8Array.from(Buffer.from(hex, 'hex'));

function casesOf(file: string): Case[] {
  const { algorithm: of, testGroups } = JSON.parse(readFileSync(join(folder ?? '', file), 'utf8')) as {
    algorithm: string;
    testGroups: Group[];
  };
  return testGroups.flatMap((group) => {
    const algorithm = algorithmOf(group, of);
    if (algorithm === undefined || group.publicKeyDer === undefined) return [];
    const spki = bytes(group.publicKeyDer);
    const vectors = group.tests.filter(({ ctx = '' }) => ctx === '');
    return vectors.map((vector) => ({ algorithm: algorithm as VerifyAlgorithm, spki, vector }));
  });
}

const SIGNATURES =
  /^(ecdsa_(secp(256|384|521)r1|brainpoolP(256|384|512)r1)|rsa_signature|rsa_pss|ed\d|mldsa_\d+_verify)/;
const files =
  folder === undefined
    ? []
    : readdirSync(folder)
        .filter((name) => SIGNATURES.test(name))
        .toSorted();

describe.skipIf(folder === undefined)(
  folder === undefined
    ? 'skipped: Wycheproof not installed'
    : 'Wycheproof: every signature and every forgery',
  () => {
    const read = files.map((file): [string, Case[]] => [file, casesOf(file)]);
    const judged = read.filter(([, cases]) => cases.length > 0);

    test('vectors of every family are there', () => {
      const families = new Set(
        judged.flatMap(([, cases]) =>
          cases.map(({ algorithm }) => algorithm.replace(/-(sha|salt).*?(-mgf1|$).*/, '$2')),
        ),
      );
      const ec = ['p256', 'p384', 'p521', 'bp256', 'bp384', 'bp512'];
      expect([...families].toSorted()).toEqual(
        [
          ...ec.flatMap((curve) => [`ecdsa-${curve}`, `ecdsa-plain-${curve}`]),
          ...[
            'rsa-pkcs1',
            'rsa-pss',
            'rsa-pss-mgf1',
            'ed25519',
            'ed448',
            'ml-dsa-44',
            'ml-dsa-65',
            'ml-dsa-87',
          ],
        ].toSorted(),
      );
    });

    test.each(judged)('%s', (_, cases) => {
      const wrong = cases.filter(({ algorithm, spki, vector: { msg, sig, result } }) => {
        const holds = verify(algorithm, spki, bytes(msg), bytes(sig));
        return result !== 'acceptable' && holds !== (result === 'valid');
      });
      expect(wrong.map(({ vector }) => vector.tcId)).toEqual([]);
    });
  },
);
