import { readable } from '../../errors.ts';
import { isDigit, isRegular, isWhite, skipWhite, startsWith } from '../../syntax/bytes.ts';
import { endOfRevision } from '../../syntax/chain.ts';
import { COMPRESSED, IN_USE } from '../../syntax/entries.ts';
import { Parser } from '../../syntax/parser.ts';
import type { Pdf } from '../../syntax/pdf.ts';
import type { PdfValue } from '../../syntax/values.ts';
import { objectWords } from '../../syntax/words.ts';
import { sameValue } from '../equal.ts';
import type { Revision } from '../revisions.ts';
import { strayEntry, strayTrailer } from '../stray.ts';

/** Entries by the places that they name; of several that name one place the last. */
export type Named = ReadonlyMap<number, number>;

/**
 * Where, between `from` and the end of a revision, an object or a cross-reference section begins that none of its
 * sections names, or a trailer stands that names another document than they do. Readers that mend files see it, in the data
 * of streams and in strings too. Undefined where there is none, or where it says what the
 * valid one says: some writers write an object twice.
 */
export function firstUnlisted(view: Pdf, revision: Revision, from: number): number | undefined {
  const { bytes, limits, store } = view;
  /** The entries of the revision by the places that they name. */
  const named = new Map<number, number>();
  const spans: [number, number][] = [[revision.end, revision.end]];
  for (const { entries, hidden, offset, end, hiddenSpan } of revision.sections) {
    spans.push([offset, endOfRevision(bytes, end, limits).end]);
    if (hiddenSpan !== undefined) spans.push([hiddenSpan.offset, hiddenSpan.end]);
    for (const { from, to } of [entries, hidden ?? entries]) {
      for (let slot = from; slot < to; slot++)
        if (store.kind(slot) === IN_USE) named.set(store.entry(slot).place, slot);
    }
  }
  let at = from;
  for (const [start, end] of spans.sort(([a], [b]) => a - b)) {
    const found = firstOther(view, named, at, start);
    if (found !== undefined) return found;
    at = Math.max(at, end);
  }
  return (
    firstWord(view, named, spans, [from, revision.end]) ??
    strayTrailer(view, revision, from) ??
    strayEntry(view, revision, from)
  );
}

function endOfObject(view: Pdf, value: PdfValue | undefined): number | undefined {
  if (value?.type !== 'stream') return value?.end;
  return value.dataStart + (readable(() => view.number(value.dict.entries.get('Length'))) ?? 0);
}

/** The first word that begins a section, or an object that no entry names and that says something of its own. */
function firstOther(view: Pdf, named: Named, from: number, to: number): number | undefined {
  let at = from;
  for (;;) {
    const word = begins(view.bytes, at, to);
    const place = word === undefined ? undefined : numberBefore(view.bytes, numberBefore(view.bytes, word));
    const end = place === undefined ? undefined : endOfCopy(view, named, place);
    if (end === undefined) return word;
    at = end;
  }
}

const OBJ = 'obj';

/**
 * The first word that begins an object wherever it stands, but for those of sections: in the data of a stream, in a string,
 * or in what only some readers take for a comment.
 */
export function firstWord(
  view: Pdf,
  named: Named,
  spans: readonly (readonly [number, number])[],
  [from, to]: readonly [number, number],
): number | undefined {
  const { bytes } = view;
  const own = new Set(spans.map(([start]) => skipWhite(bytes, start)));
  const starts = Float64Array.from([...named.keys(), ...own]).sort();
  let line = 0;
  let begun = 0;
  for (const { place, word, isNoted } of objectWords(bytes, from, to)) {
    line = startOfLine(bytes, place, line);
    if (named.has(place) || own.has(place)) {
      if (isParted(bytes, line, place)) return word;
      continue;
    }
    while ((starts[begun + 1] ?? place) < place) begun++;
    const before = starts[begun] ?? place;
    const isPassed = isNoted && (before >= place || isClosed(view, named.get(before), place));
    if (isPassed || repeatsMember(view, place, word)) continue;
    if (endOfCopy(view, named, place) === undefined) return word;
  }
  return undefined;
}

/** Where the line begins that holds `at`; no further back than where that of the word before it does. */
function startOfLine(bytes: Uint8Array, at: number, before: number): number {
  let start = at;
  while (start > before && bytes[start - 1] !== 10 && bytes[start - 1] !== 13) start--;
  return start;
}

/** Octets of a line that some readers take at once: what follows is another line to them. */
const PIECE = 255;

/** Whether readers that take a line in pieces find one that begins within the number of an object: with another number. */
function isParted(bytes: Uint8Array, line: number, place: number): boolean {
  const next = line + Math.ceil((place + 1 - line) / PIECE) * PIECE;
  let end = place;
  while (isDigit(bytes[end])) end++;
  return next < end;
}

/**
 * Whether an object is closed before a place: there readers pass over comments. Within one, and behind a trailer, some look
 * for others in comments, too.
 */
function isClosed(view: Pdf, slot: number | undefined, place: number): boolean {
  const value = slot === undefined ? undefined : readable(() => view.load(view.store.entry(slot))?.value);
  const end = endOfObject(view, value);
  if (end === undefined) return false;
  const parser = new Parser(view.bytes, end, view.limits);
  if (value?.type === 'stream' && !parser.keyword('endstream')) return false;
  return parser.keyword('endobj') && parser.pos <= place;
}

/** Whether what stands behind a word is what the valid object of its number says, as it stands in an object stream. */
function repeatsMember(view: Pdf, place: number, word: number): boolean {
  const { bytes, limits, index, store } = view;
  const number = new Parser(bytes, place, limits).integer();
  const slot = index.get(number);
  if (slot === undefined || store.kind(slot) !== COMPRESSED) return false;
  const parser = new Parser(bytes, word + OBJ.length, limits);
  const found = readable(() => parser.value());
  view.spend(parser.pos - word);
  if (found === undefined || readable(() => parser.keyword('stream')) !== false) return false;
  return sameValue(
    found,
    view,
    readable(() => view.object(number)?.value),
    view,
  );
}

/** Where the digits begin that stand, with white space behind them, before `at`. */
function numberBefore(bytes: Uint8Array, at: number): number {
  let start = at;
  while (isWhite(bytes[start - 1] ?? 0x2f)) start--;
  while (isDigit(bytes[start - 1])) start--;
  return start;
}

/** Where the object ends that begins there, if an entry names it or it says what the valid one of its number says. */
function endOfCopy(view: Pdf, named: Named, place: number): number | undefined {
  const { bytes, limits, index, store } = view;
  const parser = new Parser(bytes, place, limits);
  // A word that begins a section has no numbers before it, or not those of an object.
  const [number, detail] = [parser.integer(), parser.integer()];
  const found = readable(() => view.load({ number, kind: IN_USE, place, detail })?.value);
  const isOf = (slot: number | undefined): boolean => {
    const entry = slot === undefined ? undefined : store.entry(slot);
    return (
      entry?.kind === IN_USE && entry.place === place && entry.number === number && entry.detail === detail
    );
  };
  const slot = index.get(number);
  if (isOf(named.get(place)) || isOf(slot)) return endOfObject(view, found);
  const valid = slot === undefined ? undefined : store.entry(slot);
  if (valid?.kind !== IN_USE || valid.detail !== detail) return undefined;
  // What cannot be read here says something to readers that begin elsewhere.
  if (found === undefined) return undefined;
  const value = readable(() => view.load(valid)?.value);
  return sameValue(found, view, value, view) ? endOfObject(view, found) : undefined;
}

/** The first word that begins an object or a section. */
function begins(bytes: Uint8Array, from: number, to: number): number | undefined {
  for (let at = from; at < to; at++) {
    const code = bytes[at];
    if (code === 0x25) while (at < to && bytes[at] !== 10 && bytes[at] !== 13) at++;
    else if (isRegular(bytes[at - 1]) && at > from && !isDigit(bytes[at - 1])) continue;
    else if (startsWith(bytes, at, OBJ) && isWhite(bytes[at - 1] ?? 0)) return at;
    else if (startsWith(bytes, at, 'xref') || startsWith(bytes, at, 'trailer')) return at;
  }
  return undefined;
}
