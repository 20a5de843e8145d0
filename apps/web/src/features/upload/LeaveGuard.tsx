import { useEffect } from 'react';
import { useTranslation } from 'react-i18next';
import { useBlocker } from 'react-router';
import { Button } from '../../common/ui/button.tsx';
import { Dialog } from '../../common/ui/dialog.tsx';

/** Asks before an upload that runs is left behind, by a link or by closing the tab. */
export function LeaveGuard({ active, onLeave }: { active: boolean; onLeave: () => void }) {
  const { t } = useTranslation();
  const blocker = useBlocker(({ currentLocation, nextLocation }) => {
    const { pathname } = nextLocation;
    // The end of the session leads to the login page and is no question.
    return active && pathname !== currentLocation.pathname && pathname !== '/login';
  });
  useEffect(() => {
    if (!active) return;
    const ask = (event: BeforeUnloadEvent) => event.preventDefault();
    window.addEventListener('beforeunload', ask);
    return () => window.removeEventListener('beforeunload', ask);
  }, [active]);
  // The upload may finish while the question stands: then there is nothing left to ask.
  useEffect(() => {
    if (!active && blocker.state === 'blocked') blocker.reset();
  }, [active, blocker]);
  if (blocker.state !== 'blocked') return null;
  return (
    <Dialog role="alertdialog" title={t('upload.leaveTitle')} onCancel={() => blocker.reset()}>
      <p className="govgr-body">{t('upload.leave')}</p>
      <div className="govgr-button-group ws-dialog__buttons">
        <Button look="primary" onClick={() => blocker.reset()} data-autofocus>
          {t('upload.leaveStay')}
        </Button>
        <Button
          onClick={() => {
            onLeave();
            blocker.proceed();
          }}
        >
          {t('upload.leaveGo')}
        </Button>
      </div>
    </Dialog>
  );
}
