import { titles } from '@websign/contract/words/el/titles';
import type { TFunction } from 'i18next';
import type { UploadText } from '../explain.ts';

type Translate = TFunction;

export interface KindWords {
  title: string;
  reason: string;
  /** '' where this version does not know the kind. */
  advice: string;
}

/** The words for a kind of finding; one that this version does not know is named as it came. */
export function kindWords(t: Translate, kind: string): KindWords {
  if (!Object.hasOwn(titles, kind))
    return { title: t('findings.other', { kind }), reason: t('findings.otherReason'), advice: '' };
  // The texts by kind are not among the typed keys (see i18n/index.ts): the line above is their check.
  const byKind = t as (key: string) => string;
  return {
    title: byKind(`findings.kinds.${kind}`),
    reason: byKind(`findings.reasons.${kind}`),
    advice: byKind(`findings.advice.${kind}`),
  };
}

/** Texts for a whole file, with a kind whose advice says the same. */
const advisedAlike: Partial<Record<UploadText, string>> = {
  javascript: 'javascript',
  withSignatures: 'javascript',
  validity: 'changed_after_signature',
};

/** What is left to say of a kind below `said`, the text for the whole file, which gives a reason and advice itself. */
export function wordsBelow(t: Translate, kind: string, said: UploadText | null): KindWords {
  const words = kindWords(t, kind);
  const alike = said && advisedAlike[said];
  if (!alike) return words;
  const isGiven = words.advice === kindWords(t, alike).advice;
  return {
    title: words.title,
    reason: said === 'javascript' && kind === 'javascript' ? '' : words.reason,
    advice: isGiven ? '' : words.advice,
  };
}

/** The advice that several kinds share: it is given once, below them. */
export function sharedAdvice(words: readonly KindWords[]): string[] {
  const given = words.map(({ advice }) => advice).filter((advice) => advice !== '');
  return [...new Set(given.filter((advice, at) => given.indexOf(advice) !== at))];
}
