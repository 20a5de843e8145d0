import type { Finding } from './finding.ts';
import type { Inspected } from './inspector.ts';

/** Marks the findings in objects of earlier revisions that a later update replaced or freed. */
export function withStates({ pdf, revisions }: Inspected, findings: Finding[]): Finding[] {
  const last = revisions.length;
  const older = findings.filter(({ object, revision }) => object !== undefined && (revision ?? last) < last);
  if (older.length === 0) return findings;
  const wanted = new Set(older.map(({ revision }) => revision));
  const replaced = new Set<string>();
  for (const { number: revision, sections } of revisions) {
    if (!wanted.has(revision)) continue;
    const objects = new Set(older.filter((one) => one.revision === revision).map(({ object }) => object));
    // A hybrid file's hidden entries come in where the table has none: the first that is found stands.
    const ranges = sections.flatMap(({ entries, hidden }) =>
      hidden === undefined ? [entries] : [entries, hidden],
    );
    for (const { from, to } of ranges) {
      pdf.spend(to - from);
      for (let at = from; at < to; at++) {
        const number = pdf.store.number(at);
        // Where readers of hybrid files disagree, some of them still hold what the others take for replaced.
        if (!objects.delete(number) || pdf.disputed.has(number)) continue;
        const now = pdf.index.get(number);
        if (now === undefined || !pdf.store.same(at, now)) replaced.add(`${revision} ${number}`);
      }
    }
  }
  return findings.map((finding) =>
    replaced.has(`${finding.revision} ${finding.object}`) ? { ...finding, superseded: true } : finding,
  );
}
