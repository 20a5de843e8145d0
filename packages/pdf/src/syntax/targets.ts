import type { PdfValue } from './values.ts';

/** The numbers that a value refers to, in whichever of the entries of one key. */
export function* targets(value: PdfValue): Generator<number> {
  const open: PdfValue[] = [value];
  for (let next = open.pop(); next !== undefined; next = open.pop()) {
    if (next.type === 'ref') yield next.number;
    else if (next.type === 'array') for (const item of next.items) open.push(item);
    else if (next.type === 'dict') {
      for (const item of next.entries.values()) open.push(item);
      for (const item of next.hidden ?? []) open.push(item);
    } else if (next.type === 'stream') open.push(next.dict);
  }
}
