import { createHash, randomBytes } from 'node:crypto';
import type { Stamp } from '@websign/pades';
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
  { client, anchors }: TimeStamps,
  engine: Pick<Engine, 'checkTimeStamp'>,
  clock: () => number,
): Stamp {
  return (signature) => {
    const digest = createHash('sha256').update(signature).digest();
    const nonce = randomBytes(16);
    const request = createTimeStampRequest({ digest, algorithm: 'SHA-256', nonce, certReq: true });
    return client.ask(request.der, async (response) => {
      const { token } = await engine.checkTimeStamp({ response, request, anchors, at: clock() });
      return token;
    });
  };
}
