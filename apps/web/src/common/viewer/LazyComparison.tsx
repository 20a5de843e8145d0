import { type ComponentProps, lazy, Suspense } from 'react';
import { Loading } from '../ui/loading.tsx';
import type Comparison from './Comparison.tsx';

const Loaded = lazy(() => import('./Comparison.tsx'));

/** The comparison of two pages, fetched when it is asked for. */
export function LazyComparison(props: ComponentProps<typeof Comparison>) {
  return (
    <Suspense fallback={<Loading />}>
      <Loaded {...props} />
    </Suspense>
  );
}
