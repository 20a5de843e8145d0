import type { Pdf } from '../../syntax/pdf.ts';
import type { PdfDict, PdfValue } from '../../syntax/values.ts';
import { isTimeStamp } from '../byterange.ts';
import { sameValue } from '../equal.ts';
import type { Widget } from '../form.ts';
import { acts } from './actions.ts';
import { appearanceStreams } from './appearance.ts';
import { judgeBeside } from './beside.ts';
import { contradicts, showsButton, stateOf } from './buttons.ts';
import { isDefault } from './defaults.ts';
import { type Answer, gravest, isBlank, isChosenOtherwise, showing, showsValue } from './filled.ts';
import { closes, fieldAt, isLedAside, isValueOfItsOwn, numbersOf } from './hierarchy.ts';
import { saysOtherwise } from './richtext.ts';
import { holdsOther, judgeLook, judgeSignatureField, judgeSigning } from './signing.ts';
import { judgeEmptyPlace } from './stamps.ts';
import { areSameInPlace, differing, entry, numbersIn, type Spot, type Step } from './step.ts';
import { isSameGround, isSameStyle } from './style.ts';
import { dictOf, valueAt } from './value.ts';

/** /Fields or /Kids: fields may be added where they sign; none goes away. */
export function judgeFieldList(step: Step, one: PdfValue | undefined, other: PdfValue | undefined): void {
  const before = numbersIn(step.earlier, one);
  const after = numbersIn(step.later, other);
  const kept = new Set(after);
  for (const object of before) {
    if (!kept.has(object))
      step.forbid('field_removed', '/Fields', { object, field: step.fieldsBefore.get(object)?.name });
  }
  if (step.later.resolve(other) !== undefined && step.later.array(other) === undefined)
    step.forbid('field', '/Kids');
  const items = step.later.array(other)?.items.length ?? 0;
  const had = step.earlier.array(one)?.items.length ?? 0;
  // A field that is no object of its own, or none at all, is not told apart: it stays what it was.
  if (items - after.length > had - before.length) step.forbid('field_added', '/Fields');
  else if (!areSameInPlace(step, one, other)) step.forbid('field', '/Fields');
  const known = new Set(before);
  // Who counts fields by their list finds one more.
  if (after.length - kept.size > before.length - known.size) step.forbid('field_added', '/Fields');
  for (const object of kept) if (!known.has(object)) judgeNewField(step, object);
}

/** The kids of a field stay in their order: by that options are given to the buttons of a group (§12.7.5.2.3). */
export function judgeKidOrder(step: Step, one: PdfValue | undefined, other: PdfValue | undefined): void {
  const before = numbersIn(step.earlier, one);
  const known = new Set(before);
  const kept = numbersIn(step.later, other).filter((object) => known.has(object));
  const object = kept.find((number, at) => number !== before[at]);
  if (object !== undefined && kept.length === before.length)
    step.forbid('field', '/Kids', { object, field: step.fieldsBefore.get(object)?.name });
}

/** A new field of the form: a further signature, or a place for one. */
export function judgeNewField(step: Step, object: number): void {
  const { later } = step;
  const field = step.fields.get(object);
  if (field === undefined) {
    const kids = later.array(entry(later.dict(later.object(object)?.value), 'Kids'))?.items ?? [];
    if (kids.length === 0) step.forbid('field_added', '/Fields', { object });
    for (const kid of kids) {
      if (kid.type === 'ref' && step.fields.has(kid.number)) judgeNewField(step, kid.number);
      else step.forbid('field_added', '/Kids', { object });
    }
    return;
  }
  const spot = { object, field: field.name };
  const signature = later.dict(field.value);
  if (field.type !== 'Sig' || isNamedAsAnother(step, field.name)) step.forbid('field_added', '/Fields', spot);
  else if (field.dict.duplicates.length > 0) step.forbid('field', `/${field.dict.duplicates[0]}`, spot);
  else if (field.widgets.some(({ dict }) => dict !== field.dict && isOtherField(later, dict)))
    step.forbid('field', '/Kids', spot);
  else if ([object, ...numbersOf(field.widgets)].some((number) => isLedAside(step, number)))
    step.forbid('field', '/Parent', spot);
  else if (isActingAlready(step, object, field.widgets)) step.forbid('action', '/A', spot);
  else if (holdsOther(step, field.value)) step.forbid('signature', '/V', spot);
  else if (signature !== undefined) {
    judgeSigning(step, object, field.name, signature);
    if (isTimeStamp(later, signature)) judgeBeside(step, field, spot, true);
    // A field that is seen is an annotation, too (P=3).
    if (step.permissions.certified && step.permission < 3 && isSeen(step, field.widgets))
      step.forbid('unsigned_field', '/AP', spot, 'further_signature');
  } else if (step.permissions.certified || isSeen(step, field.widgets) || hasLook(step, field.widgets)) {
    step.forbid('unsigned_field', '/Fields', spot, 'signature_field');
  } else if (!judgeLook(step, field.widgets, spot)) {
    step.explain('signature_field', '/Fields', spot);
    judgeEmptyPlace(step, field.widgets, spot);
    judgeBeside(step, field, spot, false);
  }
}

/** Whether a new field has the name of one that was signed, whose value readers then share, or stands below it (§12.7.4.2). */
function isNamedAsAnother({ earlier, fieldsBefore }: Step, name: string): boolean {
  earlier.spend(fieldsBefore.size);
  return [...fieldsBefore.values()].some((known) => name === known.name || name.startsWith(`${known.name}.`));
}

/** Whether a new field, or a widget of it, that was in the file before brings an action; those that are new are looked at there. */
const isActingAlready = ({ earlier, later }: Step, object: number, widgets: readonly Widget[]): boolean =>
  [object, ...numbersOf(widgets)].some((number) => {
    const value = valueAt(earlier, number) === undefined ? undefined : valueAt(later, number);
    return value !== undefined && acts(later, value);
  });

/** Readers that ask a widget for its type and its value before its field take it for another field. */
const isOtherField = (pdf: Pdf, widget: PdfDict): boolean =>
  widget.duplicates.length > 0 ||
  entry(widget, 'V') !== undefined ||
  (pdf.name(entry(widget, 'FT')) ?? 'Sig') !== 'Sig';

/** Whether a look that paints comes with an empty place, be it hidden for now. */
const hasLook = ({ later }: Step, widgets: readonly Widget[]): boolean =>
  widgets.some(({ dict }) => !isBlank(later, dict));

const isSeen = (step: Step, widgets: readonly Widget[]): boolean =>
  widgets.some(({ ref }) => ref !== undefined && step.shows(ref.number));

/** What filling in changes of a field or its widget. */
const FILLED = new Set(['V', 'AP', 'AS', 'M', 'I', 'RV']);
export function judgeField(step: Step, object: number, before: PdfDict, after: PdfDict): void {
  const { earlier } = step;
  const keys = differing(step, before, after);
  if (keys.includes('Kids')) {
    judgeFieldList(step, entry(before, 'Kids'), entry(after, 'Kids'));
    judgeKidOrder(step, entry(before, 'Kids'), entry(after, 'Kids'));
  }
  const changed = keys.filter((key) => key !== 'Kids');
  if (changed.length === 0) return;
  const field = step.fields.get(object) ?? step.fieldsBefore.get(object);
  const spot = { object, field: field?.name };
  const type = step.fieldsBefore.get(object)?.type ?? earlier.name(entry(before, 'FT'));
  if (type === 'Sig') judgeSignatureField(step, spot, before, after, changed);
  else {
    const odd = changed.find(
      (key) =>
        after.duplicates.includes(key) ||
        isValueOfItsOwn(step, object, key, after) ||
        !(
          FILLED.has(key) ||
          closes(step, key, before, after) ||
          isDefault(step, key, before, after) ||
          (key === 'MK' && isSameGround(step, before, after)) ||
          (key === 'DA' && isShownAnew(step, object) && isSameStyle(step, before, after))
        ),
    );
    if (!isLook(step, after)) step.forbid('appearance', '/AP', spot);
    // A signature stands in its own field, and not in a node above it, where nobody asks who made it and what it shows.
    else if (changed.includes('V') && step.later.resolve(entry(after, 'V'))?.type === 'dict')
      step.forbid('signature', '/V', spot);
    else if (odd !== undefined) step.forbid('field', `/${odd}`, spot);
    else if (changed.includes('RV') && saysOtherwise(step, object, after))
      step.forbid('appearance', '/RV', spot);
    else if (changed.includes('I') && isChosenOtherwise(step, object)) step.forbid('appearance', '/I', spot);
    else if (changed.includes('AP') && !isFilled(step, object, before, after))
      step.forbid('appearance', '/AP', spot);
    else if (changed.some((key) => key !== 'M')) judgeFilled(step, object, `/${changed[0]}`, spot);
  }
}

/** Whether a look of the field comes with this step: its own, or that of one of its widgets. */
function isShownAnew(step: Step, object: number): boolean {
  const { earlier, later, fields } = step;
  const numbers = numbersOf(fields.get(object)?.widgets ?? []);
  return [object, ...numbers].some((number) => {
    const dict = dictOf(valueAt(later, number));
    const looks = dict === undefined ? [] : appearanceStreams(later, dict);
    return looks.some((look) => !sameValue(valueAt(earlier, look), earlier, valueAt(later, look), later));
  });
}

/** What is filled in shows a value in its place, and does not stand on what was signed where nothing stood. */
export function judgeFilled(step: Step, object: number, what: string, spot: Spot): void {
  const effect = step.effect('later', object);
  const isButton = (one: number): boolean => fieldAt(step, 'later', one)?.type === 'Btn';
  const value = gravest(
    showing(step, object).map((one) => (isButton(one) ? showsChoice(step, one) : showsValue(step, one))),
  );
  if (effect === 'hides' && !step.covers('earlier', object))
    step.forbid('covers_content', what, spot, 'form_value');
  else if (value === 'no') step.forbid('appearance', what, spot, 'form_value');
  else {
    step.explain('form_value', what, spot);
    if (effect === 'unread' || value === 'unread') step.explain('unread_look', '/AP', spot);
  }
}

/** Whether the boxes of a field show the choice that its value says, and buttons that had no look what they are for. */
function showsChoice(step: Step, object: number): Answer {
  const { earlier, later } = step;
  const [was, is] = [fieldAt(step, 'earlier', object), fieldAt(step, 'later', object)];
  if (is === undefined) return 'yes';
  if (isTickedAlone(step, object) || (contradicts(later, is) && !contradicts(earlier, was))) return 'no';
  const hadLook = (number: number | undefined): boolean => {
    const dict = number === undefined ? undefined : dictOf(valueAt(earlier, number));
    return dict !== undefined && appearanceStreams(earlier, dict).length > 0;
  };
  const shown = is.widgets.filter(({ ref }) => !hadLook(ref?.number));
  return gravest(shown.map(({ dict }) => showsButton(later, is, dict)));
}

/** Whether a box comes to be ticked while the value of its field is another (§12.7.5.2.3). */
function isTickedAlone(step: Step, object: number): boolean {
  const { earlier, later } = step;
  const stateIn = (pdf: Pdf): string => stateOf(pdf, pdf.dict(pdf.object(object)?.value));
  const field = fieldAt(step, 'later', object);
  const state = stateIn(later);
  if (state === 'Off' || state === stateIn(earlier)) return false;
  const value = later.resolve(field?.value);
  return value === undefined || (value.type === 'name' && value.value !== state);
}

/** An appearance is a dictionary, where there is one. */
const isLook = ({ later }: Step, field: PdfDict): boolean =>
  later.resolve(entry(field, 'AP')) === undefined || later.dict(entry(field, 'AP')) !== undefined;

/**
 * Whether what a field shows follows its value: with a value changed, or none before; a box or a button that had its
 * looks keeps them.
 */
export function isFilled(step: Step, object: number, before: PdfDict, after: PdfDict | undefined): boolean {
  const { earlier, later } = step;
  const [was, is] = [fieldAt(step, 'earlier', object), fieldAt(step, 'later', object)];
  const [one, other] = [was?.value ?? entry(before, 'V'), is?.value ?? entry(after, 'V')];
  if (was?.type === 'Btn') return appearanceStreams(earlier, before).length === 0;
  if (!sameValue(earlier.resolve(one), earlier, later.resolve(other), later)) return true;
  // Without a value it may get the look of an empty field where it had none that said something.
  if (!isEmptyText(earlier, one) || after === undefined) return false;
  return isBlank(later, after) && isBlank(earlier, before);
}

function isEmptyText(pdf: Pdf, value: PdfValue | undefined): boolean {
  const resolved = pdf.resolve(value);
  return resolved === undefined || (resolved.type === 'string' && pdf.stringBytes(resolved).length === 0);
}
