import { leavesOf } from '../revisions/changes/trees.ts';
import type { Pdf } from '../syntax/pdf.ts';
import type { PdfDict, PdfValue } from '../syntax/values.ts';
import { spliceDict, type Written } from '../write/splice.ts';
import type { Update } from '../write/update.ts';
import { appended } from './edit.ts';

/** Keys of a number tree are integers; no document has as many objects. */
const GREATEST = 0x7fff_ffff;

/** What the parent tree leads to by key (ISO 32000-2 §14.7.5.4); undefined where it is no number tree. */
export function parents(pdf: Pdf, root: PdfDict): Map<string, PdfValue> | undefined {
  const found = leavesOf(pdf, root.entries.get('ParentTree'), 'Nums');
  pdf.spend(found?.size ?? 0);
  return found;
}

/** The key that comes next, above all that are used and all that the root says were; undefined where there is none. */
export function nextKey(pdf: Pdf, root: PdfDict, known: ReadonlyMap<string, PdfValue>): number | undefined {
  let next = Math.max(0, pdf.number(root.entries.get('ParentTreeNextKey')) ?? 0);
  for (const key of known.keys()) next = Math.max(next, Number(key) + 1);
  return Number.isInteger(next) && next < GREATEST ? next : undefined;
}

/**
 * Has the tree lead from `key`, which is greater than all of it, to an element: in its array of numbers, or in a leaf of
 * its own beside others. Gives the root's new entry, or undefined where the tree is an object of its own.
 */
export function leadTo(
  pdf: Pdf,
  update: Update,
  root: PdfDict,
  key: number,
  element: number,
): Written | undefined {
  const value = root.entries.get('ParentTree');
  const tree = pdf.dict(value);
  const pair = `${key} ${element} 0 R`;
  if (tree === undefined) {
    const number = update.allocate();
    update.put(number, `<</Nums[${pair}]>>`);
    return `${number} 0 R`;
  }
  const changes = new Map<string, Written>();
  const none = new Set<number>();
  if (pdf.array(tree.entries.get('Kids')) === undefined) {
    note(changes, 'Nums', appended(pdf, update, tree, 'Nums', pair, none));
  } else {
    const leaf = update.allocate();
    update.put(leaf, `<</Limits[${key} ${key}]/Nums[${pair}]>>`);
    note(changes, 'Kids', appended(pdf, update, tree, 'Kids', `${leaf} 0 R`, none));
  }
  // A root has none (§7.9.7); readers would look no further than those that stand there.
  const limits = pdf.array(tree.entries.get('Limits'))?.items;
  if (limits !== undefined) changes.set('Limits', `[${pdf.number(limits[0]) ?? 0} ${key}]`);
  if (value?.type !== 'ref') return changes.size === 0 ? undefined : spliceDict(tree, changes);
  for (const [name, entry] of changes) update.set(value, tree, name, entry);
  return undefined;
}

function note(changes: Map<string, Written>, key: string, value: Written | undefined): void {
  if (value !== undefined) changes.set(key, value);
}
