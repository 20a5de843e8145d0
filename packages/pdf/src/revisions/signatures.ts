import type { Pdf } from '../syntax/pdf.ts';
import type { PdfDict } from '../syntax/values.ts';
import { type Coverage, coverage, isTimeStamp } from './byterange.ts';
import { type FormField, formFields } from './form.ts';
import { annotations, type Box } from './pages.ts';
import { type FieldLock, fieldLock } from './permissions.ts';
import { type Revision, revisions } from './revisions.ts';

/** What a signature dictionary says of itself; nothing of it is checked. */
export interface SignatureFacts extends Coverage {
  /** Object number of the dictionary, where it is an object. */
  object?: number;
  /** /Type, `Sig` where it is absent. */
  type: string;
  /** Whether it is a document time-stamp, by /Type or by /SubFilter. */
  isTimeStamp: boolean;
  filter?: string;
  subFilter?: string;
  name?: string;
  reason?: string;
  location?: string;
  contactInfo?: string;
  /** /M as written: `D:20261121120000+02'00'`. */
  claimedTime?: string;
}

/** What people are shown; longer texts are cut. */
const LONGEST_TEXT = 2000;

/** A signature field of the current revision. */
export interface SignatureField {
  /** Fully qualified. */
  name: string;
  object?: number;
  /** Page of its widget, counted from 1. */
  page?: number;
  rect?: Box;
  lock?: FieldLock;
  /** Absent: the field is empty. */
  signature?: SignatureFacts;
}

/** The signature fields in the form's order, with what their signatures cover. */
export function signatureFields(
  pdf: Pdf,
  terminal: readonly FormField[] = formFields(pdf),
): SignatureField[] {
  const fields = terminal.filter(({ type }) => type === 'Sig');
  if (fields.length === 0) return [];
  const all = revisions(pdf);
  const pageNumbers = pagesOfWidgets(pdf, fields);
  return fields.map((field, index) => {
    const signature = pdf.dict(field.value);
    const rect = pdf.rectangle(field.widgets[0]?.dict.entries.get('Rect'));
    return defined<SignatureField>({
      name: field.name,
      object: field.ref?.number,
      page: pageNumbers[index],
      rect,
      lock: fieldLock(pdf, field.dict),
      signature: signature === undefined ? undefined : signatureFacts(pdf, field, signature, all),
    });
  });
}

function signatureFacts(
  pdf: Pdf,
  field: FormField,
  signature: PdfDict,
  all: readonly Revision[],
): SignatureFacts {
  const name = (key: string): string | undefined => pdf.name(signature.entries.get(key));
  const text = (key: string): string | undefined =>
    pdf.text(signature.entries.get(key), LONGEST_TEXT)?.slice(0, LONGEST_TEXT);
  return defined<SignatureFacts>({
    ...coverage(pdf, signature, all),
    object: field.value?.type === 'ref' ? field.value.number : undefined,
    type: name('Type') ?? 'Sig',
    isTimeStamp: isTimeStamp(pdf, signature),
    filter: name('Filter'),
    subFilter: name('SubFilter'),
    name: text('Name'),
    reason: text('Reason'),
    location: text('Location'),
    contactInfo: text('ContactInfo'),
    claimedTime: text('M'),
  });
}

/** By the pages' /Annots; a widget's own /P only claims to know. */
function pagesOfWidgets(pdf: Pdf, fields: readonly FormField[]): (number | undefined)[] {
  const wanted = new Map<number, number>();
  fields.forEach(({ widgets }, index) => {
    const number = widgets[0]?.ref?.number;
    if (number !== undefined) wanted.set(number, index);
  });
  const found: (number | undefined)[] = fields.map(() => undefined);
  for (const { page, ref } of annotations(pdf)) {
    const index = wanted.get(ref.number);
    if (index !== undefined) found[index] ??= page.number;
  }
  return found;
}

/** Leaves out what is undefined: facts are plain data that crosses processes. */
function defined<T extends object>(facts: { [K in keyof T]: T[K] | undefined }): T {
  return Object.fromEntries(Object.entries(facts).filter(([, value]) => value !== undefined)) as T;
}
