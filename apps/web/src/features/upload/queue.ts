import type { UploadAnswer, UploadedFile } from '@websign/contract';
import { explain, widgetTexts } from '../../common/explain.ts';
import { refuseFile, refuseTogether } from '../../common/files/admission.ts';
import { type Attempt, type FileOutcome, outcome, outcomeOf } from './attempt.ts';
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

export interface Upload<F> {
  files: QueuedFile<F>[];
  samples: Sample[];
  /** All bytes are out; the server is looking at them. */
  checking: boolean;
  /** Accepted by an earlier request, while more files were still waiting. */
  accepted: FileOutcome[];
  attempt: Attempt | null;
  /** The document to go to (UP-7), until the person has been led there. */
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
  /** The popup has told of the attempt. */
  | { do: 'told' }
  /** The person goes on with what was accepted. */
  | { do: 'follow' }
  /** The person asks for a safe copy of this file; null once that was heard. */
  | { do: 'copy'; key: number | null }
  /** The person has been led to the document. */
  | { do: 'leave' }
  | { do: 'forget' };

export function emptyUpload<F>(): Upload<F> {
  return {
    files: [],
    samples: [],
    checking: false,
    accepted: [],
    attempt: null,
    arrived: null,
    nextKey: 1,
  };
}

/** What this run has told already: a selection that was refused meanwhile, files that were accepted before. */
const before = <F>(upload: Upload<F>): FileOutcome[] =>
  upload.files.length === 0 ? [] : [...(upload.attempt?.files ?? []), ...upload.accepted];

/** The area is emptied after any error; what happened is kept as the attempt (UP-8). */
function over<F>(upload: Upload<F>, attempt: Pick<Attempt, 'at' | 'headline' | 'files'>): Upload<F> {
  const files = [...before(upload), ...attempt.files];
  const account = { ...attempt, files, told: false, followed: false, copying: null };
  return { ...upload, files: [], samples: [], checking: false, accepted: [], attempt: account };
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
  // What is too large by itself is not to be blamed on the others: they are counted without it.
  const together = refuseTogether([...waiting, ...files.filter((_, index) => !single[index])]);
  const refusal = single.find((found) => found !== null) ?? together;
  if (refusal) {
    // What is on its way goes on; the new selection as a whole is not sent.
    const outcomes = added.map((entry, index) => {
      const own = single[index] ?? together;
      return outcome(entry, own ? { explanation: { refusal: own } } : { state: 'queued' });
    });
    const told = upload.files.length > 0 ? (upload.attempt?.files ?? []) : [];
    const files = [...told, ...outcomes];
    const attempt = { at, headline: { refusal }, files, told: false, followed: false, copying: null };
    return { ...upload, nextKey, attempt };
  }
  const queued = added.map((entry) => ({ ...entry, state: 'queued' as const }));
  const attempt = upload.files.length > 0 ? upload.attempt : null;
  return { ...upload, nextKey, files: [...upload.files, ...queued], attempt };
}

/** What is said of one file; by the specification's four fields alone all files of a request share one outcome. */
function fileOf({ documents, ...all }: UploadAnswer, index: number, name: string): UploadedFile | undefined {
  if (documents.length > 0) return documents[index];
  return { ...all, name, id: all.document, record: null, findings: [], copyable: false };
}

/** Everything was accepted (UP-7): one moves on when nothing is queued any more; the account stays behind. */
function arrived<F>(upload: Upload<F>, answer: UploadAnswer, at: number): Upload<F> {
  const sent = upload.files.filter((entry) => entry.state === 'uploading');
  const waiting = upload.files.filter((entry) => entry.state === 'queued');
  const fresh = sent.map((entry, index) => outcomeOf(entry, fileOf(answer, index, entry.name)));
  const accepted = [...upload.accepted, ...fresh];
  const next = { ...upload, files: waiting, samples: [], checking: false };
  if (waiting.length > 0) return { ...next, accepted };
  const attempt = upload.attempt
    ? { ...upload.attempt, files: [...upload.attempt.files, ...accepted] }
    : { at, headline: null, files: accepted, told: true, followed: true, copying: null };
  return { ...next, accepted: [], attempt, arrived: answer.document };
}

function answered<F>(upload: Upload<F>, answer: UploadAnswer, at: number): Upload<F> {
  if (answer.status === 'success' && answer.document) return arrived(upload, answer, at);
  const sent = upload.files.filter((entry) => entry.state === 'uploading');
  const waiting = upload.files.filter((entry) => entry.state === 'queued');
  const files = [
    ...sent.map((entry, index) => outcomeOf(entry, fileOf(answer, index, entry.name))),
    ...waiting.map((entry) => outcome(entry, { state: 'queued' })),
  ];
  const headline = explain(answer.message, answer.error, answer.code);
  return over(upload, { at, headline, files });
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
  return over(upload, { at, headline, files });
}

/** Entries that have not moved stay the same objects: of a thousand rows only those that change are drawn anew. */
function progressed<F>(upload: Upload<F>, loaded: number, total: number, at: number): Upload<F> {
  const sizes = upload.files.filter((entry) => entry.state === 'uploading').map((entry) => entry.size);
  const sent = bytesPerFile(sizes, loaded, total).values();
  const files = upload.files.map((entry) => {
    if (entry.state !== 'uploading') return entry;
    const bytes = sent.next().value ?? 0;
    return bytes === entry.sent ? entry : { ...entry, sent: bytes };
  });
  const samples = addSample(upload.samples, { at, bytes: loaded });
  return { ...upload, files, samples, checking: loaded >= total };
}

/** The state machine of the drop area; what is sent and shown lies with others. */
export function reduceUpload<F extends Candidate>(upload: Upload<F>, action: UploadAction<F>): Upload<F> {
  switch (action.do) {
    case 'add':
      return add(upload, action.files, action.at);
    case 'start':
      return { ...upload, files: upload.files.map((entry) => ({ ...entry, state: 'uploading' as const })) };
    case 'progress':
      return progressed(upload, action.loaded, action.total, action.at);
    case 'answer':
      return answered(upload, action.answer, action.at);
    case 'fail':
      return failed(upload, action.message, action.at);
    case 'told':
      return { ...upload, attempt: upload.attempt && { ...upload.attempt, told: true } };
    case 'follow':
      return { ...upload, attempt: upload.attempt && { ...upload.attempt, followed: true } };
    case 'copy':
      return { ...upload, attempt: upload.attempt && { ...upload.attempt, copying: action.key } };
    case 'leave':
      return { ...upload, arrived: null };
    case 'forget':
      return { ...upload, attempt: null };
  }
}
