import { useTranslation } from 'react-i18next';
import { Link } from 'react-router';

/** Where one goes when nothing is left to do here: another upload, the history; inside `ws-onward`. */
export function Onward() {
  const { t } = useTranslation();
  return (
    <>
      <Link className="govgr-link" to="/">
        {t('done.upload')}
      </Link>
      <Link className="govgr-link" to="/history">
        {t('done.history')}
      </Link>
    </>
  );
}
