import { defaultLocale, fallbackLocale } from '@websign/contract';
import i18next from 'i18next';
import { initReactI18next } from 'react-i18next';
import type { Catalogue } from './el.ts';
import { elFirst } from './el-first.ts';

/** The compiler gives up on keys for each code of findings and verdicts beside all others: these are looked up by name. */
type ByKind = 'kinds' | 'reasons' | 'advice';
type Keyed = Omit<Catalogue, 'findings' | 'validation'> & { findings: Omit<Catalogue['findings'], ByKind> };

declare module 'i18next' {
  interface CustomTypeOptions {
    resources: { translation: Keyed };
  }
}

export type Locale = typeof defaultLocale | typeof fallbackLocale;
const storageKey = 'locale';
const namespace = 'translation';

/** Where the texts of login and home are, and where all of them: Greek's first ones are here already. */
const sources = {
  el: { first: async () => elFirst, all: async () => (await import('./el.ts')).el },
  en: {
    first: async () => (await import('./en-first.ts')).enFirst,
    all: async () => (await import('./en.ts')).en,
  },
} satisfies Record<Locale, Record<'first' | 'all', () => Promise<object>>>;

let wanted: 'first' | 'all' = 'first';

function storedLocale(): Locale {
  return localStorage.getItem(storageKey) === fallbackLocale ? fallbackLocale : defaultLocale;
}

async function load(locale: Locale): Promise<void> {
  let loaded: typeof wanted;
  do {
    loaded = wanted;
    i18next.addResourceBundle(locale, namespace, await sources[locale][loaded]());
  } while (loaded !== wanted); // more was asked for meanwhile
}

let setReady: () => void = () => undefined;
/** Settled once {@link startI18n} is through: the router asks for a screen's texts before that. */
const ready = new Promise<void>((resolve) => {
  setReady = resolve;
});

/** Greek unless the person chose English before (HDR-5); English is fetched only when it is asked for. */
export async function startI18n(): Promise<void> {
  const lng = storedLocale();
  i18next.on('languageChanged', (language) => {
    document.documentElement.lang = language;
  });
  await i18next.use(initReactI18next).init({
    resources: { el: { [namespace]: elFirst } },
    lng: defaultLocale,
    fallbackLng: fallbackLocale,
    interpolation: { escapeValue: false },
  });
  // Greek is here already: better that than an empty page.
  if (lng !== defaultLocale)
    await chooseLocale(lng).catch((error: unknown) => console.warn('the texts could not be fetched', error));
  setReady();
}

/** Shows the interface in `locale`, keeps the choice and sets `<html lang>`. */
export async function chooseLocale(locale: Locale): Promise<void> {
  await load(locale);
  await i18next.changeLanguage(locale);
  localStorage.setItem(storageKey, locale);
}

/** A configured address in the language that is shown: `{locale}` stands for `el` or `en` in it. */
export function localized(address: string): string {
  return address.replaceAll('{locale}', i18next.language);
}

/** Fetches the texts of all screens in the language that is shown; those of login and home are there before. */
export async function loadAllTexts(): Promise<void> {
  wanted = 'all';
  await ready;
  await load(i18next.language === fallbackLocale ? fallbackLocale : defaultLocale);
}
