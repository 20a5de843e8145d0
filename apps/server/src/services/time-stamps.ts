import { createHash, randomBytes } from 'node:crypto';
import type { RaiseCalls, Stamp } from '@websign/pades';
import { createTimeStampRequest } from '@websign/pki';
import type { TimeStampClient } from '@websign/providers';
import type { Engine } from '../sandbox/engine.ts';
import { SandboxError } from '../sandbox/error.ts';

/** The configured time-stamp authorities. */
export interface TimeStamps {
  client: TimeStampClient;
  /** DER certificates that time-stamps must chain to. */
  anchors: readonly Uint8Array[];
}

/** Stamps signature values (RFC 3161); the answers are strangers' and read in a sandbox. */
export function stampWith(
  timeStamps: TimeStamps,
  engine: Pick<Engine, 'checkTimeStamp'>,
  clock: () => number,
): Stamp {
  const stamp = digestStampWith(timeStamps, engine, clock);
  return (signature) => stamp(createHash('sha256').update(signature).digest(), 'SHA-256');
}

/** The same over a digest: for document time-stamps. */
export function digestStampWith(
  { client, anchors }: TimeStamps,
  engine: Pick<Engine, 'checkTimeStamp'>,
  clock: () => number,
): RaiseCalls['stamp'] {
  return (digest, algorithm) => {
    const nonce = randomBytes(16);
    const request = createTimeStampRequest({ digest, algorithm, nonce, certReq: true });
    return client.ask(request.der, async (response) => {
      const { token } = await engine.checkTimeStamp({ response, request, anchors, at: clock() });
      if (!isAnswered(token, response, digest, nonce)) throw new SandboxError('crashed', 'answer');
      return token;
    });
  };
}

/**
 * Whether a token is what the authority answered, and to this question. The child that checked it may have seen a document
 * before: one that was taken over could else have a token of its own choice embedded.
 */
function isAnswered(token: Uint8Array, response: Uint8Array, digest: Uint8Array, nonce: Uint8Array): boolean {
  const has = (all: Uint8Array, part: Uint8Array) => Buffer.from(all).includes(Buffer.from(part));
  // An INTEGER has no zeros before its first octet that counts.
  const number = nonce.subarray(nonce.findIndex((octet) => octet !== 0));
  return token.length > 0 && has(response, token) && has(token, digest) && has(token, number);
}
