import type { ErrorCode } from '@websign/contract';
import type { StoredDocument } from '../../storage/index.ts';
import { requireOwnName, requireUnlocked } from '../attempt.ts';
import { mapBounded } from '../bounded.ts';
import type { Context, SignedIn } from '../context.ts';
import { RequestError } from '../errors.ts';
import { atOnce, type DocumentChildren } from '../in-children.ts';
import { materialAhead } from './ahead.ts';
import type { Asked } from './asked.ts';
import { checkDocument } from './check.ts';
import { type Places, placeAll } from './places.ts';
import { type Identity, identityOf, prepareDocument, type Ready, type Refused } from './prepare.ts';

export interface Call {
  signingId: string;
  /** The person's network address. */
  address: string;
  children: DocumentChildren;
}

/** What waits for signature values; `outcomes` of the documents that do not. */
export interface Gathered {
  /** As it was asked, with a place for each signature that is seen. */
  request: Asked;
  ready: Ready[];
  outcomes: Map<string, ErrorCode | null>;
  /** Undefined where nothing is ready. */
  identity?: Identity;
}

/** Everything that comes before the key is activated: nothing of it is done again afterwards. */
export async function gather(
  context: Context,
  signer: SignedIn,
  asked: Asked,
  { signingId, address, children }: Call,
): Promise<Gathered> {
  const documents = await ownDocuments(context, signer, asked);
  const outcomes = await signedBefore(context, signer, documents, signingId);
  const confirmed = new Set(asked.confirmed);
  const sound = documents.filter((document) => {
    if (outcomes.has(document.id)) return false;
    const code = checkDocument(document, asked, confirmed);
    if (code) outcomes.set(document.id, code);
    return !code;
  });
  if (sound.length === 0) return { request: asked, ready: [], outcomes };
  await requireOwnName(context, signer, asked.username, address);
  await requireUnlocked(context, signer);
  const known = await identityOf(context, signer.account);
  const identity = {
    ...known,
    material: await materialAhead(inFirst(context, sound, children), known, asked),
  };
  const { request, fields, refused } = await placeAll(context, asked, sound, children);
  for (const [id, code] of refused) {
    outcomes.set(id, code);
    children.end(id);
  }
  const wanted = sound.filter(({ id }) => !outcomes.has(id));
  if (wanted.length === 0) return { request, ready: [], outcomes };
  const ready = await prepareAll(context, signer, { request, fields }, wanted, identity, outcomes, children);
  return { request, ready, outcomes, identity };
}

/** With the child that the first document has next: what no document was shown to yet may judge the signer's certificate. */
const inFirst = <C extends Pick<Context, 'engine'>>(
  context: C,
  [first]: readonly StoredDocument[],
  children: DocumentChildren,
): C => (first ? { ...context, engine: children.of(first.id) } : context);

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
  { documents: ids, placements = {}, checksums = {}, invisible, confirmedPlaces }: Asked,
): Promise<StoredDocument[]> {
  const asked = new Set(ids);
  if (asked.size !== ids.length) throw new RequestError('bad_request');
  if (ids.length > keys.maxDocumentsPerOtp(account)) throw new RequestError('too_many_documents');
  const named = [...Object.keys(placements), ...Object.keys(checksums), ...invisible, ...confirmedPlaces];
  if (named.some((id) => !asked.has(id))) {
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
  { request, fields }: Pick<Places, 'request' | 'fields'>,
  wanted: readonly StoredDocument[],
  identity: Identity,
  outcomes: Map<string, ErrorCode | null>,
  children: DocumentChildren,
): Promise<Ready[]> {
  const prepared = await children.each(context, wanted, (own, document) =>
    prepareDocument(own, signer, request, { document, field: fields.get(document.id) }, identity),
  );
  const refused = prepared.filter((item): item is Refused => 'code' in item);
  for (const { document, code } of refused) {
    outcomes.set(document.id, code);
    children.end(document.id);
  }
  return prepared.filter((item): item is Ready => !('code' in item));
}
