import type { Pdf } from '../../syntax/pdf.ts';
import type { PdfDict, PdfValue } from '../../syntax/values.ts';
import { locksField } from '../permissions.ts';
import { content, hasAppearance, mayAnnotate } from './appearance.ts';
import { sameValue } from './equal.ts';
import { type Differing, differing, entry, type Step } from './step.ts';
import { storeRule } from './store.ts';

export function catalogRule(step: Step, before: PdfDict, after: PdfDict): Differing {
  return differing(step, before, after, (key, one, other) => {
    switch (key) {
      case 'AcroForm':
        return formRule(step, step.then.dict(one), step.now.dict(other)) === undefined;
      case 'DSS':
        return storeRule(step) === undefined;
      case 'Metadata':
        return metadataRule(step, other) === undefined;
      case 'Extensions':
      case 'Version':
      case 'StructTreeRoot':
      case 'MarkInfo':
      case 'PieceInfo':
        return true;
      default:
        return false;
    }
  });
}

/** §14.3.2: a stream of XML. */
export function metadataRule({ now, permission }: Step, value: PdfValue | undefined): Differing {
  const stream = now.resolve(value);
  const xml = stream?.type === 'stream' ? content(now, stream) : '';
  return permission > 1 && /^(?:\xef\xbb\xbf)?\s*</.test(xml) ? undefined : '/Metadata';
}

export function formRule(step: Step, before: PdfDict | undefined, after: PdfDict | undefined): Differing {
  if (after === undefined) return '/AcroForm';
  const empty: PdfDict = { ...after, entries: new Map(), duplicates: [] };
  return differing(step, before ?? empty, after, (key, one, other) => {
    switch (key) {
      case 'Fields':
        return fieldsRule(step, one, other) === undefined;
      case 'DR':
        return resourcesRule(step, one, other) === undefined;
      case 'SigFlags':
        return true;
      // A default appearance where there was none, and no more redrawing of what was signed.
      case 'DA':
        return one === undefined;
      case 'NeedAppearances':
        return step.now.boolean(other) !== true;
      default:
        return false;
    }
  });
}

/** Fields may be added where they sign; none goes away. */
export function fieldsRule(step: Step, one: PdfValue | undefined, other: PdfValue | undefined): Differing {
  const before = step.then.array(one)?.items ?? [];
  const after = step.now.array(other)?.items ?? [];
  const kept = new Set(after.flatMap((item) => (item.type === 'ref' ? item.number : [])));
  for (const item of before) if (item.type !== 'ref' || !kept.has(item.number)) return '/Fields';
  const known = new Set(before.flatMap((item) => (item.type === 'ref' ? item.number : [])));
  for (const item of after) {
    if (item.type === 'ref' && known.has(item.number)) continue;
    if (item.type !== 'ref' || !signs(step, item.number)) return '/Fields';
  }
  return undefined;
}

/** Whether a new field, or each field below it, is a signature's: filled, or not to be seen. */
function signs(step: Step, number: number): boolean {
  const { now, permission } = step;
  const field = step.fields.get(number);
  if (field === undefined) {
    const kids = now.array(entry(now.dict(now.object(number)?.value), 'Kids'))?.items ?? [];
    const leaves = kids.flatMap((kid) => (kid.type === 'ref' ? kid.number : []));
    return (
      leaves.length > 0 &&
      leaves.length === kids.length &&
      leaves.every((kid) => step.fields.has(kid) && signs(step, kid))
    );
  }
  if (field.type !== 'Sig') return false;
  const signature = now.dict(field.value);
  if (permission === 1) return now.name(entry(signature, 'Type')) === 'DocTimeStamp';
  if (signature !== undefined) return true;
  return !step.permissions.certified && field.widgets.every(({ dict }) => !hasAppearance(now, dict));
}

/** Resources may be added; those that were there stay what they were. */
export function resourcesRule(step: Step, one: PdfValue | undefined, other: PdfValue | undefined): Differing {
  const before = step.then.dict(one);
  const after = step.now.dict(other);
  if (before === undefined) return undefined;
  if (after === undefined) return '/DR';
  return differing(step, before, after, (_, kind, later) => {
    if (kind === undefined) return true;
    const had = step.then.dict(kind);
    const has = step.now.dict(later);
    if (had === undefined || has === undefined) return false;
    return differing(step, had, has, (_name, resource) => resource === undefined) === undefined;
  });
}

/** What filling in and signing change of a field or its widget. */
const FILLED = new Set(['V', 'AP', 'AS', 'M', 'I', 'RV']);
/** What signing into an empty field may add to it. */
const SIGNED = new Set(['P', 'MK', 'DA', 'Lock', 'Subtype', 'Rect']);

export function fieldRule(step: Step, number: number, before: PdfDict, after: PdfDict): Differing {
  const { then, permission, permissions } = step;
  const field = step.fields.get(number);
  const signed = field?.type === 'Sig' || then.name(entry(before, 'FT')) === 'Sig';
  const changed = differing(step, before, after, (key, one, other) => {
    if (key === 'Kids') return fieldsRule(step, one, other) === undefined;
    // A signature is neither taken away nor exchanged.
    if (signed && key === 'V') return then.resolve(one) === undefined && step.now.dict(other) !== undefined;
    // What shows a text changes with it: otherwise the field shows what it did not hold when it was signed.
    if (key === 'AP' && isText(then, before))
      return !sameValue(entry(before, 'V'), then, entry(after, 'V'), step.now);
    if (signed && then.resolve(entry(before, 'V')) === undefined) {
      if (key === 'F' || (key === 'Type' && step.now.name(other) === 'Annot')) return true;
      if (SIGNED.has(key)) return one === undefined;
    }
    return FILLED.has(key);
  });
  if (changed !== undefined) return changed;
  const touched = differing(step, before, after, (key) => key === 'Kids');
  if (touched === undefined) return undefined;
  if (permission === 1 && !signed) return touched;
  const name = field?.name;
  return name !== undefined && !signed && permissions.locks.some((lock) => locksField(lock, name))
    ? touched
    : undefined;
}

/** Whether a field holds a text that its appearance shows. */
function isText(pdf: Pdf, dict: PdfDict): boolean {
  const value = pdf.resolve(entry(dict, 'V'));
  return value?.type === 'string' && pdf.stringBytes(value).length > 0;
}

const PAGE_ASIDE = new Set(['LastModified', 'PieceInfo', 'Metadata', 'Tabs', 'StructParents']);

export function pageRule(step: Step, before: PdfDict, after: PdfDict): Differing {
  return differing(step, before, after, (key, one, other) => {
    if (key === 'Annots') return annotationsRule(step, one, other) === undefined;
    return PAGE_ASIDE.has(key);
  });
}

export function annotationsRule(
  step: Step,
  one: PdfValue | undefined,
  other: PdfValue | undefined,
): Differing {
  const { then, now, permission } = step;
  const numbers = (pdf: Pdf, value: PdfValue | undefined): Set<number> =>
    new Set((pdf.array(value)?.items ?? []).flatMap((item) => (item.type === 'ref' ? item.number : [])));
  const before = numbers(then, one);
  const after = numbers(now, other);
  for (const number of before) {
    if (after.has(number)) continue;
    if (permission < 3 || isWidget(then, number)) return '/Annots';
  }
  for (const number of after) {
    if (before.has(number)) continue;
    if (isWidget(now, number) ? !signs(step, number) : !mayAnnotate(step, number)) return '/Annots';
  }
  return undefined;
}

const isWidget = (pdf: Pdf, number: number): boolean => {
  const dict = pdf.dict(pdf.object(number)?.value);
  return pdf.name(entry(dict, 'Subtype')) === 'Widget';
};
