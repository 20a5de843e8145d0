import { useQuery } from '@tanstack/react-query';
import { limits } from '@websign/contract';
import { useTranslation } from 'react-i18next';
import { configQuery } from '../../common/api/queries.ts';
import { explanationText } from '../../common/explain.ts';
import { escapeHtml } from '../../common/popup/store.ts';
import { localized } from '../../i18n/index.ts';
import type { Reason } from './attempt.ts';

/** The words for an explanation: as text, as the popup's HTML, and the way to the security manual where it helps. */
export function useExplain(): Record<'text' | 'html' | 'manual', (what: Reason) => string> {
  const { t } = useTranslation();
  const { data: config } = useQuery(configQuery);
  const text = (what: Reason): string => {
    if ('refusal' in what) return t(`upload.errors.${what.refusal}`, { count: limits.filesPerRequest });
    return explanationText(t, what);
  };
  const url = config?.securityManualUrl;
  return {
    text,
    // MAP-9: a raw message is sanitised by the popup itself; all else is plain text of ours.
    html: (what) => ('raw' in what ? what.raw : escapeHtml(text(what))),
    manual: (what) =>
      'security' in what && what.security && url
        ? t('upload.securityManual', { url: escapeHtml(localized(url)) })
        : '',
  };
}
