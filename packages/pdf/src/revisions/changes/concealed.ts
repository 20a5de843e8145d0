import { readable } from '../../errors.ts';
import { IN_USE } from '../../syntax/entries.ts';
import type { Pdf } from '../../syntax/pdf.ts';
import { sameValue } from '../equal.ts';
import type { Revision } from '../revisions.ts';
import { strayEntry, strayTrailer } from '../stray.ts';
import { firstWord, type Named } from './unlisted.ts';

/**
 * Where in a signed state something stands that readers show as soon as they mend the file, and not before: an object that no
 * section ever named, one that was replaced and stands behind what replaced it, or a trailer that names another document.
 * Whoever signed did not see it. What makes a reader mend a file is not all known, so that no update leaves it where it is
 * for certain.
 */
export function firstConcealed(view: Pdf, { end }: Pick<Revision, 'end'>): number | undefined {
  const { sections } = view;
  const whole = { number: 0, end, sections: [...sections] };
  const named = new Map<number, number>();
  const spans = sections.flatMap(({ offset, hiddenSpan }) =>
    (hiddenSpan === undefined ? [offset] : [offset, hiddenSpan.offset]).map(
      (start) => [start, start] as const,
    ),
  );
  for (const { entries, hidden } of [...sections].reverse()) {
    for (const { from, to } of [entries, hidden ?? entries]) {
      for (let slot = from; slot < to; slot++) {
        if (view.store.kind(slot) === IN_USE) named.set(view.store.entry(slot).place, slot);
      }
    }
  }
  return (
    firstWord(view, named, spans, [0, end]) ??
    firstReplaced(view, named) ??
    strayTrailer(view, whole, 0) ??
    strayEntry(view, whole, 0)
  );
}

/** Of two objects of one number readers that mend a file take the one that stands last. */
function firstReplaced(view: Pdf, named: Named): number | undefined {
  const { store, index } = view;
  for (const [place, slot] of named) {
    const entry = store.entry(slot);
    const newest = index.get(entry.number);
    const valid = newest === undefined ? undefined : store.entry(newest);
    if (valid?.kind !== IN_USE || valid.place >= place) continue;
    const read = (one: typeof entry) => readable(() => view.load(one)?.value);
    if (!sameValue(read(entry), view, read(valid), view)) return place;
  }
  return undefined;
}
