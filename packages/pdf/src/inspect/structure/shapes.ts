import type { PdfDict, PdfValue } from '../../syntax/values.ts';

/** What an object looks like that could take the place of something seen. */
export type Shape = 'catalog' | 'page' | 'font' | 'form' | 'content';

export function shapeOf(value: PdfValue): Shape | undefined {
  if (value.type !== 'dict' && value.type !== 'stream') return undefined;
  const dict = value.type === 'stream' ? value.dict : value;
  const type = nameOf(dict, 'Type');
  if (value.type === 'dict') {
    if (type === 'Catalog') return 'catalog';
    if (type === 'Page' || type === 'Pages') return 'page';
    if (type === 'Font') return 'font';
    if (type !== undefined) return undefined;
    const { entries } = dict;
    if (entries.has('Kids') && entries.has('Count')) return 'page';
    if (entries.has('Contents') && (entries.has('MediaBox') || entries.has('Resources'))) return 'page';
    return undefined;
  }
  if (nameOf(dict, 'Subtype') === 'Form') return 'form';
  return type === undefined && !dict.entries.has('Subtype') ? 'content' : undefined;
}

/** Whether a value is a signature dictionary that was filled (ISO 32000-2 Table 255). */
export const isSignature = (value: PdfValue): boolean =>
  value.type === 'dict' && value.entries.has('ByteRange') && value.entries.has('Contents');

function nameOf(dict: PdfDict, key: string): string | undefined {
  const value = dict.entries.get(key);
  return value?.type === 'name' ? value.value : undefined;
}
