import { useEffect } from 'react';
import { useTranslation } from 'react-i18next';
import { useRouteError } from 'react-router';
import { Button } from '../common/ui/button.tsx';

/** What is shown when a page could not be drawn or its code could not be fetched. */
export function Crash() {
  const { t } = useTranslation();
  const error = useRouteError();
  useEffect(() => console.error(error), [error]);
  return (
    <div className="ws-container ws-narrow">
      <h1 className="govgr-heading-xl">{t('crash.title')}</h1>
      <p className="govgr-body" role="alert">
        {t('crash.text')}
      </p>
      <Button look="primary" onClick={() => window.location.reload()}>
        {t('crash.reload')}
      </Button>
    </div>
  );
}
