import type { SigningItem } from '@websign/pki';
import { DIGEST_OIDS, signParameters } from './algorithms.ts';
import type { CscCredential } from './face.ts';
import type { Methods } from './methods.ts';
import { malformed } from './refusal.ts';
import { extendAnswer, signHashAnswer } from './schemas.ts';
import { verifiedValues } from './values.ts';

const HASHES_PER_CALL = 200;
/** Of an answer for each hash: a value of RSA-16384 in base64, and some. */
const BYTES_PER_VALUE = 4 * 1024;
const BYTES_BESIDE = 64 * 1024;

export interface Activated {
  credential: CscCredential;
  items: readonly SigningItem[];
  /** DER of the certificate that every value is verified by. */
  certificate: Uint8Array;
  /** What activates the key: `SAD`, or the token that the provider's page gave. */
  activation: string;
  /** Whether it may be exchanged for another between calls: a token of the page may not. */
  extensible: boolean;
}

/**
 * The values for `items` in their order (v2 §11.10), each verified. One call takes them all; where the service extends
 * activations, many go in several calls under the one, which is extended between them (v2 §9, §11.9). None is ever asked
 * for twice, and after a wrong value none at all.
 */
export async function signHashes(methods: Methods, activated: Activated): Promise<Uint8Array[]> {
  const { items, extensible } = activated;
  const { methods: offered } = await methods.info();
  const extend = extensible && offered.includes('credentials/extendTransaction');
  const values = new Array<Uint8Array>(items.length);
  let { activation } = activated;
  const most = extend ? (methods.options.hashesPerCall ?? HASHES_PER_CALL) : items.length;
  for (const [call, indices] of calls(items, most).entries()) {
    const chunk = indices.flatMap((at) => items[at] ?? []);
    if (call > 0 && extend) activation = await extended(methods, { ...activated, items: chunk, activation });
    const answered = await signHash(methods, { ...activated, items: chunk, activation });
    const signed = await verifiedValues(activated.certificate, chunk, answered, methods.options.verify);
    for (const [at, index] of indices.entries()) values[index] = signed[at] ?? new Uint8Array();
  }
  return values;
}

/** Which items go together: of one algorithm, and not more than a call takes. */
function calls(items: readonly SigningItem[], most: number): number[][] {
  const byAlgorithm = Map.groupBy(items.keys(), (at) => items[at]?.signatureAlgorithm);
  return [...byAlgorithm.values()].flatMap((indices) =>
    Array.from({ length: Math.ceil(indices.length / most) }, (_, at) =>
      indices.slice(at * most, (at + 1) * most),
    ),
  );
}

export const hashOf = ({ digest }: SigningItem): string => Buffer.from(digest).toString('base64');

async function signHash(methods: Methods, activated: Activated): Promise<Uint8Array[]> {
  const { credential, items, activation } = activated;
  const { version } = await methods.info();
  const [first] = items;
  if (first === undefined) return [];
  const hashes = items.map(hashOf);
  const oid = DIGEST_OIDS[first.digestAlgorithm];
  const names = version === 2 ? { hashes, hashAlgorithmOID: oid } : { hash: hashes, hashAlgo: oid };
  // Without a token of its own the service takes the page's as the bearer's, and then no SAD beside it (v2 §11.10).
  const sad = version === 1 || (await methods.hasToken()) ? { SAD: activation } : {};
  const { value } = await methods.ask('signatures/signHash', {
    body: {
      credentialID: credential.credentialID,
      ...sad,
      ...names,
      ...signParameters(first.signatureAlgorithm, credential.keyAlgorithms),
    },
    answer: signHashAnswer,
    repeatable: false,
    secrets: [activation],
    maxBytes: BYTES_BESIDE + items.length * BYTES_PER_VALUE,
    token: activation,
  });
  if (value.signatures.length !== items.length) throw malformed('signatures/signHash');
  return value.signatures.map((text) => new Uint8Array(Buffer.from(text, 'base64')));
}

async function extended(methods: Methods, { credential, items, activation }: Activated): Promise<string> {
  const { version } = await methods.info();
  const [first] = items;
  const hashes = items.map(hashOf);
  const oid = first === undefined ? '' : DIGEST_OIDS[first.digestAlgorithm];
  const names = version === 2 ? { hashes, hashAlgorithmOID: oid } : { hash: hashes };
  const { value } = await methods.ask('credentials/extendTransaction', {
    body: { credentialID: credential.credentialID, SAD: activation, ...names },
    answer: extendAnswer,
    repeatable: false,
    secrets: [activation],
  });
  return value.SAD;
}
