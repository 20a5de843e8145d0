import { useSyncExternalStore } from 'react';
import { emptyUpload, reduceUpload, type Upload, type UploadAction } from './queue.ts';

const listeners = new Set<() => void>();
let owner = '';
let upload = emptyUpload<File>();

/** Changes what is shown of the upload; returns what is shown now. */
export function dispatchUpload(action: UploadAction<File>): Upload<File> {
  upload = reduceUpload(upload, action);
  for (const listener of listeners) listener();
  return upload;
}

/** The upload of one session: another session in the same tab begins with an empty area and no account. */
function uploadOf(sessionId: string): Upload<File> {
  if (owner !== sessionId) {
    owner = sessionId;
    upload = emptyUpload<File>();
  }
  return upload;
}

function subscribe(listener: () => void): () => void {
  listeners.add(listener);
  return () => listeners.delete(listener);
}

/** Lives as long as the page does, so that the account is still there when one comes back from the sign screen. */
export function useUploadState(sessionId: string): Upload<File> {
  return useSyncExternalStore(subscribe, () => uploadOf(sessionId));
}
