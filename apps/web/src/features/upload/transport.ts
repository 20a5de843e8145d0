import { api, type UploadAnswer } from '@websign/contract';
import { widgetTexts } from '../../common/explain.ts';

/** What the widget says when there is no answer in the contract's shape (UP-10). */
export class UploadFailure extends Error {
  readonly status: number;

  constructor(message: string, status = 0) {
    super(message);
    this.name = 'UploadFailure';
    this.status = status;
  }
}

interface Request {
  /** Origin of the upload host, '' for our own (UP-11). */
  host: string;
  sessionId: string;
  groupId: string;
  files: File[];
  onProgress: (loaded: number, total: number) => void;
}

function isUploadAnswer(value: unknown): value is UploadAnswer {
  if (typeof value !== 'object' || value === null) return false;
  const answer = value as Partial<Record<keyof UploadAnswer, unknown>>;
  return (
    (answer.status === 'success' || answer.status === 'error') &&
    typeof answer.message === 'string' &&
    Array.isArray(answer.documents)
  );
}

/** Reads the answer; refused requests carry the same fields (UP-6), whatever their status. */
export function readAnswer(status: number, text: string): UploadAnswer {
  let value: unknown = null;
  let json = true;
  try {
    value = JSON.parse(text);
  } catch {
    json = false;
  }
  if (isUploadAnswer(value)) return value;
  // A proxy in front of the server answers with a page of its own.
  if (text.includes('Request Entity Too Large')) throw new UploadFailure('Request Entity Too Large', status);
  if (status < 200 || status > 299) throw new UploadFailure(widgetTexts.status(status), status);
  throw new UploadFailure(json ? widgetTexts.status(status) : widgetTexts.invalidJson, status);
}

function body({ sessionId, groupId, files }: Request): FormData {
  const form = new FormData();
  // UP-2: both fields come before the first file.
  form.append('sessionId', sessionId);
  form.append('groupId', groupId);
  for (const file of files) form.append('document', file, file.name);
  return form;
}

/** One multipart request for all files; `cancel` ends it and nothing of it is kept. */
export function sendFiles(request: Request): { answer: Promise<UploadAnswer>; cancel: () => void } {
  const xhr = new XMLHttpRequest();
  const answer = new Promise<UploadAnswer>((resolve, reject) => {
    xhr.upload.onprogress = (event) => {
      if (event.lengthComputable) request.onProgress(event.loaded, event.total);
    };
    xhr.onload = () => {
      try {
        resolve(readAnswer(xhr.status, xhr.responseText));
      } catch (error) {
        reject(error);
      }
    };
    xhr.onerror = () => reject(new UploadFailure(widgetTexts.offline));
    xhr.onabort = () => reject(new UploadFailure(widgetTexts.canceled));
    xhr.open('POST', `${request.host.replace(/\/$/, '')}${api.upload}`);
    xhr.send(body(request));
  });
  return { answer, cancel: () => xhr.abort() };
}
