import { PdfError } from '../../errors.ts';
import { atRevision } from '../../revisions/revisions.ts';
import type { Entry } from '../../syntax/entries.ts';
import type { Pdf } from '../../syntax/pdf.ts';
import type { PdfValue } from '../../syntax/values.ts';
import type { Inspector, Report } from '../inspector.ts';
import { inspectDict } from './dictionary.ts';

/** Looks at every object of every revision, object streams included, wherever it is referred to from. */
export const inspectObjects: Inspector = ({ pdf, revisions }, report) => {
  const read = new Set<number>();
  for (const { number, sections } of revisions) {
    const view = atRevision(pdf, revisions, number);
    for (const { entries, hidden } of sections) {
      for (const range of hidden === undefined ? [entries] : [entries, hidden]) {
        for (let at = range.from; at < range.to; at++) {
          const entry = pdf.store.entry(at);
          // Sections may list the same bytes again and again: they are looked at once.
          const identity = view.identity(entry);
          if (!read.has(identity) && inspectObject(view, entry, number, report)) read.add(identity);
        }
      }
    }
  }
};

/** False where the object cannot be read. */
function inspectObject(pdf: Pdf, entry: Entry, revision: number, report: Report): boolean {
  const place = { object: entry.number, revision };
  let value: PdfValue | undefined;
  try {
    value = pdf.load(entry)?.value;
  } catch (error) {
    if (!(error instanceof PdfError)) throw error;
    report({ kind: 'unreadable_object', ...place, excerpt: error.code });
    return false;
  }
  const open: PdfValue[] = value === undefined ? [] : [value];
  for (let next = open.pop(); next !== undefined; next = open.pop()) {
    if (next.type === 'array') {
      for (const item of next.items) if (isContainer(item)) open.push(item);
      continue;
    }
    if (next.type === 'stream' && next.dict.entries.has('F')) report({ kind: 'external_stream', ...place });
    const dict = next.type === 'stream' ? next.dict : next;
    if (dict.type !== 'dict') continue;
    inspectDict(pdf, dict, (kind, excerpt) => {
      report({ kind, ...place, ...(excerpt === undefined ? {} : { excerpt }) });
    });
    for (const item of dict.entries.values()) if (isContainer(item)) open.push(item);
  }
  return true;
}

const isContainer = ({ type }: PdfValue): boolean => type === 'array' || type === 'dict';
