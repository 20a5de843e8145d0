import type { DocumentAnswer } from '@websign/contract';
import { useTranslation } from 'react-i18next';
import { WarningIcon } from '../../common/icons.tsx';
import { Button } from '../../common/ui/button.tsx';

interface Props {
  /** Documents whose place is still to be looked at. */
  open: readonly DocumentAnswer[];
  onSee: () => void;
}

/** SGN-13: of how many documents the signature covers something, and the way to look at them. */
export function CoveredPlaces({ open, onSee }: Props) {
  const { t } = useTranslation();
  if (open.length === 0) return null;
  return (
    <div className="ws-notice ws-notice--warn">
      <p className="ws-notice__text">
        <WarningIcon className="ws-icon--small ws-notice__icon" /> {t('covered.lead', { count: open.length })}
      </p>
      <Button onClick={onSee}>{t('covered.see', { count: open.length })}</Button>
    </div>
  );
}
