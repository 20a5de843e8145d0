import type { PdfDict, PdfValue } from '../../syntax/values.ts';
import { coverage, isTimeStamp } from '../byterange.ts';
import type { Widget } from '../form.ts';
import { judgeFormerLook } from './formerlook.ts';
import { closes, fieldAt } from './hierarchy.ts';
import { type FieldSpot, isNewlyPlaced, isPlaced, judgeEmptyPlace, judgeStampLook } from './stamps.ts';
import { entry, type Step } from './step.ts';
import { changedLook } from './unsigned.ts';
import { valueAt } from './value.ts';

/** What a field shows that signs, or may, must not stand on what was signed; true where that is told. */
export function judgeLook(step: Step, widgets: readonly Widget[], spot: FieldSpot): boolean {
  let isTold = false;
  for (const { ref } of widgets) {
    if (ref === undefined) continue;
    const here = { ...spot, object: ref.number };
    const effect = step.effect('later', ref.number);
    if (effect === 'hides') step.forbid('covers_content', '/AP', here, 'further_signature');
    else if (effect === 'unread' || step.hoverEffect(ref.number) !== 'clear')
      step.explain('unread_look', '/AP', here);
    else continue;
    isTold = true;
  }
  return isTold;
}

export function judgeSigning(step: Step, object: number, field: string, signature: PdfDict): void {
  const stamp = isTimeStamp(step.later, signature);
  if (!isMadeHere(step, object, signature)) {
    step.forbid('signature', '/V', { object, field }, stamp ? 'document_time_stamp' : 'further_signature');
    return;
  }
  const given = ownPermission(step, object, signature);
  // What an earlier signature forbids no later one allows.
  if (given > (step.permissions.permission ?? given))
    step.forbid('weakened', '/P', { object, field }, 'further_signature');
  step.explain(stamp ? 'document_time_stamp' : 'further_signature', '/V', { object, field });
  const widgets = fieldAt(step, 'later', object)?.widgets ?? [];
  const spot = { object, field };
  if (stamp) judgeStampLook(step, widgets, spot);
  else if (!judgeLook(step, widgets, spot)) judgeWords(step, widgets, spot);
  if (!stamp) judgeFormerLook(step, step.fieldsBefore.get(object)?.widgets ?? [], spot);
}

/** A further signature that alters what is read where it stands. */
function judgeWords(step: Step, widgets: readonly Widget[], spot: FieldSpot): void {
  for (const { ref } of widgets)
    if (ref !== undefined && step.overwrites(ref.number))
      step.explain('drawn_over', '/AP', { ...spot, object: ref.number });
}

/**
 * Whether a signature was made by this step, for this field: its dictionary stands in the bytes that the step adds,
 * under a number that meant nothing before, no other field has it, and what it signs ends where the step ends. Anybody
 * can give a field a signature that is in the file already.
 */
function isMadeHere(step: Step, object: number, signature: PdfDict): boolean {
  const { earlier, later, revision } = step;
  const own = signature.source === later.bytes && signature.start >= step.begins;
  if (!own || coverage(later, signature, [revision]).revision !== revision.number) return false;
  const value = step.fields.get(object)?.value;
  if (value?.type !== 'ref') return true;
  return step.holders(value.number) === 1 && valueAt(earlier, value.number) === undefined;
}

/**
 * Whether what a place to sign gets for its value is a signature, and that of a field of the form: what a widget, a node
 * above fields or a widget of no form has is validated by nobody, and some readers show it.
 */
function isOfForm({ later, fields }: Step, object: number, value: PdfValue | undefined): boolean {
  const type = later.resolve(value)?.type;
  return isNone(type) || (type === 'dict' && fields.get(object)?.ref?.number === object);
}

const isNone = (type: PdfValue['type'] | undefined): boolean => type === undefined || type === 'null';

/** Whether a field has a value that is no signature. */
export function holdsOther({ later }: Step, value: PdfValue | undefined): boolean {
  const type = later.resolve(value)?.type;
  return !isNone(type) && type !== 'dict';
}

/** The mildest /P that a signature, or the lock of its field, gives; 0 where neither does. */
function ownPermission({ later }: Step, object: number, signature: PdfDict): number {
  const references = later.array(entry(signature, 'Reference'))?.items ?? [];
  const dicts = references.map((reference) => later.dict(entry(later.dict(reference), 'TransformParams')));
  dicts.push(later.dict(entry(later.dict(later.object(object)?.value), 'Lock')));
  return dicts.reduce((given, dict) => Math.max(given, later.number(entry(dict, 'P')) ?? 0), 0);
}

/** What signing into an empty field may add to it. */
const SIGNED = new Set(['P', 'MK', 'DA', 'Lock', 'Rect', 'T']);
/** What signing changes of it. */
const CHANGED = new Set(['V', 'AP', 'AS', 'M', 'F']);

/** Signing an empty field; a signature is neither taken away nor exchanged, nor shown otherwise. */
export function judgeSignatureField(
  step: Step,
  spot: FieldSpot,
  before: PdfDict,
  after: PdfDict,
  changed: readonly string[],
): void {
  const { earlier, later } = step;
  const had = earlier.dict(step.fieldsBefore.get(spot.object)?.value ?? entry(before, 'V'));
  const has = later.dict(step.fields.get(spot.object)?.value);
  if (had !== undefined || (changed.includes('V') && !isOfForm(step, spot.object, entry(after, 'V')))) {
    step.forbid('signature', had === undefined ? '/V' : `/${changed[0]}`, spot);
    return;
  }
  const odd = changed.find((key) => {
    if (after.duplicates.includes(key)) return true;
    if (CHANGED.has(key) || closes(step, key, before, after)) return false;
    if (key === 'Type') return later.name(entry(after, key)) !== 'Annot';
    if (key === 'Subtype')
      return later.name(entry(after, key)) !== 'Widget' || entry(before, key) !== undefined;
    if (key === 'Rect' && has !== undefined && isGivenUp(step, spot.object)) return false;
    return !(SIGNED.has(key) && entry(before, key) === undefined);
  });
  const look = has === undefined ? changedLook(step, spot.object, before, after, changed) : undefined;
  if (odd !== undefined) step.forbid('field', `/${odd}`, spot);
  else if (step.isLocked(spot.field)) step.forbid('field_locked', `/${changed[0]}`, spot);
  else if (has !== undefined) judgeSigning(step, spot.object, spot.field ?? '', has);
  else if (look !== undefined) step.forbid('unsigned_field', `/${look}`, spot, 'signature_field');
  else judgePlace(step, spot, `/${changed[0]}`);
}

/** Whether a place that showed nothing has none any more: some programs take it away where a signature is not to be seen. */
const isGivenUp = (step: Step, object: number): boolean =>
  isPlaced(step.earlier, object) && !isPlaced(step.later, object) && !step.shows(object, 'earlier');

/** A place to sign that stays empty: where it comes to be seen some readers paint a sign of their own. */
function judgePlace(step: Step, spot: FieldSpot, what: string): void {
  const widgets = fieldAt(step, 'later', spot.object)?.widgets ?? [];
  if (judgeLook(step, widgets, spot)) return;
  step.explain('signature_field', what, spot);
  const placed = widgets.filter(({ ref }) => ref !== undefined && isNewlyPlaced(step, ref.number));
  judgeEmptyPlace(step, placed, spot);
}
