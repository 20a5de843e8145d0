import type { ReactNode, Ref } from 'react';

interface Props {
  label: string;
  onClick: () => void;
  children: ReactNode;
  /** Has nothing to do now; it keeps its place in the tab order. */
  off?: boolean;
  /** For a tool that is on or off. */
  pressed?: boolean;
  /** For a tool that opens a part of the viewer. */
  expanded?: boolean;
  ref?: Ref<HTMLButtonElement>;
}

/** A button of the viewer: a drawing with a name. */
export function Tool({ label, onClick, children, off = false, pressed, expanded, ref }: Props) {
  return (
    <button
      ref={ref}
      type="button"
      className="ws-tool"
      aria-label={label}
      title={label}
      aria-disabled={off || undefined}
      aria-pressed={pressed}
      aria-expanded={expanded}
      onClick={() => !off && onClick()}
    >
      {children}
    </button>
  );
}
