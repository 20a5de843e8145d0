import { isBroken, readable } from '../../errors.ts';
import { type Change, forbiddenChanges } from '../../revisions/changes/changes.ts';
import { type Permissions, permissionsOf, strictest } from '../../revisions/permissions.ts';
import { atRevision } from '../../revisions/revisions.ts';
import type { SignatureField } from '../../revisions/signatures.ts';
import type { Inspected, Report } from '../inspector.ts';
import type { Survey } from './survey.ts';

/** Revisions behind the first signature that are looked at one by one; of more, the newest. */
const MOST_STEPS = 64;

/** Who signed before: whether their signatures have the shape of a forgery, and what was changed behind them. */
export function inspectSigned(document: Inspected, found: Survey, report: Report): void {
  const { pdf, revisions, signatures } = document;
  for (const field of signatures) inspectShape(field, report);
  inspectRemoved(document, found, report);
  const covered = signatures.flatMap(({ signature }) => signature?.revision ?? []);
  if (covered.length === 0) return;
  const first = Math.max(Math.min(...covered), revisions.length - MOST_STEPS);
  let then = first < revisions.length ? atRevision(pdf, revisions, first) : pdf;
  let permissions: Permissions = { certified: false, locks: [] };
  for (let number = first; number < revisions.length; number++) {
    const now = atRevision(pdf, revisions, number + 1);
    const targets = found.references.targets(found.marks[number - 1] ?? 0);
    try {
      permissions = strictest([permissions, permissionsOf(then)]);
      const changes = forbiddenChanges(then, now, permissions, (object) => targets.has(object));
      reportChanges(changes, number + 1, report);
    } catch (error) {
      // A signed state that cannot be read is a change, too.
      if (!isBroken(error)) throw error;
      reportChanges([{ what: error.code }], number + 1, report);
    }
    then = now;
  }
}

function inspectShape({ object, page, rect, signature }: SignatureField, report: Report): void {
  for (const problem of signature?.problems ?? []) {
    report({
      kind: 'signature_malformed',
      excerpt: problem,
      ...(object === undefined ? {} : { object }),
      ...(page === undefined ? {} : { page }),
      ...(rect === undefined ? {} : { rect }),
    });
  }
}

/** A signature that the file holds and that no field of the form leads to any more. */
function inspectRemoved({ pdf, signatures }: Inspected, found: Survey, report: Report): void {
  const known = new Set(signatures.map(({ signature }) => signature?.object));
  // Those of usage rights stand beside the form, and so may that of a certification.
  const permissions = readable(() => pdf.dict(pdf.catalog.entries.get('Perms')));
  for (const value of permissions?.entries.values() ?? []) if (value.type === 'ref') known.add(value.number);
  for (const [object, revision] of found.signatures) {
    if (!known.has(object)) report({ kind: 'changed_after_signature', object, revision, excerpt: '/Sig' });
  }
}

function reportChanges(changes: readonly Change[], revision: number, report: Report): void {
  for (const { object, what } of changes) {
    const place = object === undefined ? {} : { object };
    report({ kind: 'changed_after_signature', revision, excerpt: what, ...place });
  }
}
