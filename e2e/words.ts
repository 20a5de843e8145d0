import { el } from '../apps/web/src/i18n/el.ts';
import { en } from '../apps/web/src/i18n/en.ts';
import { languageOf } from './projects.ts';

/** The texts of the language that a journey runs in. */
export type Words = typeof en;

export const wordsOf = (project: string): Words => (languageOf(project) === 'en' ? en : el);

/** What is said of a document that bears one valid signature, as the demonstration's are: not qualified. */
export function validHeadline({ validation }: Words): string {
  const { headlines, signed, signedNouns } = validation;
  return filled(headlines.valid, { signed: filled(signed.plain, { what: signedNouns.signature }) });
}

/** A text with its parameters filled in. */
export const filled = (text: string, values: Record<string, string | number>): string =>
  text.replace(/\{\{(\w+)\}\}/g, (whole, name: string) => String(values[name] ?? whole));
