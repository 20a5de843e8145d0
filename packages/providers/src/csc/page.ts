import { createHash, createHmac, randomUUID } from 'node:crypto';
import { ProviderError } from '../errors.ts';
import { DIGEST_OIDS } from './algorithms.ts';
import type { CscActivation, CscClient, CscJourney, CscOauth, CscSigning } from './face.ts';
import type { Methods } from './methods.ts';
import { pushedAnswer, tokenAnswer } from './schemas.ts';
import { ask } from './wire.ts';

/** Longest address that browsers, proxies and servers on the way are all sure to take. */
const MAX_URL = 8_000;
const MAX_DESCRIPTION = 500;
/** What an activation lasts where the service does not say; it is begun with at once. */
const USUAL_SECONDS = 300;

/** The address of the provider's own page for these hashes (v2 §8.4.2, v1 §8.3.2). */
export async function authorizationUrl(
  methods: Methods,
  signing: CscSigning,
  journey: CscJourney,
): Promise<string> {
  const { version } = await methods.info();
  const { authorize, pushed } = await oauthOf(methods);
  const asked = request(methods, version, signing, journey);
  if (pushed !== undefined) return `${authorize}?${await leaveAhead(methods, pushed, asked)}`;
  const url = `${authorize}?${asked}`;
  if (url.length > MAX_URL)
    throw new ProviderError('too_many_items', 'more hashes than the address of a page can carry');
  return url;
}

async function oauthOf(methods: Methods): Promise<CscOauth> {
  const { oauth } = await methods.info();
  if (oauth === undefined)
    throw new ProviderError('provider_error', 'the signing service has no page of its own (OAuth 2)');
  return oauth;
}

function request(
  methods: Methods,
  version: 1 | 2,
  signing: CscSigning,
  journey: CscJourney,
): URLSearchParams {
  const { credentialID, items } = signing;
  const { clientId } = methods.options;
  const hashes = items.map(({ digest }) => Buffer.from(digest).toString('base64url')).join(',');
  const [first] = items;
  const asked = new URLSearchParams({
    response_type: 'code',
    client_id: clientId,
    redirect_uri: journey.redirectUri,
    scope: 'credential',
    state: journey.state,
    code_challenge: journey.codeChallenge,
    code_challenge_method: 'S256',
    credentialID,
    numSignatures: String(items.length),
    [version === 2 ? 'hashes' : 'hash']: hashes,
  });
  if (version === 2 && first !== undefined) asked.set('hashAlgorithmOID', DIGEST_OIDS[first.digestAlgorithm]);
  if (journey.lang !== undefined) asked.set('lang', journey.lang);
  if (journey.description !== undefined)
    asked.set('description', journey.description.slice(0, MAX_DESCRIPTION).toWellFormed());
  if (journey.accountId !== undefined) asked.set('account_token', accountToken(methods, journey.accountId));
  return asked;
}

/** Names the account to an authorization server that answers nobody else (v2 §8.4.1): a JWT by HS256. */
function accountToken({ options, clock }: Methods, account: string): string {
  const part = (value: object) => Buffer.from(JSON.stringify(value)).toString('base64url');
  const claims = {
    sub: account,
    iat: Math.floor(clock() / 1000),
    jti: randomUUID(),
    iss: 'WebSign',
    azp: options.clientId,
  };
  const signed = `${part({ typ: 'JWT', alg: 'HS256' })}.${part(claims)}`;
  const key = createHash('sha256').update(options.clientSecret).digest();
  return `${signed}.${createHmac('sha256', key).update(signed).digest('base64url')}`;
}

/** RFC 9126: the hashes go from server to server, and the address carries their name alone. */
async function leaveAhead({ options, wire }: Methods, url: string, asked: URLSearchParams): Promise<string> {
  const { clientId, clientSecret } = options;
  const body = new URLSearchParams(asked);
  body.set('client_secret', clientSecret);
  const secrets = [clientSecret];
  const call = {
    method: 'oauth2/pushed_authorize',
    url,
    body,
    answer: pushedAnswer,
    repeatable: true,
    secrets,
  };
  const { value } = await ask(call, wire);
  return new URLSearchParams({ client_id: clientId, request_uri: value.request_uri }).toString();
}

/** The activation for the page's code (v2 §8.4.4). A code is good once, so it is asked for once. */
export async function exchange(
  methods: Methods,
  { code, codeVerifier, redirectUri }: Parameters<CscClient['exchange']>[0],
): Promise<CscActivation> {
  const { token: url } = await oauthOf(methods);
  const { clientId, clientSecret } = methods.options;
  const body = new URLSearchParams({
    grant_type: 'authorization_code',
    code,
    redirect_uri: redirectUri,
    code_verifier: codeVerifier,
    client_id: clientId,
    client_secret: clientSecret,
  });
  const asked = methods.clock();
  const secrets = [code, codeVerifier, clientSecret];
  const call = { method: 'oauth2/token', url, body, answer: tokenAnswer, repeatable: false, secrets };
  const { value } = await ask(call, methods.wire);
  return { token: value.access_token, expiresAt: asked + (value.expires_in ?? USUAL_SECONDS) * 1000 };
}
