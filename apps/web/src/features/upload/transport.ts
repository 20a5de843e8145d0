import { api, type UploadAnswer, type UploadError, type UploadedFile } from '@websign/contract';
import { isErrorCode } from '../../common/api/error.ts';
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

const isList = Array.isArray as (value: unknown) => value is unknown[];

/** The findings about a file in the shape of UP-6; what the answer leaves out was not found. */
function errorOf(value: unknown): UploadError | null {
  if (typeof value !== 'object' || value === null) return null;
  const found: Partial<UploadError> = value;
  return {
    has_js: found.has_js === true,
    fields_inconsistencies: found.fields_inconsistencies === true,
    hide_and_replace_suspicious: found.hide_and_replace_suspicious === true,
    non_empty_hidden_texts: found.non_empty_hidden_texts === true,
    layers: isList(found.layers) ? found.layers : [],
    has_signatures: found.has_signatures === true,
    signatures: isList(found.signatures) ? found.signatures : [],
    valid_signatures: Number(found.valid_signatures ?? 0),
  };
}

/**
 * The specification's four fields are enough: a service of another make sends no `code` and no `documents`. Any
 * status but success is an error that keeps its message (UP-7). Null for what has neither status nor message.
 */
function answerOf(value: unknown): UploadAnswer | null {
  if (typeof value !== 'object' || value === null) return null;
  const answer = value as Partial<Record<keyof UploadAnswer, unknown>>;
  if (typeof answer.status !== 'string' && typeof answer.message !== 'string') return null;
  const { document, message, code, documents } = answer;
  const isNamed = (typeof document === 'string' && document !== '') || typeof document === 'number';
  return {
    status: answer.status === 'success' ? 'success' : 'error',
    document: isNamed ? String(document) : null,
    message: typeof message === 'string' ? message : '',
    code: isErrorCode(code) ? code : null,
    error: errorOf(answer.error),
    documents: isList(documents) ? (documents as UploadedFile[]) : [],
  };
}

function parsed(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return null;
  }
}

/** Reads the answer; refused requests carry the same fields (UP-6), whatever their status. */
export function readAnswer(status: number, text: string): UploadAnswer {
  const answer = answerOf(parsed(text));
  const isFine = status >= 200 && status <= 299;
  if (answer?.status === 'error') return { ...answer, message: answer.message || widgetTexts.status(status) };
  if (isFine && answer?.document) return answer;
  // A proxy in front of the server answers with a page of its own.
  if (text.includes('Request Entity Too Large')) throw new UploadFailure('Request Entity Too Large', status);
  throw new UploadFailure(isFine ? widgetTexts.invalidJson : widgetTexts.status(status), status);
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
