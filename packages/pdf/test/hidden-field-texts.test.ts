import { documentObjects, writePdf } from '@websign/testkit';
import { describe, expect, it } from 'vitest';
import { inspect } from '../src/index.ts';
import { open } from './support.ts';

/** What is told of a page with a field, beside which it shows words far outside. */
function told(words: string, field: string): string[] {
  const content = `BT /F1 12 Tf 20000 700 Td (${words}) Tj ET`;
  const objects = documentObjects({
    pages: [{ content, entries: '/Resources<</Font<</F1 3 0 R>>>>/Annots[100 0 R]' }],
    more: [
      {
        number: 100,
        body: `<</Type/Annot/Subtype/Widget/T(a)${field.includes('/Rect') ? '' : '/Rect[72 600 300 640]'}/DA(/F1 12 Tf 0 g)/P 4 0 R${field}>>`,
      },
    ],
  });
  return inspect(open(writePdf({ kind: 'table', objects })))
    .findings.map(({ kind }) => kind)
    .filter((kind) => kind === 'off_page_text');
}

describe('words outside of a page', () => {
  it.each([
    ['a value', 'Two lines of text', '/FT/Tx/F 4/V(Two lines of text)'],
    ['a line of one', 'of text', '/FT/Tx/F 4/Ff 4096/V(Two lines\\nof text)'],
  ])('SGN-7: none that a field of the page says: %s', (_, words, field) =>
    expect(told(words, field)).toEqual([]),
  );

  it.each([
    ['another value', 'Two lines of text', '/FT/Tx/F 4/V(One line of text)'],
    ['a field that is hidden', 'Two lines of text', '/FT/Tx/F 2/V(Two lines of text)'],
    ['a field beside the page', 'Two lines of text', '/FT/Tx/F 4/V(Two lines of text)/Rect[900 600 990 640]'],
    ['a box to tick', 'Two lines of text', '/FT/Btn/F 4/V(Two lines of text)'],
  ])('UP-6: beside %s', (_, words, field) => expect(told(words, field)).toEqual(['off_page_text']));
});
