import { randomBytes } from 'node:crypto';
import { createTimeStampRequest, type DigestAlgorithm, type TimeStampRequest } from '@websign/pki';
import { ProviderError, type TimeStampErrorCode } from '../errors.ts';
import { post } from './post.ts';

/** A configured time-stamp authority (RFC 3161 §3.4). */
export interface TimeStampServer {
  /** http or https, without user information. */
  url: string;
  /** Value of the Authorization header, where the authority asks for one. */
  authorization?: string;
  /** Policy OID to ask for. */
  policy?: string;
}

export interface TimeStampClientOptions {
  /** Asked in this order until one gives an accepted answer. */
  servers: TimeStampServer[];
  /** For one server's whole answer, body included; 10 s when left out. */
  timeoutMs?: number;
  /** Of one answer; 128 KiB when left out. */
  maxBytes?: number;
}

/** What is to be stamped. */
export interface Imprint {
  digest: Uint8Array;
  algorithm: DigestAlgorithm;
}

/** A server's raw answer with the request it must fit; nothing of it is parsed here. */
export interface TimeStampAnswer {
  url: string;
  request: TimeStampRequest;
  /** DER of the TimeStampResp, unchecked. */
  response: Uint8Array;
}

export interface TimeStampClient {
  /**
   * Asks the servers in order, each with a fresh 128-bit nonce. `accept` checks the answer (pki's
   * checkTimeStampResponse, in a sandbox) and gives the result; when it throws, the next server is asked.
   * Throws ProviderError `tsa_*` of the last server, with all servers' failures as an AggregateError cause.
   */
  stamp<T>(imprint: Imprint, accept: (answer: TimeStampAnswer) => T | Promise<T>): Promise<T>;
}

/** Throws ProviderError `tsa_unreachable` at once for an address that can never be asked. */
export function timeStampClient(options: TimeStampClientOptions): TimeStampClient {
  const { servers, timeoutMs = 10_000, maxBytes = 128 * 1024 } = options;
  for (const server of servers) checkAddress(server.url);

  async function ask<T>(
    server: TimeStampServer,
    imprint: Imprint,
    accept: (answer: TimeStampAnswer) => T | Promise<T>,
  ): Promise<T> {
    const { url, policy, authorization } = server;
    const asked = { ...imprint, nonce: randomBytes(16), certReq: true };
    const request = createTimeStampRequest(policy === undefined ? asked : { ...asked, policy });
    const response = await post({ url, authorization, body: request.der, timeoutMs, maxBytes });
    try {
      return await accept({ url, request, response });
    } catch (cause) {
      throw new ProviderError('tsa_refused', 'the time-stamp answer was not accepted', { cause });
    }
  }

  return {
    async stamp(imprint, accept) {
      const failures: unknown[] = [];
      for (const server of servers) {
        try {
          return await ask(server, imprint, accept);
        } catch (error) {
          failures.push(error);
        }
      }
      throw noneAnswered(failures);
    },
  };
}

function noneAnswered(failures: unknown[]): ProviderError {
  const last = failures.at(-1);
  const code: TimeStampErrorCode = last instanceof ProviderError ? tsaCode(last) : 'tsa_unreachable';
  const cause = new AggregateError(failures, 'what each time-stamp authority answered');
  return new ProviderError(code, 'no time-stamp authority gave an accepted answer', { cause });
}

function tsaCode({ code }: ProviderError): TimeStampErrorCode {
  return isTsaCode(code) ? code : 'tsa_unreachable';
}

function isTsaCode(code: string): code is TimeStampErrorCode {
  return code.startsWith('tsa_');
}

function checkAddress(address: string): void {
  const url = URL.parse(address);
  if (url === null || !/^https?:$/.test(url.protocol) || url.username !== '' || url.password !== '')
    throw new ProviderError(
      'tsa_unreachable',
      'a time-stamp authority has an http(s) address without a user',
    );
}
