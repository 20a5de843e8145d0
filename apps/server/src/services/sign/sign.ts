import type { ErrorCode, SignAnswer } from '@websign/contract';
import { mapBounded } from '../bounded.ts';
import { type Context, chargeTo, type SignedIn } from '../context.ts';
import { RequestError, storageCode } from '../errors.ts';
import { atOnce, type DocumentChildren } from '../in-children.ts';
import { activate } from './activate.ts';
import type { Asked } from './asked.ts';
import { completeDocument } from './complete.ts';
import { type Call, type Gathered, gather } from './gather.ts';
import { type Outcomes, settle } from './outcomes.ts';

/** What comes before the code may take so long: an authority that hangs is waited for, most codes are over after it. */
const preparedMs = 25_000;

/** Told after each document, for the progress of `GET /api/signings/{id}`. */
export type Report = (outcomes: Outcomes) => Promise<void>;

/**
 * Signs the documents of one request with one password and one OTP. Each document has its own outcome; the ones
 * that fail stay as they were (SGN-8). Throws RequestError when none could be signed.
 */
export async function sign(
  context: Context,
  signer: SignedIn,
  asked: Asked,
  call: Call,
  report: Report,
): Promise<SignAnswer> {
  const begunAt = context.clock();
  const gathered = await gather(context, signer, asked, call);
  const { request, ready, outcomes } = gathered;
  if (ready.length === 0) return settle(request.documents, outcomes);
  // Too late for its code, by our own fault: nothing is spent and nothing counts as a failure.
  if (context.clock() - begunAt > preparedMs) throw new RequestError('busy', { retryAfter: 5 });
  const values = await activate(context, signer, request, ready, call.address);
  return completeAll(context, signer, gathered, values, call, report);
}

/** Every document that was ready with its signature value, in their order. */
export async function completeAll(
  context: Context,
  signer: SignedIn,
  { request, ready, outcomes, identity }: Gathered,
  values: readonly Uint8Array[],
  { signingId, children }: Pick<Call, 'signingId' | 'children'>,
  report: Report,
): Promise<SignAnswer> {
  // The code is spent: uploads that wait for a child must not cost the signature.
  const begun = chargeTo(context, signer.account, { turn: 'begun' });
  await mapBounded(ready, atOnce, async (item, at) => {
    const { id } = item.document;
    // Of those that left the list meanwhile only the outcome is told.
    if (!identity || outcomes.has(id)) return children.end(id);
    const value = values[at] ?? new Uint8Array();
    const outcome = await completed(begun, children, id, (own) =>
      completeDocument(own, signer, request, item, value, identity, signingId),
    );
    outcomes.set(id, outcome);
    await report(outcomes);
  });
  return settle(request.documents, outcomes, true);
}

/** What goes wrong with one document after the OTP was spent must not cost the others their signature. */
async function completed(
  context: Context,
  children: DocumentChildren,
  document: string,
  complete: (context: Context) => Promise<ErrorCode | null>,
): Promise<ErrorCode | null> {
  try {
    return await complete({ ...context, engine: children.of(document).at({ turn: 'begun' }) });
  } catch (err) {
    context.log.error({ err, document }, 'document not signed');
    return storageCode(err) ?? 'internal';
  } finally {
    children.end(document);
  }
}
