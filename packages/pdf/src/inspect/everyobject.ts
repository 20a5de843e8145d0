import { isBroken, readable } from '../errors.ts';
import { atRevision, type Revision } from '../revisions/revisions.ts';
import { COMPRESSED, type Entry, IN_USE } from '../syntax/entries.ts';
import { Offsets } from '../syntax/offsets.ts';
import type { Pdf } from '../syntax/pdf.ts';
import type { IndirectObject, PdfValue } from '../syntax/values.ts';
import type { Report } from './inspector.ts';
import type { Survey } from './structure/survey.ts';

/** One definition of an object, in a revision that shows it. */
export interface Seen {
  pdf: Pdf;
  value: PdfValue;
  object: number;
  revision: number;
  /** Whether the current revision shows this very definition of the object. */
  current: boolean;
  /** Whether no reader takes this definition for the current one any more. */
  superseded: boolean;
  /** Whether it was looked at before, with what an earlier revision made of its references. */
  again: boolean;
}

interface Reading {
  pdf: Pdf;
  /** Number of the newest revision. */
  last: number;
  /** What was looked at. */
  read: Offsets;
  /** The revision that brought it; of a file with one alone nobody asks. */
  brought: Map<number, number>;
  report: Report;
  survey: Survey | undefined;
}

/**
 * Every definition of an object that some revision shows. Sections may list the same bytes again and again: they are
 * looked at once, and once more where later revisions may have changed what they refer to. `survey` is told of each when
 * it is read.
 */
export function* everyObject(
  pdf: Pdf,
  all: readonly Revision[],
  report: Report,
  survey?: Survey,
): Generator<Seen> {
  const reading: Reading = {
    ...{ pdf, last: all.length, report, survey },
    read: new Offsets(pdf.bytes.length),
    brought: new Map(),
  };
  const containers = new Set<number>();
  for (const { number: revision, sections } of all) {
    const view = atRevision(pdf, all, revision);
    const replaced = new Set<number>();
    for (const entry of entriesOf(pdf, sections)) {
      if (entry.kind === COMPRESSED) containers.add(entry.place);
      else if (containers.has(entry.number)) replaced.add(entry.number);
      const seen = definition(reading, view, entry, revision);
      if (seen !== undefined) yield seen;
    }
    // An update of an object stream redefines what stands in it, without an entry for any of that.
    for (const entry of replaced.size === 0 ? [] : currentEntries(view)) {
      const isRedefined = entry.kind === COMPRESSED && replaced.has(entry.place);
      const seen = isRedefined ? definition(reading, view, entry, revision) : undefined;
      if (seen !== undefined) yield seen;
    }
    survey?.endRevision();
  }
  if (all.length > 1) yield* asItIsNow(reading);
}

/** The objects that earlier revisions brought and that are in force, with what they refer to now. */
function* asItIsNow({ pdf, brought, last }: Reading): Generator<Seen> {
  for (const entry of currentEntries(pdf)) {
    const revision = brought.get(pdf.identity(entry));
    if (revision === undefined || revision === last) continue;
    const value = readable(() => pdf.load(entry)?.value);
    const state = { current: true, superseded: false, again: true };
    if (value !== undefined) yield { pdf, value, object: entry.number, revision, ...state };
  }
}

function* entriesOf(pdf: Pdf, sections: Revision['sections']): Generator<Entry> {
  for (const { entries, hidden } of sections) {
    for (const { from, to } of hidden === undefined ? [entries] : [entries, hidden]) {
      for (let at = from; at < to; at++) {
        const entry = pdf.store.entry(at);
        // A free entry names no bytes: its number must not be taken for a place.
        if (entry.kind === IN_USE || entry.kind === COMPRESSED) yield entry;
      }
    }
  }
}

function* currentEntries(view: Pdf): Generator<Entry> {
  view.spend(view.index.highest);
  for (let number = 0; number <= view.index.highest; number++) {
    const slot = view.index.get(number);
    if (slot !== undefined) yield view.store.entry(slot);
  }
}

/** Undefined where it was looked at before, or cannot be. */
function definition(reading: Reading, view: Pdf, entry: Entry, revision: number): Seen | undefined {
  const { pdf, last, read, brought, report, survey } = reading;
  const identity = view.identity(entry);
  const found = read.has(identity) ? undefined : load(view, entry, revision, report);
  if (found === undefined) {
    survey?.unread(entry);
    return undefined;
  }
  read.add(identity);
  if (last > 1) brought.set(identity, revision);
  const { number: object } = entry;
  const slot = pdf.index.get(object);
  const current = slot !== undefined && pdf.identity(pdf.store.entry(slot)) === identity;
  const superseded = !current && revision < last && !pdf.disputed.has(object);
  survey?.add({ view, entry, object: found, revision, current });
  return { pdf: view, value: found.value, object, revision, current, superseded, again: false };
}

function load(pdf: Pdf, entry: Entry, revision: number, report: Report): IndirectObject | undefined {
  try {
    return pdf.load(entry);
  } catch (error) {
    if (!isBroken(error)) throw error;
    report({ kind: 'unreadable_object', object: entry.number, revision, excerpt: error.code });
    return undefined;
  }
}
