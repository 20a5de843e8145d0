import type { HistoryRow } from '@websign/contract';
import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { ErrorIcon, InfoIcon, MinusIcon, SignIcon, SuccessIcon, WarningIcon } from '../../common/icons.tsx';
import { isUnread } from './unread.ts';

const icons = {
  good: SuccessIcon,
  warn: WarningIcon,
  bad: ErrorIcon,
  note: InfoIcon,
  none: MinusIcon,
  signed: SignIcon,
};
type Look = keyof typeof icons;

/** A verdict: an icon for the eye, and always a word. */
function Verdict({ look, children }: { look: Look; children: ReactNode }) {
  const Icon = icons[look];
  return (
    <span className={`ws-verdict ws-verdict--${look}`}>
      <Icon className="ws-icon--small" />
      <span>{children}</span>
    </span>
  );
}

const securityLooks = { passed: 'good', warning: 'warn', refused: 'bad' } as const;
export function SecurityWord({ security }: Pick<HistoryRow, 'security'>) {
  const { t } = useTranslation();
  return <Verdict look={securityLooks[security]}>{t(`history.security.${security}`)}</Verdict>;
}

const validityLooks = { none: 'none', valid: 'good', invalid: 'bad', unclear: 'note' } as const;
export function ValidityWord({ row }: { row: HistoryRow }) {
  const { t } = useTranslation();
  if (isUnread(row)) return <Verdict look="none">{t('history.unread')}</Verdict>;
  const { validity } = row;
  return <Verdict look={validityLooks[validity]}>{t(`history.validity.${validity}`)}</Verdict>;
}

export function SignedWord({ signed, validity }: Pick<HistoryRow, 'signed' | 'validity'>) {
  const { t } = useTranslation();
  if (signed) return <Verdict look="signed">{t('sign.states.signed')}</Verdict>;
  return <Verdict look="none">{t(validity === 'none' ? 'sign.states.ready' : 'sign.notSignedHere')}</Verdict>;
}

const sharpestFirst = ['refuse', 'warn', 'info'] as const;
/** How many findings of each verdict, the sharpest first. */
export function Checks({ checks }: Pick<HistoryRow, 'checks'>) {
  const { t } = useTranslation();
  const made = sharpestFirst.filter((verdict) => checks[verdict] > 0);
  if (made.length === 0) return <>{t('history.checks.none')}</>;
  return (
    <>
      {made.map((verdict) => (
        <span key={verdict} className="ws-history__line">
          {t(`history.checks.${verdict}`, { count: checks[verdict] })}
        </span>
      ))}
    </>
  );
}
