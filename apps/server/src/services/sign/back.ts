import type { CompleteSigningRequest, ErrorCode, SignAnswer } from '@websign/contract';
import type { Authorization } from '../../storage/index.ts';
import { providerAnswer } from '../attempt.ts';
import { mapBounded } from '../bounded.ts';
import type { Context, SignedIn } from '../context.ts';
import { RequestError } from '../errors.ts';
import { atOnce, type DocumentChildren } from '../in-children.ts';
import { returnUri } from './away.ts';
import { checkDocument } from './check.ts';
import type { Gathered } from './gather.ts';
import { itemsOf, type Kept, readKept } from './kept.ts';
import { type Outcomes, SigningError, settle } from './outcomes.ts';
import type { Ready } from './prepare.ts';
import { completeAll, type Report } from './sign.ts';

/**
 * Goes on where {@link sendAway} stopped, on whatever replica: has the very items signed that the page was asked for,
 * and completes the documents that are still as they were. Throws RequestError when none could be signed.
 */
export async function comeBack(
  context: Context,
  signer: SignedIn,
  authorization: Authorization,
  handed: CompleteSigningRequest,
  children: DocumentChildren,
  report: Report,
): Promise<SignAnswer> {
  // Nobody is waited for any more: a return that is repeated follows this one.
  await report(new Map());
  if ('error' in handed) throw await refusal(context, signer, handed.error);
  const kept = await readKept(context.storage, authorization);
  if (!kept) throw new RequestError('authorization_expired');
  const gathered = await regather(context, signer, kept);
  const { documents } = kept.request;
  await report(gathered.outcomes);
  // Nothing that was authorised can be used any more: the provider is not asked for it.
  if (gathered.ready.every(({ document }) => gathered.outcomes.has(document.id))) {
    return settle(documents, gathered.outcomes);
  }
  const given = {
    ...{ code: handed.code, codeVerifier: authorization.codeVerifier },
    redirectUri: returnUri(context),
  };
  const { account } = signer;
  const values = await orPerDocument(gathered, () =>
    providerAnswer(context, signer, () => context.keys.signAuthorized(account, itemsOf(kept), given)),
  );
  const { signingId } = authorization;
  return completeAll(context, signer, gathered, values, { signingId, children }, report);
}

/** The documents as they now are, each with what was prepared for it. */
async function regather(
  { storage, clock }: Context,
  { account }: SignedIn,
  { ready, outcomes: before, identity, request }: Kept,
): Promise<Gathered> {
  const outcomes = new Map<string, ErrorCode | null>(before);
  const confirmed = new Set(request.confirmed);
  const found = await mapBounded(ready, atOnce, ({ documentId }) =>
    storage.documents.find(account.id, documentId),
  );
  const still = ready.flatMap(({ documentId, draft, ...rest }, at): Ready[] => {
    const document = found[at];
    if (!document) throw new RequestError('not_found');
    const checksums = { [documentId]: rest.prepared.baseSha256 };
    const code = checkDocument(document, { ...request, checksums }, confirmed);
    if (code) outcomes.set(documentId, code);
    return [{ ...rest, document, draft: { ...draft, chain: identity.chain } }];
  });
  if (account.validUntil < clock()) throw new RequestError('certificate_expired');
  return { request, ready: still, outcomes, identity };
}

/** What the provider refuses is every waiting document's outcome; what became of the others before stays told. */
async function orPerDocument<T>({ ready, outcomes }: Gathered, work: () => Promise<T>): Promise<T> {
  try {
    return await work();
  } catch (error) {
    if (!(error instanceof RequestError) || outcomes.size === 0) throw error;
    const all: Outcomes = new Map([
      ...ready.map(({ document }): [string, ErrorCode] => [document.id, error.code]),
      ...outcomes,
    ]);
    throw new SigningError(error.code, all);
  }
}

/** Why the provider's page led back without a code (RFC 6749 §4.1.2.1). */
async function refusal(context: Context, { account }: SignedIn, error: string): Promise<RequestError> {
  const accountId = account.id;
  if (error === 'access_denied') {
    await context.storage.audit.append({ kind: 'sign_authorization_declined', accountId });
    return new RequestError('provider_declined');
  }
  const detail = { error: error.replaceAll(/[^\x20-\x7e]/g, ' ').slice(0, 200) };
  await context.storage.audit.append({ kind: 'provider_answer', accountId, detail });
  return new RequestError(
    /^(server_error|temporarily_unavailable)$/.test(error) ? 'provider_unavailable' : 'provider_refused',
  );
}
