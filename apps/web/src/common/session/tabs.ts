import { noteContactElsewhere, onContact } from './activity.ts';

interface Heard {
  mark: number;
  at: number;
}

const isHeard = (data: unknown): data is Heard =>
  typeof data === 'object' &&
  data !== null &&
  typeof (data as Heard).mark === 'number' &&
  typeof (data as Heard).at === 'number';

/** Tells sessions apart without telling the id: 32 of its 256 bits' worth (FNV-1a). */
export function markOf(sessionId: string): number {
  let hash = 0x811c9dc5;
  for (const character of sessionId) {
    hash = Math.imul(hash ^ (character.codePointAt(0) ?? 0), 0x01000193) >>> 0;
  }
  return hash;
}

/**
 * A tab that was duplicated has the same session: work in one keeps the other from announcing the end (SES-4).
 * Gives back how to stop.
 */
export function shareContact(sessionId: string): () => void {
  const channel = new BroadcastChannel('session-contact');
  const mark = markOf(sessionId);
  channel.onmessage = ({ data }: MessageEvent<unknown>) => {
    if (isHeard(data) && data.mark === mark) noteContactElsewhere(data.at);
  };
  const stop = onContact((at) => channel.postMessage({ mark, at } satisfies Heard));
  return () => {
    stop();
    channel.close();
  };
}
