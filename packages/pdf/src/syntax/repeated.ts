import { PdfError } from '../errors.ts';
import { IN_USE } from './entries.ts';
import type { Pdf } from './pdf.ts';
import { type IndirectObject, raw } from './values.ts';

/**
 * A section that names a number twice (ISO 32000-2 §7.5.4 permits it once) means two things, unless both places hold the
 * same octets: some writers write an object twice in one update. Throws `broken_xref`.
 */
export function refuseRepeated(pdf: Pdf): void {
  for (const [first, second] of pdf.repeated) {
    const entries = [pdf.store.entry(first), pdf.store.entry(second)];
    const [one, other] = entries.map((entry) => (entry.kind === IN_USE ? pdf.load(entry) : undefined));
    if (one === undefined || other === undefined || !isCopy(pdf, one, other))
      throw new PdfError('broken_xref', 'A cross-reference section names an object twice', {
        object: pdf.store.number(first),
      });
  }
}

function isCopy(pdf: Pdf, one: IndirectObject, other: IndirectObject): boolean {
  if (one.generation !== other.generation || !sameBytes(raw(one.value), raw(other.value))) return false;
  if (one.value.type !== 'stream' || other.value.type !== 'stream')
    return one.value.type === other.value.type;
  const [a, b] = [pdf.streamData(one.value), pdf.streamData(other.value)];
  pdf.spend(a.length);
  return sameBytes(a, b);
}

const sameBytes = (a: Uint8Array, b: Uint8Array): boolean =>
  a.length === b.length && a.every((byte, at) => byte === b[at]);
