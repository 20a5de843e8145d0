import { FLAG } from '../content/annotations.ts';
import { PdfError, type PdfErrorCode } from '../errors.ts';
import type { DigestAlgorithm } from '../ports.ts';
import { intersect, isEmpty } from '../revisions/boxes.ts';
import { annotations, type Page, pages } from '../revisions/pages.ts';
import type { Pdf } from '../syntax/pdf.ts';
import { type Document, type EmptyField, emptyField, forbidsNewField } from './admit.ts';
import { type Place, placeInRect } from './appearance/index.ts';
import type { SignatureOptions } from './face.ts';
import { permittedBy } from './restrictions.ts';

/** Empty fields that are tried: each is looked for among all fields, once for each digest. */
const MOST_TRIED = 8;
/** Points. A field that is thinner than this is not seen. */
const LEAST_SEEN = 1;
/** What says of a field, and not of the document, that it cannot be filled. */
const OF_FIELD: ReadonlySet<PdfErrorCode> = new Set([
  'field_locked',
  'field_signed',
  'seed_value',
  'broken_form',
]);

/** Which field is filled must not depend on whose key signs: else another would be shown than is signed. */
const EVERY_DIGEST: readonly DigestAlgorithm[] = ['SHA-256', 'SHA-384', 'SHA-512'];

/** The empty field that is filled, and where it is seen. */
export interface Filling {
  field: EmptyField;
  page: Page;
  place: Place;
}

/**
 * The empty field that a visible signature fills because the document takes no new one: the first that is seen on its
 * page and can be filled whatever the digest, else the first for some digest, which then has to be the key's. Undefined
 * where a new one may be made, or none can be filled.
 */
export function fieldToFill(pdf: Pdf, document: Document): Filling | undefined {
  if (!forbidsNewField(document.permissions) && permittedBy(pdf) === 'new_field') return undefined;
  let forSome: Filling | undefined;
  for (const { name, page, place } of seenEmptyFields(pdf, document).slice(0, MOST_TRIED)) {
    const fields = EVERY_DIGEST.map((digest) => fillable(pdf, document, name, digest));
    const field = fields.find((one) => one !== undefined);
    if (field === undefined) continue;
    const filling = { field, page, place };
    if (!fields.includes(undefined)) return filling;
    forSome ??= filling;
  }
  return forSome;
}

/** The first empty field, seen or not, that can be filled with one of these digests. */
export function fillableField(
  pdf: Pdf,
  document: Document,
  digests: readonly DigestAlgorithm[] = EVERY_DIGEST,
): EmptyField | undefined {
  const names = document.fields
    .filter(({ type, value }) => type === 'Sig' && pdf.resolve(value) === undefined)
    .map(({ name }) => name);
  for (const name of names.slice(0, MOST_TRIED)) {
    for (const digest of digests) {
      const field = fillable(pdf, document, name, digest);
      if (field !== undefined) return field;
    }
  }
  return undefined;
}

/**
 * The field that a signature is made in: the one that is named, or, where the owner of the file permits no new one, the
 * first that can be filled. Undefined: a new one.
 */
export function fieldFor(pdf: Pdf, document: Document, options: SignatureOptions): string | undefined {
  const { field, visible, digestAlgorithm } = options;
  if (field !== undefined || permittedBy(pdf) !== 'empty_field') return field;
  return visible === undefined
    ? fillableField(pdf, document, [digestAlgorithm])?.name
    : fieldToFill(pdf, document)?.field.name;
}

/** Those that people see: with an area, not hidden, on screen as well, and on the part of their page that is shown. */
function seenEmptyFields(pdf: Pdf, { fields }: Document): { name: string; page: Page; place: Place }[] {
  const empty = new Map<number, { name: string; rect: Rectangle }>();
  for (const { name, type, value, ref, dict } of fields) {
    if (type !== 'Sig' || ref === undefined || pdf.resolve(value) !== undefined) continue;
    const rect = pdf.rectangle(dict.entries.get('Rect'));
    const flags = pdf.number(dict.entries.get('F')) ?? 0;
    if (hasArea(rect) && (flags & (FLAG.hidden | FLAG.noView)) === 0) empty.set(ref.number, { name, rect });
  }
  if (empty.size === 0) return [];
  const listed = new Map<number, Page>();
  // The first page that lists it counts, as in `pageOf`.
  for (const { page, ref } of annotations(pdf))
    if (empty.has(ref.number) && !listed.has(ref.number)) listed.set(ref.number, page);
  return [...empty].flatMap(([number, { name, rect }]) => {
    const page = listed.get(number);
    if (page === undefined || isEmpty(intersect(rect, page.cropBox))) return [];
    const place = placeInRect(page, rect);
    return Math.min(place.size.width, place.size.height) < LEAST_SEEN ? [] : [{ name, page, place }];
  });
}

/** The field of that name where it can be filled with that digest. */
function fillable(
  pdf: Pdf,
  document: Document,
  name: string,
  digestAlgorithm: DigestAlgorithm,
): EmptyField | undefined {
  try {
    return emptyField(pdf, document, { digestAlgorithm }, name);
  } catch (error) {
    if (!(error instanceof PdfError && OF_FIELD.has(error.code))) throw error;
    return undefined;
  }
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
