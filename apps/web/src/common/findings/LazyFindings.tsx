import { queryOptions, useQuery } from '@tanstack/react-query';
import type { ComponentProps } from 'react';
import { loadAllTexts } from '../../i18n/index.ts';
import { queryClient } from '../api/client.ts';
import { FetchFailed } from '../ui/fetch-failed.tsx';
import { Loading } from '../ui/loading.tsx';
import type FindingsPanel from './FindingsPanel.tsx';

/** The panel with its words: home shows itself without them. What failed is tried again with everything else. */
const panelQuery = queryOptions({
  queryKey: ['findings-panel'],
  queryFn: async () => (await Promise.all([import('./FindingsPanel.tsx'), loadAllTexts()]))[0],
  staleTime: Number.POSITIVE_INFINITY,
  gcTime: Number.POSITIVE_INFINITY,
});

/** Fetches the panel while there is something else to wait for. */
export function preloadFindings(): void {
  void queryClient.prefetchQuery(panelQuery);
}

/** The panel of findings, an asset of its own that is fetched when there are findings to show. */
export function LazyFindings(props: ComponentProps<typeof FindingsPanel>) {
  const panel = useQuery(panelQuery);
  if (panel.data) return <panel.data.default {...props} />;
  return panel.isError ? <FetchFailed onRetry={() => void panel.refetch()} /> : <Loading />;
}
