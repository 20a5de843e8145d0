import { queryOptions, useQuery } from '@tanstack/react-query';
import type { ComponentProps } from 'react';
import { useTranslation } from 'react-i18next';
import { queryClient } from '../../common/api/client.ts';
import { imported } from '../../common/imported.ts';
import { FetchFailed } from '../../common/ui/fetch-failed.tsx';
import { FileName } from '../../common/ui/file-name.tsx';
import { Loading } from '../../common/ui/loading.tsx';
import type { FileOutcome } from './attempt.ts';
import type { LastAttempt } from './LastAttempt.tsx';
import { useExplain } from './useExplain.ts';

const attemptQuery = queryOptions({
  queryKey: ['last-attempt'],
  queryFn: () => imported(() => import('./LastAttempt.tsx')),
  // A network that comes back is told of before it carries anything: what was asked in that moment is asked again.
  retry: 3,
  staleTime: Number.POSITIVE_INFINITY,
  gcTime: Number.POSITIVE_INFINITY,
});

/** Fetches the account's view while nothing else is wanted. */
export function preloadAttempt(): void {
  void queryClient.prefetchQuery(attemptQuery);
}

/**
 * The account of the last upload, an asset of its own: home shows itself without it. As long as it is not there each file
 * is told in a sentence: what became of an upload that lost the network must not need the network (UP-8).
 */
export function LazyAttempt(props: ComponentProps<typeof LastAttempt>) {
  const { t } = useTranslation();
  const { text } = useExplain();
  const view = useQuery(attemptQuery);
  const stateOf = ({ state }: FileOutcome) =>
    state === 'queued' ? t('upload.attempt.skipped') : t(`upload.states.${state}`);
  if (view.data) return <view.data.LastAttempt {...props} />;
  return (
    <section className="ws-panel" aria-labelledby="attempt-title">
      <h2 id="attempt-title" className="govgr-heading-m">
        {t('upload.attempt.title')}
      </h2>
      <ul className="ws-files">
        {props.attempt.files.map((file) => (
          <li key={file.key} className="govgr-body">
            <FileName name={file.name} />: {file.explanation ? text(file.explanation) : stateOf(file)}
          </li>
        ))}
      </ul>
      {view.isError && <FetchFailed onRetry={() => void view.refetch()} />}
      {view.isFetching && <Loading />}
    </section>
  );
}
