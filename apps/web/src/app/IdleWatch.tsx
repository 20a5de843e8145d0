import { limits } from '@websign/contract';
import { useEffect, useId, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { lastContactAt } from '../common/session/activity.ts';
import { ping } from '../common/session/ping.ts';
import { shareContact } from '../common/session/tabs.ts';
import { Button } from '../common/ui/button.tsx';
import { useNow } from '../common/ui/clock.ts';
import { Dialog } from '../common/ui/dialog.tsx';
import { useFormats } from '../i18n/format.ts';
import { useLogout } from './logout.ts';

/** Until the server is asked again about a session that should be over, when it could not be reached. */
const askAgainMs = 30_000;

/** SES-4: two minutes before the idle end, a dialog offers to go on; at the end the server is asked. */
export function IdleWatch({ sessionId }: { sessionId: string }) {
  const [warned, setWarned] = useState(false);
  const now = useNow(warned ? 1000 : 5000);
  const leftMs = lastContactAt() + limits.sessionIdleMs - now;
  const near = leftMs <= limits.sessionWarningMs;
  const turn = leftMs <= 0 ? Math.floor(-leftMs / askAgainMs) : -1;
  useEffect(() => shareContact(sessionId), [sessionId]);
  useEffect(() => setWarned(near), [near]);
  useEffect(() => {
    if (turn >= 0) void ping();
  }, [turn]);
  if (!near || turn >= 0) return null;
  return <IdleDialog leftMs={leftMs} onStay={() => setWarned(false)} />;
}

function IdleDialog({ leftMs, onStay }: { leftMs: number; onStay: () => void }) {
  const { t } = useTranslation();
  const format = useFormats();
  const logout = useLogout();
  const textId = useId();
  const [unheard, setUnheard] = useState(false);
  const stay = () => {
    void ping().then((heard) => {
      setUnheard(!heard);
      if (heard) onStay();
    });
  };
  return (
    <Dialog role="alertdialog" title={t('idle.title')} onCancel={stay} aria-describedby={textId}>
      <p id={textId} className="govgr-body">
        {t('idle.text', { time: format.duration(leftMs / 1000) })}
      </p>
      <div role="alert">{unheard && <p className="govgr-body ws-error">{t('errors.network')}</p>}</div>
      <div className="govgr-button-group ws-dialog__buttons">
        <Button look="primary" onClick={stay} data-autofocus>
          {t('idle.stay')}
        </Button>
        <Button onClick={logout}>{t('idle.leave')}</Button>
      </div>
    </Dialog>
  );
}
