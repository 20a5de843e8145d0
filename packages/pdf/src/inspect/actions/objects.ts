import { isBroken, readable } from '../../errors.ts';
import { atRevision, type Revision, revisions } from '../../revisions/revisions.ts';
import { COMPRESSED, type Entry, IN_USE } from '../../syntax/entries.ts';
import { Offsets } from '../../syntax/offsets.ts';
import { openPdf } from '../../syntax/open.ts';
import type { Pdf } from '../../syntax/pdf.ts';
import type { PdfDict, PdfStream, PdfValue } from '../../syntax/values.ts';
import type { Finding, FindingKind } from '../finding.ts';
import { Findings, type Inspector, type Report } from '../inspector.ts';
import type { Place } from '../places.ts';
import { isAction } from './action.ts';
import { Attachments, type LookInside } from './attachments.ts';
import { firstReading, inspectDict } from './dictionary.ts';
import { Gathered } from './gathered.ts';
import { Triggers } from './triggers.ts';

/** What makes an attached PDF one that acts. */
const ACTIVE: ReadonlySet<FindingKind> = new Set<FindingKind>([
  'javascript',
  'xfa',
  'launch',
  'submit_form',
  'import_data',
  'uri_script',
  'rich_media',
  'exploit_pattern',
  'external_stream',
  'xml_entity',
  'active_attachment',
]);

/** Looks at every object of every revision, object streams included, wherever it is referred to from. */
export const inspectObjects: Inspector = (document, report) => {
  const triggers = new Triggers(document);
  const gathered = new Gathered(new Attachments(lookInside));
  const { pdf, revisions: all } = document;
  for (const seen of everyObject(pdf, all, report)) new Walk(seen, triggers, gathered, report).run();
  gathered.finish(report);
};

/** What a PDF inside the PDF does, read on the budget of the outer one; the PDFs inside it are not opened in turn. */
const lookInside: LookInside = (outer, bytes) =>
  readable(() => {
    const pdf = openPdf(bytes, outer.ports, outer.limits, outer.budget);
    const findings = new Findings();
    const gathered = new Gathered(new Attachments(() => 'inactive'));
    for (const seen of everyObject(pdf, revisions(pdf), findings.add))
      new Walk(seen, undefined, gathered, findings.add).run();
    gathered.finish(findings.add);
    return findings.list.find(({ kind }) => ACTIVE.has(kind))?.kind ?? 'inactive';
  }) ?? 'unreadable';

interface Seen {
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
}

/**
 * Every definition of an object that some revision shows. Sections may list the same bytes again and again: they are
 * looked at once, and once more where later revisions may have changed what they refer to.
 */
function* everyObject(pdf: Pdf, all: readonly Revision[], report: Report): Generator<Seen> {
  const reading: Reading = {
    ...{ pdf, last: all.length, report },
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
    if (replaced.size === 0) continue;
    // An update of an object stream redefines what stands in it, without an entry for any of that.
    for (const entry of currentEntries(view)) {
      const isRedefined = entry.kind === COMPRESSED && replaced.has(entry.place);
      const seen = isRedefined ? definition(reading, view, entry, revision) : undefined;
      if (seen !== undefined) yield seen;
    }
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
function definition(
  { pdf, last, read, brought, report }: Reading,
  view: Pdf,
  entry: Entry,
  revision: number,
): Seen | undefined {
  const identity = view.identity(entry);
  if (read.has(identity)) return undefined;
  const value = load(view, entry, revision, report);
  if (value === 'unreadable') return undefined;
  read.add(identity);
  if (last > 1) brought.set(identity, revision);
  const { number: object } = entry;
  const slot = pdf.index.get(object);
  const current = slot !== undefined && pdf.identity(pdf.store.entry(slot)) === identity;
  const superseded = !current && revision < last && !pdf.disputed.has(object);
  if (value === undefined) return undefined;
  return { pdf: view, value, object, revision, current, superseded, again: false };
}

function load(pdf: Pdf, entry: Entry, revision: number, report: Report): PdfValue | 'unreadable' | undefined {
  try {
    return pdf.load(entry)?.value;
  } catch (error) {
    if (!isBroken(error)) throw error;
    report({ kind: 'unreadable_object', object: entry.number, revision, excerpt: error.code });
    return 'unreadable';
  }
}

/** Keys under which an action names the file that it is about. */
const TARGETS = new Set(['F', 'Win', 'Mac', 'Unix']);

interface Open {
  value: PdfValue;
  place: Place;
  isTarget: boolean;
  isPrivate: boolean;
}

/** Goes through all dictionaries that stand in one object. */
class Walk {
  readonly #seen: Seen;
  readonly #triggers: Triggers | undefined;
  readonly #gathered: Gathered;
  readonly #report: Report;
  readonly #open: Open[] = [];

  /** Without `triggers` nothing is known to be run or to belong to a page. */
  constructor(seen: Seen, triggers: Triggers | undefined, gathered: Gathered, report: Report) {
    this.#seen = seen;
    this.#triggers = seen.current ? triggers : undefined;
    this.#gathered = gathered;
    this.#report = report;
  }

  run(): void {
    this.#open.push({ value: this.#seen.value, place: {}, isTarget: false, isPrivate: false });
    for (let next = this.#open.pop(); next !== undefined; next = this.#open.pop()) {
      const { value } = next;
      if (value.type === 'array') {
        for (const item of value.items) if (isContainer(item)) this.#open.push({ ...next, value: item });
      } else if (value.type === 'stream') this.#dict(value.dict, value, next);
      else if (value.type === 'dict') this.#dict(value, undefined, next);
    }
  }

  #dict(dict: PdfDict, stream: PdfStream | undefined, around: Open): void {
    const { pdf, object } = this.#seen;
    const place = this.#triggers?.place(object, dict) ?? around.place;
    this.#inspect(dict, stream, around, place);
    const first = firstReading(pdf, dict);
    if (first !== undefined) this.#inspect(first.dict, stream, around, place);
    const action = isAction(pdf, dict);
    for (const [key, value] of dict.entries) {
      if (!isContainer(value)) continue;
      const isTarget = around.isTarget || (action && TARGETS.has(key));
      const isPrivate = around.isPrivate || key === 'PieceInfo';
      this.#open.push({ value, place, isTarget, isPrivate });
    }
    for (const value of first?.hidden ?? [])
      if (isContainer(value)) this.#open.push({ ...around, value, place });
  }

  #inspect(dict: PdfDict, stream: PdfStream | undefined, { isTarget, isPrivate }: Open, place: Place): void {
    const { pdf, object, revision, superseded, again } = this.#seen;
    const trigger = this.#triggers?.action(object, dict)?.by;
    const finding = (kind: FindingKind, excerpt?: string): Finding => ({
      kind,
      object,
      revision,
      ...place,
      ...(superseded ? { superseded } : {}),
      ...(excerpt === undefined ? {} : { excerpt }),
    });
    const report = (kind: FindingKind, excerpt?: string): void => this.#report(finding(kind, excerpt));
    inspectDict({
      again,
      pdf,
      dict,
      stream,
      trigger,
      isTarget,
      isPrivate,
      gathered: this.#gathered,
      finding,
      report,
    });
  }
}

const isContainer = ({ type }: PdfValue): boolean => type === 'array' || type === 'dict';
