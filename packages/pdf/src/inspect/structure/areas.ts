import type { Canvas } from '../../content/canvas.ts';
import { drawPage } from '../../content/draw.ts';
import { readable } from '../../errors.ts';
import { area, intersect } from '../../revisions/boxes.ts';
import type { Box, Page } from '../../revisions/pages.ts';
import type { Pdf } from '../../syntax/pdf.ts';
import type { Inspected, Report } from '../inspector.ts';

/** Of a page, what is shown and printed (ISO 32000-2 Table 147; withdrawn, but printed by). */
const AREAS = ['ViewArea', 'ViewClip', 'PrintArea', 'PrintClip'];
/** What leaves something of the page out; readers show no more than the CropBox of a MediaBox. */
const BOXES = new Set(['BleedBox', 'TrimBox', 'ArtBox']);
/** Of a picture, what is left out where that is more than its bleed. */
const SHARE = 0.25;

/** Text, or part of a picture, that the screen shows and paper does not, or the other way round, by the viewer's preferences. */
export function inspectAreas({ pdf, pages }: Inspected, report: Report): void {
  const preferences = readable(() => pdf.dict(pdf.catalog.entries.get('ViewerPreferences')))?.entries;
  const named = new Map<string, string>();
  for (const area of AREAS) {
    const box = readable(() => pdf.name(preferences?.get(area)));
    if (box !== undefined && BOXES.has(box) && !named.has(box)) named.set(box, `/${area} /${box}`);
  }
  if (named.size === 0) return;
  for (const page of pages) {
    for (const [name, excerpt] of named) {
      const box = readable(() => pdf.rectangle(page.dict.entries.get(name)));
      if (box === undefined || !leavesOut(pdf, page, box)) continue;
      report({ kind: 'odd_page_box', page: page.number, object: page.object, excerpt });
    }
  }
}

/** Whether something of the page that is seen within its CropBox stands outside of a box. */
function leavesOut(pdf: Pdf, page: Page, box: Box): boolean {
  const { cropBox } = page;
  const inner = intersect(box, cropBox);
  if (area(inner) === area(cropBox)) return false;
  let found = false;
  const canvas: Canvas = {
    text({ box: letters, clip, bytes, mode, layer }) {
      const seen = intersect(intersect(letters, clip), cropBox);
      if (bytes.length === 0 || mode === 3 || layer === 'off' || area(seen) === 0) return;
      if (area(intersect(seen, inner)) < area(seen) / 2) found = true;
    },
    paint({ kind, box: picture, clip, layer }) {
      const seen = intersect(intersect(picture, clip), cropBox);
      if (kind !== 'image' || layer === 'off') return;
      if (area(intersect(seen, inner)) < area(seen) * (1 - SHARE)) found = true;
    },
  };
  drawPage(pdf, page, canvas);
  return found;
}
