import { readable } from '../errors.ts';
import { isDigit, isRegular, isWhite } from '../syntax/bytes.ts';
import { COMPRESSED, IN_USE } from '../syntax/entries.ts';
import type { Pdf } from '../syntax/pdf.ts';
import { type PdfValue, raw } from '../syntax/values.ts';

/** An update takes few numbers: references far above the first free one cannot meet them. */
const WINDOW = 4096;
/** Decoded object streams are looked through up to this many bytes: more would cost more than signing. */
const DECODED = 8 * 1024 * 1024;
/** Bytes of file for each object from which on the objects are looked at one by one, without their streams. */
const SPARSE = 65_536;
const LETTER_R = 0x52;

/**
 * Numbers from `first` up that something in the file refers to though nothing defines them. Giving one of them
 * a meaning would change what earlier revisions say, so an update leaves them out. What cannot be read refers to
 * nothing that a reader could follow.
 */
export function danglingReferences(pdf: Pdf, first: number): ReadonlySet<number> {
  const { before } = pdf;
  const earlier = before === undefined ? undefined : gathered.get(before);
  const found =
    before === undefined || earlier === undefined || first > earlier.first + WINDOW / 2
      ? { first, numbers: scanned(pdf, first, new Set(), 0, 0) }
      : {
          first: earlier.first,
          numbers: scanned(pdf, earlier.first, earlier.numbers, before.bytes.length, before.store.length),
        };
  gathered.set(pdf, found);
  return found.numbers;
}

/** What was found once is not looked for again in a file that was appended to. */
const gathered = new WeakMap<Pdf, { first: number; numbers: ReadonlySet<number> }>();

/** Looks at what stands from byte `from` and entry `slot` on; `known` is what stands before. */
function scanned(
  pdf: Pdf,
  first: number,
  known: ReadonlySet<number>,
  from: number,
  slot: number,
): ReadonlySet<number> {
  const found = new Set(known);
  if (from > 0) scan(pdf.bytes.subarray(from), first, found);
  else if (pdf.bytes.length < pdf.store.length * SPARSE) scan(pdf.bytes, first, found);
  else for (const value of inUse(pdf)) scan(raw(value), first, found);
  let left = DECODED;
  for (const number of objectStreams(pdf, slot)) {
    if (left <= 0) break;
    const stream = readable(() => {
      const value = pdf.object(number)?.value;
      return value?.type === 'stream' ? pdf.decoded(value) : undefined;
    });
    if (stream === undefined) continue;
    left -= stream.length;
    scan(stream, first, found);
  }
  return found;
}

function* inUse(pdf: Pdf): Generator<PdfValue> {
  for (let at = 0; at < pdf.store.length; at++) {
    if (pdf.store.kind(at) !== IN_USE) continue;
    const value = readable(() => pdf.load(pdf.store.entry(at))?.value);
    if (value !== undefined) yield value;
  }
}

function objectStreams(pdf: Pdf, from: number): Set<number> {
  const numbers = new Set<number>();
  for (let at = from; at < pdf.store.length; at++) {
    if (pdf.store.kind(at) === COMPRESSED) numbers.add(pdf.store.entry(at).place);
  }
  return numbers;
}

/** Looks for `N G R` in plain bytes; what merely looks like it costs a number and does no harm. */
function scan(bytes: Uint8Array, first: number, found: Set<number>): void {
  for (let at = bytes.indexOf(LETTER_R); at >= 0; at = bytes.indexOf(LETTER_R, at + 1)) {
    if (!isWhite(bytes[at - 1] ?? 0x2f) || isRegular(bytes[at + 1])) continue;
    let from = backOverWhite(bytes, at - 1);
    const generationEnd = from;
    while (isDigit(bytes[from])) from--;
    if (from === generationEnd || !isWhite(bytes[from] ?? 0x2f)) continue;
    from = backOverWhite(bytes, from);
    let number = 0;
    for (let unit = 1; isDigit(bytes[from]) && unit <= 1e9; unit *= 10, from--) {
      number += ((bytes[from] ?? 0) - 48) * unit;
    }
    if (number >= first && number < first + WINDOW) found.add(number);
  }
}

function backOverWhite(bytes: Uint8Array, from: number): number {
  let at = from;
  while (at >= 0 && isWhite(bytes[at] ?? 0x2f)) at--;
  return at;
}
