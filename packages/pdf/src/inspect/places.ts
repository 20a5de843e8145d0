import { annotations } from '../revisions/pages.ts';
import type { Finding } from './finding.ts';
import type { Inspected } from './inspector.ts';

/** Says on which page a finding is that names an object only: the page's own, or one of its annotations. */
export function withPages({ pdf, pages }: Inspected, findings: Finding[]): Finding[] {
  if (findings.every(({ page }) => page !== undefined)) return findings;
  const owners = new Map<number, Pick<Finding, 'page' | 'rect'>>();
  for (const page of pages) owners.set(page.object, { page: page.number });
  for (const { page, ref } of annotations(pdf)) {
    const dict = pdf.dict(ref);
    const rect = pdf.rectangle(dict?.entries.get('Rect'));
    const owner = { page: page.number, ...(rect === undefined ? {} : { rect }) };
    owners.set(ref.number, owner);
    const action = dict?.entries.get('A');
    if (action?.type === 'ref') owners.set(action.number, owner);
  }
  return findings.map((finding) =>
    finding.page !== undefined || finding.object === undefined
      ? finding
      : { ...finding, ...owners.get(finding.object) },
  );
}
