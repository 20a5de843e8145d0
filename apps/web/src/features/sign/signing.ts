import {
  api,
  type CompleteSigningRequest,
  type SignAnswer,
  type SignedDocument,
  type SigningStarted,
  type SignRequest,
} from '@websign/contract';
import { call } from '../../common/api/call.ts';
import { CallError } from '../../common/api/error.ts';
import { idempotencyKey } from '../../common/api/idempotency.ts';
import { forgetRunning, keepRunning, type Running } from './running.ts';

/**
 * One try to sign. Its key goes with every repetition of the request after a lost answer, so that the server signs
 * once; a new try gets a new key, because the server keeps failures under a key too.
 */
export interface Attempt {
  /** Null after a reload: then `signing` is known, and only its end is waited for. */
  readonly request: SignRequest | null;
  readonly key: string;
  /** Known once the server took the request. */
  signing?: string;
}

export interface Watch {
  onProgress: (documents: SignedDocument[]) => void;
  /** The server cannot be reached (true), or again (false); the signing itself goes on there. */
  onSilence: (silent: boolean) => void;
}

/** How a try ended: each document's outcome, and the wait that a lock or a throttle asks for, in seconds. */
export interface SigningEnd {
  documents: SignedDocument[];
  retryAfter: number | undefined;
}

/** The key is activated on the provider's own page: where that is. */
export interface Elsewhere {
  redirect: string;
}

export function newAttempt(request: SignRequest): Attempt {
  return { request, key: idempotencyKey() };
}

export function resumedAttempt({ signing }: Running): Attempt {
  return { request: null, key: '', signing };
}

const firstPollMs = 250;
const slowestPollMs = 4000;
/** Milliseconds without an answer after which the person is asked what to do. */
const patienceMs = 60_000;

const pause = (ms: number) => new Promise((resolve) => setTimeout(resolve, ms));

/** A failure that says nothing about the signing: no answer, a torn one, or a proxy's own. */
export function isUnanswered(error: unknown): boolean {
  if (!(error instanceof CallError)) return false;
  const { status, code } = error;
  return status === 0 || (code === 'invalid_answer' && (status < 300 || status >= 502));
}

/** Asking for the progress too often is no failure of the signing. */
const isPassing = (error: unknown) =>
  isUnanswered(error) || (error instanceof CallError && error.status === 429);

/** Repeats `ask` while the server is out of reach, slower each time; throws what is no passing failure. */
async function persist<T>(
  ask: () => Promise<T>,
  passes: (error: unknown) => boolean,
  onSilence: Watch['onSilence'],
): Promise<T> {
  const until = Date.now() + patienceMs;
  let wait = firstPollMs;
  for (;;) {
    try {
      const answer = await ask();
      onSilence(false);
      return answer;
    } catch (error) {
      if (!passes(error) || Date.now() > until) throw error;
      onSilence(true);
      await pause(wait);
      wait = Math.min(wait * 2, slowestPollMs);
    }
  }
}

/** Waits for the end of a sign request that runs on the server. */
export async function follow(signing: string, watch: Watch): Promise<SigningEnd> {
  let wait = firstPollMs;
  for (;;) {
    const answer = await persist(() => call<SignAnswer>(api.signing(signing)), isPassing, watch.onSilence);
    watch.onProgress(answer.documents);
    if (answer.status !== 'pending') return { documents: answer.documents, retryAfter: answer.retryAfter };
    await pause(wait);
    wait = Math.min(wait * 1.4, slowestPollMs / 2);
  }
}

/**
 * Signs, telling each document's progress; resolves when none is pending any more. Rejects with the failure of a
 * call; after one without an answer (status 0) the outcome is not known, and the same attempt may be given again.
 */
export async function sign(attempt: Attempt, watch: Watch): Promise<SigningEnd | Elsewhere> {
  const { request, key } = attempt;
  if (request && attempt.signing === undefined) {
    const begun = await persist(
      () =>
        call<SigningStarted>(api.sign, {
          method: 'POST',
          body: request,
          headers: { Prefer: 'respond-async', 'Idempotency-Key': key },
        }),
      isUnanswered,
      watch.onSilence,
    );
    if (begun.redirect !== undefined) return { redirect: begun.redirect };
    attempt.signing = begun.signing;
    keepRunning({ signing: begun.signing, documents: request.documents });
  }
  return resume(attempt.signing ?? '', watch);
}

/**
 * Goes on with a signing whose signer is back from the provider's page. An answer that was lost on its way is no
 * reason to ask twice: what was handed over once is taken, and the signing tells its end.
 */
export async function complete(
  signing: string,
  handed: CompleteSigningRequest,
  watch: Watch,
): Promise<SigningEnd> {
  try {
    await persist(
      () =>
        call<SigningStarted>(api.completeSigning(signing), {
          method: 'POST',
          body: handed,
          headers: { Prefer: 'respond-async' },
        }),
      isUnanswered,
      watch.onSilence,
    );
  } catch (error) {
    if (!(error instanceof CallError) || error.code !== 'authorization_expired') throw error;
    const { away, documents } = await call<SignAnswer>(api.signing(signing));
    // Still waited for: what was handed over is not what it waits for, or comes too late. The way to it stays known.
    if (away) {
      watch.onProgress(documents);
      throw error;
    }
  }
  keepRunning({ signing, documents: [] });
  return resume(signing, watch);
}

/** The end of a signing that goes on on the server, remembered in this tab until it is known. */
export async function resume(signing: string, watch: Watch): Promise<SigningEnd> {
  const end = await follow(signing, watch);
  forgetRunning();
  return end;
}
