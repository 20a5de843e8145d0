import { useEffect, useRef, useState } from 'react';

/** A bar from 0 to 100, drawn by the browser's own `<progress>`. */
export function ProgressBar({ percent, label }: { percent: number; label: string }) {
  return <progress className="ws-progress" max={100} value={Math.round(percent)} aria-label={label} />;
}

/** The last of 0, 25, 50, 75 and 100 that was reached: screen readers hear five words, not a hundred. */
export function milestone(percent: number): number {
  return Math.floor(Math.min(100, Math.max(0, percent)) / 25) * 25;
}

/** Says `say(percent)` politely at each milestone. */
export function ProgressAnnouncer({ percent, say }: { percent: number; say: (percent: number) => string }) {
  const [text, setText] = useState('');
  const last = useRef(-1);
  const reached = milestone(percent);
  useEffect(() => {
    if (last.current === reached) return;
    last.current = reached;
    setText(say(reached));
  }, [reached, say]);
  return (
    <div className="ws-hidden" role="status" aria-live="polite">
      {text}
    </div>
  );
}
