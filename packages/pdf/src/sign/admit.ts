import { PdfError } from '../errors.ts';
import { acroForm, type FormField, formFields } from '../revisions/form.ts';
import {
  fieldLock,
  isLocked,
  locksField,
  type Permissions,
  readPermissions,
  type SignedField,
  signedFields,
} from '../revisions/permissions.ts';
import type { Pdf } from '../syntax/pdf.ts';
import { textString } from '../syntax/strings.ts';
import type { PdfRef, PdfValue } from '../syntax/values.ts';
import type { DocTimeStampOptions, SignatureOptions } from './face.ts';
import { checkProtection } from './restrictions.ts';

/** What preparing a signature needs to know of the document, read once. */
export interface Document {
  fields: FormField[];
  signed: SignedField[];
  permissions: Permissions;
}

/** An empty signature field, which is an object of its own. */
export type EmptyField = FormField & { ref: PdfRef };

export function readDocument(pdf: Pdf): Document {
  const fields = formFields(pdf);
  const signed = signedFields(pdf, fields);
  return { fields, signed, permissions: readPermissions(pdf, signed) };
}

/** Throws where the document, as it is, does not take this signature. */
export function admit(pdf: Pdf, document: Document, options: SignatureOptions): void {
  checkOptions(options);
  checkProtection(pdf, options.field === undefined ? 'new_field' : 'empty_field');
  const { signed, permissions } = document;
  if (isLocked(pdf, permissions)) throw new PdfError('locked', 'The document takes no more signatures');
  if (options.certify !== undefined && (signed.length > 0 || permissions.certified)) {
    throw new PdfError('already_signed', 'Only the first signature may certify');
  }
  if (options.field === undefined) {
    // A lock that excludes named fields covers every other one, those to come included.
    if (permissions.locks.some(({ action }) => action === 'Exclude')) {
      throw new PdfError('field_locked', 'A signature locks every field but those that it names');
    }
    if (options.visible !== undefined && forbidsNewField(permissions)) {
      throw new PdfError('certified', 'The certification permits no new visible field');
    }
  }
  if (signed.length === 0) checkAppearances(pdf, document.fields);
}

/**
 * Whether a new visible field is forbidden. ISO 32000-2 permits annotations at P=3; strict validators still take no
 * visible field after certification.
 */
export const forbidsNewField = ({ certified, permission = 3 }: Permissions): boolean =>
  certified || permission !== 3;

/** Throws where the document does not take a time-stamp. */
export function admitTimeStamp(pdf: Pdf, document: Document, options: DocTimeStampOptions): void {
  checkContents(options);
  checkProtection(pdf, 'new_field');
  if (document.signed.length === 0) checkAppearances(pdf, document.fields);
}

function checkContents({ contentsBytes }: { contentsBytes: number }): void {
  if (!Number.isInteger(contentsBytes) || contentsBytes < 1 || contentsBytes > 4 * 1024 * 1024) {
    throw new PdfError('bad_option', 'contentsBytes is out of range');
  }
}

function checkOptions(options: SignatureOptions): void {
  const { certify, lock, visible, field } = options;
  checkContents(options);
  if (certify !== undefined && lock === true) {
    throw new PdfError('bad_option', 'A signature either certifies or locks');
  }
  if (visible !== undefined && visible.placement === undefined && field === undefined) {
    throw new PdfError('bad_option', 'A new visible field needs a placement');
  }
}

/** The empty field of that name; `seed_value` and `field_locked` where it, or a lock, does not allow us. */
export function emptyField(
  pdf: Pdf,
  document: Document,
  options: Pick<SignatureOptions, 'digestAlgorithm'>,
  name: string,
): EmptyField {
  const named = document.fields.filter((field) => field.name === name && field.type === 'Sig');
  const [field] = named;
  if (field === undefined) throw new PdfError('no_such_field', 'There is no signature field of that name');
  if (named.length > 1 || field.ref === undefined)
    throw new PdfError('broken_form', 'The field is ambiguous');
  // Poppler calls such a field unsigned, MuPDF its signature broken, pyHanko the signing a forbidden change.
  if (field.widgets.length > 1 || field.widgets[0]?.dict !== field.dict) {
    throw new PdfError('broken_form', 'The field and its widget are not one object', {
      object: field.ref.number,
    });
  }
  if (pdf.resolve(field.value) !== undefined)
    throw new PdfError('field_signed', 'The field is signed already');
  if (document.permissions.locks.some((lock) => locksField(lock, name))) {
    throw new PdfError('field_locked', 'A signature locks this field');
  }
  checkSeedValue(pdf, field, options);
  return { ...field, ref: field.ref };
}

/** Bits of a seed value's /Ff (ISO 32000-2 Table 237): these are met or checked, any other refuses. */
const SEED = { filter: 1, subFilter: 2, digest: 64 };

function checkSeedValue(
  pdf: Pdf,
  field: FormField,
  options: Pick<SignatureOptions, 'digestAlgorithm'>,
): void {
  const seed = pdf.dict(field.dict.entries.get('SV'));
  if (seed === undefined) return;
  const required = pdf.number(seed.entries.get('Ff')) ?? 0;
  const refuse = (what: string): never => {
    throw new PdfError('seed_value', `The field requires ${what} that we do not make`);
  };
  const names = (key: string): string[] =>
    (pdf.array(seed.entries.get(key))?.items ?? []).flatMap(
      (item: PdfValue) => pdf.name(item) ?? pdf.text(item) ?? [],
    );
  if ((required & ~(SEED.filter | SEED.subFilter | SEED.digest)) !== 0) refuse('properties of the signature');
  const filter = pdf.name(seed.entries.get('Filter'));
  if ((required & SEED.filter) !== 0 && filter !== undefined && filter !== 'Adobe.PPKLite')
    refuse('a filter');
  const subFilters = names('SubFilter');
  if ((required & SEED.subFilter) !== 0 && !subFilters.includes('ETSI.CAdES.detached')) refuse('a format');
  const digests = names('DigestMethod').map((digest) => digest.replace('-', '').toUpperCase());
  const ours = options.digestAlgorithm.replace('-', '');
  if ((required & SEED.digest) !== 0 && !digests.includes(ours)) refuse('a digest');
}

/**
 * Viewers that obey /NeedAppearances draw the fields anew and so change what was signed. It is taken out
 * before the first signature, which is only right where every field that has a value already shows it.
 */
function checkAppearances(pdf: Pdf, fields: readonly FormField[]): void {
  if (!needsAppearances(pdf)) return;
  for (const field of fields) {
    if (field.type === 'Sig' || isEmpty(pdf, field)) continue;
    for (const { dict } of field.widgets) {
      const box = pdf.rectangle(dict.entries.get('Rect'));
      const hasArea = box !== undefined && box[0] < box[2] && box[1] < box[3];
      const normal = pdf.dict(dict.entries.get('AP'))?.entries.get('N');
      if (hasArea && pdf.dict(normal) === undefined) {
        throw new PdfError('need_appearances', 'A form field has no appearance of its own');
      }
    }
  }
}

function isEmpty(pdf: Pdf, field: FormField): boolean {
  const value = pdf.resolve(field.value);
  if (value === undefined) return true;
  return value.type === 'name' ? value.value === 'Off' : value.type === 'string' && pdf.text(value) === '';
}

export const needsAppearances = (pdf: Pdf): boolean =>
  pdf.boolean(acroForm(pdf)?.entries.get('NeedAppearances')) === true;

/** The FieldMDP parameters that the signature repeats: our own lock, or the one that the field carries. */
export function fieldMdp(
  pdf: Pdf,
  options: SignatureOptions,
  field: FormField | undefined,
): string | undefined {
  if (options.lock === true) return '/Action/All/P 1';
  const lock = field === undefined ? undefined : fieldLock(pdf, field.dict);
  if (lock === undefined) return undefined;
  const names = lock.action === 'All' ? '' : `/Fields[${lock.fields.map(textString).join('')}]`;
  return `/Action/${lock.action}${names}${lock.permission === undefined ? '' : `/P ${lock.permission}`}`;
}
