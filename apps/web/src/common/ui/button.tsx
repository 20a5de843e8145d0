import type { ButtonHTMLAttributes, Ref } from 'react';

type Look = 'primary' | 'secondary' | 'warning';
type Props = ButtonHTMLAttributes<HTMLButtonElement> & {
  look?: Look;
  busy?: boolean;
  ref?: Ref<HTMLButtonElement> | undefined;
};

/** A button of the design system; `busy` keeps it in the tab order but deaf, so that focus is not lost. */
export function Button({
  look = 'secondary',
  busy = false,
  className = '',
  onClick,
  type = 'button',
  ...rest
}: Props) {
  return (
    <button
      {...rest}
      type={type}
      className={`govgr-btn ${looks[look]} ${busy ? 'govgr-btn-disabled' : ''} ${className}`}
      aria-disabled={busy || undefined}
      onClick={(event) => {
        if (busy) event.preventDefault();
        else onClick?.(event);
      }}
    />
  );
}

const looks: Record<Look, string> = {
  primary: 'govgr-btn-primary',
  secondary: 'govgr-btn-secondary',
  warning: 'govgr-btn-warning',
};
