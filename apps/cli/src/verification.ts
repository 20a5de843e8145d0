import type { Verdict } from '@websign/pades';
import {
  type Validated,
  type Validating,
  validateDocument,
} from '@websign/server/services/validation/validate';
import { CliError } from './error.ts';
import { documentSource } from './read-file.ts';
import { explain } from './refusal.ts';

/** What is said of one file. */
export interface Judged {
  /** A file that cannot be read is not valid, whatever it holds. */
  verdict: Verdict;
  /** Why it could not be read. */
  code?: string;
  message?: string;
  /** Of one that could. */
  validated?: Validated;
  ms: number;
}

/** Reads and judges one file; an error is a verdict. */
export async function judgeFile(file: string, judging: Validating): Promise<Judged> {
  const started = performance.now();
  const since = (): number => Math.round(performance.now() - started);
  try {
    const online = judging.material !== undefined;
    const validated = await validateDocument(judging, await documentSource(file), { online });
    return { verdict: validated.validation.verdict, validated, ms: since() };
  } catch (error) {
    const [code, message] = explain(error);
    return { verdict: 'invalid', code, message, ms: since() };
  }
}

const ISO = /^\d{4}-\d{2}-\d{2}(T\d{2}:\d{2}(:\d{2}(\.\d+)?)?(Z|[+-]\d{2}:\d{2}))?$/;

/** Epoch milliseconds of `--at`. */
export function askedMoment(text: string): number {
  const at = ISO.test(text) ? Date.parse(text) : Number.NaN;
  if (!Number.isNaN(at)) return at;
  throw new CliError('usage', `--at ${text} is no time such as 2026-11-21 or 2026-11-21T15:40:00+02:00.`);
}
