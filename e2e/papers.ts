import { documentObjects, writePdf } from '@websign/testkit';

/** An everyday letter of two pages. */
export function letter(pages = 2): Buffer {
  const lines = (page: number) =>
    [
      `BT /F1 18 Tf 72 760 Td (Application for a certificate) Tj ET`,
      `BT /F1 11 Tf 72 730 Td 16 TL (To the registry office,) Tj T* T*`,
      '(I kindly ask for a certificate of my registration, to be used) Tj T*',
      '(in an application to a university abroad. I attach a copy of my) Tj T*',
      `(identity card and the receipt of the fee. Page ${page} of ${pages}.) Tj T* ET`,
    ].join('\n');
  const content = Array.from({ length: pages }, (_, index) => ({ content: lines(index + 1) }));
  return Buffer.from(writePdf({ objects: documentObjects({ pages: content }), kind: 'objstm' }));
}
