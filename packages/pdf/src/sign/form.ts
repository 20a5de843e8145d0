import { acroForm, type FormField } from '../revisions/form.ts';
import { type Page, pages } from '../revisions/pages.ts';
import type { Pdf } from '../syntax/pdf.ts';
import type { PdfValue } from '../syntax/values.ts';
import type { Written } from '../write/splice.ts';
import type { Update } from '../write/update.ts';
import { type Document, needsAppearances } from './admit.ts';
import { appended, editDictAt, type Owner } from './edit.ts';

export const catalogOf = (pdf: Pdf): Owner => ({ ref: pdf.rootRef, dict: pdf.catalog });

/** Lists a new field in the form and, first of all signatures, settles /NeedAppearances. */
export function editForm(pdf: Pdf, update: Update, document: Document, newField: number | undefined): void {
  const form = acroForm(pdf);
  const changes = new Map<string, Written>();
  if (newField !== undefined) {
    const shared = sharedWithPages(pdf, form?.entries.get('Fields'));
    const fields = appended(pdf, update, form, 'Fields', `${newField} 0 R`, shared);
    if (fields !== undefined) changes.set('Fields', fields);
  }
  // Table 225: signatures exist, and the file is only ever appended to.
  const flags = pdf.number(form?.entries.get('SigFlags')) ?? 0;
  if ((flags & 3) !== 3) changes.set('SigFlags', String(flags | 3));
  if (document.signed.length === 0 && needsAppearances(pdf)) changes.set('NeedAppearances', 'false');
  if (form !== undefined) {
    editDictAt(pdf, update, catalogOf(pdf), 'AcroForm', changes);
    return;
  }
  // An object of its own: later signatures then leave the catalog alone.
  const number = update.allocate();
  update.put(number, `<</Fields[${newField} 0 R]/SigFlags 3>>`);
  update.set(pdf.rootRef, pdf.catalog, 'AcroForm', `${number} 0 R`);
}

/** Adds a widget to a page. */
export function annotate(pdf: Pdf, update: Update, page: Page, widget: number): void {
  const owner: Owner = { ref: { number: page.object, generation: page.generation }, dict: page.dict };
  const annots = page.dict.entries.get('Annots');
  const shared = sharedWithPages(pdf, annots, page.object);
  const list = appended(pdf, update, page.dict, 'Annots', `${widget} 0 R`, shared);
  if (list !== undefined) update.set(owner.ref, owner.dict, 'Annots', list);
}

/** The number of the array at `value` if another page (or the form's /Fields) uses the same object. */
function sharedWithPages(pdf: Pdf, value: PdfValue | undefined, ownPage?: number): Set<number> {
  const shared = new Set<number>();
  if (value?.type !== 'ref') return shared;
  const { number } = value;
  const fields = acroForm(pdf)?.entries.get('Fields');
  if (ownPage !== undefined && fields?.type === 'ref' && fields.number === number) shared.add(number);
  for (const page of pages(pdf)) {
    const annots = page.dict.entries.get('Annots');
    if (page.object !== ownPage && annots?.type === 'ref' && annots.number === number) shared.add(number);
  }
  return shared;
}

/** A field name that neither this revision's form nor an older one's can have: it carries a fresh number. */
export function freshName(fields: readonly FormField[], number: number, kind = 'Signature'): string {
  const taken = new Set(fields.map(({ name }) => name.split('.', 1)[0]));
  let name = `${kind}${number}`;
  while (taken.has(name)) name += '_';
  return name;
}
