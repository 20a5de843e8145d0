import type { Pdf } from '../../syntax/pdf.ts';
import type { PdfDict, PdfRef, PdfValue } from '../../syntax/values.ts';
import { acroForm, type FormField, formFields } from '../form.ts';
import { type Page, pages } from '../pages.ts';

/** What an object of a signed revision is for; the first role that it is met in counts, strictest first. */
export type Role =
  /** Page contents, resources, and whatever else no rule names: stays as it was. */
  | 'fixed'
  | 'catalog'
  | 'tree'
  | 'page'
  /** An array of annotations that is an object of its own. */
  | 'annotations'
  | 'annotation'
  /** A field of the form, or its widget. */
  | 'field'
  | 'form'
  /** An array of fields that is an object of its own. */
  | 'fields'
  /** Resources of the form, which may grow. */
  | 'resources'
  | 'appearance'
  | 'security_store'
  | 'metadata';

/** Entries that lead back, or to what no page shows. */
const ASIDE = new Set([
  'Parent',
  'P',
  'Prev',
  'Metadata',
  'PieceInfo',
  'StructParent',
  'StructParents',
  'StructTreeRoot',
  'Thumb',
  'B',
]);
/** Entries of the catalog that have rules of their own. */
const RULED = new Set(['Pages', 'AcroForm', 'DSS', ...ASIDE]);

/** The roles of the objects that the catalog of a revision leads to, dangling references included. */
export class Roles {
  readonly #pdf: Pdf;
  readonly #roles: Map<number, Role>;
  readonly #pages: readonly Page[];
  #whole = false;

  constructor(pdf: Pdf) {
    this.#pdf = pdf;
    this.#roles = new Map([[pdf.rootRef.number, 'catalog']]);
    this.#pages = [...pages(pdf)];
    const fields = formFields(pdf);
    addTree(pdf, this.#roles);
    for (const { object } of this.#pages) this.#roles.set(object, 'page');
    addAnnotations(pdf, this.#roles, this.#pages, fields);
    addFields(pdf, this.#roles, fields);
    addForm(pdf, this.#roles);
    close(pdf, this.#roles, pdf.catalog.entries.get('DSS'), 'security_store');
    close(pdf, this.#roles, pdf.catalog.entries.get('Metadata'), 'metadata');
    close(pdf, this.#roles, pdf.trailer.entries.get('Info'), 'metadata');
  }

  /** What honest updates change is known at once; for anything else the document is walked, once. */
  get(number: number): Role | undefined {
    const role = this.#roles.get(number);
    if (role !== undefined || this.#whole) return role;
    this.#whole = true;
    this.#walk();
    return this.#roles.get(number);
  }

  #walk(): void {
    const pdf = this.#pdf;
    const roles = this.#roles;
    for (const { dict, resources } of this.#pages) {
      if (resources !== undefined) close(pdf, roles, resources, 'fixed');
      for (const [key, value] of dict.entries) {
        if (key !== 'Annots' && !ASIDE.has(key)) close(pdf, roles, value, 'fixed');
      }
    }
    for (const [key, value] of pdf.catalog.entries) if (!RULED.has(key)) close(pdf, roles, value, 'fixed');
    closeForm(pdf, roles);
    for (const { dict } of this.#pages) {
      for (const item of pdf.array(dict.entries.get('Annots'))?.items ?? []) {
        const annotation = pdf.dict(item);
        if (annotation !== undefined) close(pdf, roles, annotation, 'appearance');
      }
    }
  }
}

function addAnnotations(
  pdf: Pdf,
  roles: Map<number, Role>,
  all: readonly Page[],
  fields: readonly FormField[],
): void {
  const widgets = new Set(fields.flatMap((field) => field.widgets.flatMap(({ ref }) => ref?.number ?? [])));
  for (const { dict } of all) {
    const value = dict.entries.get('Annots');
    if (value?.type === 'ref') put(roles, value, 'annotations');
    for (const item of pdf.array(value)?.items ?? []) {
      if (item.type === 'ref') put(roles, item, widgets.has(item.number) ? 'field' : 'annotation');
    }
  }
}

function put(roles: Map<number, Role>, { number }: PdfRef, role: Role): void {
  if (!roles.has(number)) roles.set(number, role);
}

function addTree(pdf: Pdf, roles: Map<number, Role>): void {
  const root = pdf.catalog.entries.get('Pages');
  const open: PdfValue[] = root === undefined ? [] : [root];
  for (let value = open.pop(); value !== undefined; value = open.pop()) {
    if (value.type !== 'ref' || roles.has(value.number)) continue;
    const kids = pdf.dict(value)?.entries.get('Kids');
    if (kids === undefined) continue;
    roles.set(value.number, 'tree');
    if (kids.type === 'ref') put(roles, kids, 'tree');
    for (const kid of pdf.array(kids)?.items ?? []) open.push(kid);
  }
}

/** The fields and the nodes above them. */
function addFields(pdf: Pdf, roles: Map<number, Role>, fields: readonly FormField[]): void {
  const form = acroForm(pdf);
  const list = form?.entries.get('Fields');
  if (list?.type === 'ref') put(roles, list, 'fields');
  const open: PdfValue[] = [...(pdf.array(list)?.items ?? [])];
  const seen = new Set<number>();
  for (let value = open.pop(); value !== undefined; value = open.pop()) {
    if (value.type === 'ref') {
      if (seen.has(value.number)) continue;
      seen.add(value.number);
      roles.set(value.number, 'field');
    }
    for (const kid of pdf.array(pdf.dict(value)?.entries.get('Kids'))?.items ?? []) open.push(kid);
  }
  for (const { ref, type, value } of fields) {
    if (ref !== undefined) roles.set(ref.number, 'field');
    if (type === 'Sig' && value !== undefined) close(pdf, roles, value, 'fixed');
  }
}

/** The dictionary of the form; that of its resources and those of each kind may grow. */
function addForm(pdf: Pdf, roles: Map<number, Role>): void {
  const value = pdf.catalog.entries.get('AcroForm');
  if (value?.type === 'ref') put(roles, value, 'form');
  const resources = pdf.dict(value)?.entries.get('DR');
  if (resources?.type === 'ref') put(roles, resources, 'resources');
  for (const kind of pdf.dict(resources)?.entries.values() ?? []) {
    if (kind.type === 'ref') put(roles, kind, 'resources');
  }
}

/** What the resources of the form name stays. */
function closeForm(pdf: Pdf, roles: Map<number, Role>): void {
  for (const [key, value] of pdf.dict(pdf.catalog.entries.get('AcroForm'))?.entries ?? []) {
    if (key === 'Fields') continue;
    if (key !== 'DR') close(pdf, roles, value, 'fixed');
    else for (const kind of pdf.dict(value)?.entries.values() ?? []) closeKind(pdf, roles, kind);
  }
}

function closeKind(pdf: Pdf, roles: Map<number, Role>, kind: PdfValue): void {
  for (const resource of pdf.dict(kind)?.entries.values() ?? []) close(pdf, roles, resource, 'fixed');
}

/** Gives `role` to everything that `value` leads to and that has none yet. */
function close(pdf: Pdf, roles: Map<number, Role>, value: PdfValue | undefined, role: Role): void {
  const open: PdfValue[] = value === undefined ? [] : [value];
  for (let next = open.pop(); next !== undefined; next = open.pop()) {
    if (next.type === 'ref') {
      if (roles.has(next.number)) continue;
      roles.set(next.number, role);
      const object = pdf.object(next.number);
      if (object !== undefined) open.push(object.value);
    } else if (next.type === 'array') for (const item of next.items) pushContainer(open, item);
    else if (next.type === 'stream') open.push(next.dict);
    else if (next.type === 'dict') pushEntries(open, next);
  }
}

function pushEntries(open: PdfValue[], { entries }: PdfDict): void {
  for (const [key, value] of entries) if (!ASIDE.has(key)) pushContainer(open, value);
}

function pushContainer(open: PdfValue[], value: PdfValue): void {
  if (value.type === 'ref' || value.type === 'array' || value.type === 'dict') open.push(value);
}
