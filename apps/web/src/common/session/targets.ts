import { routes } from '@websign/contract';
import { matchPath } from 'react-router';

/** Where a person may be led after signing in: the routes that need a session (NAV-2). */
const known = Object.values(routes).flatMap(({ path, session }) => (session === 'required' ? [path] : []));

/** The path, with its search, that was asked for before signing in, taken from the history state; '/' when it is not one of ours. */
export function targetFrom(state: unknown): string {
  const from = (state as { from?: unknown } | null)?.from;
  if (typeof from !== 'string') return '/';
  const [path = ''] = from.split('?', 1);
  return known.some((pattern) => matchPath(pattern, path)) ? from : '/';
}
