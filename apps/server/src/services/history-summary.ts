import { type ErrorCode, type Finding, historyRow, type SignatureSummary } from '@websign/contract';
import type { z } from 'zod';
import { counts } from '../policy/admission.ts';

/** What a list of the history shows of the checks at upload (HIS-1): the JSON of a document's `summary` column. */
export const checkSummary = historyRow.pick({ security: true, validity: true, checks: true });
export type CheckSummary = z.infer<typeof checkSummary>;

export interface Checked {
  /** Why the file was refused; null: it was admitted. */
  code: ErrorCode | null;
  findings: readonly Pick<Finding, 'verdict'>[];
  /** Those that the file came with. */
  signatures: readonly Pick<SignatureSummary, 'integrity' | 'indication' | 'changesAfter'>[];
}

export function summaryOf({ code, findings, signatures }: Checked): CheckSummary {
  const count = (verdict: Finding['verdict']) => findings.filter((one) => one.verdict === verdict).length;
  const checks = { info: count('info'), warn: count('warn'), refuse: count('refuse') };
  // A broken signature refuses with the code of a finding; any other code says that nothing could be checked.
  const refused = checks.refuse > 0 || (code !== null && code !== 'security_issues');
  return {
    security: refused ? 'refused' : checks.warn > 0 ? 'warning' : 'passed',
    validity: validityOf(signatures),
    checks,
  };
}

/** The worst of them. */
function validityOf(signatures: Checked['signatures']): CheckSummary['validity'] {
  if (signatures.length === 0) return 'none';
  if (!signatures.every(counts)) return 'invalid';
  return signatures.every(({ indication }) => indication === 'TOTAL-PASSED') ? 'valid' : 'unclear';
}
