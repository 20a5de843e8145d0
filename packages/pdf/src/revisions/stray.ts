import { readable } from '../errors.ts';
import { isNumeric, startsWith } from '../syntax/bytes.ts';
import { type Entry, EntryStore, FREE } from '../syntax/entries.ts';
import { Parser } from '../syntax/parser.ts';
import type { Pdf } from '../syntax/pdf.ts';
import { decodeEntries } from '../syntax/sections.ts';
import type { PdfDict, PdfStream, PdfValue } from '../syntax/values.ts';
import { namesLike } from '../syntax/words.ts';
import { sameValue } from './equal.ts';
import type { Revision } from './revisions.ts';

/**
 * Whether a cross-reference stream (ISO 32000-2 §7.5.8) is none of the sections of an update and says anything else than
 * they do: readers that mend a file take its entries all the same. Some writers leave one behind that repeats the table.
 */
export function isStraySection(pdf: Pdf, { sections }: Revision, value: PdfValue): boolean {
  if (value.type !== 'stream' || !looksLikeSection(value.dict)) return false;
  const isSection = sections.some(
    ({ trailer, hiddenSpan }) =>
      trailer.start === value.start ||
      (hiddenSpan !== undefined && hiddenSpan.offset <= value.start && value.start < hiddenSpan.end),
  );
  return !isSection && !repeatsSections(pdf, value);
}

/** Whether readers that mend a file may take a stream of that dictionary for a section: some ask for no /Type. */
function looksLikeSection({ entries, hidden = [] }: PdfDict): boolean {
  const isNamed = [entries.get('Type'), ...hidden].some(
    (one) => one?.type === 'name' && one.value === 'XRef',
  );
  // The /W of an image is a number.
  const widths = entries.get('W')?.type ?? 'number';
  return isNamed || widths !== 'number';
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

const TRAILER = 'trailer';
/** The first letter of {@link TRAILER}. */
const T = 0x74;
/** Bytes in which the dictionary of a trailer that is none ends: of a longer one nobody knows what it names. */
const LONGEST = 4096;

/**
 * Where, between `from` and the end of an update, the word of a trailer stands behind which a dictionary names another
 * document than its sections do, or cannot be read. Readers that mend a file look for the word in every line: in the data
 * of streams, in strings and behind the section, too.
 */
export function strayTrailer(view: Pdf, { sections, end }: Revision, from: number): number | undefined {
  const { bytes, limits } = view;
  const own = new Set(sections.map(({ trailer }) => trailer.start));
  for (let at = bytes.indexOf(T, from); at >= 0 && at < end; at = bytes.indexOf(T, at + 1)) {
    if (!startsWith(bytes, at, TRAILER)) continue;
    const behind = new Parser(bytes, at + TRAILER.length, limits);
    behind.skipSpace();
    const start = behind.pos;
    view.spend(start - at);
    if (own.has(start) || !startsWith(bytes, start, '<<')) continue;
    const parser = new Parser(bytes.subarray(0, start + LONGEST), start, limits);
    const found = readable(() => parser.value());
    view.spend(parser.pos - start);
    if (!repeatsTrailer(view, found)) return at;
  }
  return undefined;
}

/** What readers take from a trailer: of one that names another catalog they read another document. */
const NAMED = ['Root', 'Encrypt', 'Info'];

/** Whether a trailer that is none of a section names what the newest section does, or nothing. */
function repeatsTrailer(view: Pdf, found: PdfValue | undefined): boolean {
  if (found?.type !== 'dict' || found.duplicates.length > 0) return false;
  const { entries } = view.trailer;
  // An encrypted file's keys rest on its identifier (§7.6.4.3).
  return (entries.has('Encrypt') ? [...NAMED, 'ID'] : NAMED).every((key) => {
    const value = found.entries.get(key);
    return value === undefined || sameValue(value, view, entries.get(key), view);
  });
}

/** Entries by which some readers that mend a file know a trailer, without its word, wherever no object holds it. */
const CATALOG = 'Root';
const KNOWN_BY = [CATALOG, 'Encrypt'];

/**
 * Where, between `from` and the end of an update, a name stands that begins such an entry, and behind it another catalog or
 * encryption than the newest section names.
 */
export function strayEntry(view: Pdf, { sections, end }: Revision, from: number): number | undefined {
  const ownOf = (key: string): Set<number | undefined> =>
    new Set(sections.map(({ trailer }) => trailer.entries.get(key)?.start));
  const own = new Map(KNOWN_BY.map((key) => [key, ownOf(key)]));
  let encryption: number | undefined;
  for (const { at, end: behind, name, start: key } of namesLike(view.bytes, KNOWN_BY, from, end)) {
    const isAsked = key === CATALOG || encryption === undefined;
    const isKey = name === key || name[key.length] === '\0';
    if (!isAsked || !isKey || !isOther(view, key, behind, own.get(key) ?? new Set())) continue;
    // Of another catalog it is told first.
    if (key === CATALOG) return at;
    encryption = at;
  }
  return encryption;
}

function isOther(view: Pdf, key: string, at: number, own: ReadonlySet<number | undefined>): boolean {
  const { bytes, limits, trailer } = view;
  const behind = new Parser(bytes, at, limits);
  behind.skipSpace();
  const start = behind.pos;
  view.spend(start - at);
  if (own.has(start)) return false;
  const isDict = startsWith(bytes, start, '<<');
  // Of signs and points in numbers some readers make references.
  if (!isDict && !isNumeric(bytes[start])) return false;
  const parser = new Parser(bytes.subarray(0, start + LONGEST), start, limits);
  const value = readable(() => parser.value());
  view.spend(parser.pos - start);
  // Contents mark pieces of theirs by a name and a dictionary.
  if (value?.type === 'dict' && !MEANT.some((one) => value.entries.has(one))) return false;
  return value === undefined || !sameValue(value, view, trailer.entries.get(key), view);
}

/** What a catalog or an encryption has. */
const MEANT = ['Pages', 'Filter'];
