import type { Pdf } from '../../syntax/pdf.ts';
import { targets } from '../../syntax/targets.ts';
import type { PdfDict, PdfValue } from '../../syntax/values.ts';
import { entry, type Step } from './step.ts';
import { valueAt } from './value.ts';

const LISTS = ['Certs', 'CRLs', 'OCSPs'];
const VRI_LISTS = ['Cert', 'CRL', 'OCSP'];
/** What else may stand there: §12.8.4.3 Tables 261 and 262. */
const KEYS = new Set([...LISTS, 'Type', 'VRI']);
const VRI_KEYS = new Set([...VRI_LISTS, 'Type', 'TU', 'TS']);

/**
 * The validation data of ISO 32000-2 §12.8.4.3: lists of streams. They show nothing and may be written anew, or left
 * out: whoever validates has what is there now.
 */
export function judgeStore(step: Step): void {
  const value = entry(step.later.catalog, 'DSS');
  const object = value?.type === 'ref' ? value.number : step.later.rootRef.number;
  const wrong = misformed(step);
  if (wrong === undefined) step.explain('validation_data', '/DSS', { object });
  else step.forbid('validation_data', wrong, { object }, 'validation_data');
}

/** What of it is not as it must be. */
function misformed({ later }: Step): string | undefined {
  const value = later.resolve(entry(later.catalog, 'DSS'));
  if (value === undefined) return undefined;
  if (value.type !== 'dict' || !isStore(later, value, LISTS, KEYS)) return '/DSS';
  const vri = later.resolve(entry(value, 'VRI'));
  if (vri !== undefined && vri.type !== 'dict') return '/VRI';
  for (const [key, data] of vri?.entries ?? []) {
    if (key === 'Type') continue;
    const one = later.dict(data);
    if (!DIGEST.test(key) || one === undefined || !isStore(later, one, VRI_LISTS, VRI_KEYS)) return '/VRI';
  }
  return undefined;
}

/** §12.8.4.3 asks for SHA-1 in upper case; writers in use take other digests. */
const DIGEST = /^[0-9A-Fa-f]{40,128}$/;

function isStore(pdf: Pdf, dict: PdfDict, lists: readonly string[], keys: ReadonlySet<string>): boolean {
  if (dict.duplicates.length > 0 || [...dict.entries.keys()].some((key) => !keys.has(key))) return false;
  return lists.every((key) => {
    if (!dict.entries.has(key)) return true;
    const value = pdf.resolve(entry(dict, key));
    // A list that is left out is not there at all; written as null it is no list.
    if (value === undefined) return entry(dict, key)?.type === 'ref';
    if (value.type !== 'array') return false;
    pdf.spend(value.items.length);
    // References that lead nowhere hold nothing.
    return value.items.every(
      (item) => item.type === 'ref' && (pdf.resolve(item)?.type ?? 'stream') === 'stream',
    );
  });
}

/** A catalog but for its validation data. */
export function withoutStore(value: PdfValue): PdfValue {
  if (value.type !== 'dict') return value;
  const entries = new Map(value.entries);
  entries.delete('DSS');
  return { ...value, entries };
}

/** Objects that validation data lead to: no reader that shows a file asks for what is missing there. */
export function storeNumbers(later: Pdf): ReadonlySet<number> {
  const found = new Set<number>();
  const store = later.catalog.entries.get('DSS');
  const open = store === undefined ? [] : [...targets(store)];
  for (let number = open.pop(); number !== undefined; number = open.pop()) {
    if (found.has(number)) continue;
    found.add(number);
    later.spend(1);
    const value = valueAt(later, number);
    if (value !== undefined) open.push(...targets(value));
  }
  return found;
}
