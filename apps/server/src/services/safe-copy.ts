import { createHash } from 'node:crypto';
import { type LeftOut, limits } from '@websign/contract';
import { copyName } from '../policy/file-name.ts';
import { isOver } from '../policy/retention.ts';
import type { SafeCopyAnswer } from '../sandbox/engine.ts';
import { SandboxError } from '../sandbox/error.ts';
import type { BlobRef, StoredDocument } from '../storage/index.ts';
import { type Examined, examineUpload } from './admit.ts';
import { blobSource } from './blob-source.ts';
import { type Context, chargeTo, type SignedIn } from './context.ts';
import { copyRefusal } from './copyable.ts';
import { findDocument } from './documents.ts';
import { failed, RequestError } from './errors.ts';
import { newDocument, withinBounds } from './record.ts';
import { refusalCode } from './refusals.ts';
import type { UploadDesk, UploadShare } from './upload-desk.ts';

export interface CopyWish {
  /** The names of the signers whose signatures the person agrees to leave behind. */
  withoutSignatures: readonly string[];
  /** Aborts when the connection ends before the answer. */
  cancelled: AbortSignal;
  /** Aborts when the answer has to be given. */
  due: AbortSignal;
}

/** The copy, or the names of those whose signatures it would leave behind, and not all of them were confirmed (CPY-2). */
export type CopyOutcome = { document: string } | { signers: string[] };

/**
 * CPY-4: a safe copy of the signer's own refused document, as a document of its own. It takes a turn as an upload does, passes
 * the same examination, and is recorded only where that admits it. Of what is asked for again there is one copy.
 */
export async function safeCopy(
  context: Context,
  desk: UploadDesk,
  signer: SignedIn,
  id: string,
  wish: CopyWish,
): Promise<CopyOutcome> {
  const document = await findDocument(context, signer, id);
  const refusal = copyRefusal(document, context.clock());
  if (refusal !== null) throw new RequestError(refusal);
  const signal = AbortSignal.any([wish.cancelled, wish.due]);
  const leave = await desk.turns.enter({ turn: 'new', owner: signer.account.id, signal });
  try {
    return await makeCopy(chargeTo(context, signer.account, { signal }), desk, document, wish);
  } catch (error) {
    throw wish.due.aborted && error === wish.due.reason ? failed('busy', error) : error;
  } finally {
    leave();
  }
}

async function makeCopy(
  context: Context,
  desk: UploadDesk,
  document: StoredDocument,
  { withoutSignatures }: Pick<CopyWish, 'withoutSignatures'>,
): Promise<CopyOutcome> {
  const { documents } = context.storage;
  const { accountId } = document;
  const copy = await writeCopy(context, document);
  const signers = signersOf(copy.leftOut);
  if (!signers.every((name) => withoutSignatures.includes(name))) return { signers };
  const blob = { sha256: createHash('sha256').update(copy.bytes).digest('hex'), size: copy.bytes.length };
  const standing = await documents.copyOf(accountId, document.id, blob.sha256);
  if (standing !== undefined) return { document: standing };
  const share = desk.share(accountId, await documents.unsigned(accountId));
  try {
    if (share.room() < blob.size) throw new RequestError('quota_reached');
    share.receive(blob.size);
    const examined = await examineCopy(context, blob, copy.bytes);
    return { document: await recordCopy(context, share, document, { ...copy, blob, examined }) };
  } finally {
    share.end();
  }
}

/** Whose signatures stay behind, each once, as the file names them. */
const signersOf = (leftOut: readonly LeftOut[]): string[] => [
  ...new Set(leftOut.flatMap(({ kind, detail = '' }) => (kind === 'signature' ? [detail] : []))),
];

/** What the sandbox writes. Throws RequestError. */
async function writeCopy(context: Context, document: StoredDocument): Promise<SafeCopyAnswer> {
  const { engine, storage } = context;
  try {
    const copy = await engine.copy(blobSource(storage.blobs, document));
    if (copy.bytes.length > limits.fileBytes) throw new RequestError('pdf_resource_limit');
    return copy;
  } catch (error) {
    throw error instanceof SandboxError ? refusalOf(error, context, document) : error;
  }
}

function refusalOf(error: SandboxError, { log, clock }: Context, document: StoredDocument): Error {
  // Swept in this moment; bytes that are missing before their term ends are a failure of ours.
  if (error.code === 'unreadable')
    return isOver(document.originalExpiresAt, clock())
      ? new RequestError('expired', { cause: error })
      : error;
  const code = refusalCode(error);
  if (code === 'busy') return failed(code, error);
  if (code === 'internal') return error;
  log.info({ code, sandbox: error.code, reason: error.reason, sha256: document.sha256 }, 'no safe copy');
  const isTold = code === 'pdf_resource_limit' || code === 'signing_not_permitted';
  return new RequestError(isTold ? code : 'copy_impossible', { cause: error });
}

/**
 * What the check finds in a copy that it admits. The child that looks is another than the one that wrote it, and nothing is
 * stored yet: of a copy that is refused nothing stays. Throws RequestError.
 */
async function examineCopy(context: Context, blob: BlobRef, bytes: Uint8Array): Promise<Examined> {
  const source = {
    length: bytes.length,
    async *read() {
      yield bytes;
    },
  };
  const admission = await examineUpload(context, blob, source);
  const { code } = admission;
  if (code === null && 'facts' in admission) return admission;
  if (code === 'busy') throw failed(code, undefined);
  if (code === 'pdf_resource_limit') throw new RequestError(code);
  context.log.info({ code, sha256: blob.sha256 }, 'safe copy refused');
  throw new RequestError('copy_impossible');
}

interface ExaminedCopy extends SafeCopyAnswer {
  blob: BlobRef;
  examined: Examined;
}

/** The id of the copy's row: beside its origin, in the same group. */
async function recordCopy(
  { storage }: Context,
  share: UploadShare,
  origin: StoredDocument,
  { bytes, blob, leftOut, examined }: ExaminedCopy,
): Promise<string> {
  const { id, name, sha256 } = origin;
  await storage.blobs.accept(bytes, limits.fileBytes);
  share.store();
  const row = newDocument({ name: copyName(name), blob }, examined, origin);
  const copy = await withinBounds(
    storage.documents.createCopy({ ...row, origin: { id, name, sha256 }, leftOut }),
  );
  share.record(blob.size);
  return copy.id;
}
