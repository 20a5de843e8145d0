import { appearanceOf } from '../../content/annotations.ts';
import { readable } from '../../errors.ts';
import { area, intersect } from '../../revisions/boxes.ts';
import type { Pdf } from '../../syntax/pdf.ts';
import { EXCERPT, MOST_OF_A_KIND } from '../finding.ts';
import type { Report } from '../inspector.ts';
import { heldText } from './values.ts';
import { isOnScreen, type Placed, type PlacedField, place } from './widgets.ts';

/** Fields share at least this part of the smaller one, and this many square points, to be one over the other. */
const SHARE = 0.5;
const LEAST_AREA = 25;

interface Spot {
  field: PlacedField['field'];
  at: Placed;
  rect: NonNullable<Placed['rect']>;
  /** It holds something that another field can hide. */
  holds: boolean;
  /** It draws something, and so can hide. */
  draws: boolean;
}

/** Fields that lie over another one which holds something: the lower one is not seen. */
export function reportOverlaps(pdf: Pdf, placed: readonly PlacedField[], report: Report): void {
  const byPage = new Map<number, Spot[]>();
  for (const { field, widgets } of placed) {
    for (const at of widgets) {
      const { rect } = at;
      if (rect === undefined || !isOnScreen(at)) continue;
      const spots = byPage.get(at.page.number) ?? [];
      byPage.set(at.page.number, spots);
      const facts = readable(() => ({ holds: holdsSomething(pdf, field, at), draws: draws(pdf, at) }));
      if (facts !== undefined) spots.push({ field, at, rect, ...facts });
    }
  }
  let left = MOST_OF_A_KIND + 1;
  for (const spots of byPage.values()) {
    for (const [lower, upper] of overlaps(pdf, spots)) {
      if (left-- <= 0) return;
      const excerpt = `${upper.field.name} / ${lower.field.name}`.slice(0, EXCERPT);
      report({ kind: 'overlapping_fields', ...place(lower.at), excerpt });
    }
  }
}

/** From left to right: a field meets only those that begin before it ends. */
function* overlaps(pdf: Pdf, spots: Spot[]): Generator<[lower: Spot, upper: Spot]> {
  const sorted = spots.sort((a, b) => a.rect[0] - b.rect[0]);
  for (const [index, one] of sorted.entries()) {
    for (let next = index + 1; next < sorted.length; next++) {
      const other = sorted[next];
      if (other === undefined || other.rect[0] >= one.rect[2]) break;
      pdf.spend(1);
      if (one.field === other.field || !isOver(one, other)) continue;
      const [lower, upper] = one.at.order < other.at.order ? [one, other] : [other, one];
      if (lower.holds && upper.draws) yield [lower, upper];
    }
  }
}

function isOver(one: Spot, other: Spot): boolean {
  const shared = area(intersect(one.rect, other.rect));
  return shared >= LEAST_AREA && shared >= SHARE * Math.min(area(one.rect), area(other.rect));
}

function holdsSomething(pdf: Pdf, { type, value }: PlacedField['field'], at: Placed): boolean {
  if (type === 'Sig') return pdf.dict(value) !== undefined && draws(pdf, at);
  const held = heldText(pdf, value);
  return held !== '' && held !== 'Off';
}

function draws(pdf: Pdf, { dict }: Placed): boolean {
  const background = pdf.array(pdf.dict(dict.entries.get('MK'))?.entries.get('BG'));
  return appearanceOf(pdf, dict) !== undefined || (background?.items.length ?? 0) > 0;
}
