import { createHash, randomBytes } from 'node:crypto';
import type { RaiseCalls, Stamp } from '@websign/pades';
import { createTimeStampRequest } from '@websign/pki';
import type { TimeStampClient } from '@websign/providers';
import type { Engine } from '../sandbox/engine.ts';

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
      return token;
    });
  };
}
