import { readable } from '../../errors.ts';
import { COMPRESSED, FREE, IN_USE } from '../../syntax/entries.ts';
import type { Pdf } from '../../syntax/pdf.ts';
import type { PdfDict, PdfValue } from '../../syntax/values.ts';
import { formFields } from '../form.ts';
import type { Permissions } from '../permissions.ts';
import { mayAnnotate } from './appearance.ts';
import { sameValue } from './equal.ts';
import { type Role, Roles } from './roles.ts';
import {
  annotationsRule,
  catalogRule,
  fieldRule,
  fieldsRule,
  formRule,
  metadataRule,
  pageRule,
  resourcesRule,
} from './rules.ts';
import type { Differing, Step } from './step.ts';
import { storeRule } from './store.ts';

/** Something that changed between two revisions though no rule allows it. */
export interface Change {
  /** Object number; absent for the trailer. */
  object?: number;
  /** The entry that differs, or what the object is. */
  what: string;
}

/**
 * What a later revision changed beyond what the signatures of the earlier one permit: further signatures, filled
 * fields, validation data and time-stamps; remarks and metadata where annotations are permitted. An object that
 * the catalog of the earlier revision does not lead to may be anything; `refersTo` tells of a number whether
 * something in that revision refers to it.
 */
export function forbiddenChanges(
  then: Pdf,
  now: Pdf,
  permissions: Permissions,
  refersTo: (number: number) => boolean,
): Change[] {
  if (then.rootRef.number !== now.rootRef.number) return [{ what: '/Root' }];
  const numbers = [...changedNumbers(then, now)];
  if (numbers.length === 0) return [];
  const fields = formFields(now).flatMap((field) =>
    field.ref === undefined ? [] : [[field.ref.number, field] as const],
  );
  const step: Step = {
    then,
    now,
    permissions,
    permission: permissions.permission ?? 3,
    fields: new Map(fields),
  };
  const roles = new Roles(then);
  const found: Change[] = [];
  for (const object of numbers) {
    // A new number that nothing named is only what an allowed change makes of it.
    if (placeOf(then, then.index.get(object)) === undefined && !refersTo(object)) continue;
    const role = roles.get(object);
    const what = role === undefined ? undefined : judge(step, object, role);
    if (what !== undefined) found.push({ object, what });
  }
  return found;
}

/** Numbers whose entry is not the same in both. */
function* changedNumbers(then: Pdf, now: Pdf): Generator<number> {
  const highest = Math.max(then.index.highest, now.index.highest);
  now.spend(highest);
  for (let number = 0; number <= highest; number++) {
    const [before, after] = [then.index.get(number), now.index.get(number)];
    if (before !== undefined && before === after && !movesAlong(then, now, before)) continue;
    if (placeOf(then, before) !== placeOf(now, after)) yield number;
  }
}

/** Whether the object stands in a stream that itself was replaced. */
function movesAlong(then: Pdf, now: Pdf, slot: number): boolean {
  if (then.store.kind(slot) !== COMPRESSED) return false;
  const { place } = then.store.entry(slot);
  return then.index.get(place) !== now.index.get(place);
}

/** Which bytes an entry names; a free one and none at all are the same. */
function placeOf(pdf: Pdf, slot: number | undefined): number | undefined {
  if (slot === undefined || pdf.store.kind(slot) === FREE) return undefined;
  const entry = pdf.store.entry(slot);
  return entry.kind === IN_USE || entry.kind === COMPRESSED ? pdf.identity(entry) : undefined;
}

function judge(step: Step, object: number, role: Role): Differing {
  const before = valueAt(step.then, object);
  const after = valueAt(step.now, object);
  if (sameValue(before, step.then, after, step.now)) return undefined;
  if (role === 'security_store') return storeRule(step);
  if (role === 'metadata') return after?.type === 'stream' ? metadataRule(step, after) : infoRule(step);
  if (role === 'appearance') return undefined;
  if (role === 'annotation')
    return after === undefined || mayAnnotate(step, object) ? annotationRule(step) : '/Annot';
  const named = `/${role[0]?.toUpperCase()}${role.slice(1)}`;
  if (role === 'fields') return fieldsRule(step, before, after);
  if (role === 'annotations') return annotationsRule(step, before, after);
  if (role === 'resources') return resourcesRule(step, before, after);
  const [one, other] = [dictOf(before), dictOf(after)];
  if (one === undefined || other === undefined || before?.type !== after?.type) return typeOf(one) ?? named;
  if (role === 'catalog') return catalogRule(step, one, other);
  if (role === 'page') return pageRule(step, one, other);
  if (role === 'form') return formRule(step, one, other);
  if (role === 'field') return fieldRule(step, object, one, other);
  return typeOf(one) ?? named;
}

const infoRule = ({ permission }: Step): Differing => (permission > 1 ? undefined : '/Info');
const annotationRule = ({ permission }: Step): Differing => (permission < 3 ? '/Annot' : undefined);

const valueAt = (pdf: Pdf, number: number): PdfValue | undefined => readable(() => pdf.object(number)?.value);

function dictOf(value: PdfValue | undefined): PdfDict | undefined {
  if (value?.type === 'stream') return value.dict;
  return value?.type === 'dict' ? value : undefined;
}

function typeOf(dict: PdfDict | undefined): string | undefined {
  const type = dict?.entries.get('Type');
  return type?.type === 'name' ? `/${type.value}` : undefined;
}
