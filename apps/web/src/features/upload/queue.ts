import type { Finding, UploadAnswer, UploadedFile } from '@websign/contract';
import { type Explanation, explain, widgetTexts } from '../../common/explain.ts';
import { type Refusal, refuseFile, refuseTogether } from './admission.ts';
import { addSample, bytesPerFile, type Sample } from './progress.ts';

/** UP-5. */
export type FileState = 'added' | 'queued' | 'uploading' | 'canceled' | 'error' | 'success';

export interface QueuedFile<F> {
  key: number;
  file: F;
  name: string;
  size: number;
  state: FileState;
  sent: number;
}

/** One file of an attempt that is over: what became of it and, if it was accepted, where it went. */
export interface FileOutcome {
  key: number;
  name: string;
  size: number;
  state: 'success' | 'error' | 'canceled' | 'queued';
  document: string | null;
  explanation: Explanation | { refusal: Refusal } | null;
  findings: Finding[];
}

/** The account of an attempt that stays readable after its popup has gone (UP-8). */
export interface Attempt {
  at: number;
  headline: Explanation | { refusal: Refusal };
  /** The file that the headline is about, where it is about one. */
  about: string | null;
  files: FileOutcome[];
}

export interface Upload<F> {
  files: QueuedFile<F>[];
  samples: Sample[];
  /** All bytes are out; the server is looking at them. */
  checking: boolean;
  attempt: Attempt | null;
  /** Set once: the document to go to (UP-7). */
  arrived: string | null;
  nextKey: number;
}

export type Candidate = { name: string; size: number; type: string };

export type UploadAction<F> =
  | { do: 'add'; files: F[]; at: number }
  | { do: 'start' }
  | { do: 'progress'; loaded: number; total: number; at: number }
  | { do: 'answer'; answer: UploadAnswer; at: number }
  | { do: 'fail'; message: string; at: number }
  | { do: 'forget' };

export function emptyUpload<F>(): Upload<F> {
  return { files: [], samples: [], checking: false, attempt: null, arrived: null, nextKey: 1 };
}

/** The area is emptied after any error; what happened is kept as the attempt (UP-8). */
function over<F>(upload: Upload<F>, attempt: Attempt): Upload<F> {
  return { ...upload, files: [], samples: [], checking: false, attempt };
}

function outcome<F>(entry: QueuedFile<F>, part: Partial<FileOutcome>): FileOutcome {
  const { key, name, size } = entry;
  return { key, name, size, state: 'error', document: null, explanation: null, findings: [], ...part };
}

function add<F extends Candidate>(upload: Upload<F>, files: F[], at: number): Upload<F> {
  const added = files.map((file, index) => ({
    key: upload.nextKey + index,
    file,
    name: file.name,
    size: file.size,
    state: 'added' as const,
    sent: 0,
  }));
  const nextKey = upload.nextKey + files.length;
  const waiting = upload.files.filter((entry) => entry.state === 'queued').map((entry) => entry.file);
  const single = added.map((entry) => refuseFile(entry.file));
  const refusal = single.find((found) => found !== null) ?? refuseTogether([...waiting, ...files]);
  if (refusal) {
    // What is on its way goes on; the new selection as a whole is not sent.
    const outcomes = added.map((entry, index) => {
      const own = single[index] ?? (refuseTogether([...waiting, ...files]) ? refusal : null);
      return outcome(entry, own ? { explanation: { refusal: own } } : { state: 'queued' });
    });
    const about = added.find((_, index) => single[index])?.name ?? null;
    return { ...upload, nextKey, attempt: { at, headline: { refusal }, about, files: outcomes } };
  }
  const queued = added.map((entry) => ({ ...entry, state: 'queued' as const }));
  return { ...upload, nextKey, files: [...upload.files, ...queued], attempt: null };
}

function fromAnswer<F>(entry: QueuedFile<F>, file: UploadedFile | undefined): FileOutcome {
  if (!file) return outcome(entry, { state: 'queued' });
  const accepted = file.status === 'success';
  return outcome(entry, {
    state: file.status,
    document: file.id,
    explanation: accepted ? null : explain(file.message, file.error, file.code),
    findings: file.findings,
  });
}

function answered<F>(upload: Upload<F>, answer: UploadAnswer, at: number): Upload<F> {
  const sent = upload.files.filter((entry) => entry.state === 'uploading');
  const waiting = upload.files.filter((entry) => entry.state === 'queued');
  if (answer.status === 'success' && answer.document) {
    // UP-7: one moves on only when nothing is queued any more.
    const arrived = waiting.length === 0 ? answer.document : null;
    return { ...upload, files: waiting, samples: [], checking: false, arrived };
  }
  const files = [
    ...sent.map((entry, index) => fromAnswer(entry, answer.documents[index])),
    ...waiting.map((entry) => outcome(entry, { state: 'queued' })),
  ];
  const headline = explain(answer.message, answer.error, answer.code);
  // The server may refuse the request before it has read any part: then every file shares its reason.
  const shared = files.map((file) =>
    answer.documents.length === 0 ? { ...file, state: 'error' as const, explanation: headline } : file,
  );
  const told = answer.documents.length > 0 ? files.find(({ state }) => state === 'error') : undefined;
  return over(upload, { at, headline, about: told?.name ?? null, files: shared });
}

function failed<F>(upload: Upload<F>, message: string, at: number): Upload<F> {
  const headline = explain(message, null, null);
  const canceled = message === widgetTexts.canceled;
  const files = upload.files.map((entry) =>
    outcome(
      entry,
      entry.state === 'queued' && !canceled
        ? { state: 'queued' }
        : { state: canceled ? 'canceled' : 'error', explanation: headline },
    ),
  );
  return over(upload, { at, headline, about: null, files });
}

/** The state machine of the drop area; what is sent and shown lies with others. */
export function reduceUpload<F extends Candidate>(upload: Upload<F>, action: UploadAction<F>): Upload<F> {
  switch (action.do) {
    case 'add':
      return add(upload, action.files, action.at);
    case 'start':
      return { ...upload, files: upload.files.map((entry) => ({ ...entry, state: 'uploading' as const })) };
    case 'progress': {
      const sizes = upload.files.filter((entry) => entry.state === 'uploading').map((entry) => entry.size);
      const sent = bytesPerFile(sizes, action.loaded, action.total);
      let index = 0;
      const files = upload.files.map((entry) =>
        entry.state === 'uploading' ? { ...entry, sent: sent[index++] ?? 0 } : entry,
      );
      const samples = addSample(upload.samples, { at: action.at, bytes: action.loaded });
      return { ...upload, files, samples, checking: action.loaded >= action.total };
    }
    case 'answer':
      return answered(upload, action.answer, action.at);
    case 'fail':
      return failed(upload, action.message, action.at);
    case 'forget':
      return { ...upload, attempt: null };
  }
}
