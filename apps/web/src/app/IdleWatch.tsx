import { limits } from '@websign/contract';
import { useEffect, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { lastContactAt } from '../common/session/activity.ts';
import { ping } from '../common/session/ping.ts';
import { Button } from '../common/ui/button.tsx';
import { useNow } from '../common/ui/clock.ts';
import { Dialog } from '../common/ui/dialog.tsx';
import { useFormats } from '../i18n/format.ts';
import { useLogout } from './logout.ts';

/** SES-4: two minutes before the idle end, a dialog offers to go on; at the end the server is asked. */
export function IdleWatch() {
  const [warned, setWarned] = useState(false);
  const now = useNow(warned ? 1000 : 5000);
  const leftMs = lastContactAt() + limits.sessionIdleMs - now;
  const near = leftMs <= limits.sessionWarningMs;
  const over = leftMs <= 0;
  useEffect(() => setWarned(near), [near]);
  useEffect(() => {
    if (over) void ping();
  }, [over]);
  if (!near || over) return null;
  return <IdleDialog leftMs={leftMs} onStay={() => setWarned(false)} />;
}

function IdleDialog({ leftMs, onStay }: { leftMs: number; onStay: () => void }) {
  const { t } = useTranslation();
  const format = useFormats();
  const logout = useLogout();
  const stay = () => {
    void ping().then(onStay);
  };
  return (
    <Dialog role="alertdialog" title={t('idle.title')} onCancel={stay}>
      <p className="govgr-body">{t('idle.text', { time: format.duration(leftMs / 1000) })}</p>
      <div className="govgr-button-group ws-dialog__buttons">
        <Button look="primary" onClick={stay} data-autofocus>
          {t('idle.stay')}
        </Button>
        <Button onClick={logout}>{t('idle.leave')}</Button>
      </div>
    </Dialog>
  );
}
