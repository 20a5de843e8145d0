import { type HttpErrorCode, ProviderError, type TimeStampErrorCode } from '../errors.ts';
import type { Outbound, OutboundAnswer } from '../http/outbound.ts';

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
export async function post(http: Outbound, request: TimeStampPost): Promise<Uint8Array> {
  const { contentType, body } = await ask(http, request);
  if (contentType !== 'application/timestamp-reply')
    throw new ProviderError('tsa_content_type', 'the answer is not an application/timestamp-reply');
  return body;
}

async function ask(http: Outbound, request: TimeStampPost): Promise<OutboundAnswer> {
  const { url, authorization, body, timeoutMs, maxBytes } = request;
  const headers = {
    'content-type': 'application/timestamp-query',
    accept: 'application/timestamp-reply',
    ...(authorization === undefined ? {} : { authorization }),
  };
  try {
    return await http.ask({ url, method: 'POST', headers, body, timeoutMs, maxBytes });
  } catch (cause) {
    if (!(cause instanceof ProviderError)) throw cause;
    const code = CODES[cause.code as HttpErrorCode];
    throw new ProviderError(code, `the time-stamp authority: ${cause.message}`, { cause });
  }
}

const CODES: Readonly<Record<HttpErrorCode, TimeStampErrorCode>> = {
  http_timeout: 'tsa_timeout',
  http_unreachable: 'tsa_unreachable',
  http_status: 'tsa_status',
  http_busy: 'tsa_status',
  http_too_large: 'tsa_too_large',
  http_address: 'tsa_unreachable',
};
