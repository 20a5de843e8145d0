import { api, type SignAnswer, type SignedDocument, type SignRequest } from '@websign/contract';
import { call, send } from '../../common/api/call.ts';
import { CallError } from '../../common/api/error.ts';

/** An id that makes a repeated request harmless: 128 random bits in hex. */
function idempotencyKey(): string {
  return [...crypto.getRandomValues(new Uint8Array(16))]
    .map((byte) => byte.toString(16).padStart(2, '0'))
    .join('');
}

const firstPollMs = 250;
const slowestPollMs = 1500;
/** Polls that may fail in a row before the outcome counts as unknown. */
const patience = 8;

const pause = (ms: number) => new Promise((resolve) => setTimeout(resolve, ms));

async function follow(
  signing: string,
  onProgress: (documents: SignedDocument[]) => void,
): Promise<SignedDocument[]> {
  let wait = firstPollMs;
  let failures = 0;
  for (;;) {
    await pause(wait);
    wait = Math.min(wait * 1.4, slowestPollMs);
    try {
      const answer = await call<SignAnswer>(api.signing(signing));
      failures = 0;
      onProgress(answer.documents);
      if (answer.status !== 'pending') return answer.documents;
    } catch (error) {
      const passing = error instanceof CallError && (error.status === 0 || error.status >= 500);
      failures += 1;
      if (!passing || failures >= patience) throw error;
    }
  }
}

/** Signs, telling each document's progress; resolves when none is pending any more. */
export async function sign(
  request: SignRequest,
  onProgress: (documents: SignedDocument[]) => void,
): Promise<SignedDocument[]> {
  const answer = await send(api.sign, {
    method: 'POST',
    body: request,
    headers: { Prefer: 'respond-async', 'Idempotency-Key': idempotencyKey() },
  });
  const body = (await answer.json()) as { signing: string } | SignAnswer;
  if ('signing' in body) return follow(body.signing, onProgress);
  onProgress(body.documents);
  return body.documents;
}
