import { type PointerEvent, useEffect, useId, useLayoutEffect, useRef, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { ErrorIcon, InfoIcon, SuccessIcon, WarningIcon } from '../icons.tsx';
import { Button } from '../ui/button.tsx';
import { Dialog } from '../ui/dialog.tsx';
import type { PopupBody } from './body.ts';
import { closePopup, type Shown } from './store.ts';

const icons = { info: InfoIcon, success: SuccessIcon, error: ErrorIcon, warning: WarningIcon };
const tickMs = 100;

/** Milliseconds left; stands still while `held`, ends for good once `stopped`. */
function useCountdown(totalMs: number, held: boolean, stopped: boolean, onEnd: () => void): number {
  const [left, setLeft] = useState(totalMs);
  const end = useRef(onEnd);
  end.current = onEnd;
  useEffect(() => {
    if (held || stopped) return;
    let last = performance.now();
    const timer = setInterval(() => {
      const now = performance.now();
      const passed = now - last;
      last = now;
      setLeft((value) => Math.max(0, value - passed));
    }, tickMs);
    return () => clearInterval(timer);
  }, [held, stopped]);
  useEffect(() => {
    if (left === 0 && !stopped) end.current();
  }, [left, stopped]);
  return left;
}

/** The backdrop, which is all the rest of the page, belongs to the dialog as far as events are concerned. */
function isInside({ clientX, clientY, currentTarget }: PointerEvent<HTMLElement>): boolean {
  const { left, right, top, bottom } = currentTarget.getBoundingClientRect();
  return clientX >= left && clientX <= right && clientY >= top && clientY <= bottom;
}

/** The message box of POP-1: one sentence, what next, and a bar for the time that is left. */
export function Popup({ message, body }: { message: Shown; body: PopupBody }) {
  const { t } = useTranslation();
  const room = useRef<HTMLDivElement>(null);
  const textId = useId();
  const [held, setHeld] = useState(false);
  const [stopped, setStopped] = useState(false);
  // Before the dialog opens and gives a button the focus: what is focused must not be pushed out of sight.
  useLayoutEffect(() => {
    // A copy: a fragment gives its children away, and in development React runs every effect twice.
    room.current?.replaceChildren(typeof body === 'string' ? body : body.cloneNode(true));
  }, [body]);

  const accept = () => {
    closePopup(message.id);
    message.onContinue?.();
  };
  const decline = () => {
    closePopup(message.id);
    message.onCancel?.();
  };
  const choose = () => {
    closePopup(message.id);
    message.other?.act();
  };
  const left = useCountdown(message.closeAfterMs, held, stopped, decline);
  const Icon = icons[message.icon];

  return (
    <Dialog
      role="alertdialog"
      className={`ws-popup ws-popup--${message.icon}`}
      title={
        <>
          <Icon className={`ws-popup__icon--${message.icon}`} />
          {t(`popup.icons.${message.icon}`)}
        </>
      }
      onCancel={decline}
      aria-describedby={textId}
      onPointerEnter={(event) => setHeld(isInside(event))}
      onPointerMove={(event) => setHeld(isInside(event))}
      onPointerLeave={() => setHeld(false)}
      onKeyDown={() => setStopped(true)}
    >
      <div id={textId} ref={room} className="govgr-body ws-popup__body" />
      <div className="ws-popup__foot">
        <div className="govgr-button-group ws-dialog__buttons">
          <Button look="primary" onClick={accept} data-autofocus>
            {message.continueLabel ?? t(message.onContinue ? 'app.continue' : 'app.close')}
          </Button>
          {(message.onCancel || message.onContinue) && (
            <Button onClick={decline}>{message.cancelLabel ?? t('app.cancel')}</Button>
          )}
          {message.other && <Button onClick={choose}>{message.other.label}</Button>}
        </div>
        {!stopped && (
          <div className="ws-popup__time" aria-hidden="true">
            <progress className="ws-progress ws-progress--thin" max={message.closeAfterMs} value={left} />
          </div>
        )}
      </div>
    </Dialog>
  );
}
