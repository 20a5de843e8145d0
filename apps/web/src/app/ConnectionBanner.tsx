import { api } from '@websign/contract';
import { useCallback, useEffect, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { send } from '../common/api/call.ts';
import { queryClient } from '../common/api/client.ts';
import { noteReach, useReached } from '../common/api/reach.ts';
import { WarningIcon } from '../common/icons.tsx';

const everyMs = 15_000;

/** Asks for what anybody may have; what failed meanwhile is asked for again once that is answered. */
async function tryAgain(): Promise<void> {
  try {
    await send(api.config);
  } catch {
    return;
  }
  await queryClient.refetchQueries({ predicate: (query) => query.state.status === 'error' });
}

/** Says that the service cannot be reached, tries again by itself and when asked to. */
export function ConnectionBanner() {
  const { t } = useTranslation();
  const reached = useReached();
  const [busy, setBusy] = useState(false);
  const retry = useCallback(() => {
    setBusy(true);
    void tryAgain().finally(() => setBusy(false));
  }, []);
  useEffect(() => {
    const lost = () => noteReach(false);
    window.addEventListener('offline', lost);
    window.addEventListener('online', retry);
    return () => {
      window.removeEventListener('offline', lost);
      window.removeEventListener('online', retry);
    };
  }, [retry]);
  useEffect(() => {
    if (reached) return;
    const timer = setInterval(retry, everyMs);
    return () => clearInterval(timer);
  }, [reached, retry]);
  return (
    <div role="status">
      {!reached && (
        <div className="ws-offline">
          <div className="ws-container">
            <WarningIcon />
            <span>{t('connection.lost')}</span>
            <button type="button" className="ws-quiet" aria-disabled={busy || undefined} onClick={retry}>
              {t('connection.retry')}
            </button>
          </div>
        </div>
      )}
    </div>
  );
}
