import { type ErrorCode, groupId as groupIdSchema, limits } from '@websign/contract';
import type { OpenedEngine } from '../sandbox/engine.ts';
import type { BlobRef } from '../storage/index.ts';
import { StorageError } from '../storage/index.ts';
import { type Admission, examineUpload } from './admit.ts';
import { type Context, chargeTo, type SignedIn } from './context.ts';
import { RequestError } from './errors.ts';
import { requireOwnPassword, resume } from './session.ts';
import type { UploadDesk, UploadShare } from './upload-desk.ts';

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

/** Files of one request examined at once: the rest of the queue is for others. */
const examinedAtOnce = 4;
/**
 * Files of one request that have a child each. Of more, the others share some: a thousand starts take more than a minute
 * on two cores, copies of a template too, and a thousand small files are answered before anybody gives up waiting.
 */
const alone = 100;
/** The name of a part that holds a file (UP-2). */
export const fileField = /^document(\[\d*\])?$/;

export type Received =
  | { name: string; blob: BlobRef; examined: Promise<Admission> }
  | { name: string; code: ErrorCode };

/** One upload request on its way: what it said, what it holds, which limit it passed. */
export class Intake {
  readonly received: Received[] = [];
  signer: SignedIn | undefined;
  groupId: string | undefined;
  /** Set once a limit is passed: nothing more is stored (UP-3). */
  passed: ErrorCode | undefined;
  #bytes = 0;
  /** Characters of what was found out about the files: small ones may hold a great deal to tell of. */
  #facts = 0;
  #share: UploadShare | undefined;
  #leave: (() => void) | undefined;
  #examinations = 0;
  readonly #shared: OpenedEngine[] = [];
  readonly #context: Context;
  readonly #desk: UploadDesk;
  readonly #request: UploadRequest;

  constructor(context: Context, desk: UploadDesk, request: UploadRequest) {
    this.#context = context;
    this.#desk = desk;
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
    this.#share ??= await this.#begin(signer);
    if (this.received.length === limits.filesPerRequest) this.passed = 'too_many_files';
    if (this.received.length > 2 * limits.filesPerRequest) throw new RequestError('too_many_files');
    const { name } = part;
    // What is too big is said of that file alone; the other limits are those of the whole request.
    const code = this.passed === 'file_too_big' ? 'not_taken' : this.passed;
    const { due } = this.#request;
    const blob = code || due.aborted ? undefined : await this.#store(part, this.#share);
    if (blob) {
      const examined = this.#examine(blob, signer);
      // Awaited when all parts are read; until then a failure must not count as unhandled.
      examined.catch(() => {});
      this.received.push({ name, blob, examined });
    } else this.received.push({ name, code: code ?? this.passed ?? (due.aborted ? 'busy' : 'internal') });
    await this.drain(part);
  }

  /** Whether it is a signer's whose turn has come, so that the rest of its parts is looked at. */
  get isTaken(): boolean {
    return this.#leave !== undefined;
  }

  /** Waits for its turn, then looks at what the signer has here already. */
  async #begin({ account: { id } }: SignedIn): Promise<UploadShare> {
    const { cancelled } = this.#request;
    this.#leave = await this.#desk.turns.enter({ turn: 'new', owner: id, signal: cancelled });
    return this.#desk.share(id, await this.#context.storage.documents.unsigned(id));
  }

  /** A file of so many bytes has its row. */
  record(bytes: number): void {
    this.#share?.record(bytes);
  }

  /** Gives back its turn; what has no row now gets none any more. */
  end(): void {
    this.#share?.end();
    for (const child of this.#shared) child.end();
    this.#leave?.();
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

  async #store(
    part: Extract<UploadPart, { kind: 'file' }>,
    share: UploadShare,
  ): Promise<BlobRef | undefined> {
    const { blobs } = this.#context.storage;
    const arrived = { bytes: 0 };
    try {
      const blob = await blobs.accept(this.#metered(part.bytes(), share, arrived), limits.fileBytes);
      share.store();
      return blob;
    } catch (error) {
      share.drop(arrived.bytes);
      if (error instanceof StorageError && error.code === 'too_large') this.passed = 'file_too_big';
      else if (this.passed === undefined) throw error;
      return undefined;
    }
  }

  /** One file's bytes, until they pass what the request, or the signer, may have; counts in `arrived` what came. */
  async *#metered(
    bytes: AsyncIterable<Uint8Array>,
    share: UploadShare,
    arrived: { bytes: number },
  ): AsyncGenerator<Uint8Array> {
    if (share.room() <= 0) this.#pass('quota_reached');
    for await (const chunk of bytes) {
      this.#bytes += chunk.length;
      arrived.bytes += chunk.length;
      share.receive(chunk.length);
      if (this.#bytes > limits.totalBytes) this.#pass('total_too_big');
      if (share.room() < 0) this.#pass('quota_reached');
      yield chunk;
    }
  }

  #pass(code: ErrorCode): never {
    this.passed = code;
    throw new RequestError(code);
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
      const charged = chargeTo(this.#context, account, { signal });
      return await examineUpload({ ...charged, engine: this.#engineOf(charged) }, blob);
    } catch (error) {
      if (due.aborted && error === due.reason) return { code: 'busy' };
      throw error;
    }
  }

  #engineOf({ engine }: Pick<Context, 'engine'>): Context['engine'] {
    const at = this.#examinations;
    this.#examinations += 1;
    if (at < alone) return engine;
    const child = this.#shared[at % examinedAtOnce] ?? engine.open();
    this.#shared[at % examinedAtOnce] = child;
    return child.engine;
  }
}

/** Characters of what a group is listed with. */
const factsLength = (admission: Admission): number =>
  JSON.stringify('occupancy' in admission ? { ...admission, occupancy: [] } : admission).length;
