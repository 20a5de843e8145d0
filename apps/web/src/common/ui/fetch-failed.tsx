import { useTranslation } from 'react-i18next';

/** A part of the page that could not be fetched, and the way to try again. */
export function FetchFailed({ onRetry }: { onRetry: () => void }) {
  const { t } = useTranslation();
  return (
    <p className="govgr-body" role="alert">
      {t('errors.network')}{' '}
      <button type="button" className="ws-quiet" onClick={onRetry}>
        {t('connection.retry')}
      </button>
    </p>
  );
}
