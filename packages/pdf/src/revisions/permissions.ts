import type { Pdf } from '../syntax/pdf.ts';
import type { PdfDict, PdfValue } from '../syntax/values.ts';
import { coverage } from './byterange.ts';
import { type FormField, formFields } from './form.ts';
import { atRevision, revisions } from './revisions.ts';

/** Changes that stay permitted: 1 none, 2 forms and signatures, 3 annotations too (ISO 32000-2 Table 257). */
export type Permission = 1 | 2 | 3;

/** Fields that a signature locks: FieldMDP parameters or a /SigFieldLock dictionary (§12.8.2.4, Table 236). */
export interface FieldLock {
  action: 'All' | 'Include' | 'Exclude';
  fields: string[];
  permission?: Permission;
}

/** What the signatures of a document still permit. */
export interface Permissions {
  /** Whether a certification signature is there. */
  certified: boolean;
  /** The strictest /P of all signatures; absent: nothing said. */
  permission?: Permission;
  locks: FieldLock[];
}

/** A signature field that holds a signature dictionary. */
export interface SignedField {
  field: FormField;
  signature: PdfDict;
}

export function signedFields(pdf: Pdf, fields: readonly FormField[] = formFields(pdf)): SignedField[] {
  const signed: SignedField[] = [];
  for (const field of fields) {
    const signature = field.type === 'Sig' ? pdf.dict(field.value) : undefined;
    if (signature !== undefined) signed.push({ field, signature });
  }
  return signed;
}

/**
 * Everything that restricts further changes, over all signatures: as the document says now, and as each
 * revision said that a signature covers, so that a later update takes no restriction away.
 */
export function readPermissions(pdf: Pdf, signed: readonly SignedField[] = signedFields(pdf)): Permissions {
  const found = [permissionsOf(pdf, signed)];
  const all = signed.length === 0 ? [] : revisions(pdf);
  const covered = new Set(signed.map(({ signature }) => coverage(pdf, signature, all).revision));
  for (const number of covered) {
    if (number === undefined || number >= all.length) continue;
    const then = atRevision(pdf, all, number);
    found.push(permissionsOf(then, signedFields(then)));
  }
  return strictest(found);
}

/** All restrictions of several revisions together. */
export function strictest(found: readonly Permissions[]): Permissions {
  const given = found.flatMap(({ permission }) => permission ?? []).sort()[0];
  return {
    certified: found.some(({ certified }) => certified),
    locks: distinct(found.flatMap(({ locks }) => locks)),
    ...(given === undefined ? {} : { permission: given }),
  };
}

const distinct = (locks: readonly FieldLock[]): FieldLock[] => [
  ...new Map(locks.map((lock) => [JSON.stringify(lock), lock])).values(),
];

/** What a certification permits that does not say it (Table 257). */
const UNSAID: Permission = 2;

/** What a revision says by itself. */
export function permissionsOf(pdf: Pdf, signed: readonly SignedField[] = signedFields(pdf)): Permissions {
  const certification = pdf.dict(pdf.dict(pdf.catalog.entries.get('Perms'))?.entries.get('DocMDP'));
  const dicts = new Set(signed.map(({ signature }) => signature));
  if (certification !== undefined) dicts.add(certification);
  let certified = certification !== undefined;
  const locks: FieldLock[] = [];
  const given: Permission[] = [];
  for (const signature of dicts) {
    let says = false;
    for (const reference of pdf.array(signature.entries.get('Reference'))?.items ?? []) {
      const entries = pdf.dict(reference)?.entries;
      const params = pdf.dict(entries?.get('TransformParams'));
      const method = pdf.name(entries?.get('TransformMethod'));
      if (method === 'DocMDP') {
        certified = true;
        says = true;
        given.push(permission(pdf.number(params?.entries.get('P'))) ?? UNSAID);
      } else if (method === 'FieldMDP' && params !== undefined) {
        locks.push(readLock(pdf, params));
      }
    }
    // The catalog calls it the certification, whatever else it says.
    if (signature === certification && !says) given.push(UNSAID);
  }
  for (const { field } of signed) {
    const lock = fieldLock(pdf, field.dict);
    if (lock !== undefined) locks.push(lock);
  }
  for (const lock of locks) if (lock.permission !== undefined) given.push(lock.permission);
  const lowest = given.sort()[0];
  return { certified, locks, ...(lowest === undefined ? {} : { permission: lowest }) };
}

/** The /Lock of a signature field. */
export function fieldLock(pdf: Pdf, field: PdfDict): FieldLock | undefined {
  const lock = pdf.dict(field.entries.get('Lock'));
  return lock === undefined ? undefined : readLock(pdf, lock);
}

/** SGN-6: whether the document takes no more signatures. */
export function isLocked(pdf: Pdf, permissions: Permissions = readPermissions(pdf)): boolean {
  return permissions.permission === 1 || permissions.locks.some(coversAll);
}

const coversAll = ({ action, fields }: FieldLock): boolean =>
  action === 'All' || (action === 'Exclude' && fields.length === 0);

/** Whether a lock covers the field of that name; names match by dotted component. */
export function locksField(lock: FieldLock, name: string): boolean {
  const named = lock.fields.some((one) => name === one || name.startsWith(`${one}.`));
  return lock.action === 'All' || (lock.action === 'Include' ? named : !named);
}

function readLock(pdf: Pdf, dict: PdfDict): FieldLock {
  const action = pdf.name(dict.entries.get('Action'));
  const list = pdf.resolve(dict.entries.get('Fields'));
  const items: PdfValue[] = list?.type === 'array' ? list.items : [];
  pdf.spend(items.length * 32); // many fields can share one lock
  const fields = items.flatMap((item) => pdf.text(item) ?? []);
  const areRead = (list === undefined || list.type === 'array') && fields.length === items.length;
  const p = permission(pdf.number(dict.entries.get('P')));
  return {
    // An unknown action is read as the strictest, and so are names that cannot be read.
    action: action === 'Exclude' || (action === 'Include' && areRead) ? action : 'All',
    fields,
    ...(p === undefined ? {} : { permission: p }),
  };
}

const permission = (p: number | undefined): Permission | undefined =>
  p === 1 || p === 2 || p === 3 ? p : undefined;
