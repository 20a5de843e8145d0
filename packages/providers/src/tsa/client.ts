import { ProviderError, type ProviderErrorCode, type TimeStampErrorCode } from '../errors.ts';
import { Circuit } from '../http/circuit.ts';
import { type Outbound, outboundHttp } from '../http/outbound.ts';
import { post, type TimeStampPost } from './post.ts';

/** A configured time-stamp authority (RFC 3161 §3.4). */
export interface TimeStampServer {
  /** http or https, without user information. */
  url: string;
  /** Value of the Authorization header, where the authority asks for one. */
  authorization?: string;
}

export interface TimeStampClientOptions {
  /**
   * Asked in this order until one gives an accepted answer. One that did not answer is asked last for a while, so that
   * it does not cost every signature its time-out.
   */
  servers: TimeStampServer[];
  /** For one server's whole answer, body included; 10 s when left out. */
  timeoutMs?: number;
  /** Of one answer; 128 KiB when left out. */
  maxBytes?: number;
  /** How they are reached; directly when left out. */
  http?: Outbound;
  /** Milliseconds since 1970. */
  clock?: () => number;
  /** Told of each server that gave no accepted answer, by its place from 1. */
  onFailure?: (failure: { authority: number; code: ProviderErrorCode }) => void;
}

export interface TimeStampClient {
  /**
   * Posts a TimeStampReq (DER, with the caller's nonce) to the servers in order and gives the first TimeStampResp,
   * unparsed. `accept` checks it (pki's checkTimeStampResponse, in a sandbox) and gives the result instead; when
   * it throws, the next server is asked. Throws ProviderError `tsa_*` of the last server, with every server's
   * failure in an AggregateError as its cause.
   */
  ask(request: Uint8Array): Promise<Uint8Array>;
  ask<T>(request: Uint8Array, accept: (response: Uint8Array) => T | Promise<T>): Promise<T>;
}

/** Throws ProviderError `tsa_unreachable` at once for an address that can never be asked. */
export function timeStampClient(options: TimeStampClientOptions): TimeStampClient {
  const { servers, timeoutMs = 10_000, maxBytes = 128 * 1024 } = options;
  const http = options.http ?? outboundHttp({ addresses: 'any' });
  const circuit = new Circuit(options.clock ?? Date.now);
  for (const server of servers) checkAddress(server.url);

  async function answerOf(request: TimeStampPost): Promise<Uint8Array> {
    try {
      const answer = await post(http, request);
      circuit.succeeded(request.url);
      return answer;
    } catch (error) {
      if (error instanceof ProviderError && AWAY.includes(error.code)) circuit.failed(request.url);
      throw error;
    }
  }

  async function askOne<T>(
    { url, authorization }: TimeStampServer,
    body: Uint8Array,
    accept: (response: Uint8Array) => T | Promise<T>,
  ): Promise<T> {
    const response = await answerOf({ url, authorization, body, timeoutMs, maxBytes });
    try {
      return await accept(response);
    } catch (cause) {
      throw new ProviderError('tsa_refused', 'the time-stamp answer was not accepted', { cause });
    }
  }

  async function ask<T>(request: Uint8Array, accept: (response: Uint8Array) => T | Promise<T>): Promise<T> {
    const failures: unknown[] = [];
    const resting = servers.filter(({ url }) => !circuit.closed(url));
    for (const server of [...servers.filter((each) => !resting.includes(each)), ...resting]) {
      try {
        return await askOne(server, request, accept);
      } catch (error) {
        failures.push(error);
        const code = error instanceof ProviderError ? error.code : 'internal';
        options.onFailure?.({ authority: servers.indexOf(server) + 1, code });
      }
    }
    throw noneAnswered(failures);
  }

  return { ask: (request: Uint8Array, accept = (response: Uint8Array) => response) => ask(request, accept) };
}

/** Those that may last. */
const AWAY: readonly ProviderErrorCode[] = ['tsa_timeout', 'tsa_unreachable'];

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
