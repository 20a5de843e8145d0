import { useTranslation } from 'react-i18next';
import { Button } from '../../common/ui/button.tsx';

/** Says that the desk is as it was left, by a reload or the end of a session, and offers to begin afresh. */
export function DraftNotice({ onKeep, onRestart }: { onKeep: () => void; onRestart: () => void }) {
  const { t } = useTranslation();
  return (
    <div className="ws-notice ws-draft" role="status">
      <p className="ws-notice__text">
        <strong>{t('draft.title')}</strong> {t('draft.text')}
      </p>
      <div className="govgr-button-group">
        <Button onClick={onKeep}>{t('draft.keep')}</Button>
        <Button onClick={onRestart}>{t('draft.restart')}</Button>
      </div>
    </div>
  );
}
