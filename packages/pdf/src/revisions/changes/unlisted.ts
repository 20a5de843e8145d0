import { readable } from '../../errors.ts';
import { isDigit, isRegular, isWhite, startsWith } from '../../syntax/bytes.ts';
import { endOfRevision } from '../../syntax/chain.ts';
import { IN_USE } from '../../syntax/entries.ts';
import type { Pdf } from '../../syntax/pdf.ts';
import type { Revision } from '../revisions.ts';

/**
 * Where, between `from` and the end of a revision, an object or a cross-reference section begins that none of its
 * sections names. Readers that mend files by looking for objects see it. Undefined where there is none.
 */
export function firstUnlisted(view: Pdf, revision: Revision, from: number): number | undefined {
  const { bytes, limits } = view;
  const spans: [number, number][] = [];
  for (const { entries, hidden, offset, end, hiddenSpan } of revision.sections) {
    spans.push([offset, endOfRevision(bytes, end, limits).end]);
    if (hiddenSpan !== undefined) spans.push([hiddenSpan.offset, hiddenSpan.end]);
    for (const range of hidden === undefined ? [entries] : [entries, hidden]) {
      for (let slot = range.from; slot < range.to; slot++) {
        if (view.store.kind(slot) !== IN_USE) continue;
        const { place } = view.store.entry(slot);
        if (place >= from && place < revision.end) spans.push([place, endOfObject(view, slot, place)]);
      }
    }
  }
  let at = from;
  for (const [start, end] of spans.sort(([a], [b]) => a - b)) {
    const found = at < start ? begins(bytes, at, start) : undefined;
    if (found !== undefined) return found;
    at = Math.max(at, end);
  }
  return begins(bytes, at, revision.end);
}

function endOfObject(view: Pdf, slot: number, place: number): number {
  const value = readable(() => view.load(view.store.entry(slot))?.value);
  if (value?.type !== 'stream') return value?.end ?? place;
  return value.dataStart + (readable(() => view.number(value.dict.entries.get('Length'))) ?? 0);
}

/** The first word that begins an object or a section. */
function begins(bytes: Uint8Array, from: number, to: number): number | undefined {
  for (let at = from; at < to; at++) {
    const code = bytes[at];
    if (code === 0x25) while (at < to && bytes[at] !== 10 && bytes[at] !== 13) at++;
    else if (isRegular(bytes[at - 1]) && at > from && !isDigit(bytes[at - 1])) continue;
    else if (code === 0x6f && startsWith(bytes, at, 'obj') && isWhite(bytes[at - 1] ?? 0)) return at;
    else if (code === 0x78 && startsWith(bytes, at, 'xref')) return at;
    else if (code === 0x74 && startsWith(bytes, at, 'trailer')) return at;
  }
  return undefined;
}
