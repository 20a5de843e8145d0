import { useTranslation } from 'react-i18next';
import { escapeHtml, showPopup } from '../common/popup/store.ts';
import { chooseLocale } from '../i18n/index.ts';

/** HDR-5: the other language, named in itself. */
export function LanguageSwitch() {
  const { t, i18n } = useTranslation();
  const greek = i18n.language === 'el';
  const change = () => {
    chooseLocale(greek ? 'en' : 'el').catch(() =>
      showPopup({ icon: 'error', html: `<p>${escapeHtml(t('errors.network'))}</p>` }),
    );
  };
  return (
    <button
      type="button"
      className="ws-header__link ws-header__button"
      lang={greek ? 'en' : 'el'}
      onClick={change}
    >
      {t(greek ? 'header.toEnglish' : 'header.toGreek')}
    </button>
  );
}
