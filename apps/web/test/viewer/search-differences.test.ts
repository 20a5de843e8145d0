import { expect, test } from 'vitest';
import { searchDifferences } from '../../src/common/viewer/difference.ts';
import type { PDFDocumentProxy, PDFPageProxy } from '../../src/common/viewer/pdfjs.ts';

const sized = (width: number) => ({ getViewport: () => ({ width, height: 800 }) }) as unknown as PDFPageProxy;
const broken = {
  getViewport() {
    throw new Error('this page cannot be drawn');
  },
} as unknown as PDFPageProxy;

const documentOf = (...pages: PDFPageProxy[]) =>
  ({ numPages: pages.length, getPage: async (number: number) => pages[number - 1] }) as PDFDocumentProxy;

test('pages that look another, that cannot be drawn, and that one side lacks are told', async () => {
  const found: number[] = [];
  const before = documentOf(sized(600), broken);
  const after = documentOf(sized(900), sized(600), sized(600));
  await searchDifferences(before, after, (page) => found.push(page), new AbortController().signal);
  expect(found).toEqual([1, 2, 3]);
});
