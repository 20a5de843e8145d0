import { FLAG } from '../content/annotations.ts';
import { PdfError, type PdfErrorCode } from '../errors.ts';
import type { DigestAlgorithm } from '../ports.ts';
import { intersect, isEmpty } from '../revisions/boxes.ts';
import { annotations, type Page, pages } from '../revisions/pages.ts';
import type { Pdf } from '../syntax/pdf.ts';
import { type Document, type EmptyField, emptyField, forbidsNewField } from './admit.ts';
import { type Place, placeInRect } from './appearance/index.ts';

/** Empty fields that are tried: each is looked for among all fields and all annotations. */
const MOST_TRIED = 8;
/** What says of a field, and not of the document, that it cannot be filled. */
const OF_FIELD: ReadonlySet<PdfErrorCode> = new Set([
  'field_locked',
  'field_signed',
  'seed_value',
  'broken_form',
  'out_of_bounds',
]);

/** Which field is filled must not depend on whose key signs: else another would be shown than is signed. */
const EVERY_DIGEST: readonly DigestAlgorithm[] = ['SHA-256', 'SHA-384', 'SHA-512'];

/**
 * The empty field that a visible signature fills because the document takes no new one: the first that is seen on its
 * page and can be filled whatever the digest, else the first for some digest, which then has to be the key's. Undefined
 * where a new one may be made, or none can be filled.
 */
export function fieldToFill(pdf: Pdf, document: Document): EmptyField | undefined {
  if (!forbidsNewField(document.permissions)) return undefined;
  const empty = document.fields.filter(
    ({ type, value, ref, dict }) =>
      type === 'Sig' &&
      ref !== undefined &&
      pdf.resolve(value) === undefined &&
      hasArea(pdf.rectangle(dict.entries.get('Rect'))),
  );
  if (empty.length === 0) return undefined;
  const listed = new Map<number, Page>();
  // The first page that lists it counts, as in `pageOf`.
  for (const { page, ref } of annotations(pdf)) if (!listed.has(ref.number)) listed.set(ref.number, page);
  const seen = empty.filter(({ ref, dict }) => isSeen(pdf, listed.get(ref?.number ?? 0), dict));
  let forSome: EmptyField | undefined;
  for (const { name } of seen.slice(0, MOST_TRIED)) {
    const fields = EVERY_DIGEST.map((digest) => fillable(pdf, document, name, digest));
    const field = fields.find((one) => one !== undefined);
    if (field !== undefined && !fields.includes(undefined)) return field;
    forSome ??= field;
  }
  return forSome;
}

/** The field of that name where it can be filled with that digest. */
function fillable(
  pdf: Pdf,
  document: Document,
  name: string,
  digestAlgorithm: DigestAlgorithm,
): EmptyField | undefined {
  try {
    const field = emptyField(pdf, document, { digestAlgorithm }, name);
    placeOfField(pdf, field);
    return field;
  } catch (error) {
    if (!(error instanceof PdfError && OF_FIELD.has(error.code))) throw error;
    return undefined;
  }
}

/** Whether people see a widget on the page that lists it: not hidden, on screen as well, and on the part that is shown. */
function isSeen(pdf: Pdf, page: Page | undefined, { entries }: EmptyField['dict']): boolean {
  const rect = pdf.rectangle(entries.get('Rect'));
  if (page === undefined || !hasArea(rect)) return false;
  const flags = pdf.number(entries.get('F')) ?? 0;
  return (flags & (FLAG.hidden | FLAG.noView)) === 0 && !isEmpty(intersect(rect, page.cropBox));
}

/** Where a field is seen. Throws PdfError `out_of_bounds` or `broken_form` where it is not. */
export function placeOfField(pdf: Pdf, { ref, dict }: EmptyField): { page: Page; place: Place } {
  const rect = pdf.rectangle(dict.entries.get('Rect'));
  if (!hasArea(rect)) throw new PdfError('out_of_bounds', 'The field has no area on its page');
  const page = pageOf(pdf, ref, dict.entries.get('P'));
  return { page, place: placeInRect(page, rect) };
}

type Rectangle = NonNullable<ReturnType<Pdf['rectangle']>>;
const hasArea = (rect: Rectangle | undefined): rect is Rectangle =>
  rect !== undefined && rect[0] !== rect[2] && rect[1] !== rect[3];

/** The page whose /Annots list the widget, else the one that its /P names. */
function pageOf(
  pdf: Pdf,
  widget: { number: number },
  p: { type: string; number?: number } | undefined,
): Page {
  for (const { page, ref } of annotations(pdf)) if (ref.number === widget.number) return page;
  let named: Page | undefined;
  for (const page of pages(pdf)) if (p?.type === 'ref' && p.number === page.object) named ??= page;
  if (named === undefined) throw new PdfError('broken_form', 'The field is on no page');
  return named;
}
