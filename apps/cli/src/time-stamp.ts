import { createHash, randomBytes } from 'node:crypto';
import { createTimeStampRequest } from '@websign/pki';
import { timeStampClient } from '@websign/providers';
import type { Engine } from '@websign/server/sandbox/engine';

/** Gives a checked time-stamp token over a signature value. */
export type Stamp = (signature: Uint8Array) => Promise<Uint8Array>;

/** Asks the authority at `url`; its certificates must lead to one of `anchors`. The answer is read in a sandbox. */
export function stampFrom(url: string, anchors: readonly Uint8Array[], engine: Engine): Stamp {
  const client = timeStampClient({ servers: [{ url }] });
  return (signature) => {
    const digest = createHash('sha256').update(signature).digest();
    const nonce = randomBytes(16);
    const request = createTimeStampRequest({ digest, algorithm: 'SHA-256', nonce, certReq: true });
    return client.ask(request.der, async (response) => {
      const { token } = await engine.checkTimeStamp({ request, response, anchors, at: Date.now() });
      return token;
    });
  };
}
