import { useQuery } from '@tanstack/react-query';
import { limits } from '@websign/contract';
import { useTranslation } from 'react-i18next';
import { configQuery } from '../../common/api/queries.ts';
import { explanationText } from '../../common/explain.ts';
import { withoutTurns } from '../../common/names.ts';
import { escapeHtml } from '../../common/popup/store.ts';
import { localized } from '../../i18n/index.ts';
import type { Reason } from './attempt.ts';

/** The words for an explanation: as text, and as the popup's HTML with the way to the security manual. */
export function useExplain(): {
  text: (what: Reason) => string;
  html: (what: Reason, file: string | null) => string;
} {
  const { t } = useTranslation();
  const { data: config } = useQuery(configQuery);
  const text = (what: Reason): string => {
    if ('refusal' in what) return t(`upload.errors.${what.refusal}`, { count: limits.filesPerRequest });
    return explanationText(t, what);
  };
  const html = (what: Reason, file: string | null): string => {
    // MAP-9: a raw message is sanitised by the popup itself; all else is plain text of ours.
    const main = 'raw' in what ? what.raw : escapeHtml(text(what));
    const url = config?.securityManualUrl;
    const manual =
      'security' in what && what.security && url
        ? t('upload.securityManual', { url: escapeHtml(localized(url)) })
        : '';
    // Isolated (U+2068, U+2069): marks in a name that turn the direction must not turn the sentence.
    const name = file === null ? '' : `<p><strong>\u2068${escapeHtml(withoutTurns(file))}\u2069</strong></p>`;
    return `${name}<p>${main}</p>${manual && `<p>${manual}</p>`}`;
  };
  return { text, html };
}
