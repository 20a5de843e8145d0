import { useSyncExternalStore } from 'react';

const listeners = new Set<() => void>();
let reached = true;

/** Whether the last call had any answer at all; an error's answer is one. */
export function noteReach(now: boolean): void {
  if (reached === now) return;
  reached = now;
  for (const listener of listeners) listener();
}

function subscribe(listener: () => void): () => void {
  listeners.add(listener);
  return () => listeners.delete(listener);
}

export function useReached(): boolean {
  return useSyncExternalStore(subscribe, () => reached);
}
