import { createHash } from 'node:crypto';
import { setTimeout as sleep } from 'node:timers/promises';
import {
  type CompleteSigningRequest,
  errorCode,
  errorCodes,
  type SignAnswer,
  signAnswer,
} from '@websign/contract';
import { z } from 'zod';
import { every } from '../../lifecycle.ts';
import type { Signing } from '../../storage/index.ts';
import { type Context, chargeTo, type SignedIn } from '../context.ts';
import { failed, RequestError, storageCode } from '../errors.ts';
import { withChildren } from '../in-children.ts';
import { signedKey } from '../mail/jobs.ts';
import type { Asked } from './asked.ts';
import { type Away, sendAgain, sendAway, stateHash } from './away.ts';
import { comeBack } from './back.ts';
import type { Call } from './gather.ts';
import { answerOf, type Outcomes, SigningError } from './outcomes.ts';
import { recordRefused } from './refused.ts';
import { type Report, sign } from './sign.ts';

/** How a sign request ended, as it is kept: the answer, and the error that it was told with. */
const kept = z.object({
  answer: signAnswer,
  failure: z.object({ code: errorCode, retryAfter: z.number().optional() }).nullable(),
  /** Milliseconds since 1970: what `retryAfter` counts from. */
  endedAt: z.number().optional(),
});
export type SigningOutcome = z.infer<typeof kept>;

export interface SigningStart {
  id: string;
  /** Whether its signer is to go elsewhere: then where is what it answers first. */
  leaves: boolean;
  /** Resolves when all documents have their outcome; never rejects for a reason that the contract knows. */
  outcome: Promise<SigningOutcome | Away>;
}

/** How often a running request says that it lives: one silent for a minute counts as interrupted. */
const aliveMs = 5_000;
/** An end that was not written down is told again: for a minute, as long as the request counts as running. */
const finishMs = 2_000;
const finishTries = 30;
const pollMs = 100;
/** How long a repeated request waits for the first one's end. */
const patienceMs = 60_000;

/** What was asked, secrets excluded: an Idempotency-Key holds for nothing else. */
function digestOf(request: Asked): string {
  const { password: _password, otp: _otp, ...asked } = request;
  return createHash('sha256').update(JSON.stringify(asked)).digest('hex');
}

/** Begins a sign request, or finds the one that its Idempotency-Key already began. */
export async function startSigning(
  context: Context,
  signer: SignedIn,
  request: Asked,
  address: string,
  idempotencyKey: string | undefined,
): Promise<SigningStart> {
  const leaves = context.keys.activation(signer.account) === 'redirect';
  if (!leaves && (request.password === undefined || request.otp === undefined)) {
    throw new RequestError('bad_request');
  }
  const begun = await context.storage.signings.begin({
    accountId: signer.account.id,
    documents: request.documents,
    ...(idempotencyKey === undefined
      ? {}
      : { idempotency: { key: idempotencyKey, request: digestOf(request) } }),
  });
  if (begun.kind === 'mismatch') throw new RequestError('bad_request');
  const { id } = begun.signing;
  if (begun.kind === 'known') return { id, leaves, outcome: settled(context, signer, begun.signing) };
  const own = chargeTo(context, signer.account, { turn: 'signing' });
  const withCall = <T>(work: (call: Call) => Promise<T>) =>
    withChildren(own.engine, (children) => work({ signingId: id, address, children }));
  const work = leaves
    ? depart(context, signer, request, id, () => withCall((call) => sendAway(own, signer, request, call)))
    : run(context, signer, request, id, (report) =>
        withCall((call) => sign(own, signer, request, call, report)),
      );
  return { id, leaves, outcome: context.underWay(work) };
}

/** Goes on with a request whose signer is back (`POST /api/signings/{id}/complete`). */
export async function completeSigning(
  context: Context,
  signer: SignedIn,
  id: string,
  handed: CompleteSigningRequest,
): Promise<SigningStart> {
  const { signings, authorizations } = context.storage;
  const accountId = signer.account.id;
  const signing = await signings.find(accountId, id);
  if (!signing) throw new RequestError('not_found');
  const authorization = await authorizations.take(accountId, id, stateHash(handed.state));
  if (!authorization) throw new RequestError('authorization_expired');
  const own = chargeTo(context, signer.account, { turn: 'signing' });
  const work = run(context, signer, signing, id, (report) =>
    withChildren(own.engine, (children) => comeBack(own, signer, authorization, handed, children, report)),
  );
  return { id, leaves: false, outcome: context.underWay(work) };
}

/** A request that leads away has no end yet; one that cannot has it now. */
async function depart(
  context: Context,
  signer: SignedIn,
  request: Pick<Asked, 'documents'>,
  id: string,
  work: () => Promise<Away>,
): Promise<SigningOutcome | Away> {
  try {
    return await work();
  } catch (error) {
    return run(context, signer, request, id, () => Promise.reject(error));
  }
}

async function run(
  context: Context,
  { account }: SignedIn,
  { documents }: { documents: readonly string[] },
  id: string,
  work: (report: Report) => Promise<SignAnswer>,
): Promise<SigningOutcome> {
  const { signings } = context.storage;
  let reached: Outcomes = new Map();
  const tell = () => signings.progress(id, answerOf(documents, reached));
  const untold = (err: unknown) => context.log.error({ err }, 'progress');
  const alive = every(aliveMs, tell, untold);
  // Progress that cannot be written must not make a failure of what is signed.
  const report = (outcomes: typeof reached) => {
    reached = outcomes;
    return tell().catch(untold);
  };
  const { isCodeSpent, ...outcome } = await outcomeOf(context, documents, () => work(report));
  await alive.stop();
  await recordRefused(context, { accountId: account.id, signing: id }, { ...outcome, isCodeSpent });
  const ended = { ...outcome, endedAt: context.clock() };
  const finish = () => signings.finish(id, ended, outcome.failure ? account.id : undefined);
  await finish().catch((err: unknown) => {
    untold(err);
    void context.underWay(finishLater(context, id, finish));
  });
  // All that it signed is known: the note to the signer need not wait any longer.
  await context.storage.outbox.hasten(signedKey(id)).catch(untold);
  return outcome;
}

/** What is signed is answered so, though the note of it cannot be written: a database that comes back is told then. */
async function finishLater({ log }: Context, id: string, finish: () => Promise<void>): Promise<void> {
  for (let tries = 0; tries < finishTries; tries++) {
    await sleep(finishMs);
    try {
      return await finish();
    } catch (err) {
      log.debug({ err }, 'the end of a sign request');
    }
  }
  log.error({ signing: id }, 'the end of a sign request was not written down');
}

async function outcomeOf(
  { log }: Context,
  documents: readonly string[],
  work: () => Promise<SignAnswer>,
): Promise<SigningOutcome & { isCodeSpent: boolean }> {
  try {
    return { answer: await work(), failure: null, isCodeSpent: true };
  } catch (error) {
    const known = error instanceof RequestError ? error : failed(storageCode(error) ?? 'internal', error);
    if (errorCodes[known.code].status >= 500) log.error({ err: known.cause ?? known }, 'signing failed');
    const reached = error instanceof SigningError ? error.outcomes : new Map();
    const all = new Map(documents.map((id) => [id, reached.get(id) ?? known.code]));
    const { code, retryAfter } = known;
    return {
      answer: answerOf(documents, all),
      failure: { code, ...(retryAfter === undefined ? {} : { retryAfter }) },
      isCodeSpent: error instanceof SigningError && error.isCodeSpent,
    };
  }
}

/** The end of a request that another call began; one whose server died counts as failed. */
async function settled(context: Context, signer: SignedIn, first: Signing): Promise<SigningOutcome | Away> {
  const until = context.clock() + patienceMs;
  for (let signing: Signing | undefined = first; signing; ) {
    if (signing.state === 'done') return told(kept.parse(signing.answer), context.clock());
    if (signing.state === 'interrupted') return interrupted(signing);
    const away = progressOf(signing).away === true && (await sendAgain(context, signer, first.id));
    if (away) return away;
    if (context.clock() > until) throw new RequestError('busy', { retryAfter: 5 });
    await new Promise((resolve) => setTimeout(resolve, pollMs));
    signing = await context.storage.signings.find(signer.account.id, first.id);
  }
  throw new RequestError('not_found');
}

/** A kept end with the seconds that now remain of a wait, in the answer of `GET /api/signings/{id}` too. */
function told({ answer, failure, endedAt }: SigningOutcome, now: number): SigningOutcome {
  if (failure?.retryAfter === undefined) return { answer, failure };
  const passed = Math.floor((now - (endedAt ?? now)) / 1000);
  const retryAfter = Math.max(0, Math.ceil(failure.retryAfter) - passed);
  return { answer: { ...answer, retryAfter }, failure: { ...failure, retryAfter } };
}

const progressOf = ({ progress, documents }: Signing): SignAnswer =>
  signAnswer.safeParse(progress).data ?? answerOf(documents, new Map());

/** Documents that had no outcome when the server ended are as they were, and may be signed again. */
function interrupted(signing: Signing): SigningOutcome {
  const { documents: reached, away } = progressOf(signing);
  const failure = away ? 'authorization_expired' : 'internal';
  const outcomes = new Map(
    reached.map(({ document, status, code }) => [document, status === 'success' ? null : (code ?? failure)]),
  );
  return { answer: answerOf(signing.documents, outcomes), failure: { code: failure } };
}

/** How far a sign request is (`GET /api/signings/{id}`). */
export async function signingProgress(
  { storage, clock }: Context,
  { account }: SignedIn,
  id: string,
): Promise<SignAnswer> {
  const signing = await storage.signings.find(account.id, id);
  if (!signing) throw new RequestError('not_found');
  if (signing.state === 'done') return told(kept.parse(signing.answer), clock()).answer;
  return signing.state === 'interrupted' ? interrupted(signing).answer : progressOf(signing);
}
