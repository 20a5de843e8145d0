import { type ComponentProps, lazy, Suspense } from 'react';
import { useTranslation } from 'react-i18next';
import type Viewer from './Viewer.tsx';

const load = () => import('./Viewer.tsx');
const Loaded = lazy(load);

/** Fetches the viewer before there is a document to show; what fails is tried again when it is needed. */
export function preloadViewer(): void {
  load().catch((error: unknown) => console.warn('the viewer is not loaded ahead', error));
}

/** The viewer, an asset of its own that is fetched when a document is to be shown (NAV-6). */
export function LazyViewer(props: ComponentProps<typeof Viewer>) {
  const { t } = useTranslation();
  return (
    <Suspense
      fallback={
        <p className="govgr-body ws-loading" role="status">
          {t('app.loading')}
        </p>
      }
    >
      <Loaded {...props} />
    </Suspense>
  );
}
