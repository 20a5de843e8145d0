import { type Box, type Page, pageAt } from '../revisions/pages.ts';
import type { Pdf } from '../syntax/pdf.ts';
import { readDocument } from './admit.ts';
import { type Place, placeOnPage } from './appearance/index.ts';
import type { Placement } from './face.ts';
import { fieldToFill } from './filling.ts';
import { hasGround } from './stamp.ts';

/** A visible signature as it would be made. */
export interface ForeseenStamp {
  /** Name of the empty field that it would fill because the document takes no new one; it stands there then. */
  field: string | undefined;
  page: Page;
  /** In default user space. */
  rect: Box;
  /** Whether it would have its opaque ground. */
  opaque: boolean;
}

/**
 * Where a visible signature that is wanted at `placement` stands when it is made there, or in the field that is named
 * here, and whether with its ground. Whether the document takes a signature at all is not judged. Throws PdfError where
 * the place is none.
 */
export function foreseeStamp(pdf: Pdf, placement: Placement): ForeseenStamp {
  const document = readDocument(pdf);
  const filling = fieldToFill(pdf, document);
  const { page, place } = filling ?? placeWanted(pdf, placement);
  const opaque = hasGround(pdf, document, { page, place, field: filling?.field.ref.number });
  return { field: filling?.field.name, page, rect: [...place.rect], opaque };
}

function placeWanted(pdf: Pdf, placement: Placement): { page: Page; place: Place } {
  const page = pageAt(pdf, placement.page);
  return { page, place: placeOnPage(page, placement) };
}
