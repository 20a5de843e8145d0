import { deflateSync } from 'node:zlib';
import type { Job } from './job.ts';

const CONTENT =
  'q 0.9 g 50 50 200 100 re f 0 0 1 RG 50 50 m 90 90 l S Q BT /F1 12 Tf 1 0 0 1 60 120 Tm (1.234,00) Tj ET';

/** Does for a small document what children do for most. Rejects where one of the jobs does. */
export async function readSample(jobs: Readonly<Record<'examine' | 'prepare', Job>>): Promise<void> {
  const document = samplePdf();
  await jobs.examine({ document });
  const time = { epochMs: 0, offsetMinutes: 0 };
  await jobs.prepare({ document, wish: { time, digestAlgorithm: 'SHA-256', contentsBytes: 8192 } });
}

/** A PDF of what most PDFs hold. */
export function samplePdf(): Uint8Array {
  const page = (contents: number, more: string) =>
    `<< /Type /Page /Parent 2 0 R /MediaBox [0 0 595 842] /Contents ${contents} 0 R /Resources << /Font << /F1 7 0 R >> >> ${more} >>`;
  return fileOf([
    '<< /Type /Catalog /Pages 2 0 R /Outlines 9 0 R /AcroForm << /Fields [8 0 R] /DA (/F1 0 Tf 0 g) /DR << /Font << /F1 7 0 R >> >> >> >>',
    '<< /Type /Pages /Kids [3 0 R 4 0 R] /Count 2 >>',
    page(5, '/Annots [8 0 R]'),
    page(
      6,
      '/Annots [<< /Type /Annot /Subtype /Link /Rect [60 60 90 90] /Border [0 0 0] /Dest [3 0 R /Fit] >>]',
    ),
    stream(CONTENT, ''),
    stream(deflateSync(CONTENT).toString('latin1'), '/Filter /FlateDecode'),
    '<< /Type /Font /Subtype /Type1 /BaseFont /Helvetica /Encoding /WinAnsiEncoding >>',
    '<< /Type /Annot /Subtype /Widget /FT /Tx /T (name) /V (value) /Rect [60 200 200 220] /F 4 /P 3 0 R /DA (/F1 10 Tf 0 g) >>',
    '<< /Type /Outlines /First 10 0 R /Last 10 0 R /Count 1 >>',
    '<< /Title (Sample) /Parent 9 0 R /Dest [3 0 R /Fit] >>',
    '<< /Title (Sample) /CreationDate (D:20260101000000Z) >>',
  ]);
}

const stream = (data: string, entries: string) =>
  `<< /Length ${data.length} ${entries} >>\nstream\n${data}\nendstream`;

function fileOf(objects: readonly string[]): Uint8Array {
  let file = '%PDF-1.7\n%\xe2\xe3\xcf\xd3\n';
  const entries = objects.map((object, at) => {
    const offset = String(file.length).padStart(10, '0');
    file += `${at + 1} 0 obj\n${object}\nendobj\n`;
    return `${offset} 00000 n \n`;
  });
  const size = objects.length + 1;
  const table = `xref\n0 ${size}\n0000000000 65535 f \n${entries.join('')}`;
  const trailer = `trailer\n<< /Size ${size} /Root 1 0 R /Info ${objects.length} 0 R >>\n`;
  return Buffer.from(`${file}${table}${trailer}startxref\n${file.length}\n%%EOF\n`, 'latin1');
}
