import { useEffect, useRef, useState } from 'react';

/** Milliseconds without a change after which a text is said: a key that is held down says one place, not fifty. */
const quietMs = 600;

/** `text` once it has stayed the same for a while after a change; empty until then. */
export function useQuiet(text: string): string {
  const first = useRef(text);
  const [said, setSaid] = useState('');
  useEffect(() => {
    if (text === first.current && said === '') return;
    const timer = setTimeout(() => setSaid(text), quietMs);
    return () => clearTimeout(timer);
  }, [text, said]);
  return said;
}
