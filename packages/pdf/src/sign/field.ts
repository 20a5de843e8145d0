import { pageAt } from '../revisions/pages.ts';
import type { Pdf } from '../syntax/pdf.ts';
import { textString } from '../syntax/strings.ts';
import type { Update } from '../write/update.ts';
import { accessibleEntries, orderTabs, pageOfUnseen } from './accessible.ts';
import { type Document, emptyField, fieldMdp } from './admit.ts';
import { placeOnPage } from './appearance/index.ts';
import { blank, blankOfTimeStamp } from './blank.ts';
import type { SignatureOptions } from './face.ts';
import { placeOfField } from './filling.ts';
import { annotate, editForm, freshName } from './form.ts';
import { stamp } from './stamp.ts';

/** An update under way and what it is for. */
export interface Signing {
  pdf: Pdf;
  update: Update;
  document: Document;
  options: SignatureOptions;
  /** Object number of the signature dictionary. */
  signature: number;
}

/** The field that is signed. */
export interface SignedAs {
  /** Fully qualified name. */
  field: string;
  /** FieldMDP parameters, if any. */
  mdp: string | undefined;
}

/** A new field merged with its one widget. */
export async function newField(signing: Signing): Promise<SignedAs> {
  const { pdf, update, document, options, signature } = signing;
  const { visible } = options;
  const seenAt = visible?.placement?.page;
  const page = seenAt === undefined ? pageOfUnseen(pdf, document) : pageAt(pdf, seenAt);
  const place = visible?.placement === undefined ? undefined : placeOnPage(page, visible.placement);
  const field = update.allocate();
  const drawn = visible !== undefined && place !== undefined;
  const appearance = drawn
    ? await stamp(pdf, update, document, { visible, page, place, field })
    : blank(update);
  const name = freshName(document.fields, field);
  const told = {
    kind: 'signature',
    isSeen: drawn,
    name: visible?.text.name ?? options.name,
    language: options.language,
  } as const;
  const lock = options.lock === true ? `/Lock ${putLock(update)}` : '';
  update.put(
    field,
    `<</Type/Annot/Subtype/Widget/FT/Sig/T${textString(name)}/V ${signature} 0 R/F 132` +
      `/P ${page.object} ${page.generation} R/Rect[${(place?.rect ?? [0, 0, 0, 0]).join(' ')}]` +
      `/AP${appearance}${accessibleEntries(pdf, update, document, { widget: field, page, told })}${lock}>>`,
  );
  annotate(pdf, update, page, field);
  orderTabs(pdf, update, document, page);
  editForm(pdf, update, document, field);
  return { field: name, mdp: fieldMdp(pdf, options, undefined) };
}

/**
 * A new field of a document time-stamp, on the first page and not to be seen; gives its name. It has no appearance (ISO
 * 32000-2 §12.8.5) but in PDF/A-1.
 */
export function timeStampField(pdf: Pdf, update: Update, document: Document, timeStamp: number): string {
  const page = pageOfUnseen(pdf, document);
  const field = update.allocate();
  const name = freshName(document.fields, field, 'TimeStamp');
  const told = { kind: 'timeStamp', isSeen: false } as const;
  update.put(
    field,
    `<</Type/Annot/Subtype/Widget/FT/Sig/T${textString(name)}/V ${timeStamp} 0 R/F 132` +
      `/P ${page.object} ${page.generation} R/Rect[0 0 0 0]` +
      `${blankOfTimeStamp(pdf, update, document)}${accessibleEntries(pdf, update, document, { widget: field, page, told })}>>`,
  );
  annotate(pdf, update, page, field);
  orderTabs(pdf, update, document, page);
  editForm(pdf, update, document, field);
  return name;
}

/** Fills an existing empty field, which keeps its /Rect. */
export async function fillField(signing: Signing, name: string): Promise<SignedAs> {
  const { pdf, update, document, options, signature } = signing;
  const field = emptyField(pdf, document, options, name);
  update.set(field.ref, field.dict, 'V', `${signature} 0 R`);
  // A field of a signed file gets no /Lock: validators take that for a change.
  const lockable = document.signed.length === 0 && !field.dict.entries.has('Lock');
  if (options.lock === true && lockable) update.set(field.ref, field.dict, 'Lock', putLock(update));
  if (options.visible !== undefined) {
    const { ref, dict } = field;
    const wanted = { visible: options.visible, ...placeOfField(pdf, field), field: ref.number };
    update.set(ref, dict, 'AP', await stamp(pdf, update, document, wanted));
  }
  orderTabs(pdf, update, document, pageOfUnseen(pdf, document));
  editForm(pdf, update, document, undefined);
  return { field: name, mdp: fieldMdp(pdf, options, field) };
}

/** SGN-6 as Acrobat writes it. /Lock is an indirect object (ISO 32000-2 Table 235). */
function putLock(update: Update): string {
  const lock = update.allocate();
  update.put(lock, '<</Type/SigFieldLock/Action/All/P 1>>');
  return `${lock} 0 R`;
}
