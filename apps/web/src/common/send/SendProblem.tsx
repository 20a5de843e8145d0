import { limits } from '@websign/contract';
import { useTranslation } from 'react-i18next';
import { useFormats } from '../../i18n/format.ts';
import type { SendFailure } from './failure.ts';

/** Why the document was not sent, and what to do: stands in an alert. */
export function SendProblem({ failure }: { failure: SendFailure }) {
  const { t } = useTranslation();
  const format = useFormats();
  return (
    <div className="govgr-error-summary ws-summary">
      <h3 className="govgr-heading-s">{t(failure.why === 'unanswered' ? 'send.unsure' : 'send.failed')}</h3>
      <p className="govgr-body">
        {failure.why === 'limit' && t('send.limit', { count: limits.sendsPerDay })}
        {failure.why === 'limit' && failure.until !== undefined && (
          <> {t('send.limitUntil', { time: format.dateTime(failure.until) })}</>
        )}
        {failure.why === 'unanswered' && t('send.unanswered')}
        {'code' in failure && t(`errors.${failure.code}`)}
      </p>
    </div>
  );
}
