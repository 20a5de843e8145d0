import { useTranslation } from 'react-i18next';
import { withoutTurns } from '../names.ts';
import { Button } from '../ui/button.tsx';
import { Dialog } from '../ui/dialog.tsx';

interface Props {
  /** As the server names them; '' for one without a name. */
  signers: readonly string[];
  onCancel: () => void;
  onConfirm: () => void;
}

/** CPY-2: whose signatures a copy leaves behind, before it is made. */
export function SignersDialog({ signers, onCancel, onConfirm }: Props) {
  const { t } = useTranslation();
  const count = signers.length;
  return (
    <Dialog role="alertdialog" title={t('safeCopy.signers.title', { count })} onCancel={onCancel}>
      <p className="govgr-body">{t('safeCopy.signers.lead', { count })}</p>
      <ul className="ws-safe-copy__signers">
        {signers.map((name, at) => (
          // biome-ignore lint/suspicious/noArrayIndexKey: two signers may have one name, and the list stays as it is
          <li key={at}>
            <bdi>{withoutTurns(name) || t('signatures.unnamed')}</bdi>
          </li>
        ))}
      </ul>
      <p className="govgr-body">{t('safeCopy.signers.text', { count })}</p>
      <div className="govgr-button-group ws-dialog__buttons">
        <Button look="primary" onClick={onCancel} data-autofocus>
          {t('app.cancel')}
        </Button>
        <Button onClick={onConfirm}>{t('safeCopy.signers.confirm', { count })}</Button>
      </div>
    </Dialog>
  );
}
