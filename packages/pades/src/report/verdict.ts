import type { SignatureReport, Verdict } from './face.ts';

type Judged = Pick<SignatureReport, 'kind' | 'indication' | 'changes' | 'covers' | 'timeStamps'>;

/**
 * The verdict on a file, by its gravest signature. A document time-stamp is no signature: a file that has such alone
 * is unsigned, but for one that does not hold or was followed by forbidden changes, which makes any file invalid.
 */
export function verdictOf(reports: readonly Judged[], leftOut: number): Verdict {
  if (reports.some(isInvalid)) return 'invalid';
  const signatures = reports.filter(({ kind }) => kind !== 'timestamp');
  if (leftOut > 0) return 'indeterminate';
  if (signatures.length === 0) return 'unsigned';
  if (signatures.some(({ indication }) => indication === 'INDETERMINATE')) return 'indeterminate';
  return reports.some(hasWarning) ? 'valid-with-warnings' : 'valid';
}

function isInvalid({ indication, changes, covers }: Judged): boolean {
  return indication === 'TOTAL-FAILED' || changes.level === 'other' || covers === 'partial';
}

function hasWarning({ indication, changes, timeStamps }: Judged): boolean {
  const changed = changes.level === 'annotations' || filledIn(changes);
  const unconfirmed = timeStamps.some((stamp) => stamp.indication !== 'TOTAL-PASSED');
  return changed || unconfirmed || indication !== 'TOTAL-PASSED';
}

/** Whether fields were filled in after it: a further signature alone is nothing to warn of. */
const filledIn = ({ level, changes, truncated }: SignatureReport['changes']): boolean =>
  level === 'form-filling' && (truncated || changes.some(({ rule }) => rule === 'form_value'));
