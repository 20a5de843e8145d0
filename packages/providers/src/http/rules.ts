import { type HttpErrorCode, ProviderError } from '../errors.ts';
import { literalAddress } from './address.ts';

/** Whether an IP address may be connected to. */
export type Reachable = (address: string) => boolean;

/** Headers as they come: by lower-case name, several of one name as a list. */
export type RawHeaders = Readonly<Record<string, string | string[] | undefined>>;

/** The first of each name. */
export const singles = (headers: RawHeaders): Record<string, string> =>
  Object.fromEntries(Object.entries(headers).map(([name, value]) => [name, single(value) ?? '']));

export function single(header: string | string[] | undefined): string | undefined {
  return typeof header === 'string' ? header : header?.[0];
}

/** Refuses what is not plain http(s), and an address in place of a name that must not be reached. */
export function allowed(address: string, reachable: Reachable): URL {
  const url = URL.parse(address);
  if (url === null || !/^https?:$/.test(url.protocol) || url.username !== '' || url.password !== '')
    throw new ProviderError('http_address', 'not an http(s) address without a user');
  const literal = literalAddress(url);
  if (literal !== undefined && !reachable(literal))
    throw new ProviderError('http_address', `${literal} is no address that is allowed`);
  return url;
}

/** A failure as ours: errors of ours may be the cause of the library's. */
export function problem(error: unknown): ProviderError {
  for (let at: unknown = error, depth = 0; at instanceof Error && depth < 5; at = at.cause, depth++)
    if (at instanceof ProviderError) return at;
  const code: HttpErrorCode = 'http_unreachable';
  return new ProviderError(code, 'the server could not be asked', { cause: error });
}
