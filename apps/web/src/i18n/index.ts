import { defaultLocale, fallbackLocale } from '@websign/contract';
import i18next from 'i18next';
import { initReactI18next } from 'react-i18next';
import { el } from './el.ts';

declare module 'i18next' {
  interface CustomTypeOptions {
    resources: { translation: typeof el };
  }
}

export type Locale = typeof defaultLocale | typeof fallbackLocale;
const storageKey = 'locale';

function storedLocale(): Locale {
  return localStorage.getItem(storageKey) === fallbackLocale ? fallbackLocale : defaultLocale;
}

async function load(locale: Locale): Promise<void> {
  if (i18next.hasResourceBundle(locale, 'translation')) return;
  const { en } = await import('./en.ts');
  i18next.addResourceBundle(locale, 'translation', en);
}

/** Greek unless the person chose English before (HDR-5); English is fetched only when it is asked for. */
export async function startI18n(): Promise<void> {
  const lng = storedLocale();
  i18next.on('languageChanged', (language) => {
    document.documentElement.lang = language;
  });
  await i18next.use(initReactI18next).init({
    resources: { el: { translation: el } },
    lng: defaultLocale,
    fallbackLng: fallbackLocale,
    interpolation: { escapeValue: false },
  });
  if (lng !== defaultLocale) await chooseLocale(lng);
}

/** Shows the interface in `locale`, keeps the choice and sets `<html lang>`. */
export async function chooseLocale(locale: Locale): Promise<void> {
  await load(locale);
  await i18next.changeLanguage(locale);
  localStorage.setItem(storageKey, locale);
}
