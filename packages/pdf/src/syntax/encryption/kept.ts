import { readable } from '../../errors.ts';
import { latin1 } from '../bytes.ts';
import type { Pdf } from '../pdf.ts';
import { targets } from '../targets.ts';
import { type PdfValue, raw } from '../values.ts';

/**
 * Whether the objects that say how a file is enciphered (ISO 32000-2 §7.6.2) are in both states the same, octet by
 * octet: readers take the newest for every revision, so that a change of one changes what is said by octets that stay.
 */
export function keepsEncryption(earlier: Pdf, later: Pdf): boolean {
  const seen = new Set<number>();
  const open = [earlier, later].flatMap(({ trailer }) => leadsTo(trailer.entries.get('Encrypt')));
  for (let number = open.pop(); number !== undefined; number = open.pop()) {
    if (seen.has(number)) continue;
    seen.add(number);
    const [before, after] = [objectOf(earlier, number), objectOf(later, number)];
    if (octetsOf(before) !== octetsOf(after)) return false;
    open.push(...leadsTo(before));
  }
  return true;
}

const leadsTo = (value: PdfValue | undefined): number[] => (value === undefined ? [] : [...targets(value)]);

const objectOf = (pdf: Pdf, number: number): PdfValue | undefined =>
  readable(() => pdf.object(number))?.value;

const octetsOf = (value: PdfValue | undefined): string | undefined =>
  value === undefined ? undefined : latin1(raw(value));
