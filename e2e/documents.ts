import { bytesOf, documentObjects, type TestDocument, writePdf } from '@websign/testkit';

/** A file as a browser's file input takes it. */
export interface UploadFile {
  name: string;
  mimeType: string;
  buffer: Buffer;
}

const pdf = (name: string, document: TestDocument): UploadFile => ({
  name,
  mimeType: 'application/pdf',
  buffer: Buffer.from(writePdf({ objects: documentObjects(document), kind: 'table' })),
});

/** Two pages with a line of text each. */
export const plainPdf = (name: string): UploadFile => pdf(name, { pages: [{}, {}] });

/** One page, turned by 90 degrees and cropped: it is shown 700 points wide and 500 high. */
export const turnedPdf = (name: string): UploadFile =>
  pdf(name, { pages: [{ entries: '/Rotate 90/CropBox[20 30 520 730]' }] });

/** A document whose opening runs a script. */
export const scriptedPdf = (name: string): UploadFile =>
  pdf(name, { catalog: '/OpenAction<</S/JavaScript/JS(app.alert\\(1\\))>>' });

/** Random bytes after a document's end: large, and slow to send where the network is. */
export function heavyPdf(name: string, megabytes: number): UploadFile {
  const file = plainPdf(name);
  const padding = Buffer.alloc(megabytes * 1024 * 1024, '%padding\n');
  return { ...file, buffer: Buffer.concat([file.buffer, bytesOf('\n'), padding, bytesOf('\n%%EOF\n')]) };
}
