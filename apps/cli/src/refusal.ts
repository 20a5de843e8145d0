import { errorCodes } from '@websign/contract';
import { PadesError } from '@websign/pades';
import { SandboxError } from '@websign/server/sandbox/error';
import { refusalCode } from '@websign/server/services/refusals';
import { sentenceOf } from './error.ts';
import type { FileOutcome } from './files.ts';

/** An error of one file as its outcome: a refusal by its code, anything else by its message. */
export function refused(error: unknown, what: string): FileOutcome {
  const [code, message] = explain(error);
  return { ok: false, line: `${what}: ${message} (${code})`, json: { ok: false, code, message } };
}

/** What says more of a file than the code that crosses the wire. */
const OWN: Readonly<Record<string, string>> = {
  restricted: 'The owner of the document permits neither changes nor new signature fields',
};

/** The sentence for a reason of the engine's; where it has none of its own, that of the code. */
export const refusalSentence = (reason: string, ofCode: string): string => OWN[reason] ?? ofCode;

/** An error as a code and a sentence. */
export function explain(error: unknown): [code: string, message: string] {
  if (error instanceof SandboxError) {
    const code = refusalCode(error);
    return [error.reason ?? code, refusalSentence(error.reason ?? '', errorCodes[code].message)];
  }
  // What the authority did says more than that there is no time-stamp.
  if (error instanceof PadesError && error.code === 'time_stamp_failed') {
    const [code, message] = explain(error.cause);
    return [code === 'internal' ? error.code : code, message];
  }
  const coded = error instanceof Error && 'code' in error && typeof error.code === 'string';
  return [coded ? String(error.code) : 'internal', sentenceOf(error)];
}
