import type { Pdf } from '../../syntax/pdf.ts';
import type { PdfDict, PdfValue } from '../../syntax/values.ts';
import type { FormField } from '../form.ts';
import { acts } from './actions.ts';
import { mayAnnotate, saysSomething } from './appearance.ts';
import { isBox, isWritten } from './awaited.ts';
import type { ChangeRule } from './face.ts';
import { judgeNewField } from './fields.ts';
import { isSameAttribute } from './inherited.ts';
import { leads, misleads } from './leading.ts';
import { judgeOrder, judgeRepeats, paintOrder } from './listing.ts';
import { isPlaced, judgeEmptyPlace } from './stamps.ts';
import { areSameInPlace, differing, entry, numbersIn, type Step } from './step.ts';
import { dictOf, nameOf, valueAt } from './value.ts';

/** Entries of a page that nobody sees there. */
const ASIDE = new Set(['LastModified', 'PieceInfo', 'Metadata']);

/** What a node of the page tree is for (§7.7.3.2, and what pages inherit): readers know no other entry. */
const OF_TREE = new Set([
  ...['Type', 'Parent', 'Kids', 'Count', 'Resources', 'MediaBox', 'CropBox', 'BleedBox', 'TrimBox', 'ArtBox'],
  ...['Rotate', 'Contents', 'Annots', 'AA', 'Group', 'UserUnit', 'Metadata', 'PieceInfo'],
]);
const SCALARS = new Set(['name', 'number', 'string', 'boolean', 'null']);

/** A node above the pages: writers leave their names there (iText's /ITXT), and nothing else changes. */
export function judgeTree(step: Step, object: number, before: PdfDict, after: PdfDict): void {
  const isNote = (key: string): boolean =>
    !OF_TREE.has(key) &&
    !after.duplicates.includes(key) &&
    [entry(before, key), entry(after, key)].every((value) => value === undefined || SCALARS.has(value.type));
  const changed = differing(step, before, after);
  if (!changed.every(isNote)) step.forbid('page_tree', nameOf(before, 'tree'), { object });
  else if (changed.length > 0) step.explain('document_info', `/${changed[0]}`, { object });
}

export function judgePage(
  step: Step,
  object: number,
  before: PdfDict,
  after: PdfDict,
  page: number | undefined,
): void {
  for (const key of differing(step, before, after)) {
    const [one, other] = [entry(before, key), entry(after, key)];
    if (after.duplicates.includes(key)) step.forbid('page', `/${key}`, { object, page });
    else if (key === 'Annots') judgeAnnotations(step, one, other, object);
    else if (key === 'Tabs') judgeTabs(step, before, after, object);
    else if (key === 'StructParents') step.explain('description', '/StructParents', { object, page });
    else if (ASIDE.has(key)) step.explain('page_upkeep', `/${key}`, { object, page });
    else if (isSameAttribute(step, object, key, before, after)) continue;
    else step.forbid('page', `/${key}`, { object, page });
  }
}

/** The order of the tab key (§12.5.1): given where there was none, for a field that comes with it. */
function judgeTabs(step: Step, before: PdfDict, after: PdfDict, object: number): void {
  const { earlier, later } = step;
  const count = (pdf: Pdf, page: PdfDict): number => pdf.array(entry(page, 'Annots'))?.items.length ?? 0;
  const isNew = entry(before, 'Tabs') === undefined && count(later, after) > count(earlier, before);
  step.explain(isNew ? 'page_upkeep' : 'annotation', '/Tabs', { object });
}

/** /Annots: annotations come and go where P=3, widgets with their fields only. */
export function judgeAnnotations(
  step: Step,
  one: PdfValue | undefined,
  other: PdfValue | undefined,
  holder: number,
): void {
  const { earlier, later } = step;
  const [listedBefore, listed] = [numbersIn(earlier, one), numbersIn(later, other)];
  const [before, after] = [paintOrder(listedBefore), paintOrder(listed)];
  judgeOrder(step, before, after);
  judgeRepeats(step, listedBefore, listed);
  // Annotations that are no objects of their own are not told apart: they stay what they were.
  if (!areSameInPlace(step, one, other))
    step.forbid('covers_content', '/Annots', { object: holder }, 'annotation');
  for (const object of before) {
    if (after.has(object)) continue;
    if (isWidget(earlier, object))
      step.forbid('field_removed', '/Annots', { object, field: step.fieldsBefore.get(object)?.name });
    else if (step.covers('earlier', object))
      step.forbid('covers_content', '/Annots', { object }, 'annotation');
    else {
      const isMissed = step.isSigned(object) && (leads(step, object) || saysSomething(step, object));
      step.explain(isMissed ? 'signed_annotation' : 'annotation', '/Annots', { object });
    }
  }
  for (const object of after) {
    if (before.has(object)) continue;
    if (!isWidget(later, object)) judgeAnnotation(step, object);
    else judgeListed(step, object);
  }
}

/** A widget that a page begins to list: one of a new field, or one that signs now, or that nobody sees. */
function judgeListed(step: Step, object: number): void {
  const [was, is] = [step.fieldsBefore.get(object), step.fields.get(object)];
  const spot = { object, field: is?.name };
  const isSigned = step.later.dict(is?.value) !== undefined && step.earlier.dict(was?.value) === undefined;
  // A node above fields is no widget, whatever it says of itself.
  if (is === undefined) step.forbid('field_added', '/Fields', spot);
  else if (was === undefined) judgeNewField(step, object);
  else if (is.widgets.some(({ ref, dict }) => ref?.number === object && acts(step.later, dict)))
    step.forbid('action', '/Annots', spot);
  else if (is.type === 'Sig' && isSigned) return;
  else if (step.shows(object) || isDrawn(step, is, object)) step.forbid('field', '/Annots', spot);
  else if (is.type === 'Sig')
    judgeEmptyPlace(
      step,
      is.widgets.filter(({ ref }) => ref?.number === object),
      spot,
    );
}

/** Whether readers draw the value of a field in a widget that has no look. */
function isDrawn({ later }: Step, field: FormField, object: number): boolean {
  const dicts = [later.dict(later.object(object)?.value) ?? field.dict, field.dict];
  return isPlaced(later, object) && (isWritten(later, dicts) || isBox(later, dicts));
}

/** An annotation that is new to a page, or other than it was `before`. */
export function judgeAnnotation(step: Step, object: number, before?: PdfDict): void {
  if (step.permission === 3 && !step.permissions.locks.some(({ action }) => action === 'All')) {
    const value = valueAt(step.later, object);
    if (value !== undefined && bringsAction(step, value, before))
      step.forbid('action', '/Annot', { object }, 'annotation');
    else if (mayAnnotate(step, object) && !step.covers('later', object) && !step.covers('earlier', object))
      explainRemark(step, object, misleads(step, object) ? 'signed_annotation' : 'annotation', '/Annot');
    else step.forbid('covers_content', '/Annot', { object }, 'annotation');
  } else step.forbid('not_permitted', '/Annot', { object }, 'annotation');
}

/** A remark whose lines may be read as a figure or a sign of a number on the page cannot be told from one. */
export function explainRemark(step: Step, object: number, rule: ChangeRule, what: string): void {
  step.explain(rule, what, { object });
  if (step.continues(object)) step.explain('unread_look', what, { object });
}

/** Whether a new annotation acts, or what differs in one that was there. */
function bringsAction(step: Step, value: PdfValue, before: PdfDict | undefined): boolean {
  const after = dictOf(value);
  if (before === undefined || after === undefined) return acts(step.later, value);
  const entries = differing(step, before, after).map((key) => [key, entry(after, key)] as const);
  const changed = entries.flatMap(([key, item]) => (item === undefined ? [] : [[key, item] as const]));
  return acts(step.later, { ...after, entries: new Map(changed) });
}

const isWidget = (pdf: Pdf, number: number): boolean =>
  pdf.name(entry(pdf.dict(pdf.object(number)?.value), 'Subtype')) === 'Widget';
