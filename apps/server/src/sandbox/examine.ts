import type { PageSize } from '@websign/contract';
import { formFields, isLocked, openPdf, type Page, type PdfPorts, pages } from '@websign/pdf';
import type { PkiPorts } from '@websign/pki';
import type { Examination } from './engine.ts';

/** A page as it is shown: its crop box after rotation, in points. */
function shownSize({ cropBox, rotate, userUnit }: Page): PageSize {
  const [x0, y0, x1, y1] = cropBox;
  const [width, height] = [(x1 - x0) * userUnit, (y1 - y0) * userUnit];
  return rotate % 180 === 0 ? { width, height, rotate } : { width: height, height: width, rotate };
}

/** One reading of a document for everything that its upload wants to know. Throws PdfError. */
export async function examineDocument(bytes: Uint8Array, ports: PdfPorts & PkiPorts): Promise<Examination> {
  const pdf = openPdf(bytes, ports);
  const all = [...pages(pdf)];
  const fields = formFields(pdf).filter(({ type }) => type === 'Sig');
  return {
    pages: all.length,
    pageSizes: all.map(shownSize),
    facts: [],
    signatures: [],
    emptyFields: fields
      .filter((field) => pdf.resolve(field.value) === undefined)
      .map((field) => ({ name: field.name })),
    boxes: [],
    locked: isLocked(pdf),
  };
}
