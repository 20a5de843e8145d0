import { PdfError } from '../../errors.ts';
import type { Revision } from '../../revisions/revisions.ts';
import { lastIndexOf } from '../../syntax/bytes.ts';
import { endOfRevision, TAIL } from '../../syntax/chain.ts';
import { FREE } from '../../syntax/entries.ts';
import { Parser } from '../../syntax/parser.ts';
import type { Pdf } from '../../syntax/pdf.ts';
import type { PdfValue } from '../../syntax/values.ts';
import { objectWords } from '../../syntax/words.ts';
import type { FindingKind } from '../finding.ts';
import type { Inspected, Report } from '../inspector.ts';
import type { Survey } from './survey.ts';
import { textAt } from './text.ts';
import { type Stray, skipWithin, strays } from './tokens.ts';

/** What a stray object or section costs beside its bytes. */
const STRAY = 64;
/** Writers that leave out the percent sign of the line that tells programs a file is binary. */
const MARKER = 32;

/**
 * Looks at the bytes that no section names. A reader that follows the sections never sees them; one that mends
 * files by looking for objects does, and so does any reader once a few bytes were changed.
 */
export function inspectGaps({ pdf, revisions }: Inspected, found: Survey, report: Report): void {
  const { bytes } = pdf;
  for (const start of found.extents.overlaps()) {
    report({ kind: 'ambiguous_syntax', excerpt: textAt(bytes, start) });
  }
  const last = addSections(pdf, found);
  const context: Context = {
    pdf,
    found,
    revisions,
    used: usedOffsets(pdf),
    defined: new Map<number, Set<number>>(),
  };
  found.extents.eachPart((from, to) => inspectPart(context, from, to, report));
  for (const [from, to] of found.extents.gaps(bytes.length)) {
    pdf.spend(to - from);
    // Between most objects is the end of a line.
    const start = skipWithin(bytes, from, to);
    if (start >= to) continue;
    let quiet = false;
    for (const stray of strays(bytes, start, to)) {
      if (stray.kind !== 'junk') pdf.spend(STRAY);
      if (stray.kind === 'object' && found.listed.has(stray.at)) quiet = true;
      else if (stray.kind !== 'junk') {
        const finding = judge(stray, context);
        if (finding !== undefined) report({ ...finding, excerpt: textAt(bytes, stray.at) });
      } else if (!quiet && !isMarker(bytes, stray.at)) {
        quiet = true;
        const kind = stray.at >= last ? 'trailing_bytes' : 'ambiguous_syntax';
        report({ kind, excerpt: textAt(bytes, stray.at) });
      }
    }
  }
}

/**
 * An object that stands in the data of a stream or in a string under the number of another one: who mends the file has it
 * in its place.
 */
function inspectPart({ pdf, found }: Context, from: number, to: number, report: Report): void {
  // Entries may lead to white space or a comment before their object.
  const own = new Parser(pdf.bytes, from, pdf.limits);
  own.skipSpace();
  for (const { place, isNoted } of objectWords(pdf.bytes, from, to)) {
    if (isNoted) continue;
    pdf.spend(STRAY);
    if (place <= own.pos || found.listed.has(place)) continue;
    const object = new Parser(pdf.bytes, place, pdf.limits).integer();
    if (!isDefined(pdf, object)) continue;
    // A file that travels along is told as such, and may be a PDF.
    if (isEmbedded(objectAt(pdf, own.pos))) return;
    report({ kind: 'unlisted_object', object, excerpt: textAt(pdf.bytes, place) });
  }
}

function isEmbedded(value: PdfValue | undefined): boolean {
  const type = value?.type === 'stream' ? value.dict.entries.get('Type') : undefined;
  return type?.type === 'name' && type.value === 'EmbeddedFile';
}

/** Adds the header and the sections; gives the first byte after the last `%%EOF` line. */
function addSections(pdf: Pdf, { extents }: Survey): number {
  const { bytes, limits } = pdf;
  extents.add(0, '%PDF-1.7'.length);
  const final = lastIndexOf(bytes, 'startxref', Math.max(0, bytes.length - TAIL), bytes.length);
  const closing = endOfRevision(bytes, Math.max(0, final), limits).end;
  extents.add(Math.max(0, final), closing);
  let last = closing;
  for (const { offset, end, hiddenSpan } of pdf.sections) {
    const after = endOfRevision(bytes, end, limits).end;
    extents.add(offset, after);
    if (hiddenSpan !== undefined) extents.add(hiddenSpan.offset, hiddenSpan.end);
    last = Math.max(last, after);
  }
  return last;
}

function usedOffsets(pdf: Pdf): Set<number> {
  const used = new Set<number>([0]);
  for (const { offset, hiddenSpan } of pdf.sections) used.add(offset).add(hiddenSpan?.offset ?? offset);
  return used;
}

const isMarker = (bytes: Uint8Array, at: number): boolean => at < MARKER && (bytes[at] ?? 0) > 127;

interface Context {
  pdf: Pdf;
  found: Survey;
  revisions: readonly Revision[];
  used: ReadonlySet<number>;
  /** Numbers that each revision defines, read when asked for. */
  defined: Map<number, Set<number>>;
}

function judge(
  stray: Exclude<Stray, { kind: 'junk' }>,
  context: Context,
): { kind: FindingKind; object?: number; revision?: number } | undefined {
  const { pdf, revisions, used } = context;
  if (stray.kind === 'header') return { kind: 'ambiguous_syntax' };
  if (stray.kind === 'section') return { kind: 'unused_section' };
  if (stray.kind === 'startxref') {
    return used.has(stray.offset) ? undefined : { kind: 'unused_section' };
  }
  if (isSection(pdf, stray.at)) return { kind: 'unused_section' };
  const revision = revisions.find(({ end }) => stray.at < end) ?? revisions.at(-1);
  const place = { object: stray.number, revision: revision?.number ?? 1 };
  if (revision !== undefined && definitions(context, revision).has(stray.number)) {
    return { kind: 'object_defined_twice', ...place };
  }
  return harmless(context, stray) ? undefined : { kind: 'unlisted_object', ...place };
}

/** A lone number or string that nothing refers to and nothing replaces shows nobody anything. */
function harmless({ pdf, found }: Context, { at, number }: { at: number; number: number }): boolean {
  const value = objectAt(pdf, at);
  const large = value === undefined || ['dict', 'stream', 'array'].includes(value.type);
  return !large && !found.references.targets().has(number) && !isDefined(pdf, number);
}

function isDefined(pdf: Pdf, number: number): boolean {
  const slot = pdf.index.get(number);
  return slot !== undefined && pdf.store.kind(slot) !== FREE;
}

/** Whether a cross-reference stream stands there. */
function isSection(pdf: Pdf, at: number): boolean {
  const value = objectAt(pdf, at);
  const type = value?.type === 'stream' ? value.dict.entries.get('Type') : undefined;
  return type?.type === 'name' && type.value === 'XRef';
}

function objectAt(pdf: Pdf, at: number): PdfValue | undefined {
  const parser = new Parser(pdf.bytes, at, pdf.limits);
  try {
    return parser.indirectObject().value;
  } catch (error) {
    if (error instanceof PdfError) return undefined;
    throw error;
  } finally {
    pdf.spend(parser.pos - at);
  }
}

function definitions({ pdf, defined }: Context, { number, sections }: Revision): Set<number> {
  const known = defined.get(number);
  if (known !== undefined) return known;
  const numbers = new Set<number>();
  for (const { entries, hidden } of sections) {
    for (const range of hidden === undefined ? [entries] : [entries, hidden]) {
      pdf.spend(range.to - range.from);
      for (let slot = range.from; slot < range.to; slot++) {
        if (pdf.store.kind(slot) !== FREE) numbers.add(pdf.store.number(slot));
      }
    }
  }
  defined.set(number, numbers);
  return numbers;
}
