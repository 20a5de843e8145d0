import { lazy, Suspense } from 'react';
import { usePopup } from './store.ts';

const Popup = lazy(() => import('./Popup.tsx'));

/** Shows the popup when there is one; its code and the sanitiser are fetched with the first. */
export function PopupHost() {
  const message = usePopup();
  if (!message) return null;
  return (
    <Suspense fallback={null}>
      <Popup key={message.id} message={message} />
    </Suspense>
  );
}
