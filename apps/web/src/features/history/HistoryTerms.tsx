import { useQuery } from '@tanstack/react-query';
import { useTranslation } from 'react-i18next';
import { configQuery } from '../../common/api/queries.ts';
import { useFormats } from '../../i18n/format.ts';

/** What the history holds, how long files are kept, and in which zone its times are. */
export function HistoryTerms() {
  const { t } = useTranslation();
  const format = useFormats();
  const { data: config } = useQuery(configQuery);
  return (
    <>
      <p className="govgr-body ws-lead">{t('history.lead')}</p>
      <p className="govgr-hint ws-hint ws-lead">
        {config &&
          t('history.kept', {
            original: format.unit(config.keepOriginalHours, 'hour'),
            signed: format.unit(config.keepSignedDays, 'day'),
          })}{' '}
        {t('history.zone', { zone: Intl.DateTimeFormat().resolvedOptions().timeZone })}
      </p>
    </>
  );
}
