import { PdfError } from '../errors.ts';
import type { Pdf } from '../syntax/pdf.ts';
import type { PdfDict, PdfValue } from '../syntax/values.ts';
import type { Finding } from './finding.ts';
import type { Inspected } from './inspector.ts';

type Place = Pick<Finding, 'page' | 'rect'>;

/** Keys that lead away from what a page shows: up a tree, to another page, to the structure of the whole. */
const AWAY = new Set(['Parent', 'P', 'Pg', 'IRT', 'Dest', 'Popup', 'OCGs', 'StructParent', 'B', 'Prev']);

interface Step {
  value: PdfValue;
  place: Place;
}

/**
 * Says on which page a finding is that names an object only: that of the first page that reaches the object, and
 * the rectangle of the annotation through which it does. What the pages do not reach, or what a later revision
 * replaced, stays without a page.
 */
export function withPages({ pdf, pages }: Inspected, findings: Finding[]): Finding[] {
  const wanted = new Set(findings.filter(isOpen).map(({ object }) => object ?? 0));
  const places = new Map<number, Place>();
  // Every page stands for itself, whoever refers to it.
  const seen = new Set(pages.map(({ object }) => object));
  for (const { number, object, dict } of pages) {
    if (wanted.size === 0) break;
    if (wanted.delete(object)) places.set(object, { page: number });
    for (const step of first(pdf, dict, { page: number })) reach(pdf, step, seen, wanted, places);
  }
  return findings.map((finding) =>
    isOpen(finding) ? { ...finding, ...places.get(finding.object ?? 0) } : finding,
  );
}

const isOpen = ({ page, object, superseded }: Finding): boolean =>
  page === undefined && object !== undefined && superseded === undefined;

/** A page's annotations, each with its rectangle; then the page itself. */
function first(pdf: Pdf, page: PdfDict, place: Place): Step[] {
  const annots = page.entries.get('Annots');
  const steps = (pdf.array(annots)?.items ?? []).map((value): Step => {
    const dict = readable(pdf, value);
    const rect = dict?.type === 'dict' ? pdf.rectangle(dict.entries.get('Rect')) : undefined;
    return { value, place: rect === undefined ? place : { ...place, rect } };
  });
  return [...steps, { value: page, place }];
}

/** Follows the references of a value, each object once. */
function reach(
  pdf: Pdf,
  from: Step,
  seen: Set<number>,
  wanted: Set<number>,
  places: Map<number, Place>,
): void {
  const open: PdfValue[] = [from.value];
  for (let value = open.pop(); value !== undefined && wanted.size > 0; value = open.pop()) {
    if (value.type === 'ref') {
      if (seen.has(value.number)) continue;
      seen.add(value.number);
      if (wanted.delete(value.number)) places.set(value.number, from.place);
      const target = readable(pdf, value);
      if (target !== undefined) open.push(target);
    } else if (value.type === 'array') {
      pdf.spend(value.items.length);
      for (const item of value.items) if (leads(item)) open.push(item);
    } else if (value.type === 'dict' || value.type === 'stream') {
      const { entries } = value.type === 'dict' ? value : value.dict;
      pdf.spend(entries.size);
      for (const [key, item] of entries) if (leads(item) && !AWAY.has(key)) open.push(item);
    }
  }
}

const leads = ({ type }: PdfValue): boolean => type === 'ref' || type === 'array' || type === 'dict';

function readable(pdf: Pdf, value: PdfValue): PdfValue | undefined {
  try {
    return pdf.resolve(value);
  } catch (error) {
    if (error instanceof PdfError) return undefined;
    throw error;
  }
}
