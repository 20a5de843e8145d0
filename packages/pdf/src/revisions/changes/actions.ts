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

/** Whether a value, without what it refers to, holds such an action or what triggers one. */
export function acts(value: PdfValue): boolean {
  const open: PdfValue[] = [value];
  for (let next = open.pop(); next !== undefined; next = open.pop()) {
    if (next.type === 'array') for (const item of next.items) open.push(item);
    else if (next.type === 'stream') open.push(next.dict);
    else if (next.type === 'dict') {
      if (isAction(next)) return true;
      for (const item of next.entries.values()) open.push(item);
    }
  }
  return false;
}

function isAction({ entries }: PdfDict): boolean {
  const kind = entries.get('S');
  return entries.has('JS') || entries.has('AA') || (kind?.type === 'name' && ACTIONS.has(kind.value));
}
