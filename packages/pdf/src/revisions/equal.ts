import { readable } from '../errors.ts';
import type { Pdf } from '../syntax/pdf.ts';
import { type PdfDict, type PdfStream, type PdfValue, raw } from '../syntax/values.ts';

/**
 * Whether two values say the same, however they are written: references by number, streams by their data, and what
 * stands in a dictionary here and in an object of its own there by what it is.
 */
export const sameValue = (a: PdfValue | undefined, inA: Pdf, b: PdfValue | undefined, inB: Pdf): boolean =>
  isSame([a, b], inA, inB, undefined);

/**
 * As {@link sameValue}, and through references: objects under other numbers are the same where they say the same. What
 * stands behind one number in both is judged by itself.
 */
export const sameMeaning = (a: PdfValue | undefined, inA: Pdf, b: PdfValue | undefined, inB: Pdf): boolean =>
  isSame([a, b], inA, inB, new Set());

/** What following a reference costs. */
const FOLLOWED = 32;

/** `followed` are the pairs of numbers that were looked at; without it references are not followed. */
function isSame(
  pair: [PdfValue | undefined, PdfValue | undefined],
  inA: Pdf,
  inB: Pdf,
  followed: Set<string> | undefined,
): boolean {
  const open = [pair];
  for (let next = open.pop(); next !== undefined; next = open.pop()) {
    const [one, other] = aligned(next, inA, inB);
    if (followed !== undefined && one?.type === 'ref' && other?.type === 'ref') {
      if (one.number === other.number && one.generation === other.generation) continue;
      const key = `${one.number} ${other.number}`;
      if (followed.has(key)) continue;
      followed.add(key);
      inB.spend(FOLLOWED);
      open.push([readable(() => inA.resolve(one)), readable(() => inB.resolve(other))]);
      continue;
    }
    if (one === undefined || other === undefined || one.type !== other.type) {
      if (isNothing(one) && isNothing(other)) continue;
      return false;
    }
    if (one.type === 'array' && other.type === 'array') {
      if (one.items.length !== other.items.length) return false;
      inB.spend(one.items.length);
      for (const [at, item] of one.items.entries()) open.push([item, other.items[at]]);
    } else if (one.type === 'dict' && other.type === 'dict') {
      if (!pushEntries(one, other, open)) return false;
    } else if (one.type === 'stream' && other.type === 'stream') {
      if (!sameData(one, inA, other, inB)) return false;
      open.push([withoutLength(one.dict), withoutLength(other.dict)]);
    } else if (!sameScalar(one, inA, other, inB)) {
      return false;
    }
  }
  return true;
}

function aligned(
  [one, other]: [PdfValue | undefined, PdfValue | undefined],
  inA: Pdf,
  inB: Pdf,
): [PdfValue | undefined, PdfValue | undefined] {
  if (one === undefined || other === undefined || (one.type === 'ref') === (other.type === 'ref'))
    return [one, other];
  return [readable(() => inA.resolve(one)), readable(() => inB.resolve(other))];
}

const isNothing = (value: PdfValue | undefined): boolean => value === undefined || value.type === 'null';

function pushEntries(
  one: PdfDict,
  other: PdfDict,
  open: [PdfValue | undefined, PdfValue | undefined][],
): boolean {
  if (one.duplicates.length + other.duplicates.length > 0) return false;
  for (const key of new Set([...one.entries.keys(), ...other.entries.keys()])) {
    open.push([one.entries.get(key), other.entries.get(key)]);
  }
  return true;
}

function sameScalar(one: PdfValue, inA: Pdf, other: PdfValue, inB: Pdf): boolean {
  if (one.type === 'ref' && other.type === 'ref') {
    return one.number === other.number && one.generation === other.generation;
  }
  if (one.type === 'string' && other.type === 'string') {
    return sameBytes(inA.stringBytes(one), inB.stringBytes(other));
  }
  if (one.type === 'number' && other.type === 'number') return one.value === other.value;
  if (one.type === 'name' && other.type === 'name') return one.value === other.value;
  return sameBytes(raw(one), raw(other));
}

/** By the data as they stand: a stream that was packed anew counts as another. */
function sameData(one: PdfStream, inA: Pdf, other: PdfStream, inB: Pdf): boolean {
  const [a, b] = [data(inA, one), data(inB, other)];
  return a !== undefined && b !== undefined && sameBytes(a, b);
}

function withoutLength(dict: PdfDict): PdfDict {
  const entries = new Map(dict.entries);
  entries.delete('Length');
  return { ...dict, entries };
}

function data(pdf: Pdf, stream: PdfStream): Uint8Array | undefined {
  return readable(() => {
    const bytes = pdf.streamData(stream);
    pdf.spend(bytes.length);
    return bytes;
  });
}

function sameBytes(a: Uint8Array, b: Uint8Array): boolean {
  if (a.length !== b.length) return false;
  for (let at = 0; at < a.length; at++) if (a[at] !== b[at]) return false;
  return true;
}
