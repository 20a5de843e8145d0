import { type ErrorCode, errorCodes, type SignAnswer } from '@websign/contract';
import type { StoredDocument } from '../../storage/index.ts';
import { requireOwnName, requireUnlocked } from '../attempt.ts';
import { mapBounded } from '../bounded.ts';
import type { Context, SignedIn } from '../context.ts';
import { RequestError } from '../errors.ts';
import { activate } from './activate.ts';
import { materialAhead } from './ahead.ts';
import type { Asked } from './asked.ts';
import { checkDocument } from './check.ts';
import { completeDocument } from './complete.ts';
import { type Identity, identityOf, prepareDocument, type Ready, type Refused } from './prepare.ts';

/** Documents prepared, stamped and stored at once for one request. */
const atOnce = 4;

export interface Call {
  signingId: string;
  /** The person's network address. */
  address: string;
  /** Told after each document, for the progress of `GET /api/signings/{id}`. */
  report(outcomes: ReadonlyMap<string, ErrorCode | null>): Promise<void>;
}

/**
 * Signs the documents of one request with one password and one OTP. Each document has its own outcome; the ones
 * that fail stay as they were (SGN-8). Throws RequestError when none could be signed.
 */
export async function sign(
  context: Context,
  signer: SignedIn,
  request: Asked,
  { signingId, address, report }: Call,
): Promise<SignAnswer> {
  const documents = await ownDocuments(context, signer, request);
  const outcomes = await signedBefore(context, signer, documents, signingId);
  const confirmed = new Set(request.confirmed);
  const wanted = documents.filter((document) => {
    if (outcomes.has(document.id)) return false;
    const code = checkDocument(document, request, confirmed);
    if (code) outcomes.set(document.id, code);
    return !code;
  });
  if (wanted.length === 0) return settle(request, outcomes);
  await requireOwnName(context, signer, request.username, address);
  await requireUnlocked(context, signer);
  const identity = await identityOf(context, signer.account);
  const material = await materialAhead(context, identity, request);
  const ready = await prepareAll(context, signer, request, wanted, { ...identity, material }, outcomes);
  if (ready.length === 0) return settle(request, outcomes);
  const signatures = await activate(context, signer, request, ready, address);
  await mapBounded(ready, atOnce, async (item, at) => {
    const signature = signatures[at] ?? new Uint8Array();
    outcomes.set(
      item.document.id,
      await completed(context, signer, request, item, signature, identity, signingId),
    );
    await report(outcomes);
  });
  return settle(request, outcomes);
}

/** Documents that this very request signed before a crash interrupted it: its repetition must not sign them again. */
async function signedBefore(
  { storage }: Context,
  { account }: SignedIn,
  documents: readonly StoredDocument[],
  signingId: string,
): Promise<Map<string, ErrorCode | null>> {
  const touched = documents.filter(({ versions }) => versions > 0);
  const versions = await mapBounded(touched, atOnce, ({ id }) => storage.signings.versions(account.id, id));
  const signed = versions.flat().filter((version) => version.signingId === signingId);
  return new Map(signed.map(({ documentId }) => [documentId, null]));
}

/** All must be the signer's own; one that is not is not found (UP-4), nor is one that is only given a place. */
async function ownDocuments(
  { storage, keys }: Context,
  { account }: SignedIn,
  { documents: ids, placements = {}, checksums = {} }: Asked,
): Promise<StoredDocument[]> {
  const asked = new Set(ids);
  if (asked.size !== ids.length) throw new RequestError('bad_request');
  if (ids.length > keys.maxDocumentsPerOtp(account)) throw new RequestError('too_many_documents');
  if ([...Object.keys(placements), ...Object.keys(checksums)].some((id) => !asked.has(id))) {
    throw new RequestError('not_found');
  }
  const found = await mapBounded(ids, atOnce, (id) => storage.documents.find(account.id, id));
  const documents = found.filter((document) => document !== undefined);
  if (documents.length !== ids.length) throw new RequestError('not_found');
  return documents;
}

async function prepareAll(
  context: Context,
  signer: SignedIn,
  request: Asked,
  wanted: readonly StoredDocument[],
  identity: Identity,
  outcomes: Map<string, ErrorCode | null>,
): Promise<Ready[]> {
  const prepared = await mapBounded(wanted, atOnce, (document) =>
    prepareDocument(context, signer, request, document, identity),
  );
  const refused = prepared.filter((item): item is Refused => 'code' in item);
  for (const { document, code } of refused) outcomes.set(document.id, code);
  return prepared.filter((item): item is Ready => !('code' in item));
}

/** What goes wrong with one document after the OTP was spent must not cost the others their signature. */
async function completed(...call: Parameters<typeof completeDocument>): Promise<ErrorCode | null> {
  try {
    return await completeDocument(...call);
  } catch (err) {
    const [{ log }, , , { document }] = call;
    log.error({ err, document: document.id }, 'document not signed');
    return 'internal';
  }
}

/** The answer; a request that signed nothing fails with its first document's code. */
function settle(request: Asked, outcomes: ReadonlyMap<string, ErrorCode | null>): SignAnswer {
  const codes = request.documents.map((id) => outcomes.get(id) ?? null);
  const [first] = codes.filter((code) => code !== null);
  if (first !== undefined && !codes.includes(null)) throw new SigningError(first, outcomes);
  return answerOf(request.documents, outcomes);
}

/** A request that signed nothing, with every document's outcome. */
export class SigningError extends RequestError {
  readonly outcomes: ReadonlyMap<string, ErrorCode | null>;

  constructor(code: ErrorCode, outcomes: ReadonlyMap<string, ErrorCode | null>) {
    super(code, code === 'busy' ? { retryAfter: 5 } : {});
    this.outcomes = outcomes;
  }
}

/** The contract's answer; documents without an outcome yet are pending. */
export function answerOf(
  ids: readonly string[],
  outcomes: ReadonlyMap<string, ErrorCode | null>,
): SignAnswer {
  const documents = ids.map((document): SignAnswer['documents'][number] => {
    const code = outcomes.get(document);
    if (code === undefined) return { document, status: 'pending' };
    if (code === null) return { document, status: 'success' };
    return { document, status: 'error', code, message: errorCodes[code].message };
  });
  const is = (status: string) => (one: { status: string }) => one.status === status;
  if (documents.some(is('pending'))) return { status: 'pending', documents };
  if (documents.every(is('success'))) return { status: 'success', documents };
  return { status: documents.some(is('success')) ? 'partial' : 'error', documents };
}
