import { useTranslation } from 'react-i18next';
import { useFormats } from '../../i18n/format.ts';
import { useNow } from './clock.ts';

/** The time that remains, in words, counted down quietly; only its end is read out. */
export function RetryTime({ until }: { until: number }) {
  const { t } = useTranslation();
  const format = useFormats();
  const now = useNow(1000);
  const left = Math.ceil((until - now) / 1000);
  const over = left <= 0;
  return (
    <p className="govgr-body" aria-live={over ? 'polite' : 'off'}>
      {over ? t('login.retryNow') : t('login.retryIn', { time: format.duration(left) })}
    </p>
  );
}
