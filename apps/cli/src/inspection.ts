import { errorCodes } from '@websign/contract';
import { admit, type Fact } from '@websign/server/policy/admission';
import type { Verdict } from '@websign/server/policy/admission/row';
import type { Policy } from '@websign/server/policy/admission/table';
import { type Examined, examineDocument } from '@websign/server/services/examine';
import type { Validating } from '@websign/server/services/validation/validate';
import { documentSource } from './read-file.ts';
import { explain, refusalSentence } from './refusal.ts';

/** What the check says of one file. */
export interface Inspection {
  verdict: 'accept' | 'warn' | 'refuse';
  /** Why, where that is none of the findings: it could not be read, or its signatures are not valid. */
  code?: string;
  message?: string;
  findings: { fact: Fact; verdict: Verdict }[];
  /** Of a file that could be read. */
  pages?: number;
  signatures?: number;
  ms: number;
}

/** Inspects and judges one file; an error is a refusal. */
export async function inspectFile(file: string, checking: Validating, policy: Policy): Promise<Inspection> {
  const started = performance.now();
  const since = (): number => Math.round(performance.now() - started);
  try {
    const examination = await examineDocument(checking, await documentSource(file));
    return { ...judged(examination, policy), ms: since() };
  } catch (error) {
    const [code, message] = explain(error);
    return { verdict: 'refuse', code, message, findings: [], ms: since() };
  }
}

function judged(examination: Examined, policy: Policy): Omit<Inspection, 'ms'> {
  const { facts, signatures, pages, protection } = examination;
  const { code, verdicts, error } = admit(examination, policy);
  const invalid = signatures.length - error.valid_signatures;
  const reason =
    invalid > 0
      ? { code: 'invalid_signature', message: `${invalid} of ${signatures.length} signatures not valid` }
      : code === null || code === 'security_issues' || protection === null
        ? {}
        : { code: protection, message: refusalSentence(protection, errorCodes[code].message) };
  return {
    verdict: code !== null ? 'refuse' : verdicts.includes('warn') ? 'warn' : 'accept',
    ...reason,
    findings: facts.map(({ superseded: _, ...fact }, at) => ({ fact, verdict: verdicts[at] ?? 'warn' })),
    pages,
    signatures: signatures.length,
  };
}

/** One line of JSON. */
export const inspectionJson = (file: string, { verdict, code, message, findings, ms }: Inspection): string =>
  JSON.stringify({
    file,
    verdict,
    ...(code === undefined ? {} : { code, message }),
    findings: findings.map(({ fact }) => fact),
    ms,
  });
