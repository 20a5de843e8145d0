import { localized } from '../../i18n/index.ts';
import { queryClient } from '../api/client.ts';
import { configQuery } from '../api/queries.ts';
import { plainText } from './store.ts';

/** What stands in a popup: sanitised HTML, or its bare text where the sanitiser could not be fetched. */
export type PopupBody = DocumentFragment | string;

const load = () => import('./sanitize.ts');

/** Fetches the sanitiser with the person's first act: a popup about a lost network must not need the network. */
export function preloadSanitizer(): () => void {
  const ahead = () => {
    load().catch((error: unknown) => console.warn('the sanitiser is not loaded ahead', error));
  };
  const types = ['pointerdown', 'keydown', 'dragenter'] as const;
  for (const type of types) window.addEventListener(type, ahead, { once: true, capture: true });
  return () => {
    for (const type of types) window.removeEventListener(type, ahead, { capture: true });
  };
}

/** The message as it may be shown (POP-1). */
export async function readBody(html: string): Promise<PopupBody> {
  const config = queryClient.getQueryData(configQuery.queryKey);
  const manuals = [config?.securityManualUrl, config?.manualUrl, config?.faqUrl];
  try {
    const { sanitize } = await load();
    return sanitize(
      html,
      manuals.flatMap((url) => (url ? [localized(url)] : [])),
    );
  } catch (error) {
    console.warn('the message is shown without its marks', error);
    return plainText(html);
  }
}
