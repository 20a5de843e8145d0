import { appendUpdate, bytesOf, documentObjects, streamBody, writePdf } from '@websign/testkit';

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

const said = (words: string, x: number, y: number) => `BT /F1 11 Tf ${x} ${y} Td (${words}) Tj ET`;
const stamp = (words: string, box: string) =>
  streamBody(
    `q 0.8 w 0.5 0.5 200 22 re S Q ${said(words, 6, 8)}`,
    `/Type/XObject/Subtype/Form/BBox[${box}]/Resources<</Font<</F1 3 0 R>>>>`,
  );

/**
 * The letter as a form: a filled field on its first page, on its second a link that runs a script and a box that its safe
 * copy does not show.
 */
export function formPaper(): Buffer {
  const pages = [
    { content: `${lines(1, 2)}\n${said('Name:', 72, 600)}`, entries: '/Annots[100 0 R]' },
    {
      content: `${lines(2, 2)}\nq 1 0.93 0.6 rg 72 520 200 40 re f Q`,
      entries: '/Annots[<</Subtype/Link/Rect[66 752 330 782]/A<</S/JavaScript/JS(app.alert\\(1\\))>>>>]',
    },
  ];
  const field =
    '/Subtype/Widget/FT/Tx/T(name)/V(Eleni Papadopoulou)/F 4/DA(/F1 11 Tf 0 g)/Rect[120 592 321 615]/AP<</N 101 0 R>>';
  const objects = documentObjects({
    catalog: '/AcroForm<</Fields[100 0 R]/DR<</Font<</F1 3 0 R>>>>>>',
    pages,
    more: [
      { number: 100, body: `<<${field}>>` },
      { number: 101, body: stamp('Eleni Papadopoulou', '0 0 201 23') },
    ],
  });
  return Buffer.from(writePdf({ objects, kind: 'table' }));
}

/** The pages of {@link formPaper} as a safe copy shows them. */
export function copiedForm(): Buffer {
  const drawn = `q 1 0 0 1 120 592 cm 0.8 w 0.5 0.5 200 22 re S ${said('Eleni Papadopoulou', 6, 8)} Q`;
  const pages = [
    { content: `${lines(1, 2)}\n${said('Name:', 72, 600)}\n${drawn}` },
    { content: lines(2, 2) },
  ];
  return Buffer.from(writePdf({ objects: documentObjects({ pages }), kind: 'objstm' }));
}
