import { type ErrorCode, errorCodes, type UploadAnswer, type UploadedFile } from '@websign/contract';
import type { BlobRef, NewDocument } from '../storage/index.ts';
import type { Admission } from './admit.ts';
import type { Context } from './context.ts';
import { isCopyable } from './copyable.ts';
import { RequestError } from './errors.ts';
import { Intake, type Received, type UploadPart, type UploadRequest } from './intake.ts';
import { newDocument, withinBounds } from './record.ts';
import type { UploadDesk } from './upload-desk.ts';

export interface UploadOutcome {
  status: number;
  answer: UploadAnswer;
  /** Seconds, with 429 and 503. */
  retryAfter?: number;
}

/**
 * Takes an upload request: each file is stored while it is counted and hashed, examined in the sandbox, admitted
 * or refused; then all are recorded in one insert, refused ones too. A request that fails or is cancelled leaves
 * no row, and its files go with a sweep. Throws only what is no answer: a broken connection, a failing disk.
 */
export async function upload(
  context: Context,
  desk: UploadDesk,
  request: UploadRequest,
): Promise<UploadOutcome> {
  const { parts, cancelled } = request;
  const intake = new Intake(context, desk, request);
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
  } finally {
    intake.end();
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
      // Parts of a stranger, or of a request whose turn did not come, are not even counted.
      if (!intake.isTaken) break;
      await intake.drain(part);
    }
  }
  if (failure) throw failure.error;
  if (intake.received.length === 0) throw new RequestError('bad_request');
}

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
  const { documents } = context.storage;
  const stored = await withinBounds(documents.create(rows.filter((row) => row !== undefined)));
  for (const { size } of stored) intake.record(size);
  const ids = stored.map((document) => document.id).values();
  return files.map((file, at) => [file, rows[at] ? (ids.next().value ?? null) : null]);
}

function rowOf(
  { name, blob, admission }: Judged,
  accountId: string,
  groupId: string,
): NewDocument | undefined {
  if (!blob || !('facts' in admission)) return undefined;
  return newDocument({ name, blob }, admission, { accountId, groupId });
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
    copyable: id !== null && examined !== undefined && isCopyable(code, examined.facts),
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
