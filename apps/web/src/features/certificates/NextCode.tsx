import { useTranslation } from 'react-i18next';
import { totpPeriodMs } from '../../common/otp.ts';
import { useNow } from '../../common/ui/clock.ts';
import { useFormats } from '../../i18n/format.ts';

/**
 * How long the next code may be away, counted down quietly from when the first one was typed: the clock of the
 * device is not known here, but no code is shown for longer. Nothing ends with it; only its end is read out.
 */
export function NextCode({ since }: { since: number }) {
  const { t } = useTranslation();
  const format = useFormats();
  const left = Math.ceil((since + totpPeriodMs - useNow(1000)) / 1000);
  const shown = left <= 0;
  return (
    <p className="ws-facts" aria-live={shown ? 'polite' : 'off'}>
      {shown ? t('resync.ready') : t('resync.wait', { time: format.duration(left) })}
    </p>
  );
}
