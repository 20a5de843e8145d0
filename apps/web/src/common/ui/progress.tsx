import { useEffect, useRef, useState } from 'react';
import { milestone } from './milestone.ts';

/** A bar from 0 to 100, drawn by the browser's own `<progress>`. */
export function ProgressBar({ percent, label }: { percent: number; label: string }) {
  return <progress className="ws-progress" max={100} value={Math.round(percent)} aria-label={label} />;
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
