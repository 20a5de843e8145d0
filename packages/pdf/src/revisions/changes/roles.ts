import type { Pdf } from '../../syntax/pdf.ts';
import type { PdfDict, PdfValue } from '../../syntax/values.ts';
import { acroForm } from '../form.ts';
import { pages } from '../pages.ts';

/** What an object of a revision is for, where honest updates change such. */
export type Role =
  | 'catalog'
  /** A node of the page tree above the pages. */
  | 'tree'
  | 'page'
  /** An array of annotations that is an object of its own. */
  | 'annotations'
  | 'annotation'
  /** A field of the form, a node above it, or its widget. */
  | 'field'
  | 'form'
  /** An array of fields that is an object of its own. */
  | 'fields'
  /** The order in which fields are calculated, where it is an object of its own. */
  | 'order'
  /** Resources of the form, which may grow. */
  | 'resources'
  /** A dictionary or an array of the document security store. */
  | 'store'
  /** The dictionary of extensions, or what one developer says in it. */
  | 'extensions'
  | 'metadata'
  | 'info';

/** Objects may have several: each of them has a say. */
export type Roles = ReadonlyMap<number, ReadonlySet<Role>>;

export function rolesOf(pdf: Pdf): Roles {
  const roles = new Map<number, Set<Role>>();
  const add: Add = (value, role) => {
    if (value?.type !== 'ref') return false;
    const known = roles.get(value.number);
    if (known?.has(role) === true) return false;
    if (known === undefined) roles.set(value.number, new Set([role]));
    else known.add(role);
    return true;
  };
  add(pdf.rootRef, 'catalog');
  addTree(pdf, add);
  addPages(pdf, add);
  addForm(pdf, add);
  addStore(pdf, add);
  addExtensions(pdf, add);
  add(pdf.catalog.entries.get('Metadata'), 'metadata');
  add(pdf.trailer.entries.get('Info'), 'info');
  return roles;
}

/** Whether it is a reference that did not have the role yet. */
type Add = (value: PdfValue | undefined, role: Role) => boolean;

function addTree(pdf: Pdf, add: Add): void {
  const open = [pdf.catalog.entries.get('Pages')];
  for (let value = open.pop(); value !== undefined; value = open.pop()) {
    const kids = pdf.dict(value)?.entries.get('Kids');
    if (kids === undefined || !add(value, 'tree')) continue;
    add(kids, 'tree');
    for (const kid of pdf.array(kids)?.items ?? []) open.push(kid);
  }
}

function addPages(pdf: Pdf, add: Add): void {
  const seen = new Set<number>();
  for (const { dict, object, generation } of pages(pdf)) {
    add({ type: 'ref', number: object, generation, source: pdf.bytes, start: 0, end: 0 }, 'page');
    const value = dict.entries.get('Annots');
    if (value?.type === 'ref') {
      if (seen.has(value.number)) continue;
      seen.add(value.number);
    }
    add(value, 'annotations');
    for (const item of pdf.array(value)?.items ?? []) {
      if (pdf.name(pdf.dict(item)?.entries.get('Subtype')) === 'Widget') add(item, 'field');
      else add(item, 'annotation');
    }
  }
}

/** The form's dictionary, its resources, the arrays of its fields, the fields and all above them. */
function addForm(pdf: Pdf, add: Add): void {
  const form = acroForm(pdf);
  add(pdf.catalog.entries.get('AcroForm'), 'form');
  const resources = form?.entries.get('DR');
  add(resources, 'resources');
  for (const kind of pdf.dict(resources)?.entries.values() ?? []) add(kind, 'resources');
  add(form?.entries.get('CO'), 'order');
  const list = form?.entries.get('Fields');
  add(list, 'fields');
  const open: PdfValue[] = [...(pdf.array(list)?.items ?? [])];
  const seen = new Set<number>();
  for (let value = open.pop(); value !== undefined; value = open.pop()) {
    if (value.type === 'ref') {
      if (seen.has(value.number)) continue;
      seen.add(value.number);
      add(value, 'field');
    }
    const kids = pdf.dict(value)?.entries.get('Kids');
    add(kids, 'fields');
    for (const kid of pdf.array(kids)?.items ?? []) open.push(kid);
  }
}

/** §7.12: a dictionary of each developer, or an array of such. */
function addExtensions(pdf: Pdf, add: Add): void {
  const extensions = pdf.catalog.entries.get('Extensions');
  add(extensions, 'extensions');
  for (const one of pdf.dict(extensions)?.entries.values() ?? []) {
    add(one, 'extensions');
    for (const item of pdf.array(one)?.items ?? []) add(item, 'extensions');
  }
}

/** §12.8.4.3; the streams themselves stay what they are. */
function addStore(pdf: Pdf, add: Add): void {
  const value = pdf.catalog.entries.get('DSS');
  add(value, 'store');
  const store = pdf.dict(value);
  addLists(pdf, store, add);
  const vri = store?.entries.get('VRI');
  add(vri, 'store');
  for (const one of pdf.dict(vri)?.entries.values() ?? []) {
    add(one, 'store');
    addLists(pdf, pdf.dict(one), add);
  }
}

function addLists(pdf: Pdf, dict: PdfDict | undefined, add: Add): void {
  for (const [key, list] of dict?.entries ?? []) {
    if (key !== 'VRI' && pdf.resolve(list)?.type === 'array') add(list, 'store');
  }
}
