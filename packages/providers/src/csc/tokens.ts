import { ProviderError } from '../errors.ts';
import type { CscService } from './face.ts';
import { Kept } from './kept.ts';
import { tokenAnswer } from './schemas.ts';
import { ask, type WireOptions } from './wire.ts';

/** What a token lasts where nothing is said (v2 §8.4.4), and how long before its end it is not begun with; seconds. */
const USUAL_SECONDS = 3600;
const MARGIN_SECONDS = 60;

export interface TokenOptions {
  base: string;
  clientId: string;
  clientSecret: string;
  service(): Promise<CscService>;
  wire: WireOptions;
  clock(): number;
}

/** The service's token for this application; undefined where only people get one, at the provider's own page. */
export function serviceTokens(options: TokenOptions): Kept<string | undefined> {
  return new Kept(async () => {
    const asked = options.clock();
    const granted = await grant(options, await options.service());
    const lasts = granted?.expires_in ?? USUAL_SECONDS;
    const until = asked + Math.max(lasts - MARGIN_SECONDS, lasts / 2) * 1000;
    return { value: granted?.access_token, until };
  }, options.clock);
}

async function grant(
  { base, clientId, clientSecret, wire }: TokenOptions,
  { authType, oauth }: CscService,
): Promise<{ access_token: string; expires_in: number | undefined } | undefined> {
  const common = { answer: tokenAnswer, repeatable: true, secrets: [clientSecret] };
  if (authType.includes('oauth2client') && oauth !== undefined) {
    const body = new URLSearchParams({
      grant_type: 'client_credentials',
      scope: 'service',
      client_id: clientId,
      client_secret: clientSecret,
    });
    return (await ask({ ...common, method: 'oauth2/token', url: oauth.token, body }, wire)).value;
  }
  if (authType.includes('basic')) {
    const authorization = `Basic ${Buffer.from(`${clientId}:${clientSecret}`).toString('base64')}`;
    const login = { ...common, method: 'auth/login', url: `${base}/auth/login`, body: {}, authorization };
    return (await ask(login, wire)).value;
  }
  if (authType.includes('oauth2code')) return undefined;
  throw new ProviderError('provider_error', 'the signing service offers no authorization that is known here');
}
