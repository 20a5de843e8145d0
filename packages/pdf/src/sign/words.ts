import type { Pdf } from '../syntax/pdf.ts';

/** Languages in which the engine has words for what it adds. */
export type Language = 'el' | 'en';

/** What readers tell of a field instead of showing it. */
const WORDS = {
  signature: { el: 'Ηλεκτρονική υπογραφή', en: 'Electronic signature' },
  timeStamp: { el: 'Χρονοσήμανση του εγγράφου', en: 'Time-stamp of the document' },
} as const;

export type WordedAs = keyof typeof WORDS;

/** A text for readers, and its language where the document does not say that one of itself. */
export interface Alternate {
  text: string;
  lang: Language | undefined;
}

/**
 * The words for a field in the document's language, or in the `preferred` one where the document says none or one that
 * the engine has no words for. `within` is the language of the element that the field stands in.
 */
export function alternateText(
  pdf: Pdf,
  kind: WordedAs,
  {
    name,
    preferred = 'en',
    within,
  }: { name?: string | undefined; preferred?: Language; within?: string } = {},
): Alternate {
  const around = languageOf(within ?? pdf.text(pdf.catalog.entries.get('Lang')));
  const language = around ?? preferred;
  const word = WORDS[kind][language];
  const text = name === undefined || name === '' ? word : `${word}: ${name}`;
  return { text, lang: around === undefined ? language : undefined };
}

/** The primary subtag of a language tag (RFC 5646) where it is one of ours. */
function languageOf(tag: string | undefined): Language | undefined {
  const primary = tag?.trim().toLowerCase().split('-', 1)[0];
  return primary === 'el' || primary === 'en' ? primary : undefined;
}
