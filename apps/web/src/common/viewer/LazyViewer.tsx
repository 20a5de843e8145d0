import { type ComponentProps, lazy, Suspense } from 'react';
import { Loading } from '../ui/loading.tsx';
import type Viewer from './Viewer.tsx';

const load = () => import('./Viewer.tsx');
const Loaded = lazy(load);

/** Fetches the viewer before there is a document to show; what fails is tried again when it is needed. */
export function preloadViewer(): void {
  load().catch((error: unknown) => console.warn('the viewer is not loaded ahead', error));
}

/** The viewer, an asset of its own that is fetched when a document is to be shown (NAV-6). */
export function LazyViewer(props: ComponentProps<typeof Viewer>) {
  return (
    <Suspense fallback={<Loading />}>
      <Loaded {...props} />
    </Suspense>
  );
}
