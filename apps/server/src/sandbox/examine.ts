import type { SignatureSummary } from '@websign/contract';
import { checkSignatures, type SignatureCheck } from '@websign/pades';
import {
  type Box,
  inspect,
  isLocked,
  openPdf,
  type Page,
  type Pdf,
  type PdfPorts,
  pages,
  type SignatureField,
} from '@websign/pdf';
import type { PkiPorts } from '@websign/pki';
import { isoTime } from './claimed-time.ts';
import type { Examination } from './engine.ts';
import { shownBox, shownPage } from './shown.ts';

/** One reading of a document for everything that its upload wants to know. Throws PdfError. */
export async function examineDocument(bytes: Uint8Array, ports: PdfPorts & PkiPorts): Promise<Examination> {
  const pdf = openPdf(bytes, ports);
  const all = [...pages(pdf)];
  const { findings, signatures: fields } = inspect(pdf);
  const certification = certificationOf(pdf);
  const checks = await checkSignatures(bytes, fields, ports);
  return {
    pages: all.length,
    pageSizes: all.map(shownPage),
    facts: findings.map((finding) => placed(finding, all)),
    signatures: checks.map((check) => summary(check, fields, certification)),
    emptyFields: fields
      .filter(({ signature }) => signature === undefined)
      .map(({ name, page, rect }) => ({ name, ...placed({ page, rect }, all) })),
    boxes: fields.flatMap(({ page, rect }) => visibleBox(placed({ page, rect }, all))),
    locked: isLocked(pdf),
    encrypted: pdf.encrypted !== undefined,
  };
}

/** Object number of the certification signature, where there is one. */
function certificationOf(pdf: Pdf): number | undefined {
  const signature = pdf.dict(pdf.catalog.entries.get('Perms'))?.entries.get('DocMDP');
  return signature?.type === 'ref' ? signature.number : undefined;
}

interface Place {
  page?: number | undefined;
  rect?: Box | undefined;
}
type Placed<T> = Omit<T, 'page' | 'rect'> & { page?: number; rect?: Box };

/** With its rectangle in points of the page as it is shown; a rectangle without its page is left out. */
function placed<T extends Place>({ page: number, rect, ...rest }: T, all: readonly Page[]): Placed<T> {
  const page = number === undefined ? undefined : all[number - 1];
  return {
    ...rest,
    ...(number === undefined ? {} : { page: number }),
    ...(page && rect ? { rect: shownBox(page, rect) } : {}),
  };
}

function visibleBox({ page, rect }: Placed<Place>): Examination['boxes'] {
  if (page === undefined || rect === undefined) return [];
  const [x0, y0, x1, y1] = rect;
  return x1 > x0 && y1 > y0 ? [{ page, rect }] : [];
}

function summary(
  check: SignatureCheck,
  fields: readonly SignatureField[],
  certification: number | undefined,
): SignatureSummary {
  const signature = fields.find(({ name }) => name === check.field)?.signature;
  const certifies = signature?.object !== undefined && signature.object === certification;
  const stamped = check.timeStamp?.valid ? check.timeStamp.genTime : undefined;
  return {
    field: check.field,
    kind: check.kind === 'document_time_stamp' ? 'timestamp' : certifies ? 'certification' : 'signature',
    signer: check.signerName ?? signature?.name ?? '',
    signedAt: stamped === undefined ? isoTime(check.claimedTime) : new Date(stamped).toISOString(),
    integrity: check.integrity,
  };
}
