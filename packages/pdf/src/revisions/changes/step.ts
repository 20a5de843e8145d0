import type { Pdf } from '../../syntax/pdf.ts';
import type { PdfDict, PdfValue } from '../../syntax/values.ts';
import type { FormField } from '../form.ts';
import type { Permission, Permissions } from '../permissions.ts';
import { sameValue } from './equal.ts';

/** A signed revision and a later one, with what the signatures up to then still permit. */
export interface Step {
  then: Pdf;
  now: Pdf;
  permissions: Permissions;
  /** ISO 32000-2 §12.8.2.2: without a word, what P=3 permits. */
  permission: Permission;
  /** Fields of the later revision by object number. */
  fields: ReadonlyMap<number, FormField>;
}

/** What differs and no rule allows, e.g. `/Contents`. */
export type Differing = string | undefined;

export const entry = (dict: PdfDict | undefined, key: string): PdfValue | undefined => dict?.entries.get(key);

/** The first key whose value changed and that `allows` does not let pass. */
export function differing(
  { then, now }: Step,
  before: PdfDict,
  after: PdfDict,
  allows: (key: string, before: PdfValue | undefined, after: PdfValue | undefined) => boolean,
): Differing {
  if (after.duplicates.length > 0) return `/${after.duplicates[0]}`;
  for (const key of new Set([...before.entries.keys(), ...after.entries.keys()])) {
    const [one, other] = [entry(before, key), entry(after, key)];
    if (sameValue(one, then, other, now) || allows(key, one, other)) continue;
    return `/${key}`;
  }
  return undefined;
}
