import { readable } from '../errors.ts';
import { type Entry, EntryStore, FREE } from '../syntax/entries.ts';
import type { Pdf } from '../syntax/pdf.ts';
import { decodeEntries } from '../syntax/sections.ts';
import type { PdfStream, PdfValue } from '../syntax/values.ts';
import type { Revision } from './revisions.ts';

/**
 * Whether a cross-reference stream (ISO 32000-2 §7.5.8) is none of the sections of an update and says anything else than
 * they do: readers that mend a file take its entries all the same. Some writers leave one behind that repeats the table.
 */
export function isStraySection(pdf: Pdf, { sections }: Revision, value: PdfValue): boolean {
  if (value.type !== 'stream') return false;
  const type = value.dict.entries.get('Type');
  if (type?.type !== 'name' || type.value !== 'XRef') return false;
  const isSection = sections.some(
    ({ trailer, hiddenSpan }) =>
      trailer.start === value.start ||
      (hiddenSpan !== undefined && hiddenSpan.offset <= value.start && value.start < hiddenSpan.end),
  );
  return !isSection && !repeatsSections(pdf, value);
}

function repeatsSections(pdf: Pdf, stream: PdfStream): boolean {
  const root = stream.dict.entries.get('Root');
  if (root?.type !== 'ref' || root.number !== pdf.rootRef.number) return false;
  const entries = new EntryStore(pdf.limits);
  let isWhole = true;
  const data = readable(() =>
    pdf.decoded(stream, () => {
      isWhole = false;
    }),
  );
  if (data === undefined || !isWhole) return false;
  if (!readable(() => decodeEntries(stream.dict, data, entries) ?? true)) return false;
  pdf.spend(entries.length);
  return Array.from({ length: entries.length }, (_, at) => entries.entry(at)).every((entry) =>
    isKnown(pdf, entry),
  );
}

function isKnown(pdf: Pdf, { number, kind, place, detail }: Entry): boolean {
  const slot = pdf.index.get(number);
  const known = slot === undefined ? undefined : pdf.store.entry(slot);
  if (kind === FREE) return known === undefined || known.kind === FREE;
  return known?.kind === kind && known.place === place && known.detail === detail;
}
