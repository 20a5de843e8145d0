import { useSyncExternalStore } from 'react';

/** Local storage: a signer who speaks to the computer may not want single keys to do anything (WCAG 2.1.4). */
const off = 'keys-off';

/** Whether single keys, such as `?`, do something on this device. */
export const areKeysWanted = (): boolean => localStorage.getItem(off) === null;

export function wantKeys(on: boolean): void {
  if (on) localStorage.removeItem(off);
  else localStorage.setItem(off, 'true');
  for (const tell of watchers) tell();
}

const watchers = new Set<() => void>();
function watch(tell: () => void): () => void {
  watchers.add(tell);
  return () => watchers.delete(tell);
}

/** The same for what shows the keys, and goes as soon as they are turned off. */
export const useKeysWanted = (): boolean => useSyncExternalStore(watch, areKeysWanted);

/** Whether what is pressed on the keyboard is text that somebody types into `target`. */
export function isTyping(target: EventTarget | null): boolean {
  return target instanceof Element && target.matches('input, textarea, select, [contenteditable]');
}
