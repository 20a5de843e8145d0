import type { z } from 'zod';
import { ProviderError } from '../errors.ts';
import type { CscClientOptions, CscService } from './face.ts';
import { Kept } from './kept.ts';
import { serviceAt } from './service.ts';
import { serviceTokens } from './tokens.ts';
import { type Answered, ask, type WireOptions } from './wire.ts';

/** How long `info` is kept. */
const INFO_MS = 10 * 60_000;

/** One method of the API, asked with a token. */
export interface MethodCall<T> {
  body: object;
  answer: z.ZodType<T>;
  /** As in the wire: whether asking twice does no more than asking once. */
  repeatable: boolean;
  secrets?: readonly string[];
  maxBytes?: number;
  /** In place of the service's token, where it has none. */
  token?: string;
}

/** The service's methods, its token and what it says of itself. */
export class Methods {
  readonly options: CscClientOptions;
  readonly wire: WireOptions;
  readonly clock: () => number;
  readonly #base: string;
  readonly #closed = new AbortController();
  readonly #info: Kept<CscService>;
  readonly #tokens: Kept<string | undefined>;

  constructor(options: CscClientOptions) {
    this.options = options;
    this.clock = options.clock ?? Date.now;
    this.#base = options.url.replace(/\/+$/, '');
    this.wire = {
      http: options.http,
      timeoutMs: options.timeoutMs ?? 20_000,
      signal: this.#closed.signal,
    };
    this.#info = new Kept(async () => {
      const value = await serviceAt(this.#base, this.wire);
      return { value, until: this.clock() + INFO_MS };
    }, this.clock);
    const { clientId, clientSecret } = options;
    const service = () => this.#info.get();
    const common = { base: this.#base, wire: this.wire, clock: this.clock };
    this.#tokens = serviceTokens({ ...common, clientId, clientSecret, service });
  }

  info(): Promise<CscService> {
    return this.#info.get();
  }

  /** Asks anew whether the service is there, and whether it knows this application. */
  async health(): Promise<void> {
    await this.#info.renew();
    await this.#tokens.get();
  }

  /** Whether methods can be asked without a person's own token. */
  async hasToken(): Promise<boolean> {
    return (await this.#tokens.get()) !== undefined;
  }

  /**
   * Asks a method. A token that is refused as a token is renewed, once: the service looks at it before anything else,
   * so nothing was done yet that must not be done twice.
   */
  async ask<T>(method: string, call: MethodCall<T>): Promise<Answered<T>> {
    const token = await this.#tokens.get();
    const bearer = token ?? call.token;
    if (bearer === undefined)
      throw new ProviderError('provider_error', 'the signing service gives its token to people only');
    try {
      return await this.#with(bearer, method, call);
    } catch (error) {
      if (token === undefined || !isTokenRefused(error)) throw error;
      this.#tokens.drop(token);
    }
    return this.#with((await this.#tokens.get()) ?? bearer, method, call);
  }

  #with<T>(token: string, method: string, call: MethodCall<T>): Promise<Answered<T>> {
    const url = `${this.#base}/${method}`;
    const secrets = [...(call.secrets ?? []), token];
    return ask({ ...call, method, url, authorization: `Bearer ${token}`, secrets }, this.wire);
  }

  close(): void {
    this.#closed.abort();
  }
}

/** RFC 6750 §3.1; the API adds `expired_token` (v2 §10.2). Any other 401 may be of what was sent along. */
function isTokenRefused(error: unknown): boolean {
  if (!(error instanceof ProviderError) || error.said === undefined) return false;
  const { status, error: named = '' } = error.said;
  return status === '401' && ['invalid_token', 'expired_token'].includes(named);
}
