import { isFirstPageOf } from '../../revisions/revisions.ts';
import { rivals } from '../../revisions/rivals.ts';
import { FREE } from '../../syntax/entries.ts';
import type { Pdf } from '../../syntax/pdf.ts';
import { integerEntry } from '../../syntax/sections.ts';
import type { Inspected, Report } from '../inspector.ts';

/** Cross-reference sections that readers can take in two ways, though each of them is well formed. */
export function inspectSections({ pdf, revisions }: Inspected, report: Report): void {
  if (revisions.length > 1) report({ kind: 'earlier_revision', excerpt: String(revisions.length - 1) });
  inspectSize(pdf, report);
  for (const { number: revision, sections } of revisions) {
    for (const section of sections) {
      if (section.rows === 'uneven') report({ kind: 'xref_conflict', revision, excerpt: 'xref' });
      for (const object of rivals(pdf, section)) {
        report({ kind: 'xref_conflict', object, revision, excerpt: '/XRefStm' });
      }
    }
  }
  for (const [at, section] of pdf.sections.entries()) {
    const older = pdf.sections[at + 1];
    if (older === undefined || section.offset > older.offset) continue;
    // In a linearized file the first page's section leads forward; any other makes the past of what came later.
    if (isFirstPageOf(pdf, section, older)) continue;
    report({ kind: 'xref_conflict', excerpt: `/Prev ${older.offset}` });
  }
}

/** §7.5.5: objects whose number is not below /Size are missing to some readers, and there to others. */
function inspectSize(pdf: Pdf, report: Report): void {
  const size = integerEntry(pdf.trailer, 'Size');
  if (size === undefined) {
    report({ kind: 'xref_conflict', excerpt: '/Size' });
    return;
  }
  for (let number = size; number <= pdf.index.highest; number++) {
    const slot = pdf.index.get(number);
    if (slot === undefined || pdf.store.kind(slot) === FREE) continue;
    // The first stands for all: it is one fact about the file.
    report({ kind: 'xref_conflict', object: number, excerpt: `/Size ${size}` });
    return;
  }
}
