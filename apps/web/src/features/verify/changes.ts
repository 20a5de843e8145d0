import type { VerifiedChange, VerifiedDocument, VerifiedSignature } from '@websign/contract';

/** Changes of one kind at one place: what a person reads as one. */
export interface ChangeGroup {
  rule: string;
  /** Null where it is permitted. */
  reason: string | null;
  page: number | null;
  field: string | null;
  changes: VerifiedChange[];
}

/** What somebody who signed should hear of, what is not permitted first; data for later checks are no change to them. */
export function groupsOf(changes: readonly VerifiedChange[]): ChangeGroup[] {
  const groups = new Map<string, ChangeGroup>();
  for (const change of changes) {
    if (change.level === 'lta') continue;
    const { rule, reason, page, field } = change;
    const key = JSON.stringify([rule, reason, page, field]);
    const group = groups.get(key) ?? { rule, reason, page, field, changes: [] };
    groups.set(key, group);
    group.changes.push(change);
  }
  return [...groups.values()].sort(
    (one, other) => Number(one.reason === null) - Number(other.reason === null),
  );
}

/** Pages on which something changed, in order. */
export function changedPages(changes: readonly VerifiedChange[]): number[] {
  const pages = changes.flatMap(({ page, level }) => (page === null || level === 'lta' ? [] : [page]));
  return [...new Set(pages)].sort((one, other) => one - other);
}

/**
 * Octets of the file as it was signed; where the signature covers no whole revision, as it was before the first
 * change. Null where no revision says.
 */
export function signedEnd(
  { revision, changes }: Pick<VerifiedSignature, 'revision' | 'changes'>,
  { revisions }: Pick<VerifiedDocument, 'revisions'>,
): number | null {
  const first = Math.min(...changes.map((change) => change.revision));
  const number = revision ?? (Number.isFinite(first) ? first - 1 : null);
  return revisions.find((one) => one.number === number)?.end ?? null;
}
