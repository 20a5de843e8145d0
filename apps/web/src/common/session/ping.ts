import { api } from '@websign/contract';
import { noteContact } from './activity.ts';
import { closeSession, storedSessionId } from './store.ts';

/**
 * Asks whether the stored session lives (NAV-7). Only a 401 for the id that is still stored ends it: then the
 * storage is cleared and the page reloaded. Every other outcome is ignored and no body is read.
 */
export async function ping(): Promise<void> {
  const sessionId = storedSessionId();
  if (sessionId === '') return;
  let status: number;
  try {
    const answer = await fetch(`${api.ping}?sessionId=${encodeURIComponent(sessionId)}`, {
      cache: 'no-store',
      referrerPolicy: 'no-referrer',
    });
    status = answer.status;
  } catch {
    return;
  }
  if (status === 401 && storedSessionId() === sessionId) {
    closeSession();
    window.location.reload();
  } else if (status < 300) {
    noteContact();
  }
}
