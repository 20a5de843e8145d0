import { createHash, createHmac } from 'node:crypto';
import { secret, type Terms } from './activations.ts';
import type { CscSimulatorOptions } from './face.ts';
import type { CscMethods } from './methods.ts';
import { formPage, messagePage } from './pages.ts';
import { Refused } from './refused.ts';
import { isDigest } from './values.ts';

/** What a page of the authorization server answers: HTML, or the way back. */
export type PageAnswer = { status: number; html: string } | { status: 302; location: string };

/** A request for the page that was found right. */
interface Request {
  terms: Terms;
  redirectUri: string;
  state: string | null;
  challenge: string | null;
}

interface Code extends Request {
  until: number;
}

const CODE_MS = 60_000;
const PUSHED_SECONDS = 90;

/** The authorization server: the service's own page, its tokens, requests left ahead. */
export class Oauth {
  readonly #options: CscSimulatorOptions;
  readonly #client: { id: string; secret: string };
  readonly #methods: CscMethods;
  readonly #clock: () => number;
  readonly #tokens = new Map<string, number>();
  readonly #pushed = new Map<string, URLSearchParams>();
  readonly #open = new Map<string, Request>();
  readonly #codes = new Map<string, Code>();

  constructor(
    options: CscSimulatorOptions,
    client: { id: string; secret: string },
    methods: CscMethods,
    clock: () => number,
  ) {
    this.#options = options;
    this.#client = client;
    this.#methods = methods;
    this.#clock = clock;
  }

  /** Throws what the API says to a token that is none. */
  require(token: string): void {
    const until = this.#tokens.get(token);
    if (until !== undefined && until > this.#clock()) return;
    if (this.#methods.activations.covers(token)) return;
    if (until === undefined) throw new Refused('invalid_token', 'The access token is not valid', 401);
    throw new Refused('expired_token', 'The access token is expired', 401);
  }

  forget(): void {
    this.#tokens.clear();
  }

  /** `auth/login` (v2 §11.2). */
  login(authorization: string): object {
    const right = `Basic ${Buffer.from(`${this.#client.id}:${this.#client.secret}`).toString('base64')}`;
    if (authorization !== right)
      throw new Refused('authentication_error', 'An error occurred during authentication process');
    return this.#serviceToken();
  }

  /** `oauth2/token` (v2 §8.4.4). */
  token(form: URLSearchParams): object {
    this.#requireClient(form);
    if (form.get('grant_type') === 'client_credentials') return this.#serviceToken();
    if (form.get('grant_type') !== 'authorization_code')
      throw new Refused('invalid_request', 'Invalid parameter grant_type');
    const code = this.#codes.get(form.get('code') ?? '');
    this.#codes.delete(form.get('code') ?? '');
    if (code === undefined || code.until <= this.#clock())
      throw new Refused('invalid_grant', 'Authorization code is invalid or expired');
    if (form.get('redirect_uri') !== code.redirectUri)
      throw new Refused('invalid_grant', 'redirect_uri parameter does not match');
    const shown = createHash('sha256')
      .update(form.get('code_verifier') ?? '')
      .digest('base64url');
    if (code.challenge !== null && shown !== code.challenge)
      throw new Refused('invalid_grant', 'code_verifier does not match');
    const token = this.#methods.activations.give(code.terms, false);
    return { access_token: token, token_type: 'Bearer', expires_in: this.#methods.activations.seconds };
  }

  /** `oauth2/pushed_authorize` (v2 §8.4.3). */
  push(form: URLSearchParams): object {
    this.#requireClient(form);
    this.#requestOf(form);
    const name = `urn:ietf:params:oauth:request_uri:${secret()}`;
    this.#pushed.set(name, form);
    return { request_uri: name, expires_in: PUSHED_SECONDS };
  }

  /** `oauth2/authorize` (v2 §8.4.2): a form that asks for PIN and code. */
  page(query: URLSearchParams): PageAnswer {
    try {
      const request = this.#requestOf(this.#full(query));
      const id = secret();
      this.#open.set(id, request);
      return { status: 200, html: formPage(id, this.#shown(request)) };
    } catch (error) {
      if (!(error instanceof Refused)) throw error;
      return { status: 400, html: messagePage(error.message) };
    }
  }

  /** What the person answered. A wrong factor shows the form again, as long as the credential is not locked. */
  answered(id: string, form: URLSearchParams): PageAnswer {
    const request = this.#open.get(id);
    if (request === undefined) return { status: 400, html: messagePage('This page is over.') };
    if (form.get('answer') !== 'approve') return this.#back(id, request, { error: 'access_denied' });
    try {
      const { credential } = request.terms;
      this.#methods.keys.check(credential, { pin: form.get('pin'), otp: form.get('otp') ?? '' });
    } catch (error) {
      if (!(error instanceof Refused)) throw error;
      if (error.error !== 'invalid_request')
        return { status: 200, html: formPage(id, this.#shown(request), error.message) };
      return this.#back(id, request, { error: 'access_denied', error_description: error.message });
    }
    const code = secret();
    this.#codes.set(code, { ...request, until: this.#clock() + CODE_MS });
    return this.#back(id, request, { code });
  }

  #shown({ terms }: Request) {
    return { credential: terms.credential.id, count: terms.count, bound: terms.hashes !== undefined };
  }

  #back(id: string, { redirectUri, state }: Request, said: Record<string, string>): PageAnswer {
    this.#open.delete(id);
    const url = new URL(redirectUri);
    for (const [name, value] of Object.entries(said)) url.searchParams.set(name, value);
    if (state !== null) url.searchParams.set('state', state);
    return { status: 302, location: url.href };
  }

  #full(query: URLSearchParams): URLSearchParams {
    const name = query.get('request_uri');
    if (name === null) return query;
    const pushed = this.#pushed.get(name);
    this.#pushed.delete(name);
    if (pushed === undefined || pushed.get('client_id') !== query.get('client_id'))
      throw new Refused('invalid_request', 'Invalid parameter request_uri');
    return pushed;
  }

  #requestOf(query: URLSearchParams): Request {
    const { version = 2, accountTokens = false } = this.#options;
    const of = (name: string) => query.get(name) ?? '';
    if (of('response_type') !== 'code') throw new Refused('unsupported_response_type', 'Only code is');
    if (of('client_id') !== this.#client.id) throw new Refused('unauthorized_client', 'Unknown client_id');
    if (of('scope') !== 'credential') throw new Refused('invalid_scope', 'Only credential is');
    if (!/^https?:\/\//.test(of('redirect_uri')))
      throw new Refused('invalid_request', 'Invalid parameter redirect_uri');
    if (version === 2 && (of('code_challenge') === '' || of('code_challenge_method') !== 'S256'))
      throw new Refused('invalid_request', 'Missing code_challenge');
    if (accountTokens) this.#requireAccount(of('account_token'));
    return {
      terms: this.#termsOf(query),
      redirectUri: of('redirect_uri'),
      state: query.get('state'),
      challenge: query.get('code_challenge'),
    };
  }

  #termsOf(query: URLSearchParams): Terms {
    const { version = 2 } = this.#options;
    const credential = this.#methods.keys.get(query.get('credentialID'));
    const count = Number(query.get('numSignatures'));
    if (!Number.isInteger(count) || count < 1 || count > (credential.multisign ?? 1000))
      throw new Refused('invalid_request', 'Invalid value for parameter numSignatures');
    const hashes = (query.get(version === 2 ? 'hashes' : 'hash') ?? '').split(',').filter(Boolean);
    if (credential.scal === 1) return { credential, count, hashes: undefined };
    if (hashes.length !== count || hashes.some((hash) => !/^[\w-]+$/.test(hash)))
      throw new Refused('invalid_request', 'Invalid parameter hashes');
    if (version === 2 && !isDigest(query.get('hashAlgorithmOID')))
      throw new Refused('invalid_request', 'Invalid parameter hashAlgorithmOID');
    const plain = hashes.map((hash) => Buffer.from(hash, 'base64url').toString('base64'));
    return { credential, count, hashes: plain };
  }

  /** v2 §8.4.1: HS256 under the digest of the client's secret. */
  #requireAccount(token: string): void {
    const [header = '', claims = '', signature = ''] = token.split('.');
    const key = createHash('sha256').update(this.#client.secret).digest();
    const right = createHmac('sha256', key).update(`${header}.${claims}`).digest('base64url');
    const { sub, azp } = claims === '' ? {} : JSON.parse(Buffer.from(claims, 'base64url').toString());
    const known = this.#methods.keys.all().some(({ user }) => user === sub);
    if (signature !== right || azp !== this.#client.id || !known)
      throw new Refused('access_denied', 'Invalid parameter account_token');
  }

  #requireClient(form: URLSearchParams): void {
    if (form.get('client_id') !== this.#client.id)
      throw new Refused('invalid_request', 'Invalid parameter client_id');
    if (form.get('client_secret') !== this.#client.secret)
      throw new Refused('invalid_request', 'Invalid parameter client_secret');
  }

  #serviceToken(): object {
    const token = secret();
    const seconds = this.#options.tokenSeconds ?? 3600;
    this.#tokens.set(token, this.#clock() + seconds * 1000);
    return { access_token: token, token_type: 'Bearer', expires_in: seconds };
  }
}
