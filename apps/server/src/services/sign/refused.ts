import type { SignAnswer } from '@websign/contract';
import type { Context } from '../context.ts';

/** How a request ended: `failure` is why none of its documents was signed. */
interface Ended {
  answer: SignAnswer;
  failure: { code: string } | null;
  /** Whether the code was right and is of no use any more. */
  isCodeSpent: boolean;
}

/** Refusals of what the signer gave are few by SES-5, those of documents whose code was spent by the codes. */
const judged: ReadonlySet<string> = new Set(['wrong_credentials', 'wrong_otp']);

/**
 * What remains of documents that were to be signed and were not. Where a password or a code was judged a row of the
 * audit log tells it with all of them, also where each failed afterwards; what was refused before that can be asked for
 * without end, and is counted by its code.
 */
export async function recordRefused(
  { storage, log }: Pick<Context, 'storage' | 'log'>,
  { accountId, signing }: { accountId: string; signing: string },
  { answer, failure, isCodeSpent }: Ended,
): Promise<void> {
  const documents = answer.documents.flatMap(({ document, status, code }) =>
    status === 'success' ? [] : [{ document, code: code ?? 'internal' }],
  );
  if (documents.length === 0) return;
  const kind = 'sign_refused';
  try {
    if (failure !== null && !isCodeSpent && !judged.has(failure.code))
      await storage.audit.count({ kind, accountId, code: failure.code });
    else
      await storage.audit.append({
        kind,
        accountId,
        detail: { signing, code: failure?.code ?? null, documents },
      });
  } catch (err) {
    // What is signed is answered so, though what was not cannot be written.
    log.error({ err, signing }, 'a refused signature was not recorded');
  }
}
