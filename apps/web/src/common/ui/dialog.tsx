import { type HTMLAttributes, type ReactNode, type SyntheticEvent, useEffect, useId, useRef } from 'react';

type Watched = 'aria-describedby' | 'onKeyDown' | 'onPointerEnter' | 'onPointerMove' | 'onPointerLeave';

interface DialogProps extends Pick<HTMLAttributes<HTMLDialogElement>, Watched> {
  title: ReactNode;
  children: ReactNode;
  /** Esc, and whatever else the browser takes for "close". */
  onCancel: () => void;
  /** It begins with its title, not with a button: there is something to read first. */
  read?: boolean;
  role?: 'dialog' | 'alertdialog';
  className?: string;
}

/** Where one goes on after a dialog: in the dialog it was opened from, whose outside is inert; else in the page. */
function focusBehind(): void {
  const dialog = [...document.querySelectorAll('dialog[open]')].at(-1);
  const inDialog = dialog?.querySelector<HTMLElement>('[data-autofocus]') ?? dialog?.querySelector('h2');
  if (inDialog) inDialog.focus();
  else document.querySelector('main')?.focus({ preventScroll: true });
}

/**
 * A modal dialog on the browser's own `<dialog>`: it keeps the focus inside, makes the rest inert and, here,
 * gives the focus back to where it was.
 */
export function Dialog({
  title,
  children,
  onCancel,
  read = false,
  role = 'dialog',
  className = '',
  ...watch
}: DialogProps) {
  const element = useRef<HTMLDialogElement>(null);
  const titleId = useId();
  const leaving = useRef(false);
  useEffect(() => {
    leaving.current = false;
    const before = document.activeElement;
    const dialog = element.current;
    if (dialog && !dialog.open) dialog.showModal();
    dialog?.querySelector<HTMLElement>('[data-autofocus]')?.focus();
    return () => {
      leaving.current = true;
      dialog?.close();
      // What opened the dialog may be gone by now, such as the button that cancelled an upload.
      const there = before instanceof HTMLElement && before.isConnected && before !== document.body;
      if (there) before.focus();
      else focusBehind();
    };
  }, []);
  // A second Esc closes a dialog whatever `cancel` says; while it is still wanted it comes back.
  const onClose = ({ target, currentTarget }: SyntheticEvent) => {
    // React passes on what befell a dialog that was opened from this one. The event comes late: in development React
    // begins every effect twice, and the dialog that the first one closed is open again by then.
    if (leaving.current || target !== currentTarget || element.current?.open) return;
    onCancel();
    requestAnimationFrame(() => {
      const dialog = element.current;
      if (dialog && !leaving.current && !dialog.open) dialog.showModal();
    });
  };
  return (
    <dialog
      {...watch}
      ref={element}
      role={role}
      aria-labelledby={titleId}
      className={`ws-dialog ${className}`}
      onCancel={(event) => {
        event.preventDefault();
        if (event.target === event.currentTarget) onCancel();
      }}
      onClose={onClose}
    >
      <h2
        id={titleId}
        className="govgr-heading-m ws-dialog__title"
        tabIndex={-1}
        data-autofocus={read || undefined}
      >
        {title}
      </h2>
      {children}
    </dialog>
  );
}
