import { useQuery } from '@tanstack/react-query';
import { configQuery } from './api/queries.ts';
import type { Session } from './session/store.ts';

type Facts = Pick<Session, 'keyProvider' | 'activation'>;

/** Whether the key lives with a provider of its own, whose password and codes are not WebSign's. */
export const isElsewhere = ({ keyProvider }: Pick<Facts, 'keyProvider'>): boolean =>
  keyProvider === 'csc' || keyProvider === 'dsa';

/** Whether the key is activated on the provider's own page, so that nothing of the provider's is typed here. */
export const isOnPage = ({ activation }: Pick<Facts, 'activation'>): boolean => activation === 'redirect';

/** Where the key lives, for the words about it; the provider's own name in brackets behind them, where it has one. */
export function useProviderName(): string {
  const { data: config } = useQuery(configQuery);
  return config?.providerName ? ` (${config.providerName})` : '';
}
