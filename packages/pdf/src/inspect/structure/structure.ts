import type { Inspected, Report } from '../inspector.ts';
import { inspectAreas } from './areas.ts';
import { inspectPageBoxes } from './boxes.ts';
import { inspectGaps } from './gaps.ts';
import { inspectPageTree } from './pages.ts';
import { inspectSections } from './sections.ts';
import { inspectSigned } from './signed.ts';
import type { Survey } from './survey.ts';
import { inspectUnreferenced } from './unreferenced.ts';

/** What could make the file show something else to another reader, or later. */
export function inspectStructure(document: Inspected, found: Survey, report: Report): void {
  inspectGaps(document, found, report);
  inspectSections(document, report);
  inspectUnreferenced(document, found, report);
  for (const object of found.downward.loops()) report({ kind: 'ambiguous_syntax', object, excerpt: 'loop' });
  inspectPageTree(document, report);
  inspectPageBoxes(document, report);
  inspectAreas(document, report);
  inspectSigned(document, found, report);
}
