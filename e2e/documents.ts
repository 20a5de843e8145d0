import { randomBytes } from 'node:crypto';
import { bytesOf, documentObjects, streamBody, type TestDocument, writePdf } from '@websign/testkit';

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

/** Pages of every kind, each with one line of text: A4, turned, cropped off its origin, A0, tiny, in units of two points. */
export const mixedPdf = (name: string): UploadFile => {
  const text = (x: number, y: number, size = 24) => `BT /F1 ${size} Tf ${x} ${y} Td (Hamburgefonstiv) Tj ET`;
  return pdf(name, {
    pages: [
      { content: text(72, 700) },
      { entries: '/Rotate 90', content: text(72, 700) },
      { entries: '/CropBox[100 200 500 800]/Rotate 270', content: text(150, 400) },
      { mediaBox: '/MediaBox[0 0 2384 3370]', content: text(300, 1800, 120) },
      { mediaBox: '/MediaBox[-50 -20 50 20]', content: text(-45, -4, 10) },
      { entries: '/UserUnit 2', content: text(72, 700) },
    ],
  });
};

/** As many pages, each with its number in words of its own. */
export const longPdf = (name: string, pages: number): UploadFile =>
  pdf(name, {
    pages: Array.from({ length: pages }, (_, index) => ({
      content: `BT /F1 24 Tf 72 700 Td (Chapter ${index + 1}) Tj 0 -40 Td (needle${index + 1}x) Tj ET`,
    })),
  });

/** A page of text in a file of so many megabytes. */
export const largePdf = (name: string, megabytes: number): UploadFile => {
  const weight = streamBody(randomBytes(megabytes * 1024 * 1024));
  return pdf(name, {
    catalog: '/PieceInfo<</Weight<</Private 90 0 R>>>>',
    more: [{ number: 90, body: weight }],
  });
};

/** A page of forms that draw each other ten times over, ten deep: its drawing would never end. */
export const endlessPdf = (name: string): UploadFile => {
  const box = '/Type/XObject/Subtype/Form/BBox[0 0 595 842]';
  const levels = Array.from({ length: 10 }, (_, level) => ({
    number: 20 + level,
    body:
      level === 9
        ? streamBody('0 0 1 1 re f '.repeat(10), box)
        : streamBody('/F Do '.repeat(10), `${box}/Resources<</XObject<</F ${21 + level} 0 R>>>>`),
  }));
  const page = { entries: '/Resources<</XObject<</F 20 0 R>>>>', content: '/F Do' };
  return pdf(name, { pages: [page, {}], more: levels });
};
