import { useEffect, useState } from 'react';

/** The time now, in milliseconds, renewed every `everyMs` while `running`. */
export function useNow(everyMs: number, running = true): number {
  const [now, setNow] = useState(() => Date.now());
  useEffect(() => {
    if (!running) return;
    setNow(Date.now());
    const renew = () => setNow(Date.now());
    const timer = setInterval(renew, everyMs);
    // Timers stand still while a computer sleeps, and nearly so in a tab that is not in sight.
    document.addEventListener('visibilitychange', renew);
    window.addEventListener('focus', renew);
    return () => {
      clearInterval(timer);
      document.removeEventListener('visibilitychange', renew);
      window.removeEventListener('focus', renew);
    };
  }, [everyMs, running]);
  return now;
}
