import { PdfError, type PdfErrorCode } from '../errors.ts';
import { annotations, type Page, pages } from '../revisions/pages.ts';
import type { Pdf } from '../syntax/pdf.ts';
import { type Document, type EmptyField, emptyField, forbidsNewField } from './admit.ts';
import { type Place, placeInRect } from './appearance/index.ts';
import type { SignatureOptions } from './face.ts';

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

/**
 * The empty field that a visible signature fills because the document takes no new one: the first that is seen and can
 * be filled. Undefined where a new one may be made, or none can be filled.
 */
export function fieldToFill(
  pdf: Pdf,
  document: Document,
  options: Pick<SignatureOptions, 'digestAlgorithm'>,
): EmptyField | undefined {
  if (!forbidsNewField(document.permissions)) return undefined;
  const seen = document.fields.filter(
    ({ type, value, dict }) =>
      type === 'Sig' && pdf.resolve(value) === undefined && hasArea(pdf.rectangle(dict.entries.get('Rect'))),
  );
  for (const { name } of seen.slice(0, MOST_TRIED)) {
    try {
      const field = emptyField(pdf, document, options, name);
      placeOfField(pdf, field);
      return field;
    } catch (error) {
      if (!(error instanceof PdfError && OF_FIELD.has(error.code))) throw error;
    }
  }
  return undefined;
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
