import type { useTranslation } from 'react-i18next';
import { elFirst } from '../i18n/el-first.ts';

type Translate = ReturnType<typeof useTranslation>['t'];
type Kind = keyof (typeof elFirst)['findings']['kinds'];

function isKnown(kind: string): kind is Kind {
  return Object.hasOwn(elFirst.findings.kinds, kind);
}

/** The words for a kind of finding; one that this version does not know is named as it came. */
export function findingText(t: Translate, kind: string): string {
  // The texts by kind are not among the typed keys (see i18n/index.ts): `isKnown` is their check.
  const byKind = t as (key: string) => string;
  return isKnown(kind) ? byKind(`findings.kinds.${kind}`) : t('findings.other', { kind });
}
