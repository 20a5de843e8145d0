import { ProviderError } from '../errors.ts';

export interface TimeStampPost {
  url: string;
  authorization: string | undefined;
  body: Uint8Array;
  timeoutMs: number;
  maxBytes: number;
}

/**
 * Posts a TimeStampReq over HTTP (RFC 3161 §3.4) and gives the body of the answer: bounded in time and size, no
 * redirects, only 200 and only application/timestamp-reply. Throws ProviderError `tsa_*`.
 */
export async function post(request: TimeStampPost): Promise<Uint8Array> {
  const signal = AbortSignal.timeout(request.timeoutMs);
  try {
    const response = await fetch(request.url, {
      method: 'POST',
      headers: headers(request),
      body: Buffer.from(request.body),
      redirect: 'manual',
      signal,
    });
    return await readBody(response, request.maxBytes);
  } catch (cause) {
    if (cause instanceof ProviderError) throw cause;
    if (signal.aborted)
      throw new ProviderError('tsa_timeout', 'the time-stamp authority took too long', { cause });
    throw new ProviderError('tsa_unreachable', 'the time-stamp authority could not be asked', { cause });
  }
}

function headers({ authorization }: TimeStampPost): Record<string, string> {
  return {
    'content-type': 'application/timestamp-query',
    accept: 'application/timestamp-reply',
    'accept-encoding': 'identity',
    ...(authorization === undefined ? {} : { authorization }),
  };
}

async function readBody(response: Response, maxBytes: number): Promise<Uint8Array> {
  try {
    if (response.status !== 200)
      throw new ProviderError('tsa_status', `the time-stamp authority answered HTTP ${response.status}`);
    const type = response.headers.get('content-type')?.split(';')[0]?.trim().toLowerCase();
    if (type !== 'application/timestamp-reply')
      throw new ProviderError('tsa_content_type', 'the answer is not an application/timestamp-reply');
    return await bounded(response, maxBytes);
  } catch (error) {
    // Whatever is left of the answer is not waited for; a body that is locked or broken is gone already.
    await response.body?.cancel().catch(() => undefined);
    throw error;
  }
}

async function bounded(response: Response, maxBytes: number): Promise<Uint8Array> {
  const chunks: Uint8Array[] = [];
  let length = 0;
  for await (const chunk of response.body ?? []) {
    length += chunk.length;
    if (length > maxBytes)
      throw new ProviderError('tsa_too_large', `the answer is larger than ${maxBytes} bytes`);
    chunks.push(chunk);
  }
  return Buffer.concat(chunks);
}
