import type { Readable } from 'node:stream';
import { ProviderError } from '../errors.ts';

/**
 * A body of at most `maxBytes`, each piece of which `admit` lets in; else the connection is dropped and ProviderError
 * `http_too_large` thrown.
 */
export async function readBody(
  body: Readable,
  maxBytes: number,
  admit: (octets: number) => boolean = () => true,
): Promise<Uint8Array> {
  const chunks: Buffer[] = [];
  let length = 0;
  for await (const chunk of body as AsyncIterable<Buffer>) {
    length += chunk.length;
    // Leaving the loop destroys the stream, and with it the connection.
    if (length > maxBytes || !admit(chunk.length))
      throw new ProviderError(
        'http_too_large',
        `the answer is larger than ${maxBytes} bytes, or than is left for all`,
      );
    chunks.push(chunk);
  }
  return new Uint8Array(Buffer.concat(chunks));
}

/** Leaves the rest of a body unread and drops its connection. */
export function dropBody(body: Readable): void {
  body.on('error', () => undefined); // it tells of having been dropped
  body.destroy();
}
