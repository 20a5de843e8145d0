import {
  type ErrorCode,
  errorCodes,
  groupId as groupIdSchema,
  limits,
  type UploadAnswer,
  type UploadedFile,
} from '@websign/contract';
import type { BlobRef, NewDocument, StoredDocument } from '../storage/index.ts';
import { StorageError } from '../storage/index.ts';
import { type Admission, examineUpload } from './admit.ts';
import { type Context, chargeTo, type SignedIn } from './context.ts';
import { RequestError } from './errors.ts';
import { summaryOf } from './history-summary.ts';
import { requireOwnPassword, resume } from './session.ts';

/** One part of the multipart request, in the order of arrival. */
export type UploadPart =
  | { kind: 'field'; name: string; value: string }
  /** `bytes` goes on where an earlier reading stopped. */
  | { kind: 'file'; field: string; name: string; bytes(): AsyncIterable<Uint8Array> };

export interface UploadRequest {
  parts: AsyncIterable<UploadPart>;
  /** Aborts when the connection ends before the answer. */
  cancelled: AbortSignal;
  /** Aborts when the answer has to be given, whatever was not looked at by then. */
  due: AbortSignal;
  /** Told once it is known whose request it is. */
  onSession(): void;
}

export interface UploadOutcome {
  status: number;
  answer: UploadAnswer;
  /** Seconds, with 429 and 503. */
  retryAfter?: number;
}

/** Files of one request examined at once: the rest of the queue is for others. */
const examinedAtOnce = 4;
/** The name of a part that holds a file (UP-2). */
export const fileField = /^document(\[\d*\])?$/;

type Received =
  | { name: string; blob: BlobRef; examined: Promise<Admission> }
  | { name: string; code: ErrorCode };

/** One upload request on its way: what it said, what it holds, which limit it passed. */
class Intake {
  readonly received: Received[] = [];
  signer: SignedIn | undefined;
  groupId: string | undefined;
  /** Set once a limit is passed: nothing more is stored (UP-3). */
  passed: ErrorCode | undefined;
  #bytes = 0;
  /** Characters of what was found out about the files: small ones may hold a great deal to tell of. */
  #facts = 0;
  readonly #context: Context;
  readonly #request: UploadRequest;

  constructor(context: Context, request: UploadRequest) {
    this.#context = context;
    this.#request = request;
  }

  async field(name: string, value: string): Promise<void> {
    if (this.received.length > 0) return;
    if (name === 'groupId') this.groupId = groupIdSchema.safeParse(value).data;
    if (name === 'sessionId') this.signer = await resume(this.#context, value);
    if (name === 'sessionId' && !this.signer) throw new RequestError('session_required');
    if (this.signer) requireOwnPassword(this.signer);
    if (name === 'sessionId') this.#request.onSession();
  }

  async file(part: Extract<UploadPart, { kind: 'file' }>): Promise<void> {
    const { signer } = this;
    if (!signer || this.groupId === undefined || !fileField.test(part.field)) {
      throw new RequestError('bad_request');
    }
    if (this.received.length === limits.filesPerRequest) this.passed = 'too_many_files';
    if (this.received.length > 2 * limits.filesPerRequest) throw new RequestError('too_many_files');
    const { name } = part;
    // What is too big is said of that file alone; the other limits are those of the whole request.
    const code = this.passed === 'file_too_big' ? 'not_taken' : this.passed;
    const { due } = this.#request;
    const blob = code || due.aborted ? undefined : await this.#store(part);
    if (blob) {
      const examined = this.#examine(blob, signer);
      // Awaited when all parts are read; until then a failure must not count as unhandled.
      examined.catch(() => {});
      this.received.push({ name, blob, examined });
    } else this.received.push({ name, code: code ?? this.passed ?? (due.aborted ? 'busy' : 'internal') });
    await this.drain(part);
  }

  /** Reads on without storing, up to UP-3's 60 MB in all. */
  async drain(part: UploadPart): Promise<void> {
    if (part.kind !== 'file') return;
    for await (const chunk of part.bytes()) {
      this.#bytes += chunk.length;
      if (this.#bytes > limits.drainBytes) throw new RequestError(this.#endless());
    }
  }

  /** The code for a request that goes on past all limits: a single file is too big, several are so together. */
  #endless(): ErrorCode {
    const isAlone = this.received.length < 2;
    return this.passed && (isAlone || this.passed !== 'file_too_big') ? this.passed : 'total_too_big';
  }

  async #store(part: Extract<UploadPart, { kind: 'file' }>): Promise<BlobRef | undefined> {
    try {
      return await this.#context.storage.blobs.put(this.#metered(part.bytes()), limits.fileBytes);
    } catch (error) {
      if (error instanceof StorageError && error.code === 'too_large') this.passed = 'file_too_big';
      else if (this.passed === undefined) throw error;
      return undefined;
    }
  }

  async *#metered(bytes: AsyncIterable<Uint8Array>): AsyncGenerator<Uint8Array> {
    for await (const chunk of bytes) {
      this.#bytes += chunk.length;
      if (this.#bytes > limits.totalBytes) {
        this.passed = 'total_too_big';
        throw new RequestError('total_too_big');
      }
      yield chunk;
    }
  }

  async #examine(blob: BlobRef, { account }: SignedIn): Promise<Admission> {
    const earlier = this.received.at(-examinedAtOnce);
    if (earlier && 'examined' in earlier) await earlier.examined;
    if (this.#facts > limits.factsPerGroup) return { code: 'too_many_files' };
    const admission = await this.#inTime(account, blob);
    this.#facts += factsLength(admission);
    if (this.#facts <= limits.factsPerGroup) return admission;
    this.passed ??= 'too_many_files';
    return { code: 'too_many_files' };
  }

  /** What could not be examined before the answer is due is told as that, and may be sent again. */
  async #inTime(account: SignedIn['account'], blob: BlobRef): Promise<Admission> {
    const { cancelled, due } = this.#request;
    const signal = AbortSignal.any([cancelled, due]);
    try {
      return await examineUpload(chargeTo(this.#context, account, { signal }), blob);
    } catch (error) {
      if (due.aborted && error === due.reason) return { code: 'busy' };
      throw error;
    }
  }
}

/**
 * Takes an upload request: each file is stored while it is counted and hashed, examined in the sandbox, admitted
 * or refused; then all are recorded in one insert, refused ones too. A request that fails or is cancelled leaves
 * nothing. Throws only what is no answer: a broken connection, a failing disk.
 */
export async function upload(context: Context, request: UploadRequest): Promise<UploadOutcome> {
  const { parts, cancelled } = request;
  const intake = new Intake(context, request);
  try {
    await receive(intake, parts);
    const files = await Promise.all(intake.received.map(judge));
    cancelled.throwIfAborted();
    return answerOf(await record(context, intake, files), intake.passed);
  } catch (error) {
    await Promise.allSettled(intake.received.map(judge));
    if (error instanceof RequestError) return refused(error);
    // A broken connection: nobody reads the answer, and nothing went wrong here.
    if (cancelled.aborted) return refused(new RequestError('bad_request'));
    throw error;
  }
}

/** What fails is told when the request is drained, a full disk too: else the person sees a broken connection. */
async function receive(intake: Intake, parts: AsyncIterable<UploadPart>): Promise<void> {
  let failure: { error: unknown } | undefined;
  for await (const part of parts) {
    if (failure) await intake.drain(part);
    try {
      if (failure) continue;
      if (part.kind === 'field') await intake.field(part.name, part.value);
      else await intake.file(part);
    } catch (error) {
      failure = { error };
      // A stranger's parts are not even counted.
      if (!intake.signer) break;
      await intake.drain(part);
    }
  }
  if (failure) throw failure.error;
  if (intake.received.length === 0) throw new RequestError('bad_request');
}

/** Characters of what a group is listed with. */
const factsLength = (admission: Admission): number =>
  JSON.stringify('occupancy' in admission ? { ...admission, occupancy: [] } : admission).length;

type Judged = { name: string; blob?: BlobRef; admission: Admission };

async function judge(file: Received): Promise<Judged> {
  const { name } = file;
  if ('code' in file) return { name, admission: { code: file.code } };
  return { name, blob: file.blob, admission: await file.examined };
}

/** One insert for all files that were examined; a file that could not be is only told. */
async function record(context: Context, intake: Intake, files: Judged[]): Promise<[Judged, string | null][]> {
  const { signer, groupId = '' } = intake;
  if (!signer) throw new RequestError('session_required');
  const rows = files.map((file) => rowOf(file, signer.account.id, groupId));
  const stored = await create(
    context,
    rows.filter((row) => row !== undefined),
  );
  const ids = stored.map((document) => document.id).values();
  return files.map((file, at) => [file, rows[at] ? (ids.next().value ?? null) : null]);
}

async function create({ storage }: Context, rows: NewDocument[]): Promise<StoredDocument[]> {
  try {
    return await storage.documents.create(rows);
  } catch (cause) {
    if (cause instanceof StorageError && cause.code === 'too_many')
      throw new RequestError('too_many_files', { cause });
    throw cause;
  }
}

function rowOf(
  { name, blob, admission }: Judged,
  accountId: string,
  groupId: string,
): NewDocument | undefined {
  if (!blob || !('facts' in admission)) return undefined;
  const { code, facts, occupancy, findings, pages, error, locked } = admission;
  return {
    accountId,
    groupId,
    name,
    size: blob.size,
    sha256: blob.sha256,
    state: code !== null ? 'refused' : locked ? 'locked' : 'ready',
    pages,
    ...(code === null ? {} : { refusal: { code, error } }),
    findings,
    signatures: facts,
    occupancy: code === null ? occupancy : null,
    summary: summaryOf({ code, findings, signatures: facts.signatures }),
  };
}

/** UP-6 for one file; a refused one has no id to go on with. */
function toldOf([{ name, admission }, id]: [Judged, string | null]): UploadedFile {
  const { code } = admission;
  const examined = 'facts' in admission ? admission : undefined;
  return {
    name,
    id: code === null ? id : null,
    record: id,
    status: code === null ? 'success' : 'error',
    code,
    message: code === null ? '' : errorCodes[code].message,
    error: examined?.error ?? null,
    findings: examined?.findings ?? [],
  };
}

function answerOf(files: [Judged, string | null][], passed: ErrorCode | undefined): UploadOutcome {
  const documents = files.map(toldOf);
  const refusedFile = documents.find((file) => file.status === 'error');
  return {
    status: passed ? errorCodes[passed].status : 200,
    answer: {
      status: refusedFile ? 'error' : 'success',
      document: documents.find((file) => file.status === 'success')?.id ?? null,
      message: refusedFile?.message ?? '',
      code: refusedFile?.code ?? null,
      error: refusedFile?.error ?? null,
      documents,
    },
  };
}

/** UP-6 for a request that was refused as a whole. */
export function refused({ code, message, retryAfter }: RequestError): UploadOutcome {
  return {
    status: errorCodes[code].status,
    answer: { status: 'error', document: null, message, code, error: null, documents: [] },
    ...(retryAfter === undefined ? {} : { retryAfter }),
  };
}
