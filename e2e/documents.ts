import { randomBytes } from 'node:crypto';
import {
  appendUpdate,
  bytesOf,
  documentObjects,
  hiddenDocument,
  streamBody,
  type TestDocument,
  testEncryption,
  writePdf,
} from '@websign/testkit';

/** A file that is chosen (choose.ts); its ending says the same as `mimeType`. */
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

/** The same, encrypted (AES of 256 bits) and open to everybody; its owner permits what `permissions` say (/P). */
export const encryptedPdf = (name: string, permissions: number): UploadFile => ({
  name,
  mimeType: 'application/pdf',
  buffer: Buffer.from(
    writePdf({
      objects: documentObjects({ pages: [{}, {}] }),
      kind: 'objstm',
      encryption: testEncryption('aes256', { permissions }),
    }),
  ),
});

/** {@link plainPdf} whose cross-reference table was lost on its way. */
export const tornPdf = (name: string): UploadFile => {
  const { buffer, ...file } = plainPdf(name);
  return { ...file, buffer: buffer.subarray(0, buffer.lastIndexOf('xref\n0')) };
};

/** A page for each of these contents; their font is /F1. */
export const pagesPdf = (name: string, ...contents: string[]): UploadFile =>
  pdf(name, { pages: contents.map((content) => ({ content })) });

/** One page, turned by 90 degrees and cropped: it is shown 700 points wide and 500 high. */
export const turnedPdf = (name: string): UploadFile =>
  pdf(name, { pages: [{ entries: '/Rotate 90/CropBox[20 30 520 730]' }] });

/** A document whose opening runs a script. */
export const scriptedPdf = (name: string): UploadFile =>
  pdf(name, { catalog: '/OpenAction<</S/JavaScript/JS(app.alert\\(1\\))>>' });

/** `signed`, made from {@link plainPdf}, with a script that an update put on its first page. */
export const scriptedLater = (name: string, signed: Buffer): UploadFile => {
  const page = documentObjects({
    pages: [{ entries: '/AA<</O<</S/JavaScript/JS(app.alert\\(1\\))>>>>' }, {}],
  });
  const objects = page.filter(({ body }) => Buffer.from(bytesOf(body)).includes('/AA'));
  return {
    name,
    mimeType: 'application/pdf',
    buffer: Buffer.from(appendUpdate(signed, { objects, kind: 'table' })),
  };
};

/** `signed`, made from {@link plainPdf}, after an update that writes other words on its second page. */
export const rewrittenLater = (name: string, signed: Buffer): UploadFile => {
  const pages = [{}, { content: line('The fee is 900 euro', 500, 18) }];
  const before = new Set(documentObjects({ pages: [{}, {}] }).map(({ body }) => text(body)));
  const objects = documentObjects({ pages }).filter(({ body }) => !before.has(text(body)));
  return {
    name,
    mimeType: 'application/pdf',
    buffer: Buffer.from(appendUpdate(signed, { objects, kind: 'table' })),
  };
};

/** `signed` with one letter of its content changed in place. */
export const alteredInPlace = (name: string, signed: Buffer): UploadFile => {
  const buffer = Buffer.from(signed);
  const at = buffer.indexOf('Tj ET') - 2;
  buffer[at] = (buffer[at] ?? 0) ^ 1;
  return { name, mimeType: 'application/pdf', buffer };
};

const text = (body: Parameters<typeof bytesOf>[0]): string => Buffer.from(bytesOf(body)).toString('latin1');

const line = (text: string, y: number, size = 12) => `BT /F1 ${size} Tf 72 ${y} Td (${text}) Tj ET\n`;

/** A link at the top of the second page that runs a script when it is pressed. */
export const scriptedLinkPdf = (name: string): UploadFile =>
  pdf(name, {
    pages: [
      { content: line('Application', 780, 18) },
      {
        content: line('Press here for the attachments', 780, 18),
        entries: '/Annots[<</Subtype/Link/Rect[72 770 340 800]/A<</S/JavaScript/JS(app.alert\\(1\\))>>>>]',
      },
    ],
  });

/** What {@link hiddenWordsPdf} hides on its first and on its second page. */
export const hiddenWords = ['The fee is 900 euro', 'The signer waives every claim'] as const;

/** White words on the white paper of both pages, and a stamp on the second that belongs to a layer that is off. */
export const hiddenWordsPdf = (name: string): UploadFile =>
  pdf(name, {
    catalog: '/OCProperties<</OCGs[100 0 R]/D<</OFF[100 0 R]>>>>',
    pages: [
      { content: `${line('Application', 780, 18)}1 g ${line(hiddenWords[0], 500)}` },
      { entries: '/Annots[101 0 R]', content: `${line('Terms', 780, 18)}1 g ${line(hiddenWords[1], 300)}` },
    ],
    more: [
      { number: 100, body: '<</Type/OCG/Name(Draft)>>' },
      { number: 101, body: '<</Subtype/Stamp/F 4/Rect[60 500 360 530]/OC 100 0 R/AP<</N 102 0 R>>>>' },
      {
        number: 102,
        body: streamBody(
          'BT /F1 12 Tf 5 5 Td (Draft terms) Tj ET',
          '/Type/XObject/Subtype/Form/BBox[0 0 300 30]/Resources<</Font<</F1 3 0 R>>>>',
        ),
      },
    ],
  });

/** The white words on every page of {@link repeatedWordsPdf}. */
export const repeatedWords = 'Draft, not for signing';

/** As many pages, with the same white words at the foot of each. */
export const repeatedWordsPdf = (name: string, pages: number): UploadFile =>
  pdf(name, {
    pages: Array.from({ length: pages }, (_, index) => ({
      content: `${line(`Page ${index + 1}`, 780, 18)}1 g ${line(repeatedWords, 40)}`,
    })),
  });

/** A scanned page with its recognised text over it. */
export const scannedPdf = (name: string): UploadFile => {
  const words = Array.from({ length: 30 }, (_, at) => line('Recognised words of the page', 800 - at * 25));
  return {
    name,
    mimeType: 'application/pdf',
    buffer: Buffer.from(hiddenDocument({ content: `q 595 0 0 842 0 0 cm /Im Do Q 3 Tr ${words.join('')}` })),
  };
};

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
