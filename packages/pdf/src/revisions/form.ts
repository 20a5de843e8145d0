import { PdfError } from '../errors.ts';
import type { Pdf } from '../syntax/pdf.ts';
import type { PdfDict, PdfRef, PdfValue } from '../syntax/values.ts';

/** A widget annotation of a field. */
export interface Widget {
  ref: PdfRef | undefined;
  dict: PdfDict;
}

/** A terminal field of the interactive form, inherited attributes included (ISO 32000-2 §12.7.4). */
export interface FormField {
  /** Fully qualified: partial names joined by full stops. */
  name: string;
  ref: PdfRef | undefined;
  dict: PdfDict;
  /** /FT: Btn, Tx, Ch or Sig. */
  type: string | undefined;
  flags: number;
  /** /V as it stands, a reference included. */
  value: PdfValue | undefined;
  /** The field's own dictionary where both are merged. */
  widgets: Widget[];
}

interface Pending {
  value: PdfValue;
  prefix: string;
  type: PdfValue | undefined;
  flags: PdfValue | undefined;
  content: PdfValue | undefined;
  depth: number;
}

/** What a kid costs in memory: many fields can share one array of them. */
const PER_KID = 32;

export const acroForm = (pdf: Pdf): PdfDict | undefined => pdf.dict(pdf.catalog.entries.get('AcroForm'));

/** All terminal fields that the form of this revision reaches; bounded in depth and number. */
export function formFields(pdf: Pdf): FormField[] {
  const roots = pdf.array(acroForm(pdf)?.entries.get('Fields'))?.items ?? [];
  const open: Pending[] = [...roots]
    .reverse()
    .map((value) => ({ value, prefix: '', type: undefined, flags: undefined, content: undefined, depth: 0 }));
  const seen = new Set<number>();
  const fields: FormField[] = [];
  let count = 0;
  for (let pending = open.pop(); pending !== undefined; pending = open.pop()) {
    if (++count > pdf.limits.fields) throw new PdfError('too_many_objects', 'The form has too many fields');
    if (pending.depth > pdf.limits.depth) throw new PdfError('too_deep', 'The form is nested too deeply');
    const { value } = pending;
    if (value.type === 'ref') {
      // A field listed twice is read once; a loop ends here too.
      if (seen.has(value.number)) continue;
      seen.add(value.number);
    }
    const dict = pdf.dict(value);
    if (dict === undefined) continue;
    for (const kid of readField(pdf, pending, dict, fields)) open.push(kid);
  }
  return fields;
}

/** Adds a terminal field to `fields`, or gives the kids of one that is not. */
function readField(pdf: Pdf, pending: Pending, dict: PdfDict, fields: FormField[]): Pending[] {
  const partial = pdf.text(dict.entries.get('T'));
  const prefix =
    partial === undefined ? pending.prefix : pending.prefix === '' ? partial : `${pending.prefix}.${partial}`;
  pdf.spend(prefix.length * 4);
  const type = dict.entries.get('FT') ?? pending.type;
  const flags = dict.entries.get('Ff') ?? pending.flags;
  const content = dict.entries.get('V') ?? pending.content;
  const items = pdf.array(dict.entries.get('Kids'))?.items ?? [];
  pdf.spend(items.length * PER_KID);
  const kids = items.flatMap((value) => {
    const kid = pdf.dict(value);
    return kid === undefined ? [] : [{ value, kid }];
  });
  if (kids.some(({ kid }) => kid.entries.has('T'))) {
    return kids
      .reverse()
      .map(({ value }) => ({ value, prefix, type, flags, content, depth: pending.depth + 1 }));
  }
  const own = widgetOf(pending.value, dict);
  fields.push({
    name: prefix,
    ref: own.ref,
    dict,
    type: pdf.name(type),
    flags: pdf.number(flags) ?? 0,
    value: content,
    widgets: kids.length === 0 ? [own] : kids.map(({ value, kid }) => widgetOf(value, kid)),
  });
  return [];
}

const widgetOf = (value: PdfValue, dict: PdfDict): Widget => ({
  ref: value.type === 'ref' ? value : undefined,
  dict,
});
