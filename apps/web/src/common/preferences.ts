import { type QueryClient, queryOptions } from '@tanstack/react-query';
import { api, type Preferences, type PreferencesAnswer } from '@websign/contract';
import { call, send } from './api/call.ts';

/** SGN-11: what the server remembers of the signer's last signing; null where it remembers nothing. */
export const preferencesQuery = queryOptions({
  queryKey: ['preferences'],
  queryFn: async ({ signal }) => (await call<PreferencesAnswer>(api.preferences, { signal })).preferences,
});

/**
 * Has the server remember `value`, in the background: a signing neither waits for it nor fails with it. The call goes
 * on when the signer is handed over to a provider's page.
 */
export function remember(queries: QueryClient, value: Preferences): void {
  const { queryKey } = preferencesQuery;
  if (JSON.stringify(queries.getQueryData(queryKey)) === JSON.stringify(value)) return;
  queries.setQueryData(queryKey, value);
  send(api.preferences, { method: 'PUT', body: value, keepalive: true }).catch((error: unknown) => {
    console.warn('the preferences are not kept', error);
    void queries.invalidateQueries({ queryKey });
  });
}

/** Has the server forget it all; throws where it did not. */
export async function forgetPreferences(queries: QueryClient): Promise<void> {
  await send(api.preferences, { method: 'DELETE' });
  queries.setQueryData(preferencesQuery.queryKey, null);
}
