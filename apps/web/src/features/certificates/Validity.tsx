import type { CertificatesAnswer } from '@websign/contract';
import { useTranslation } from 'react-i18next';
import { useNow } from '../../common/ui/clock.ts';
import { ProgressBar } from '../../common/ui/progress.tsx';
import { Terms } from '../../common/ui/terms.tsx';
import { useFormats } from '../../i18n/format.ts';

const minuteMs = 60_000;

/** How much of the time of validity is left, in percent. */
function percentLeft({ validFrom, validUntil }: CertificatesAnswer, now: number): number {
  const [from, until] = [Date.parse(validFrom), Date.parse(validUntil)];
  return Math.min(100, Math.max(0, (100 * (until - now)) / (until - from)));
}

/** CRT-1: the signing certificate's state in words, and the days that are left of it. */
export function Validity({ account }: { account: CertificatesAnswer }) {
  const { t } = useTranslation();
  const format = useFormats();
  const now = useNow(minuteMs);
  const { status, daysLeft, validFrom, validUntil, serial } = account;
  const over = status === 'expired';
  const left = over
    ? t('account.leftNone')
    : daysLeft === 0
      ? t('account.leftHours')
      : t('account.left', { count: daysLeft, days: format.unit(daysLeft, 'day') });
  return (
    <>
      <p className="ws-validity__left">
        <span className={`ws-state ws-validity__state--${status}`}>{t(`account.statuses.${status}`)}</span>{' '}
        {status !== 'not_yet_valid' && left}
      </p>
      <ProgressBar percent={over ? 0 : percentLeft(account, now)} label={left} />
      <Terms
        className="ws-terms"
        terms={[
          [t('account.validFrom'), format.dateTime(validFrom)],
          [t('account.validUntil'), format.dateTime(validUntil)],
          [t('account.serial'), serial],
        ]}
      />
      <p className="ws-facts">{t('account.byDates')}</p>
    </>
  );
}

/** What has to be done about it: nothing while it is valid for long. */
export function ValidityWarning({ account }: { account: CertificatesAnswer }) {
  const { t } = useTranslation();
  const format = useFormats();
  const { status, validFrom, validUntil } = account;
  if (status === 'valid') return null;
  return (
    <p className="ws-notice ws-notice--warn">
      {status === 'not_yet_valid' ? (
        t('account.notYetValid', { date: format.date(validFrom) })
      ) : (
        <>
          <strong>{t(`account.${status}`, { date: format.date(validUntil) })}</strong> {t('account.renew')}
        </>
      )}
    </p>
  );
}
