import { documentObjects, writePdf } from '@websign/testkit';
import { describe, expect, it } from 'vitest';
import { inspect } from '../src/index.ts';
import { open } from './support.ts';

/** What is told of a page on which a line is shown beside one in black. */
function told(shown: string, { size = 11, page = '' }: { size?: number; page?: string } = {}): string[] {
  const content = `BT /F1 11 Tf 72 750 Td (Words that everybody reads.) Tj ET ${shown} BT /F1 ${size} Tf 72 600 Td (One more clause) Tj ET`;
  const entries = `/Resources<</Font<</F1 3 0 R>>/ExtGState<</A<</ca .06>>/B<</ca .2>>>>>>${page}`;
  const objects = documentObjects({ pages: [{ content, entries }] });
  return inspect(open(writePdf({ kind: 'table', objects })))
    .findings.map(({ kind }) => kind)
    .filter((kind) => kind.endsWith('_text'));
}

describe('UP-6: text that is so faint that people pass it over', () => {
  it.each([
    ['a grey of 95 %', '.95 g', 'same_colour_text'],
    ['a grey of 93 %', '.93 g', 'same_colour_text'],
    ['a black that lets 94 % through', '/A gs', 'transparent_text'],
    ['almost black on black', '0 g 0 500 595 200 re f .08 g', 'same_colour_text'],
    ['a pale yellow', '1 1 .8 rg', 'same_colour_text'],
  ])('%s', (_, shown, kind) => expect(told(shown)).toEqual([kind]));

  it.each([
    ['a grey that is read', '.88 g', {}],
    ['a black that lets 80 % through', '/B gs', {}],
    ['a watermark, of large letters', '.93 g', { size: 40 }],
    ['large letters by the unit of the page', '.93 g', { page: '/UserUnit 4' }],
  ])('SGN-7: none for %s', (_, shown, what) => expect(told(shown, what)).toEqual([]));

  it('white letters on white are told whatever their size', () =>
    expect(told('1 g', { size: 40 })).toEqual(['same_colour_text']));
});
