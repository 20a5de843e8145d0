import { streamBody, type TestObject } from './write.ts';

/** A page of a test document; entries are written as they are. */
export interface TestPage {
  /** E.g. `/Rotate 90/CropBox[0 0 100 100]`. */
  entries?: string;
  /** Default `/MediaBox[0 0 595 842]`; empty to inherit. */
  mediaBox?: string;
  content?: string;
}

export interface TestDocument {
  pages?: TestPage[];
  /** More catalog entries, e.g. `/AcroForm 10 0 R`. */
  catalog?: string;
  /** More entries of the root of the page tree. */
  tree?: string;
  /** More objects; numbers from 100 up are free. */
  more?: TestObject[];
}

/**
 * The objects of a small sane document: 1 the catalog, 2 the page tree, 3 the font, then for each page two:
 * the page (4, 6, …) and its content (5, 7, …).
 */
export function documentObjects(document: TestDocument = {}): TestObject[] {
  const pages = document.pages ?? [{}];
  const kids = pages.map((_, index) => `${4 + index * 2} 0 R`).join(' ');
  return [
    { number: 1, body: `<</Type/Catalog/Pages 2 0 R${document.catalog ?? ''}>>` },
    { number: 2, body: `<</Type/Pages/Kids[${kids}]/Count ${pages.length}${document.tree ?? ''}>>` },
    { number: 3, body: '<</Type/Font/Subtype/Type1/BaseFont/Helvetica>>' },
    ...pages.flatMap((page, index) => pageObjects(page, 4 + index * 2)),
    ...(document.more ?? []),
  ];
}

function pageObjects(page: TestPage, number: number): TestObject[] {
  const mediaBox = page.mediaBox ?? '/MediaBox[0 0 595 842]';
  const entries = page.entries ?? '';
  return [
    {
      number,
      body:
        `<</Type/Page/Parent 2 0 R${mediaBox}/Resources<</Font<</F1 3 0 R>>>>` +
        `/Contents ${number + 1} 0 R${entries}>>`,
    },
    { number: number + 1, body: streamBody(page.content ?? 'BT /F1 24 Tf 72 700 Td (Page) Tj ET') },
  ];
}
