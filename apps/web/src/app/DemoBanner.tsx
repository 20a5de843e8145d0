import { useQuery } from '@tanstack/react-query';
import { useTranslation } from 'react-i18next';
import { configQuery } from '../common/api/queries.ts';

/** Says on every screen that this is a demonstration, where it is one. */
export function DemoBanner() {
  const { t } = useTranslation();
  const { data: config } = useQuery(configQuery);
  if (!config?.demo) return null;
  return (
    <aside className="ws-demo" aria-label={t('app.demo')}>
      <div className="ws-container">
        <strong className="ws-tag">{t('app.demo')}</strong>
        <span>{t('app.demoText')}</span>
      </div>
    </aside>
  );
}
