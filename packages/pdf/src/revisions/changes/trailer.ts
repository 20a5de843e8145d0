import { readable } from '../../errors.ts';
import { keepsEncryption } from '../../syntax/encryption/kept.ts';
import type { Pdf } from '../../syntax/pdf.ts';
import { integerEntry } from '../../syntax/sections.ts';
import type { PdfDict, PdfValue } from '../../syntax/values.ts';
import { sameValue } from '../equal.ts';
import { judgeCatalog } from './catalog.ts';
import { lacksMore } from './references.ts';
import { differing, entry, type Step } from './step.ts';

/**
 * The trailer (§7.5.5): the encryption stays with all that it leads to, and the file's identifier keeps its first half; a catalog under another
 * number is judged as if it had stayed under its own.
 */
export function judgeTrailer(step: Step): void {
  const { earlier, later } = step;
  const [before, after] = [earlier.trailer, later.trailer];
  const changed = new Set(differing(step, before, after));
  for (const { trailer, rows } of step.revision.sections) {
    if (rows !== undefined) step.forbid('ambiguous', 'xref');
    judgeRepeated(step, trailer);
    judgeSize(step, trailer);
    judgeMissing(step, trailer);
  }
  if (earlier.rootRef.number !== later.rootRef.number) judgeCatalog(step, earlier.catalog, later.catalog);
  if (changed.has('Encrypt') || !keepsEncryption(earlier, later)) step.forbid('encryption', '/Encrypt');
  if (changed.has('Info')) judgeInfo(step, entry(before, 'Info'), entry(after, 'Info'));
  const first = (pdf: typeof earlier): ReturnType<typeof entry> =>
    pdf.array(entry(pdf.trailer, 'ID'))?.items[0];
  // Of an identifier that is left out, or made anew, readers take no notice, but for encrypted files.
  const isEncrypted = entry(before, 'Encrypt') !== undefined;
  if (isEncrypted && !sameValue(first(earlier), earlier, first(later), later))
    step.forbid('encryption', '/ID');
}

/** Of two entries of one key readers take the first or the last: two catalogs are two documents. */
function judgeRepeated(step: Step, { duplicates, hidden = [], entries }: PdfDict): void {
  for (const [at, key] of duplicates.entries()) {
    if (!sameValue(hidden[at], step.later, entries.get(key), step.later))
      step.forbid('ambiguous', `/${key.slice(0, 64)}`);
  }
}

/** What a trailer leads to is asked for by every reader. */
function judgeMissing(step: Step, trailer: PdfDict): void {
  for (const [key, value] of trailer.entries)
    if (lacksMore(step.later, value, step.earlier.trailer)) step.forbid('content', `/${key.slice(0, 64)}`);
}

/** How far beyond the highest number /Size may lie: some writers count what they left out, or count anew. */
const SPARE = 1000;

/** §7.5.5: a direct integer, greater than every number. By one that cannot be, readers mend the file. */
function judgeSize(step: Step, trailer: PdfDict): void {
  const { earlier, later } = step;
  const size = integerEntry(trailer, 'Size') ?? 0;
  const before = integerEntry(earlier.trailer, 'Size') ?? 0;
  const most = Math.max(before, 2 * later.index.highest) + SPARE;
  if (size < 1 || size > most) step.forbid('ambiguous', '/Size');
  // What was signed under a number of /Size or more is missing then, to readers that go by the letter.
  else if (size <= earlier.index.highest && before > earlier.index.highest)
    step.explain('unread_look', '/Size');
}

/** What writers note of themselves (§14.3.3). */
const NOTED = new Set(['ModDate', 'CreationDate', 'Producer', 'Creator', 'Trapped']);

/** The information dictionary: dates and the writer's name are noted with every update, titles describe it. */
export function judgeInfo(step: Step, one: PdfValue | undefined, other: PdfValue | undefined): void {
  const object = other?.type === 'ref' ? other.number : undefined;
  const empty: PdfDict = { ...step.later.trailer, entries: new Map(), duplicates: [] };
  const before = step.earlier.dict(one) ?? empty;
  const after = step.later.dict(other) ?? empty;
  for (const key of differing(step, before, after)) {
    if (!after.duplicates.includes(key) && areSameNotes(step, entry(before, key), entry(after, key)))
      continue;
    step.explain(NOTED.has(key) ? 'document_info' : 'description', `/${key}`, { object });
  }
}

/** Whether what is noted is the same, or nothing, be it in an object of its own: some writers put it there, and every reader follows. */
function areSameNotes(
  { earlier, later }: Step,
  one: PdfValue | undefined,
  other: PdfValue | undefined,
): boolean {
  const areSame = readable(() => {
    const [had, has] = [earlier.resolve(one), later.resolve(other)];
    if (isNothing(earlier, had) && isNothing(later, has)) return true;
    return had?.type === 'string' && has?.type === 'string' && sameValue(had, earlier, has, later, 'Title');
  });
  return areSame === true;
}

const isNothing = (pdf: Pdf, value: PdfValue | undefined): boolean =>
  value === undefined ||
  value.type === 'null' ||
  (value.type === 'string' && pdf.stringBytes(value).length === 0);
