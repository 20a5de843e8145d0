import { useQuery } from '@tanstack/react-query';
import type { HistoryDetail } from '@websign/contract';
import { useTranslation } from 'react-i18next';
import { configQuery } from '../../common/api/queries.ts';
import { explain, explanationText } from '../../common/explain.ts';
import { ErrorIcon } from '../../common/icons.tsx';
import { ExternalLink } from '../../common/ui/external.tsx';

type Refused = NonNullable<HistoryDetail['refusal']>;

/** Why the file was refused and what to do: the words that the upload had for it (MAP). */
export function Refusal({ refusal: { message, error, code } }: { refusal: Refused }) {
  const { t } = useTranslation();
  const { data: config } = useQuery(configQuery);
  const what = explain(message, error, code);
  return (
    <section className="ws-notice ws-notice--bad" aria-labelledby="refusal-title">
      <h2 id="refusal-title" className="govgr-heading-s">
        <ErrorIcon className="ws-notice__icon ws-icon--small" /> {t('historyRow.refusal')}
      </h2>
      <p className="ws-notice__text">{explanationText(t, what)}</p>
      {what.security && config?.securityManualUrl && (
        <ExternalLink href={config.securityManualUrl}>{t('historyRow.manual')}</ExternalLink>
      )}
    </section>
  );
}
