import type { ChangeRule, LaterChanges } from '@websign/pdf';
import type { ChangesAfter, SignatureReport, Verdict } from './face.ts';

type Judged = Pick<SignatureReport, 'kind' | 'indication' | 'changes' | 'covers' | 'timeStamps' | 'steps'>;

/**
 * The verdict on a file, by its gravest signature. A document time-stamp is no signature: a file that has such alone
 * is unsigned, but for one that does not hold or was followed by forbidden changes, which makes any file invalid.
 */
export function verdictOf(reports: readonly Judged[], leftOut: number): Verdict {
  if (reports.some(isInvalid)) return 'invalid';
  const signatures = reports.filter(({ kind }) => kind !== 'timestamp');
  if (leftOut > 0 || reports.some(({ changes }) => changesAfter(changes) === 'uncompared'))
    return 'indeterminate';
  if (signatures.length === 0) return 'unsigned';
  const isOpen = signatures.some(({ indication }) => indication === 'INDETERMINATE');
  if (isOpen) return 'indeterminate';
  return reports.some(hasWarning) ? 'valid-with-warnings' : 'valid';
}

function isInvalid({ indication, changes, covers }: Judged): boolean {
  return indication === 'TOTAL-FAILED' || changesAfter(changes) === 'other' || covers === 'partial';
}

/** What came later, in one word: what is more than we compare is not known to be forbidden. */
export function changesAfter({ level, changes }: LaterChanges): ChangesAfter {
  const reasons = changes.flatMap(({ reason }) => reason ?? []);
  const limited = reasons.length > 0 && reasons.every((reason) => reason === 'limit');
  return level === 'other' && limited ? 'uncompared' : level;
}

/** Remarks on a signature: what a step that passed yet names as a reason. */
export const remarksOf = ({ steps }: Pick<SignatureReport, 'steps'>): string[] =>
  steps.flatMap(({ outcome, reason }) => (outcome === 'passed' && reason !== undefined ? [reason] : []));

function hasWarning(report: Judged): boolean {
  const { indication, changes, timeStamps } = report;
  const changed = changes.level === 'annotations' || isToldOf(changes);
  const unconfirmed = timeStamps.some((stamp) => stamp.indication !== 'TOTAL-PASSED');
  return changed || unconfirmed || remarksOf(report).length > 0 || indication !== 'TOTAL-PASSED';
}

/** Changes that are permitted and that whoever relies on the document should know of: a further signature alone is none. */
const TOLD: readonly ChangeRule[] = ['form_value', 'description', 'unread_look', 'drawn_over'];

const isToldOf = ({ level, changes, truncated }: SignatureReport['changes']): boolean =>
  level === 'form-filling' && (truncated || changes.some(({ rule }) => TOLD.includes(rule)));
