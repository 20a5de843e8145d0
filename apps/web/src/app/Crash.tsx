import { useEffect } from 'react';
import { useTranslation } from 'react-i18next';
import { useRouteError } from 'react-router';
import { Button } from '../common/ui/button.tsx';

/** What browsers and the build say when code cannot be fetched: a newer version is out, or the network is gone. */
const notFetched = /dynamically imported module|importing a module script|preload css/i;

/** What is shown when a page could not be drawn or its code could not be fetched. */
export function Crash() {
  const { t } = useTranslation();
  const error = useRouteError();
  const stale = error instanceof Error && notFetched.test(error.message);
  useEffect(() => console.warn('the page could not be shown', error), [error]);
  return (
    <div className="ws-container ws-narrow">
      <h1 className="govgr-heading-xl">{t(stale ? 'crash.staleTitle' : 'crash.title')}</h1>
      <p className="govgr-body" role="alert">
        {t(stale ? 'crash.stale' : 'crash.text')}
      </p>
      <Button look="primary" onClick={() => window.location.reload()}>
        {t('crash.reload')}
      </Button>
    </div>
  );
}

/** The same where not even the frame could be drawn. */
export function BareCrash() {
  return (
    <main className="ws-main">
      <Crash />
    </main>
  );
}
