import { readable } from '../../errors.ts';
import type { Page } from '../../revisions/pages.ts';
import type { Pdf } from '../../syntax/pdf.ts';
import type { PdfDict, PdfValue } from '../../syntax/values.ts';
import type { Inspected, Report } from '../inspector.ts';

/** Whether the page tree says the same to those who count and to those who walk (ISO 32000-2 §7.7.3). */
export function inspectPageTree({ pdf, pages }: Inspected, report: Report): void {
  const leaves = new Map<number, Page>();
  for (const page of pages) {
    if (leaves.has(page.object))
      report({ kind: 'page_tree', object: page.object, page: page.number, excerpt: '/Kids' });
    leaves.set(page.object, page);
    const type = readable(() => pdf.name(page.dict.entries.get('Type')));
    if (type !== 'Page')
      report({ kind: 'page_tree', object: page.object, page: page.number, excerpt: `/Type ${type ?? ''}` });
    // Some readers show no page where its annotations are no array, and others pass over them.
    const annotations = readable(() => pdf.resolve(page.dict.entries.get('Annots')));
    if (annotations !== undefined && annotations.type !== 'array')
      report({ kind: 'ambiguous_syntax', object: page.object, page: page.number, excerpt: '/Annots' });
  }
  const root = pdf.catalog.entries.get('Pages');
  if (root?.type === 'ref') countLeaves(pdf, root, leaves, report);
}

interface Node {
  number: number;
  dict: PdfDict;
  kids: readonly PdfValue[];
  next: number;
  leaves: number;
}

/** The tree was walked before: it ends, and its depth is bounded. */
function countLeaves(pdf: Pdf, root: PdfValue, leaves: ReadonlyMap<number, Page>, report: Report): void {
  const path: Node[] = [];
  const enter = (ref: PdfValue): void => {
    const dict = pdf.dict(ref);
    if (ref.type !== 'ref' || dict === undefined) return;
    const kids = pdf.array(dict.entries.get('Kids'))?.items ?? [];
    path.push({ number: ref.number, dict, kids, next: 0, leaves: 0 });
  };
  enter(root);
  for (let node = path.at(-1); node !== undefined; node = path.at(-1)) {
    const kid = node.kids[node.next++];
    if (kid === undefined) {
      path.pop();
      leave(pdf, node, report);
      const parent = path.at(-1);
      if (parent !== undefined) parent.leaves += node.leaves;
      continue;
    }
    if (kid.type !== 'ref') continue;
    const page = leaves.get(kid.number);
    const dict = page?.dict ?? readable(() => pdf.dict(kid));
    const parent = dict?.entries.get('Parent');
    if (parent?.type !== 'ref' || parent.number !== node.number) {
      report({ kind: 'page_tree', object: kid.number, excerpt: '/Parent' });
    }
    if (page === undefined) enter(kid);
    else node.leaves++;
  }
}

function leave(pdf: Pdf, { number, dict, leaves }: Node, report: Report): void {
  const count = readable(() => pdf.number(dict.entries.get('Count')));
  if (count !== leaves)
    report({ kind: 'page_tree', object: number, excerpt: `/Count ${count ?? ''}`.trim() });
  const type = readable(() => pdf.name(dict.entries.get('Type')));
  if (type !== 'Pages') report({ kind: 'page_tree', object: number, excerpt: `/Type ${type ?? ''}`.trim() });
}
