import { latin1 } from '../../syntax/bytes.ts';
import type { Pdf } from '../../syntax/pdf.ts';
import type { PdfDict, PdfValue } from '../../syntax/values.ts';
import { entry } from './step.ts';

/** Where the leaves of a number tree and of a name tree are (§7.9.6, §7.9.7). */
export type Leaves = 'Nums' | 'Names';

/** The nodes of such a tree, each once. */
export function* nodesOf(
  pdf: Pdf,
  root: PdfValue | undefined,
): Generator<{ value: PdfValue; dict: PdfDict }> {
  const open = [root];
  const seen = new Set<number>();
  for (let value = open.pop(); value !== undefined; value = open.pop()) {
    if (value.type === 'ref') {
      if (seen.has(value.number)) continue;
      seen.add(value.number);
    }
    const dict = pdf.dict(value);
    if (dict === undefined) continue;
    yield { value, dict };
    for (const kid of pdf.array(entry(dict, 'Kids'))?.items ?? []) open.push(kid);
  }
}

/** All keys of such a tree with what they lead to; undefined where one is none, or stands there twice. */
export function leavesOf(
  pdf: Pdf,
  root: PdfValue | undefined,
  kind: Leaves,
): Map<string, PdfValue> | undefined {
  const found = new Map<string, PdfValue>();
  for (const { dict } of nodesOf(pdf, root)) {
    const items = pdf.array(entry(dict, kind))?.items ?? [];
    for (let at = 0; at + 1 < items.length; at += 2) {
      const key = keyOf(pdf, items[at], kind);
      const leaf = items[at + 1];
      if (key === undefined || leaf === undefined || found.has(key)) return undefined;
      found.set(key, leaf);
    }
  }
  return found;
}

/** A key of such a tree, as it is told apart. */
export function keyOf(pdf: Pdf, value: PdfValue | undefined, kind: Leaves): string | undefined {
  if (kind === 'Nums') return pdf.number(value)?.toString();
  const name = pdf.resolve(value);
  if (name?.type !== 'string') return undefined;
  const bytes = pdf.stringBytes(name);
  return latin1(bytes, 0, bytes.length);
}
