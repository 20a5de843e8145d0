import { PdfError } from '../../errors.ts';
import { latin1 } from '../../syntax/bytes.ts';
import type { Pdf } from '../../syntax/pdf.ts';
import type { PdfDict, PdfValue } from '../../syntax/values.ts';
import type { FormField } from '../form.ts';
import { locksField, type Permission, type Permissions } from '../permissions.ts';
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

const entry = (dict: PdfDict | undefined, key: string): PdfValue | undefined => dict?.entries.get(key);

/** The first key whose value changed and that `allows` does not let pass. */
function differing(
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

function hasAppearance(pdf: Pdf, widget: PdfDict): boolean {
  const box = pdf.rectangle(entry(widget, 'Rect'));
  const normal = pdf.resolve(entry(pdf.dict(entry(widget, 'AP')), 'N'));
  return (
    box !== undefined && box[0] < box[2] && box[1] < box[3] && normal?.type === 'stream' && shows(pdf, normal)
  );
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

/** The validation data of ISO 32000-2 §12.8.4.3: lists of streams; what was there stays. */
export function storeRule({ then, now }: Step): Differing {
  const before = then.dict(entry(then.catalog, 'DSS'));
  const value = now.resolve(entry(now.catalog, 'DSS'));
  if (value === undefined && before === undefined) return undefined;
  const lists = ['Certs', 'CRLs', 'OCSPs'];
  if (value?.type !== 'dict' || !isStore(now, value, lists)) return '/DSS';
  for (const key of lists) {
    if (then.array(entry(before, key)) !== undefined && now.array(entry(value, key)) === undefined)
      return `/${key}`;
  }
  const had = then.dict(entry(before, 'VRI'));
  const vri = entry(value, 'VRI');
  const has = now.resolve(vri);
  if (has !== undefined && has.type !== 'dict') return '/VRI';
  for (const [key, data] of has?.entries ?? []) {
    const one = now.dict(data);
    if (!/^[0-9A-F]{40}$/.test(key) || one === undefined || !isStore(now, one, ['Cert', 'CRL', 'OCSP']))
      return '/VRI';
  }
  for (const key of had?.entries.keys() ?? []) if (has?.entries.has(key) !== true) return '/VRI';
  return undefined;
}

function isStore(pdf: Pdf, dict: PdfDict, lists: readonly string[]): boolean {
  return lists.every((key) => {
    const value = pdf.resolve(entry(dict, key));
    if (value === undefined) return true;
    if (value.type !== 'array') return false;
    pdf.spend(value.items.length);
    return value.items.every((item) => item.type === 'ref' && pdf.resolve(item)?.type === 'stream');
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

/** Marks whose icon or colour leaves what is under them to be read. */
const REMARKS = new Set([
  'Text',
  'Popup',
  'Link',
  'Highlight',
  'Underline',
  'Squiggly',
  'StrikeOut',
  'Caret',
  'FileAttachment',
]);
/** Marks that do so where they are lines only. */
const DRAWINGS = new Set(['Line', 'Square', 'Circle', 'Polygon', 'PolyLine', 'Ink']);

/** Whether annotations are permitted and this one cannot hide, or stand for, what was signed. */
export function mayAnnotate(step: Step, number: number): boolean {
  const { now, permission, permissions } = step;
  if (permission < 3 || permissions.locks.some(({ action }) => action === 'All')) return false;
  const dict = now.dict(now.object(number)?.value);
  const subtype = now.name(entry(dict, 'Subtype')) ?? '';
  const normal = now.resolve(entry(now.dict(entry(dict, 'AP')), 'N'));
  const painted = normal?.type === 'stream' ? content(now, normal) : '';
  if (SHOWS_TEXT.test(painted)) return false;
  if (REMARKS.has(subtype)) return true;
  const filled = (now.array(entry(dict, 'IC'))?.items.length ?? 0) > 0 || FILLS.test(painted);
  return DRAWINGS.has(subtype) && !filled;
}

const SHOWS_TEXT = /\b(?:Tj|TJ|Do)\b/;
const FILLS = /(?:^|\s)(?:f|F|f\*|B|B\*|b|b\*|sh)(?=\s|$)/;

/** Bytes of an appearance that are looked at. */
const LOOKED_AT = 65_536;

type Stream = Extract<PdfValue, { type: 'stream' }>;

const shows = (pdf: Pdf, stream: Stream): boolean => /\S/.test(content(pdf, stream));

/** The beginning of an appearance, enough to know whether it paints; one that cannot be read is taken to. */
function content(pdf: Pdf, stream: Stream): string {
  try {
    const bytes = pdf.decoded(stream);
    return latin1(bytes, 0, Math.min(bytes.length, LOOKED_AT));
  } catch (error) {
    if (error instanceof PdfError && error.code !== 'too_many_objects') return 'Do';
    throw error;
  }
}
