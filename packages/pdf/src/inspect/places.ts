import { readable } from '../errors.ts';
import type { Page } from '../revisions/pages.ts';
import type { Pdf } from '../syntax/pdf.ts';
import type { PdfValue } from '../syntax/values.ts';
import type { Finding } from './finding.ts';
import type { Inspected } from './inspector.ts';

export type Place = Pick<Finding, 'page' | 'rect'>;

/**
 * Says on which page a finding is that names an object only: that of the first page that reaches the object, and
 * the rectangle of the annotation through which it does. What the pages do not reach, or what a later revision
 * replaced, stays without a page.
 */
export function withPages({ pdf, pages }: Inspected, findings: Finding[]): Finding[] {
  const wanted = new Set(findings.filter(isOpen).map(({ object }) => object ?? 0));
  if (wanted.size === 0) return findings;
  const places = new Map<number, Place>();
  for (const { object, place } of reached(pdf, pages)) {
    if (object === undefined || !wanted.delete(object)) continue;
    places.set(object, place);
    if (wanted.size === 0) break;
  }
  return findings.map((finding) =>
    isOpen(finding) ? { ...finding, ...places.get(finding.object ?? 0) } : finding,
  );
}

const isOpen = ({ page, object, superseded }: Finding): boolean =>
  page === undefined && object !== undefined && superseded === undefined;

/** Something that a page reaches. */
export interface Reached {
  /** Object number, where it is an object of its own. */
  object: number | undefined;
  /** The reference itself where the object cannot be read. */
  value: PdfValue;
  place: Place;
}

/**
 * All that the pages reach, objects, arrays and dictionaries, each once: page after page, its annotations first, with
 * their rectangles.
 */
export function* reached(pdf: Pdf, pages: readonly Page[]): Generator<Reached> {
  // Every page stands for itself, whoever refers to it.
  const seen = new Set(pages.map(({ object }) => object));
  for (const page of pages) {
    const place = { page: page.number };
    yield { object: page.object, value: page.dict, place };
    const annots = page.dict.entries.get('Annots');
    // An array that several pages share counts once.
    const isShared = annots?.type === 'ref' && seen.has(annots.number);
    for (const item of isShared ? [] : readableArray(pdf, annots))
      yield* reachedFrom(pdf, item, rectOf(pdf, item, place), seen);
    yield* reachedFrom(pdf, page.dict, place, seen);
    if (page.resources !== undefined) yield* reachedFrom(pdf, page.resources, place, seen);
  }
}

/** Follows the references of a value. */
function* reachedFrom(pdf: Pdf, from: PdfValue, place: Place, seen: Set<number>): Generator<Reached> {
  const open: PdfValue[] = [from];
  for (let value = open.pop(); value !== undefined; value = open.pop()) {
    let object: number | undefined;
    if (value.type === 'ref') {
      if (seen.has(value.number)) continue;
      seen.add(value.number);
      object = value.number;
      value = found(pdf, value) ?? value;
    }
    yield { object, value, place };
    if (value.type === 'array') {
      pdf.spend(value.items.length);
      for (const item of value.items) if (leads(item)) open.push(item);
    } else if (value.type === 'dict' || value.type === 'stream') {
      const { entries } = value.type === 'dict' ? value : value.dict;
      pdf.spend(entries.size);
      for (const [key, item] of entries) if (leads(item) && !isAway(pdf, entries, key, item)) open.push(item);
    }
  }
}

/**
 * Whether an entry leads to what is not part of the page: up a tree whose other branches belong to other pages, or
 * to the layers that an action switches. Told by what stands there: a resource may have any name.
 */
function isAway(pdf: Pdf, entries: ReadonlyMap<string, PdfValue>, key: string, value: PdfValue): boolean {
  if (key === 'State') {
    const type = found(pdf, entries.get('S'));
    return type?.type === 'name' && type.value === 'SetOCGState';
  }
  if (key !== 'Parent') return false;
  const target = found(pdf, value);
  return target?.type === 'dict' && target.entries.has('Kids');
}

const leads = ({ type }: PdfValue): boolean => type === 'ref' || type === 'array' || type === 'dict';

function rectOf(pdf: Pdf, annotation: PdfValue, place: Place): Place {
  const dict = found(pdf, annotation);
  const rect = dict?.type === 'dict' ? pdf.rectangle(dict.entries.get('Rect')) : undefined;
  return rect === undefined ? place : { ...place, rect };
}

function readableArray(pdf: Pdf, value: PdfValue | undefined): readonly PdfValue[] {
  const array = found(pdf, value);
  if (array?.type !== 'array') return [];
  pdf.spend(array.items.length);
  return array.items;
}

/** What cannot be read leads nowhere, and is a finding elsewhere. */
const found = (pdf: Pdf, value: PdfValue | undefined): PdfValue | undefined =>
  readable(() => pdf.resolve(value));
