import { useTranslation } from 'react-i18next';
import { SuccessIcon } from '../icons.tsx';

/** That it will leave, to whom, and where its state can be seen; `copyTo`: the signer's own address, or null. */
export function SendDone({ to, copyTo }: { to: string; copyTo: string | null }) {
  const { t } = useTranslation();
  return (
    <>
      <p className="govgr-body">
        <SuccessIcon className="ws-notice__icon" /> {t('send.doneText', { to })}{' '}
        {copyTo !== null && t('send.doneCopy', { email: copyTo })}
      </p>
      <p className="govgr-body">{t('send.doneHistory')}</p>
    </>
  );
}
