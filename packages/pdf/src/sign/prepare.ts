import { pageAt } from '../revisions/pages.ts';
import type { Pdf } from '../syntax/pdf.ts';
import { textString } from '../syntax/strings.ts';
import { Update } from '../write/update.ts';
import { admit, type Document, emptyField, fieldMdp, readDocument } from './admit.ts';
import { signatureDictionary } from './dictionary.ts';
import { editDictAt } from './edit.ts';
import type { Prepared, SignatureOptions } from './face.ts';
import { annotate, catalogOf, editForm, freshName } from './form.ts';
import { seal } from './seal.ts';

/**
 * Prepares an incremental update with a PAdES signature whose CMS is still missing. The original stays an
 * exact prefix. Throws {@link PdfError} where the document or the options do not allow it.
 */
export async function prepareSignature(pdf: Pdf, options: SignatureOptions): Promise<Prepared> {
  const document = readDocument(pdf);
  admit(pdf, document, options);
  const update = new Update(pdf);
  const number = update.allocate();
  const mdp =
    options.field === undefined
      ? newField(pdf, update, document, options, number)
      : fillField(pdf, update, document, options, options.field, number);
  editCatalog(pdf, update, document, options, number);
  const dictionary = signatureDictionary(options, reference(pdf, options, mdp));
  return seal(pdf, update, { number, dictionary }, options);
}

/** A new field merged with its one widget. Gives the FieldMDP parameters, if any. */
function newField(
  pdf: Pdf,
  update: Update,
  document: Document,
  options: SignatureOptions,
  signature: number,
): string | undefined {
  const page = pageAt(pdf, options.visible?.placement?.page ?? 1);
  const field = update.allocate();
  const name = freshName(document.fields, field);
  const lock = options.lock === true ? `/Lock ${putLock(update)}` : '';
  const appearance = update.allocate();
  update.put(appearance, '<</Type/XObject/Subtype/Form/BBox[0 0 0 0]/Length 0>>\nstream\n\nendstream');
  const tooltip = options.visible?.tooltip;
  update.put(
    field,
    `<</Type/Annot/Subtype/Widget/FT/Sig/T${textString(name)}/V ${signature} 0 R/F 132` +
      `/P ${page.object} ${page.generation} R/Rect[0 0 0 0]/AP<</N ${appearance} 0 R>>` +
      `${tooltip === undefined ? '' : `/TU${textString(tooltip)}`}${lock}>>`,
  );
  annotate(pdf, update, document, page, field);
  editForm(pdf, update, document, field);
  return fieldMdp(pdf, options, undefined);
}

/** Fills an existing empty field, which keeps its /Rect. Gives the FieldMDP parameters, if any. */
function fillField(
  pdf: Pdf,
  update: Update,
  document: Document,
  options: SignatureOptions,
  name: string,
  signature: number,
): string | undefined {
  const field = emptyField(pdf, document, options, name);
  if (field.ref !== undefined) {
    update.set(field.ref, field.dict, 'V', `${signature} 0 R`);
    // A field of a signed file gets no /Lock: validators take that for a change.
    const lockable = document.signed.length === 0 && !field.dict.entries.has('Lock');
    if (options.lock === true && lockable) update.set(field.ref, field.dict, 'Lock', putLock(update));
  }
  editForm(pdf, update, document, undefined);
  return fieldMdp(pdf, options, field);
}

/** SGN-6 as Acrobat writes it. /Lock is an indirect object (ISO 32000-2 Table 235). */
function putLock(update: Update): string {
  const lock = update.allocate();
  update.put(lock, '<</Type/SigFieldLock/Action/All/P 1>>');
  return `${lock} 0 R`;
}

/** Below PDF 2.0 the first signature declares ETSI's extension (EN 319 142-1 §5.1), later ones never. */
function editCatalog(
  pdf: Pdf,
  update: Update,
  document: Document,
  options: SignatureOptions,
  signature: number,
): void {
  const owner = catalogOf(pdf);
  const version = pdf.name(owner.dict.entries.get('Version')) ?? '';
  const modern = version >= '2' || pdf.version >= '2';
  const extensions = pdf.dict(owner.dict.entries.get('Extensions'));
  if (document.signed.length === 0 && !modern && extensions?.entries.has('ESIC') !== true) {
    const esic = '<</BaseVersion/1.7/ExtensionLevel 1>>';
    editDictAt(pdf, update, owner, 'Extensions', new Map([['ESIC', esic]]));
  }
  if (options.certify !== undefined) {
    editDictAt(pdf, update, owner, 'Perms', new Map([['DocMDP', `${signature} 0 R`]]));
  }
}

/** /Reference: no digest entries, which PDF/A forbids and ISO 32000-2 deprecates. */
function reference(pdf: Pdf, options: SignatureOptions, mdp: string | undefined): string | undefined {
  const { number, generation } = pdf.rootRef;
  const one = (method: string, params: string, data = ''): string =>
    `<</Type/SigRef/TransformMethod/${method}/TransformParams<</Type/TransformParams${params}/V/1.2>>${data}>>`;
  const all: string[] = [];
  if (options.certify !== undefined) all.push(one('DocMDP', `/P ${options.certify}`));
  if (mdp !== undefined) all.push(one('FieldMDP', mdp, `/Data ${number} ${generation} R`));
  return all.length === 0 ? undefined : `[${all.join('')}]`;
}
