import { readable } from '../errors.ts';
import type { Pdf } from '../syntax/pdf.ts';
import type { PdfValue } from '../syntax/values.ts';
import { pages } from './pages.ts';

/** Dictionaries that are known by their number under whatever key. */
const NUMBERED = new Set(['OCG', 'Page', 'Pages', 'Annot', 'StructElem']);
/** What annotations and fields have, whose /Type may be left out: actions hide, play and fill in those that they name. */
const PLACED: readonly (readonly string[])[] = [['Subtype', 'Rect'], ['FT'], ['T', 'Kids'], ['T', 'Parent']];
/** Where the optional content of a document names its layers (§8.11.4): in arrays that may be objects of their own. */
const LISTS: ReadonlySet<string> = new Set(['OCGs', 'ON', 'OFF']);
/** What looking at an item of them costs. */
const LOOK = 2;

/**
 * Whether an object is known by its number, as layers, pages, annotations, fields and elements of the structure are: no
 * other, and no copy, is the same. They are what the document lists as such, too: some readers ask for no /Type.
 */
export function isNumbered(pdf: Pdf, value: PdfValue | undefined): boolean {
  if (value?.type === 'ref' && listed(pdf).has(value.number)) return true;
  const found = readable(() => pdf.resolve(value));
  if (found?.type !== 'dict') return false;
  const { entries } = found;
  return (
    NUMBERED.has(readable(() => pdf.name(entries.get('Type'))) ?? '') ||
    PLACED.some((keys) => keys.every((key) => entries.has(key)))
  );
}

const known = new WeakMap<Pdf, ReadonlySet<number>>();

function listed(pdf: Pdf): ReadonlySet<number> {
  const found = known.get(pdf) ?? new Set([...layersOf(pdf), ...pagesOf(pdf)]);
  known.set(pdf, found);
  return found;
}

const pagesOf = (pdf: Pdf): number[] => readable(() => [...pages(pdf)].map(({ object }) => object)) ?? [];

function layersOf(pdf: Pdf): Set<number> {
  const found = new Set<number>();
  const seen = new Set<number>();
  const open: { value: PdfValue | undefined; isList: boolean }[] = [
    { value: readable(() => pdf.catalog.entries.get('OCProperties')), isList: false },
  ];
  for (let next = open.pop(); next !== undefined; next = open.pop()) {
    const { value, isList } = next;
    const number = value?.type === 'ref' ? value.number : undefined;
    const held = readable(() => pdf.resolve(value));
    pdf.spend(LOOK);
    if (isList && number !== undefined && held?.type === 'dict') found.add(number);
    if (number !== undefined && (found.has(number) || seen.has(number))) continue;
    if (number !== undefined) seen.add(number);
    if (held?.type === 'array') for (const item of held.items) open.push({ value: item, isList });
    if (held?.type === 'dict')
      for (const [key, item] of held.entries) open.push({ value: item, isList: LISTS.has(key) });
  }
  return found;
}
