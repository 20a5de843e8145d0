import { readable } from '../../errors.ts';
import type { Pdf } from '../../syntax/pdf.ts';
import type { PdfDict, PdfValue } from '../../syntax/values.ts';

/** Actions that run code, send data away, open other files or switch what is seen (§12.6.4). */
const ACTIONS = new Set([
  'JavaScript',
  'Launch',
  'SubmitForm',
  'ImportData',
  'ResetForm',
  'Hide',
  'GoToR',
  'GoToE',
  'SetOCGState',
  'Rendition',
  'RichMediaExecute',
  'Trans',
  'GoTo3DView',
]);

/** Entries that lead to an action, and to those that follow it (§12.6.2). */
const LEADING = new Set(['A', 'AA', 'PA', 'Next']);
/** What looking behind a reference costs. */
const FOLLOWED = 8;

/**
 * Whether a value holds such an action or what triggers one, be it behind the references that lead to actions: what else
 * it refers to is looked at by itself.
 */
export function acts(pdf: Pdf, value: PdfValue): boolean {
  const open = [{ value, isLed: false }];
  const seen = new Set<number>();
  for (let next = open.pop(); next !== undefined; next = open.pop()) {
    const { value, isLed } = next;
    if (value.type === 'array') for (const item of value.items) open.push({ value: item, isLed });
    else if (value.type === 'stream') open.push({ value: value.dict, isLed: false });
    else if (value.type === 'dict') {
      if (isAction(pdf, value)) return true;
      for (const [key, item] of value.entries) open.push({ value: item, isLed: LEADING.has(key) });
    } else if (value.type === 'ref' && isLed && !seen.has(value.number)) {
      seen.add(value.number);
      pdf.spend(FOLLOWED);
      const found = readable(() => pdf.resolve(value));
      if (found !== undefined) open.push({ value: found, isLed });
    }
  }
  return false;
}

function isAction(pdf: Pdf, { entries }: PdfDict): boolean {
  return (
    entries.has('JS') || entries.has('AA') || ACTIONS.has(readable(() => pdf.name(entries.get('S'))) ?? '')
  );
}
