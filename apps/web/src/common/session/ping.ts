import { api } from '@websign/contract';
import { noteReach } from '../api/reach.ts';
import { noteContact } from './activity.ts';
import { leaveEnding } from './ending.ts';
import { clearStorage, closeSession, storedSessionId } from './store.ts';

/** Until a page that was told to reload must be gone, in milliseconds. */
const reloadMs = 3000;

/**
 * Asks whether the stored session lives (NAV-7). Only a 401 for the id that is still stored ends it: then the
 * storage is cleared and the page reloaded. Every other outcome is ignored and no body is read. Resolves to
 * whether the server said that it lives.
 */
export async function ping(): Promise<boolean> {
  const sessionId = storedSessionId();
  if (sessionId === '') return false;
  let status: number;
  try {
    const answer = await fetch(`${api.ping}?sessionId=${encodeURIComponent(sessionId)}`, {
      cache: 'no-store',
      referrerPolicy: 'no-referrer',
    });
    status = answer.status;
  } catch {
    noteReach(false);
    return false;
  }
  noteReach(true);
  if (status === 401 && storedSessionId() === sessionId) {
    leaveEnding('over');
    clearStorage();
    window.location.reload();
    // The person may choose to stay where the page asks before it is left: then this page ends the session itself.
    setTimeout(() => closeSession(), reloadMs);
  }
  if (status >= 300) return false;
  noteContact();
  return true;
}
