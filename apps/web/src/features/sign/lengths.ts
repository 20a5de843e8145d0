import { useTranslation } from 'react-i18next';

/** Points in a centimetre: a point is 1/72 inch (ISO 32000-2 §8.3.2.3), an inch 2.54 cm. */
export const pointsPerCentimetre = 72 / 2.54;

export interface Lengths {
  /** Points as a number of centimetres for a field: `1,27` in Greek, `1.27` in English. */
  field: (points: number) => string;
  /** Points in words: `1,3 εκ.` in Greek, `1.3 cm` in English. */
  words: (points: number) => string;
}

function lengthsOf(language: string): Lengths {
  const tag = language === 'en' ? 'en-GB' : language;
  const exact = new Intl.NumberFormat(tag, { maximumFractionDigits: 2, useGrouping: false });
  const unit = { style: 'unit', unit: 'centimeter', unitDisplay: 'short' } as const;
  const short = new Intl.NumberFormat(tag, { ...unit, maximumFractionDigits: 1 });
  return {
    field: (points) => exact.format(points / pointsPerCentimetre),
    words: (points) => short.format(points / pointsPerCentimetre),
  };
}

/** Made once for each language, since the place is said at every step of a move. */
const made = new Map<string, Lengths>();

/** Lengths on paper as the language of the screen writes them. */
export function useLengths(): Lengths {
  const { language } = useTranslation().i18n;
  const lengths = made.get(language) ?? lengthsOf(language);
  made.set(language, lengths);
  return lengths;
}
