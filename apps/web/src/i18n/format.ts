import type { TFunction } from 'i18next';
import { useTranslation } from 'react-i18next';
import type { Locale } from './index.ts';

const MB = 1024 * 1024;

/** Sizes, times and durations in the words of one language. */
export interface Formats {
  /** Bytes as `1,2 MB` (MB of 1024·1024 bytes, as the limits count them). */
  bytes(count: number): string;
  /** An ISO time as date and time with its zone; 24 hours in Greek too. */
  dateTime(iso: string | number): string;
  date(iso: string): string;
  /** Seconds in words: `4 λεπτά και 20 δευτερόλεπτα`. */
  duration(seconds: number): string;
  /** A whole number of hours or days in words: `24 ώρες`. */
  unit(count: number, of: 'hour' | 'day'): string;
}

type Translate = TFunction;

function intlOf(locale: Locale) {
  // A day is written before its month in English too, as everywhere in Europe.
  const tag = locale === 'en' ? 'en-GB' : locale;
  const unit = (of: 'hour' | 'day') =>
    new Intl.NumberFormat(tag, { style: 'unit', unit: of, unitDisplay: 'long' });
  return {
    number: new Intl.NumberFormat(tag, { maximumFractionDigits: 1 }),
    date: new Intl.DateTimeFormat(tag, { day: 'numeric', month: 'long', year: 'numeric' }),
    time: new Intl.DateTimeFormat(tag, {
      hour: '2-digit',
      minute: '2-digit',
      hourCycle: 'h23',
      timeZoneName: 'shortOffset',
    }),
    hour: unit('hour'),
    day: unit('day'),
  };
}

/** Made once for each language: they are dear, and a list of a thousand rows asks for them in every row. */
const made = new Map<Locale, ReturnType<typeof intlOf>>();

export function formats(locale: Locale, t: Translate): Formats {
  const intl = made.get(locale) ?? intlOf(locale);
  made.set(locale, intl);
  const { number, date, time } = intl;
  const valid = (iso: string | number) => !Number.isNaN(new Date(iso).getTime());
  return {
    bytes: (count) =>
      count >= MB
        ? `${number.format(count / MB)} MB`
        : count >= 1024
          ? `${number.format(Math.round(count / 1024))} KB`
          : // A tenth stands for less: what is there is never shown as nothing.
            `${number.format(count === 0 ? 0 : Math.max(0.1, count / 1024))} KB`,
    dateTime: (iso) =>
      valid(iso) ? `${date.format(new Date(iso))}, ${time.format(new Date(iso))}` : String(iso),
    date: (iso) => (valid(iso) ? date.format(new Date(iso)) : iso),
    duration: (seconds) => {
      const whole = Math.max(0, Math.ceil(seconds));
      const minutes = Math.floor(whole / 60);
      const rest = whole % 60;
      if (minutes === 0) return t('time.seconds', { count: rest });
      if (rest === 0) return t('time.minutes', { count: minutes });
      return t('time.and', {
        first: t('time.minutes', { count: minutes }),
        second: t('time.seconds', { count: rest }),
      });
    },
    unit: (count, of) => intl[of].format(count),
  };
}

const zoneName = /^GMT(?:([+-]\d{2}:\d{2}))?$/;

/**
 * The time as the signature itself writes it, in the zone (IANA name) in which the server does:
 * `21/11/2026 15:40:12 +02:00`. Without a zone, or with one that this browser does not know, in the browser's own.
 */
export function stampTime(at: Date, timeZone?: string): string {
  const shape: Intl.DateTimeFormatOptions = {
    ...{ day: '2-digit', month: '2-digit', year: 'numeric' },
    ...{ hour: '2-digit', minute: '2-digit', second: '2-digit' },
    ...{ hourCycle: 'h23', timeZoneName: 'longOffset' },
  };
  let format: Intl.DateTimeFormat;
  try {
    format = new Intl.DateTimeFormat('en-GB', { ...shape, ...(timeZone ? { timeZone } : {}) });
  } catch {
    format = new Intl.DateTimeFormat('en-GB', shape);
  }
  const parts = new Map(format.formatToParts(at).map(({ type, value }) => [type, value]));
  const get = (type: Intl.DateTimeFormatPartTypes) => parts.get(type) ?? '';
  const zone = zoneName.exec(get('timeZoneName'))?.[1] ?? '+00:00';
  const date = `${get('day')}/${get('month')}/${get('year')}`;
  return `${date} ${get('hour')}:${get('minute')}:${get('second')} ${zone}`;
}

/** The language that is shown. */
export function useLocale(): Locale {
  return useTranslation().i18n.language === 'en' ? 'en' : 'el';
}

/** The formats of the language that is shown. */
export function useFormats(): Formats {
  const { t } = useTranslation();
  return formats(useLocale(), t);
}
