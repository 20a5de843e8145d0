import { latin1 } from '../../syntax/bytes.ts';
import type { Pdf } from '../../syntax/pdf.ts';
import { type PdfValue, raw } from '../../syntax/values.ts';
import { targets } from './references.ts';
import { entry, type Step } from './step.ts';
import { valueAt } from './value.ts';

/**
 * Whether all that says how the file is enciphered (§7.6.2) stays, octet by octet: readers take the newest for every
 * revision, so that a change of it changes what was signed without touching it.
 */
export function keepsEncryption({ earlier, later }: Step): boolean {
  const seen = new Set<number>();
  const open = [earlier, later].flatMap((pdf) => leadsTo(entry(pdf.trailer, 'Encrypt')));
  for (let number = open.pop(); number !== undefined; number = open.pop()) {
    if (seen.has(number)) continue;
    seen.add(number);
    const [before, after] = [earlier, later].map((pdf: Pdf) => valueAt(pdf, number));
    if (!isSame(before, after)) return false;
    open.push(...leadsTo(before));
  }
  return true;
}

const leadsTo = (value: PdfValue | undefined): number[] => (value === undefined ? [] : [...targets(value)]);

function isSame(before: PdfValue | undefined, after: PdfValue | undefined): boolean {
  if (before === undefined || after === undefined) return before === after;
  return latin1(raw(before)) === latin1(raw(after));
}
