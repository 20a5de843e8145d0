import type { Pdf } from '../../syntax/pdf.ts';
import type { PdfDict } from '../../syntax/values.ts';
import { type Differing, entry, type Step } from './step.ts';

/** The validation data of ISO 32000-2 §12.8.4.3: lists of streams; what was there stays. */
export function storeRule({ then, now }: Step): Differing {
  const before = then.dict(entry(then.catalog, 'DSS'));
  const value = now.resolve(entry(now.catalog, 'DSS'));
  if (value === undefined && before === undefined) return undefined;
  const lists = ['Certs', 'CRLs', 'OCSPs'];
  if (value?.type !== 'dict' || !isStore(now, value, lists)) return '/DSS';
  for (const key of lists) {
    if (then.array(entry(before, key)) !== undefined && now.array(entry(value, key)) === undefined)
      return `/${key}`;
  }
  const had = then.dict(entry(before, 'VRI'));
  const vri = entry(value, 'VRI');
  const has = now.resolve(vri);
  if (has !== undefined && has.type !== 'dict') return '/VRI';
  for (const [key, data] of has?.entries ?? []) {
    const one = now.dict(data);
    if (!/^[0-9A-F]{40}$/.test(key) || one === undefined || !isStore(now, one, ['Cert', 'CRL', 'OCSP']))
      return '/VRI';
  }
  for (const key of had?.entries.keys() ?? []) if (has?.entries.has(key) !== true) return '/VRI';
  return undefined;
}

function isStore(pdf: Pdf, dict: PdfDict, lists: readonly string[]): boolean {
  return lists.every((key) => {
    const value = pdf.resolve(entry(dict, key));
    if (value === undefined) return true;
    if (value.type !== 'array') return false;
    pdf.spend(value.items.length);
    return value.items.every((item) => item.type === 'ref' && pdf.resolve(item)?.type === 'stream');
  });
}
