import type { useTranslation } from 'react-i18next';
import { el } from '../i18n/el.ts';

type Translate = ReturnType<typeof useTranslation>['t'];
type Kind = keyof (typeof el)['findings']['kinds'];

function isKnown(kind: string): kind is Kind {
  return Object.hasOwn(el.findings.kinds, kind);
}

/** The words for a kind of finding; one that this version does not know is named as it came. */
export function findingText(t: Translate, kind: string): string {
  return isKnown(kind) ? t(`findings.kinds.${kind}`) : t('findings.other', { kind });
}
