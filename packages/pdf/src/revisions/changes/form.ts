import type { PdfDict, PdfValue } from '../../syntax/values.ts';
import { judgeFieldList } from './fields.ts';
import { differing, entry, type Step } from './step.ts';

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
  // A default appearance where there was none, and no more redrawing of what was signed.
  if (key === 'DA') return one === undefined;
  return key === 'NeedAppearances' && step.later.boolean(other) !== true;
}

/** Resources that contents paint by themselves; a font that is not there is replaced by readers. */
const PAINTED = new Set([
  'XObject',
  'ExtGState',
  'ColorSpace',
  'Pattern',
  'Shading',
  'Properties',
  'Encoding',
]);

/**
 * Resources may be added; those that were there stay what they were. What contents use as well, by the keys in
 * `shared`, gets nothing new that contents could have named all along.
 */
export function judgeResources(
  step: Step,
  one: PdfValue | undefined,
  other: PdfValue | undefined,
  { object, shared = [] }: { object?: number | undefined; shared?: readonly string[] },
): void {
  const before = step.earlier.dict(one);
  const after = step.later.dict(other);
  if (before === undefined) step.explain('form_upkeep', '/DR', { object });
  else if (after === undefined) step.forbid('form', '/DR', { object });
  else {
    for (const key of differing(step, before, after)) {
      const kind = entry(before, key);
      const [had, has] = [step.earlier.dict(kind), step.later.dict(entry(after, key))];
      const grown =
        kind === undefined ||
        (had !== undefined &&
          has !== undefined &&
          differing(step, had, has).every((name) => entry(had, name) === undefined));
      const seen = shared.length > 0 && [...shared, key].some((name) => PAINTED.has(name));
      if (grown && seen) step.forbid('reached_elsewhere', `/${key}`, { object });
      else if (grown && !after.duplicates.includes(key)) step.explain('form_upkeep', `/${key}`, { object });
      else step.forbid('form', `/${key}`, { object });
    }
  }
}
