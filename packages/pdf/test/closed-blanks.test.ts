import { documentObjects, streamBody, type TestObject, writePdf } from '@websign/testkit';
import { describe, expect, it } from 'vitest';
import { inspect } from '../src/index.ts';
import { open } from './support.ts';

/** What is told to read otherwise on a page with strings in Courier, an em of which is 10 points and a letter 6. */
function told(content: string, more: TestObject[] = [], fonts = ''): string[] {
  const objects = documentObjects({
    pages: [{ content: `BT /F9 10 Tf 72 700 Td ${content} ET` }],
    more: [
      { number: 90, body: '<</Type/Font/Subtype/Type1/BaseFont/Courier/Encoding/WinAnsiEncoding>>' },
      ...more,
    ],
  }).map((object) =>
    object.number === 4
      ? { number: 4, body: String(object.body).replace('/Font<<', () => `/Font<</F9 90 0 R${fonts}`) }
      : object,
  );
  return inspect(open(writePdf({ kind: 'table', objects })))
    .findings.filter(({ kind }) => kind === 'text_map_mismatch')
    .map(({ excerpt }) => excerpt ?? '');
}

describe('UP-6: a blank that is copied and not seen', () => {
  it.each([
    ['by what TJ moves back', '[(He is now ) 600 (here)] TJ'],
    ['within a string', '[(He is now ) 590 (here to stay)] TJ'],
    ['by the room between words', '-6 Tw (now here) Tj'],
    ['string by string', '(He is now ) Tj 54 0 Td (here) Tj'],
    ['in a number', '[(EUR 1 ) 600 (500)] TJ'],
  ])('%s', (_, content) => expect(told(content).length).toBeGreaterThan(0));

  it.each([
    ['that is narrow', '[(He is now ) 300 (here)] TJ'],
    ['behind a point', '[(now. ) 600 (Here)] TJ'],
    ['that is left', '(He is now ) Tj 60 0 Td (here) Tj'],
    ['before a string that begins within the word', '(He is now ) Tj 51 0 Td (here) Tj'],
    ['at the end of a line', '(He is now ) Tj 0 -14 Td (here) Tj'],
    ['between words that are written anew', '(He is now ) Tj 0 0 Td (He is now here) Tj'],
  ])('SGN-7: none of one %s', (_, content) => expect(told(content)).toEqual([]));
});

describe('UP-6: signs of numbers that are copied as others', () => {
  /** What is told of a code that its font names so and that is copied as a text. */
  const mapped = (name: string, text: string, content: string): string[] =>
    told(
      content,
      [
        {
          number: 91,
          body: `<</Type/Font/Subtype/Type1/BaseFont/Courier/Encoding<</BaseEncoding/WinAnsiEncoding/Differences[97/${name}]>>/ToUnicode 92 0 R>>`,
        },
        {
          number: 92,
          body: streamBody(
            `1 begincodespacerange <00> <ff> endcodespacerange 1 beginbfchar <61> <${text}> endbfchar 1 beginbfrange <30> <39> <0030> endbfrange`,
          ),
        },
      ],
      '/F8 91 0 R',
    );
  const behind = '(Take 500 ) Tj /F8 10 Tf 54 0 Td (a) Tj /F9 10 Tf 6 0 Td (g) Tj';

  it('a half as twelve', () => expect(mapped('onehalf', '00310032', '/F8 10 Tf (a) Tj')).not.toEqual([]));
  it('a millionth as a thousandth', () => expect(mapped('mu', '006d', behind)).not.toEqual([]));
  it('a quotation mark for a comma', () => expect(told('(EUR 1500\\20250) Tj')).toEqual(['0‚50']));
  it('a name that says two digits', () =>
    expect(mapped('uni00310030', '00310030', '/F8 10 Tf (1a) Tj')).not.toEqual([]));

  it.each([
    ['a half as a half', () => mapped('onehalf', '00bd', '/F8 10 Tf (a) Tj')],
    ['a half as one slash two', () => mapped('onehalf', '0031002f0032', '/F8 10 Tf (a) Tj')],
    ['a millionth as one', () => mapped('mu', '00b5', behind)],
    ['mu away from numbers', () => mapped('mu', '006d', '/F8 10 Tf (a) Tj')],
    ['a quotation mark between words', () => told('(He said \\202Yes\\221) Tj')],
  ])('SGN-7: none of %s', (_, found) => expect(found()).toEqual([]));
});
