import { useTranslation } from 'react-i18next';
import { Link } from 'react-router';

/** NAV-8. */
export function NotFound() {
  const { t } = useTranslation();
  return (
    <div className="ws-container ws-narrow">
      <h1 className="govgr-heading-xl">{t('notFound.title')}</h1>
      <p className="govgr-body">{t('notFound.text')}</p>
      <Link className="govgr-link" to="/">
        {t('notFound.home')}
      </Link>
    </div>
  );
}
