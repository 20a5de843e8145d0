import { queryOptions, useQuery } from '@tanstack/react-query';
import type { ComponentProps } from 'react';
import { queryClient } from '../../common/api/client.ts';
import { FetchFailed } from '../../common/ui/fetch-failed.tsx';
import { Loading } from '../../common/ui/loading.tsx';
import type { LastAttempt } from './LastAttempt.tsx';

const attemptQuery = queryOptions({
  queryKey: ['last-attempt'],
  queryFn: () => import('./LastAttempt.tsx'),
  staleTime: Number.POSITIVE_INFINITY,
  gcTime: Number.POSITIVE_INFINITY,
});

/** Fetches the account's view while nothing else is wanted: it tells of a lost network, too. */
export function preloadAttempt(): void {
  void queryClient.prefetchQuery(attemptQuery);
}

/** The account of the last upload, an asset of its own: home shows itself without it. */
export function LazyAttempt(props: ComponentProps<typeof LastAttempt>) {
  const view = useQuery(attemptQuery);
  if (view.data) return <view.data.LastAttempt {...props} />;
  return view.isError ? <FetchFailed onRetry={() => void view.refetch()} /> : <Loading />;
}
