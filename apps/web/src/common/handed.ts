import { limits, routes } from '@websign/contract';

/** What the provider's own page handed back in the address (RFC 6749 §4.1.2): a code, or why there is none. */
export type Handed = { state: string; code: string } | { state: string; error: string };

const text = (value: unknown): value is string =>
  typeof value === 'string' && value !== '' && value.length <= limits.authorizationLength;

/** From a history state, which outlives a reload and a sign-in, and stands in no address. */
export function handedFrom(state: unknown): Handed | null {
  const { handed } = (state ?? {}) as { handed?: { state?: unknown; code?: unknown; error?: unknown } };
  if (!handed || !text(handed.state)) return null;
  if (text(handed.code)) return { state: handed.state, code: handed.code };
  return text(handed.error) ? { state: handed.state, error: handed.error } : null;
}

/** The part of a history state that goes along while a person signs in. */
export function carried(state: unknown): { handed?: Handed } {
  const handed = handedFrom(state);
  return handed ? { handed } : {};
}

/** Takes code and state out of the address before anything else sees it; the router keeps its own state under `usr`. */
export function takeHanded(): void {
  const { pathname, search } = window.location;
  if (pathname !== routes.sign_return.path || search === '') return;
  const query = new URLSearchParams(search);
  const [state, code, error] = ['state', 'code', 'error'].map((name) => query.get(name));
  const known = carried({ handed: { state, code, error } });
  window.history.replaceState({ ...window.history.state, usr: known }, '', pathname);
}

/** The sign request that a state belongs to: it begins with its id. */
export const signingOf = ({ state }: Handed): string => state.split('.', 1)[0] ?? '';
