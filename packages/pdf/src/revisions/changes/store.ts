import type { Pdf } from '../../syntax/pdf.ts';
import type { PdfDict } from '../../syntax/values.ts';
import { entry, type Step } from './step.ts';

const LISTS = ['Certs', 'CRLs', 'OCSPs'];
const VRI_LISTS = ['Cert', 'CRL', 'OCSP'];
/** What else may stand there: §12.8.4.3 Tables 261 and 262. */
const KEYS = new Set([...LISTS, 'Type', 'VRI']);
const VRI_KEYS = new Set([...VRI_LISTS, 'Type', 'TU', 'TS']);

/** The validation data of ISO 32000-2 §12.8.4.3: lists of streams; what was there stays. */
export function judgeStore(step: Step): void {
  const value = entry(step.later.catalog, 'DSS');
  const object = value?.type === 'ref' ? value.number : step.later.rootRef.number;
  const wrong = misformed(step);
  if (wrong === undefined) step.explain('validation_data', '/DSS', { object });
  else step.forbid('validation_data', wrong, { object }, 'validation_data');
}

/** What of it is not as it must be. */
function misformed({ earlier, later }: Step): string | undefined {
  const before = earlier.dict(entry(earlier.catalog, 'DSS'));
  const value = later.resolve(entry(later.catalog, 'DSS'));
  if (value === undefined && before === undefined) return undefined;
  if (value?.type !== 'dict' || !isStore(later, value, LISTS, KEYS)) return '/DSS';
  const lost = LISTS.find((key) => size(later, value, key) < size(earlier, before, key));
  if (lost !== undefined) return `/${lost}`;
  const had = earlier.dict(entry(before, 'VRI'));
  const has = later.resolve(entry(value, 'VRI'));
  if (has !== undefined && has.type !== 'dict') return '/VRI';
  for (const [key, data] of has?.entries ?? []) {
    if (key === 'Type') continue;
    const one = later.dict(data);
    if (!/^[0-9A-F]{40}$/.test(key) || one === undefined) return '/VRI';
    if (!isStore(later, one, VRI_LISTS, VRI_KEYS)) return '/VRI';
  }
  for (const [key, data] of had?.entries ?? []) {
    const [one, other] = [earlier.dict(data), later.dict(entry(has, key))];
    if (other === undefined && one !== undefined) return '/VRI';
    if (VRI_LISTS.some((list) => size(later, other, list) < size(earlier, one, list))) return '/VRI';
  }
  return undefined;
}

const size = (pdf: Pdf, dict: PdfDict | undefined, key: string): number =>
  pdf.array(entry(dict, key))?.items.length ?? 0;

function isStore(pdf: Pdf, dict: PdfDict, lists: readonly string[], keys: ReadonlySet<string>): boolean {
  if (dict.duplicates.length > 0 || [...dict.entries.keys()].some((key) => !keys.has(key))) return false;
  return lists.every((key) => {
    const value = pdf.resolve(entry(dict, key));
    if (value === undefined) return true;
    if (value.type !== 'array') return false;
    pdf.spend(value.items.length);
    return value.items.every((item) => item.type === 'ref' && pdf.resolve(item)?.type === 'stream');
  });
}
