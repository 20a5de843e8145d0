import { PdfError } from '../errors.ts';
import type { Pdf } from '../syntax/pdf.ts';
import type { PdfArray, PdfDict, PdfRef, PdfValue } from '../syntax/values.ts';
import { appendItem, type Written } from '../write/splice.ts';
import type { Update } from '../write/update.ts';

/** A dictionary that is an indirect object, as an update edits it. */
export interface Owner {
  ref: Pick<PdfRef, 'number' | 'generation'>;
  dict: PdfDict;
}

/** Sets entries of the dictionary at `key` where it stands: in its own object, or inside its owner. */
export function editDictAt(
  pdf: Pdf,
  update: Update,
  owner: Owner,
  key: string,
  changes: ReadonlyMap<string, Written>,
): void {
  if (changes.size === 0) return;
  const value = owner.dict.entries.get(key);
  const dict = pdf.dict(value);
  const ref = lastReference(pdf, value);
  if (dict === undefined) {
    const text = [...changes].map(([name, entry]) => `/${name} ${entry}`).join('');
    update.set(owner.ref, owner.dict, key, `<<${text}>>`);
  } else if (ref === undefined) {
    update.set(owner.ref, owner.dict, key, update.splice(owner.ref, dict, changes));
  } else {
    for (const [name, entry] of changes) update.set(ref, dict, name, entry);
  }
}

/**
 * The bytes of the owner's entry `key` with `item` appended to the array there, or undefined where the array
 * is an object of its own and was changed there. `shared` objects have another role too: they are copied.
 */
export function appended(
  pdf: Pdf,
  update: Update,
  owner: PdfDict | undefined,
  key: string,
  item: string,
  shared: ReadonlySet<number>,
): Written | undefined {
  const value = owner?.entries.get(key);
  const array = pdf.array(value);
  if (array === undefined) return `[${item}]`;
  const ref = lastReference(pdf, value);
  const bytes = appendItem(array, item);
  if (ref !== undefined && shared.has(ref.number)) refuseForeignStrings(pdf, array);
  if (ref === undefined || shared.has(ref.number)) return bytes;
  update.repeat(ref, bytes);
  return undefined;
}

/** A copy stands in another object, under whose number an encrypted file would read its strings. */
function refuseForeignStrings(pdf: Pdf, { items }: PdfArray): void {
  if (pdf.encryption === undefined || items.every(({ type }) => type === 'ref' || type === 'null')) return;
  throw new PdfError('broken_object', 'An array that two things share has more than references');
}

/** The reference that names the value itself, behind references to references. */
function lastReference(pdf: Pdf, value: PdfValue | undefined): PdfRef | undefined {
  let last: PdfRef | undefined;
  let at = value;
  while (at?.type === 'ref') {
    last = at;
    at = pdf.object(at.number)?.value;
  }
  return last;
}
