import { PdfError } from '../errors.ts';
import type { Pdf } from '../syntax/pdf.ts';
import type { PdfDict, PdfRef, PdfValue } from '../syntax/values.ts';
import { type Box, intersect, isEmpty } from './boxes.ts';

export type { Box } from './boxes.ts';

/** A page as the page tree gives it, inherited attributes included (ISO 32000-2 §7.7.3). */
export interface Page {
  /** Counted from 1. */
  number: number;
  object: number;
  generation: number;
  dict: PdfDict;
  mediaBox: Box;
  /** What is shown: /CropBox cut to /MediaBox. */
  cropBox: Box;
  rotate: 0 | 90 | 180 | 270;
  /** Points in one user space unit. */
  userUnit: number;
  resources: PdfValue | undefined;
}

interface Inherited {
  MediaBox?: PdfValue | undefined;
  CropBox?: PdfValue | undefined;
  Rotate?: PdfValue | undefined;
  Resources?: PdfValue | undefined;
}
interface Pending {
  value: PdfValue;
  inherited: Inherited;
  depth: number;
}

const LETTER: Box = [0, 0, 612, 792];

/** The pages in order, read as they are asked for; bounded in depth and number. */
export function* pages(pdf: Pdf): Generator<Page> {
  const root = pdf.catalog.entries.get('Pages');
  const open: Pending[] = root === undefined ? [] : [{ value: root, inherited: {}, depth: 0 }];
  const nodes = new Set<number>();
  let number = 0;
  for (let pending = open.pop(); pending !== undefined; pending = open.pop()) {
    const { value, depth } = pending;
    const dict = pdf.dict(value);
    if (value.type !== 'ref' || dict === undefined) throw new PdfError('broken_pages', 'A page is no object');
    const inherited = inherit(dict, pending.inherited);
    const kids = dict.entries.get('Kids');
    if (kids === undefined) {
      if (++number > pdf.limits.pages) throw new PdfError('too_many_pages', 'The file has too many pages');
      yield readPage(pdf, number, value, dict, inherited);
      continue;
    }
    if (nodes.has(value.number)) throw new PdfError('loop', 'The page tree loops', { object: value.number });
    if (depth >= pdf.limits.depth) throw new PdfError('too_deep', 'The page tree is too deep');
    nodes.add(value.number);
    const items = pdf.array(kids)?.items;
    if (items === undefined)
      throw new PdfError('broken_pages', '/Kids is no array', { object: value.number });
    for (const kid of [...items].reverse()) open.push({ value: kid, inherited, depth: depth + 1 });
  }
}

/** An annotation that a page's /Annots refers to. */
export interface Annotation {
  page: Page;
  ref: PdfRef;
}

/** What telling of an annotation costs: pages can share an array of them, and a small file costs pages times annotations. */
const PER_ANNOTATION = 32;

/** The annotations of all pages in order: one that several pages list stands on each of them. */
export function* annotations(pdf: Pdf): Generator<Annotation> {
  for (const page of pages(pdf)) {
    const items = pdf.array(page.dict.entries.get('Annots'))?.items ?? [];
    pdf.spend(items.length * PER_ANNOTATION);
    for (const ref of items) if (ref.type === 'ref') yield { page, ref };
  }
}

/** The page of that number; pages before it are walked, pages after it are not. */
export function pageAt(pdf: Pdf, number: number): Page {
  for (const page of pages(pdf)) if (page.number === number) return page;
  throw new PdfError('no_such_page', `There is no page ${number}`);
}

function inherit(dict: PdfDict, from: Inherited): Inherited {
  const of = (key: keyof Inherited): PdfValue | undefined => dict.entries.get(key) ?? from[key];
  return {
    MediaBox: of('MediaBox'),
    CropBox: of('CropBox'),
    Rotate: of('Rotate'),
    Resources: of('Resources'),
  };
}

function readPage(
  pdf: Pdf,
  number: number,
  ref: { number: number; generation: number },
  dict: PdfDict,
  inherited: Inherited,
): Page {
  const mediaBox = pdf.rectangle(inherited.MediaBox) ?? LETTER;
  const userUnit = pdf.number(dict.entries.get('UserUnit')) ?? 1;
  return {
    number,
    object: ref.number,
    generation: ref.generation,
    dict,
    mediaBox,
    cropBox: cut(pdf.rectangle(inherited.CropBox), mediaBox),
    rotate: quarter(pdf.number(inherited.Rotate) ?? 0),
    userUnit: userUnit > 0 && Number.isFinite(userUnit) ? userUnit : 1,
    resources: inherited.Resources,
  };
}

function cut(crop: Box | undefined, media: Box): Box {
  if (crop === undefined) return media;
  const box = intersect(crop, media);
  // An empty intersection means nothing: readers show the media box then.
  return isEmpty(box) ? media : box;
}

function quarter(rotate: number): Page['rotate'] {
  const turned = ((rotate % 360) + 360) % 360;
  return turned === 90 || turned === 180 || turned === 270 ? turned : 0;
}
