import { useTranslation } from 'react-i18next';
import { chooseLocale } from '../i18n/index.ts';

/** HDR-5: the other language, named in itself. */
export function LanguageSwitch() {
  const { t, i18n } = useTranslation();
  const greek = i18n.language === 'el';
  return (
    <button
      type="button"
      className="ws-header__link ws-header__button"
      lang={greek ? 'en' : 'el'}
      onClick={() => void chooseLocale(greek ? 'en' : 'el')}
    >
      {t(greek ? 'header.toEnglish' : 'header.toGreek')}
    </button>
  );
}
