import { titles } from '@websign/contract/words/el/titles';
import type { TFunction } from 'i18next';

type Translate = TFunction;

interface KindWords {
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
