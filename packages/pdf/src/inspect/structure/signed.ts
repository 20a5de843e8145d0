import { readable } from '../../errors.ts';
import type { LaterChange } from '../../revisions/changes/face.ts';
import { changesFrom } from '../../revisions/changes/later.ts';
import type { SignatureField } from '../../revisions/signatures.ts';
import type { Inspected, Report } from '../inspector.ts';
import type { Survey } from './survey.ts';

/** Who signed before: whether their signatures have the shape of a forgery, and what was changed behind them. */
export function inspectSigned(document: Inspected, found: Survey, report: Report): void {
  const { pdf, revisions, signatures } = document;
  for (const field of signatures) inspectShape(field, report);
  inspectRemoved(document, found, report);
  const covered = signatures.flatMap(({ signature }) => signature?.revision ?? []);
  if (covered.length === 0) return;
  for (const change of changesFrom(pdf, revisions, Math.min(...covered))) {
    if (change.level === 'other') reportChange(change, report);
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

function reportChange({ object, what, revision, page, rect }: LaterChange, report: Report): void {
  report({
    kind: 'changed_after_signature',
    revision,
    excerpt: what,
    ...(object === undefined ? {} : { object }),
    ...(page === undefined ? {} : { page }),
    ...(rect === undefined ? {} : { rect }),
  });
}
