import { useEffect } from 'react';
import { useBlocker } from 'react-router';
import { Button } from './button.tsx';
import { Dialog } from './dialog.tsx';

interface Props {
  /** Something runs that leaving would break off or leave unseen. */
  active: boolean;
  title: string;
  text: string;
  stay: string;
  go: string;
  onLeave?: () => void;
}

/** Asks before what runs is left behind, by a link, the back button or closing the tab. */
export function LeaveQuestion({ active, title, text, stay, go, onLeave }: Props) {
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
  // What ran may end while the question stands: then there is nothing left to ask.
  useEffect(() => {
    if (!active && blocker.state === 'blocked') blocker.reset();
  }, [active, blocker]);
  if (blocker.state !== 'blocked') return null;
  return (
    <Dialog role="alertdialog" title={title} onCancel={() => blocker.reset()}>
      <p className="govgr-body">{text}</p>
      <div className="govgr-button-group ws-dialog__buttons">
        <Button look="primary" onClick={() => blocker.reset()} data-autofocus>
          {stay}
        </Button>
        <Button
          onClick={() => {
            onLeave?.();
            blocker.proceed();
          }}
        >
          {go}
        </Button>
      </div>
    </Dialog>
  );
}
