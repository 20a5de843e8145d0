import { evidence } from '@websign/pades';
import {
  type Claims,
  claimsOf,
  inspect,
  isCopyingPermitted,
  isLocked,
  keepsWhenSeen,
  openPdf,
  type PdfPorts,
  pages,
  protectionOf,
} from '@websign/pdf';
import type { PkiPorts } from '@websign/pki';
import type { Examination } from './engine.ts';
import { shownEvidence } from './evidence.ts';
import { type Place, type Placed, placed, shownPage } from './shown.ts';

/** One reading of a document for everything that its upload wants to know. Throws PdfError. */
export async function examineDocument(bytes: Uint8Array, ports: PdfPorts & PkiPorts): Promise<Examination> {
  const pdf = openPdf(bytes, ports);
  const all = [...pages(pdf)];
  const { findings, signatures: fields, occupancies } = inspect(pdf);
  const signed = fields.some(({ signature }) => signature !== undefined);
  return {
    pages: all.length,
    pageSizes: all.map(shownPage),
    facts: findings.map((finding) => placed(finding, all)),
    evidence: signed ? shownEvidence(await evidence(bytes, pdf, ports), all) : null,
    emptyFields: fields
      .filter(({ signature }) => signature === undefined)
      .map(({ name, page, rect }) => ({ name, ...placed({ page, rect }, all) })),
    boxes: fields.flatMap(({ page, rect }) => visibleBox(placed({ page, rect }, all))),
    occupancies,
    standards: standardsOf(claimsOf(pdf)),
    visibleKeepsStandards: keepsWhenSeen(pdf),
    locked: isLocked(pdf),
    protection: protectionOf(pdf) ?? null,
    copyable: isCopyingPermitted(pdf.encrypted),
  };
}

const standardsOf = ({ pdfa, pdfua }: Claims): string[] => [
  ...(pdfa === undefined ? [] : [`PDF/A-${pdfa}`]),
  ...(pdfua === undefined ? [] : [`PDF/UA-${pdfua}`]),
];

function visibleBox({ page, rect }: Placed<Place>): Examination['boxes'] {
  if (page === undefined || rect === undefined) return [];
  const [x0, y0, x1, y1] = rect;
  return x1 > x0 && y1 > y0 ? [{ page, rect }] : [];
}
