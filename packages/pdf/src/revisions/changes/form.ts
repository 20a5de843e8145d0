import { readable } from '../../errors.ts';
import type { Pdf } from '../../syntax/pdf.ts';
import type { PdfDict, PdfValue } from '../../syntax/values.ts';
import { allLooks } from './appearance.ts';
import { awaiting, awaitsSign, isUnstyled, styleNames } from './awaited.ts';
import { judgeFieldList } from './fields.ts';
import { judgeRedrawing } from './redrawn.ts';
import { differing, entry, type Step } from './step.ts';
import { areNamed, namesOf } from './users.ts';

/** The interactive form (§12.7.3). */
export function judgeForm(
  step: Step,
  before: PdfDict | undefined,
  after: PdfDict | undefined,
  object?: number,
): void {
  if (after === undefined) {
    step.forbid('form', '/AcroForm', { object });
    return;
  }
  const empty: PdfDict = { ...after, entries: new Map(), duplicates: [] };
  for (const key of differing(step, before ?? empty, after)) {
    const [one, other] = [entry(before, key), entry(after, key)];
    if (after.duplicates.includes(key)) step.forbid('form', `/${key}`, { object });
    else if (key === 'Fields') judgeFieldList(step, one, other);
    else if (key === 'DR') judgeResources(step, one, other, { object });
    else if (key === 'NeedAppearances') judgeRedrawing(step, one, other, object);
    else if (isUpkeep(step, key, one, other)) step.explain('form_upkeep', `/${key}`, { object });
    else step.forbid('form', `/${key}`, { object });
  }
}

function isUpkeep(step: Step, key: string, one: PdfValue | undefined, other: PdfValue | undefined): boolean {
  // §12.7.3 Table 225: two bits, which are set and never taken back.
  if (key === 'SigFlags') {
    const [before, after] = [step.earlier.number(one) ?? 0, step.later.number(other) ?? 0];
    return (before & ~after) === 0 && after >= 0 && after <= 3;
  }
  // A default appearance where there was none and nobody waits for it.
  return (
    key === 'DA' && one === undefined && !awaiting(step).some((widget) => isUnstyled(step.earlier, widget))
  );
}

/** Resources that contents paint by themselves, some without a name; for a font that is not there readers take another. */
const PAINTED = new Set([
  'XObject',
  'ExtGState',
  'ColorSpace',
  'Pattern',
  'Shading',
  'Properties',
  'Encoding',
]);

/** Where resources stand, and who else uses them. */
interface Place {
  object?: number | undefined;
  /** The key under which the form's resources hold them, where they are of one kind. */
  kind?: string | undefined;
  /** The keys under which others refer to them. */
  shared?: readonly string[];
}

/**
 * Resources may be added; those that were there stay what they were, but for `XObject` that nothing paints: fields are
 * drawn anew with the others. What contents use as well gets nothing new that contents could have named all along.
 */
export function judgeResources(
  step: Step,
  one: PdfValue | undefined,
  other: PdfValue | undefined,
  place: Place,
): void {
  const { object, kind } = place;
  const after = step.later.dict(other);
  if (after === undefined) {
    step.forbid('form', '/DR', { object });
    return;
  }
  const before = step.earlier.dict(one) ?? { ...after, entries: new Map(), duplicates: [] };
  if (kind !== undefined) judgeKind(step, kind, before, after, place);
  else
    for (const key of differing(step, before, after)) {
      const [had, has] = [step.earlier.dict(entry(before, key)), step.later.dict(entry(after, key))];
      if (after.duplicates.includes(key) || (has === undefined && entry(before, key) !== undefined))
        step.forbid('form', `/${key}`, { object });
      else if (has === undefined) step.explain('form_upkeep', `/${key}`, { object });
      else judgeKind(step, key, had ?? { ...has, entries: new Map(), duplicates: [] }, has, place);
    }
}

/** Resources of one kind, such as fonts, by their names. */
function judgeKind(
  step: Step,
  kind: string,
  before: PdfDict,
  after: PdfDict,
  { object, shared = [] }: Place,
): void {
  const changed = differing(step, before, after);
  const isShared =
    shared.length > 0 &&
    ([...shared, kind].some((name) => PAINTED.has(name)) ||
      (object !== undefined && areNamed(step.earlier, { object, kind }, new Set(changed))));
  const isWrong = changed.some(
    (name) =>
      after.duplicates.includes(name) ||
      (entry(before, name) === undefined
        ? isAwaited(step, kind, name, entry(after, name)) || isPainted(step, name)
        : kind !== 'XObject' || isPainted(step, name)),
  );
  if (isWrong) step.forbid('form', `/${kind}`, { object });
  else if (isShared) step.forbid('reached_elsewhere', `/${kind}`, { object });
  else step.explain('form_upkeep', `/${kind}`, { object });
}

/** What looks of a step's fields name that have no resources of their own; undefined where one cannot be read. */
const painted = new WeakMap<Step, { names: ReadonlySet<string> | undefined }>();

/** Whether such a look names a resource of the form. */
function isPainted(step: Step, name: string): boolean {
  const known = painted.get(step) ?? { names: namesInLooks(step) };
  painted.set(step, known);
  return known.names === undefined || known.names.has(name);
}

function namesInLooks({ earlier, fieldsBefore }: Step): ReadonlySet<string> | undefined {
  const names = new Set<string>();
  for (const { widgets } of new Set(fieldsBefore.values())) {
    for (const look of widgets.flatMap(({ dict }) => allLooks(earlier, dict))) {
      if (look.dict.entries.has('Resources')) continue;
      const found = namesOf(earlier, look);
      if (found === undefined) return undefined;
      for (const name of found) names.add(name);
    }
  }
  return names;
}

/** Whether a font of that name, which the form lacks, is what a field or a text without a look is drawn with. */
function isAwaited(step: Step, kind: string, name: string, font: PdfValue | undefined): boolean {
  if (kind !== 'Font') return false;
  if (name === SIGNS && awaitsSign(step) && !isOfSigns(step.later, font)) return true;
  return awaiting(step).some((one) => styleNames(step.earlier, one).has(name));
}

/** The name by which readers ask for the font of signs in boxes, whatever their default appearance says. */
const SIGNS = 'ZaDb';

/** Entries of a font that readers have themselves (§9.6.2.2). */
const STANDARD = new Set(['Type', 'Subtype', 'BaseFont', 'Name']);

/** Whether a font is the one of signs that readers have themselves, and take for boxes where the form has none. */
function isOfSigns(pdf: Pdf, font: PdfValue | undefined): boolean {
  const dict = readable(() => pdf.dict(font));
  return (
    dict !== undefined &&
    pdf.name(entry(dict, 'BaseFont')) === 'ZapfDingbats' &&
    pdf.name(entry(dict, 'Subtype')) === 'Type1' &&
    [...dict.entries.keys()].every((key) => STANDARD.has(key))
  );
}
