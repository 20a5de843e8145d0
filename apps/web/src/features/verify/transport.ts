import { api, type VerifyAnswer } from '@websign/contract';
import { CallError, readError } from '../../common/api/error.ts';
import { noteReach } from '../../common/api/reach.ts';
import { noteContact } from '../../common/session/activity.ts';
import { ping } from '../../common/session/ping.ts';
import { currentSession } from '../../common/session/store.ts';
import type { Judged } from './checks.ts';

export type ReportFormat = 'json' | 'pdf' | 'xml';

interface Asked {
  file: File;
  format: ReportFormat;
  /** Of the printed report. */
  locale?: 'el' | 'en';
  /** Ends the request; nothing of it is kept. */
  signal: AbortSignal;
  onSent?: (bytes: number) => void;
}

/** Requests of this page at a time: the service takes no more of one signer's. */
const lanes = 2;
let busy = 0;
const queue: (() => void)[] = [];

async function inLane<T>(work: () => Promise<T>): Promise<T> {
  if (busy < lanes) busy += 1;
  else await new Promise<void>((resolve) => queue.push(resolve));
  try {
    return await work();
  } finally {
    const next = queue.shift();
    if (next) next();
    else busy -= 1;
  }
}

/** The file cannot be read any more: moved, changed or on a drive that is gone. */
export class FileGone extends Error {
  constructor(cause: unknown) {
    super('the file cannot be read', { cause });
    this.name = 'FileGone';
  }
}

/** Sends one file and resolves with the report, as the server made it. Throws CallError, FileGone, AbortError. */
export const fetchReport = (asked: Asked): Promise<Blob> =>
  inLane(async () => {
    asked.signal.throwIfAborted();
    // A request that fails for a file's sake looks like a lost connection.
    await asked.file
      .slice(0, 1)
      .arrayBuffer()
      .catch((cause: unknown) => {
        throw new FileGone(cause);
      });
    return request(asked);
  });

function request({ file, format, locale = 'el', signal, onSent }: Asked): Promise<Blob> {
  const xhr = new XMLHttpRequest();
  const session = currentSession();
  const abort = () => xhr.abort();
  signal.addEventListener('abort', abort);
  const answered = new Promise<Blob>((resolve, reject) => {
    xhr.upload.onprogress = ({ loaded }) => onSent?.(loaded);
    xhr.upload.onload = () => onSent?.(file.size);
    xhr.onload = () => {
      noteReach(true);
      if (xhr.status >= 200 && xhr.status < 300) {
        noteContact();
        resolve(xhr.response as Blob);
      } else refusal(xhr).then(reject, reject);
    };
    xhr.onerror = () => {
      noteReach(false);
      reject(new CallError('network', 0));
    };
    xhr.onabort = () => reject(new DOMException('cancelled', 'AbortError'));
    xhr.open('POST', `${api.verify}?format=${format}&locale=${locale}`);
    xhr.responseType = 'blob';
    if (session) xhr.setRequestHeader('Authorization', `Bearer ${session.sessionId}`);
    const form = new FormData();
    form.append('document', file, file.name);
    xhr.send(form);
  });
  return answered.finally(() => signal.removeEventListener('abort', abort));
}

async function refusal(xhr: XMLHttpRequest): Promise<CallError> {
  // Only ping may end a session.
  if (xhr.status === 401) void ping();
  const text = xhr.response instanceof Blob ? await xhr.response.text() : '';
  let body: unknown = null;
  try {
    body = JSON.parse(text);
  } catch {
    // A proxy's page: its status says what there is to say.
    if (xhr.status === 413) return new CallError('file_too_big', 413);
    if (xhr.status === 503) return new CallError('busy', 503);
  }
  return readError(xhr.status, body, xhr.getResponseHeader('Retry-After'));
}

/** What the service says of one file. Throws as {@link fetchReport}. */
export async function judge(asked: Omit<Asked, 'format'>): Promise<Judged> {
  const report = await fetchReport({ ...asked, format: 'json' });
  let answer: Partial<VerifyAnswer> | null = null;
  try {
    answer = JSON.parse(await report.text()) as Partial<VerifyAnswer> | null;
  } catch (cause) {
    throw new CallError('invalid_answer', 200, { cause });
  }
  const [document] = Array.isArray(answer?.documents) ? answer.documents : [];
  if (!document || typeof answer?.verifiedAt !== 'string') throw new CallError('invalid_answer', 200);
  return { at: answer.verifiedAt, document };
}
