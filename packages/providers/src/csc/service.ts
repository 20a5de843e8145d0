import { ProviderError } from '../errors.ts';
import type { CscOauth, CscService } from './face.ts';
import { malformed } from './refusal.ts';
import { infoAnswer, metadataAnswer } from './schemas.ts';
import { ask, type WireOptions } from './wire.ts';

/** Asks what the service is and does (v2 §11.1), and where its authorization server lies. */
export async function serviceAt(base: string, wire: WireOptions): Promise<CscService> {
  const url = `${base}/info`;
  const { value } = await ask({ method: 'info', url, body: {}, answer: infoAnswer, repeatable: true }, wire);
  const { specs, name = '', authType, methods, oauth2, oauth2Issuer } = value;
  const asks = authType.some((type) => type.startsWith('oauth2')) || methods.includes('oauth2/authorize');
  const oauth =
    oauth2 !== undefined
      ? below(oauth2, methods)
      : oauth2Issuer !== undefined && asks
        ? await discovered(oauth2Issuer, wire)
        : undefined;
  for (const address of Object.values(oauth ?? {})) requireAsSafe(address, base);
  return { version: versionOf(specs), specs, name, authType, methods, oauth };
}

function versionOf(specs: string): 1 | 2 {
  const major = /^([12])\./.exec(specs)?.[1];
  if (major === undefined)
    throw new ProviderError('provider_error', 'the signing service speaks neither v1 nor v2 of the API');
  return major === '2' ? 2 : 1;
}

/** The methods below the base URI (v2 §8.4.2, v1 §8.3.2). Some services name the folder `oauth2` itself as the base. */
function below(oauth2: string, methods: readonly string[]): CscOauth {
  const base = oauth2.replace(/\/+$/, '').replace(/\/oauth2$/, '');
  return {
    authorize: `${base}/oauth2/authorize`,
    token: `${base}/oauth2/token`,
    pushed: methods.includes('oauth2/pushed_authorize') ? `${base}/oauth2/pushed_authorize` : undefined,
  };
}

/** RFC 8414 §3: the metadata lie under a path of the issuer's host, and name the issuer again. */
async function discovered(issuer: string, wire: WireOptions): Promise<CscOauth> {
  const { origin, pathname } = new URL(issuer);
  const url = `${origin}/.well-known/oauth-authorization-server${pathname.replace(/\/$/, '')}`;
  const method = 'oauth2 metadata';
  const { value } = await ask({ method, url, answer: metadataAnswer, repeatable: true }, wire);
  if (value.issuer !== issuer) throw malformed(method);
  return {
    authorize: value.authorization_endpoint,
    token: value.token_endpoint,
    pushed: value.pushed_authorization_request_endpoint,
  };
}

/** The client's secret and people's codes leave no less protected than to the address that the operator chose. */
function requireAsSafe(address: string | undefined, base: string): void {
  if (address === undefined || !base.startsWith('https:') || address.startsWith('https:')) return;
  throw new ProviderError('provider_error', 'the authorization server of the signing service is not https');
}
