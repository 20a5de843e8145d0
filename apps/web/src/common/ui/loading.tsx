import { useTranslation } from 'react-i18next';

/** Says, aloud too, that something is on its way. */
export function Loading() {
  const { t } = useTranslation();
  return (
    <p className="govgr-body ws-loading" role="status">
      {t('app.loading')}
    </p>
  );
}
