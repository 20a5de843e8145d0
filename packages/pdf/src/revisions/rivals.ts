import { readable } from '../errors.ts';
import { COMPRESSED, FREE } from '../syntax/entries.ts';
import type { Pdf } from '../syntax/pdf.ts';
import type { Section } from '../syntax/sections.ts';
import { sameValue } from './equal.ts';
import type { Revision } from './revisions.ts';

/**
 * Numbers that the table of a hybrid file (ISO 32000-2 §7.5.8.4) and the stream that it names both define, and that mean
 * something else in one than in the other: readers that know streams may take either.
 */
export function* rivals(pdf: Pdf, { entries, hidden }: Section): Generator<number> {
  if (hidden === undefined) return;
  const { store } = pdf;
  const inTable = new Map<number, number>();
  for (let slot = entries.from; slot < entries.to; slot++) {
    if (store.kind(slot) !== FREE) inTable.set(store.number(slot), slot);
  }
  pdf.spend(entries.to - entries.from + hidden.to - hidden.from);
  const meaning = (slot: number) => readable(() => pdf.load(store.entry(slot))?.value);
  for (let slot = hidden.from; slot < hidden.to; slot++) {
    const other = inTable.get(store.number(slot));
    if (other === undefined || store.kind(slot) === FREE || store.same(other, slot)) continue;
    if (!sameValue(meaning(other), pdf, meaning(slot), pdf)) yield store.number(slot);
  }
}

/**
 * Numbers that a revision uses under a lower generation than a free entry gave them (§7.5.4), before or in one of its own
 * sections: some readers keep to the higher one, and find nothing there.
 */
export function* reused(earlier: Pdf, later: Pdf, { sections }: Revision): Generator<number> {
  const { store } = later;
  const generation = (slot: number): number => {
    const { kind, detail } = store.entry(slot);
    return kind === COMPRESSED ? 0 : detail;
  };
  for (const { entries, hidden } of sections) {
    for (const { from, to } of hidden === undefined ? [entries] : [entries, hidden]) {
      later.spend(to - from);
      for (let slot = from; slot < to; slot++) {
        const number = store.number(slot);
        const valid = later.index.get(number);
        if (number === 0 || valid === undefined || store.kind(valid) === FREE) continue;
        // The table of a hybrid file frees for good what its stream hides (§7.5.8.4): readers of the table found nothing before, either.
        const others = [slot, earlier.disputed.has(number) ? undefined : earlier.index.get(number)];
        if (
          others.some(
            (other) =>
              other !== undefined && store.kind(other) === FREE && generation(other) > generation(valid),
          )
        )
          yield number;
      }
    }
  }
}
