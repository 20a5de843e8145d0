import { appendUpdate, bytesOf, documentObjects, writePdf } from '@websign/testkit';

const lines = (page: number, pages: number, fee = 'the fee') =>
  [
    `BT /F1 18 Tf 72 760 Td (Application for a certificate) Tj ET`,
    `BT /F1 11 Tf 72 730 Td 16 TL (To the registry office,) Tj T* T*`,
    '(I kindly ask for a certificate of my registration, to be used) Tj T*',
    '(in an application to a university abroad. I attach a copy of my) Tj T*',
    `(identity card and the receipt of ${fee}. Page ${page} of ${pages}.) Tj T* ET`,
  ].join('\n');

/** An everyday letter of two pages. */
export function letter(pages = 2): Buffer {
  const content = Array.from({ length: pages }, (_, index) => ({ content: lines(index + 1, pages) }));
  return Buffer.from(writePdf({ objects: documentObjects({ pages: content }), kind: 'objstm' }));
}

/** `signed`, made from {@link letter}, after an update that writes other words on its second page. */
export function rewrittenLetter(signed: Buffer): Buffer {
  const pages = [{ content: lines(1, 2) }, { content: lines(2, 2, '900 euro') }];
  const objects = documentObjects({ pages }).filter(({ body }) =>
    Buffer.from(bytesOf(body)).includes('900 euro'),
  );
  return Buffer.from(appendUpdate(signed, { objects, kind: 'stream' }));
}
