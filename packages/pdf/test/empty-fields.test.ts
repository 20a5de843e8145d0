import { documentObjects, streamBody, writePdf } from '@websign/testkit';
import { describe, expect, it } from 'vitest';
import { inspect } from '../src/index.ts';
import { open } from './support.ts';

const FORM = '/Type/XObject/Subtype/Form/Resources<</Font<</ZaDb 105 0 R/F1 3 0 R>>>>';

/** What is told of a page with a field, and a note over it where `note` says which. */
function told(
  field: string,
  content: string,
  note?: { entries: string; look?: string },
): (string | undefined)[] {
  const over = note === undefined ? '' : ' 103 0 R';
  const look = note?.look === undefined ? '' : '/AP<</N 104 0 R>>';
  const objects = documentObjects({
    pages: [{ content: content.replace('/ZaDb', '/F1'), entries: `/Annots[100 0 R${over}]` }],
    catalog: '/AcroForm<</Fields[100 0 R]>>',
    more: [
      { number: 100, body: `<</Type/Annot/Subtype/Widget/F 4/T(Field)${field}>>` },
      { number: 101, body: streamBody('BT /ZaDb 12 Tf 2 3 Td (4) Tj ET', `${FORM}/BBox[0 0 14 14]`) },
      { number: 102, body: streamBody('0 G 1 1 12 12 re S', `${FORM}/BBox[0 0 14 14]`) },
      ...(note === undefined ? [] : [{ number: 103, body: `<</Type/Annot/F 4${note.entries}${look}>>` }]),
      ...(note?.look === undefined
        ? []
        : [{ number: 104, body: streamBody(note.look, `${FORM}/BBox[60 600 400 760]`) }]),
      { number: 105, body: '<</Type/Font/Subtype/Type1/BaseFont/ZapfDingbats>>' },
    ],
  });
  const signs = { number: 3, body: '<</Type/Font/Subtype/Type1/BaseFont/ZapfDingbats>>' };
  const all = objects.map((one) => (one.number === 3 && content.includes('/ZaDb') ? signs : one));
  return inspect(open(writePdf({ kind: 'table', objects: all })))
    .findings.filter(({ kind }) => kind === 'field_value_differs')
    .map(({ excerpt }) => excerpt);
}

const box = (state: string): string =>
  `/FT/Btn/V/${state}/AS/${state}/Rect[100 700 114 714]/AP<</N<</Yes 101 0 R/Off 102 0 R>>>>`;
const text = (value = ''): string => `/FT/Tx/V(${value})/Rect[100 700 300 720]`;
const written = (x: number, y: number, words: string, font = 'F1'): string =>
  `BT /${font} 12 Tf ${x} ${y} Td (${words}) Tj ET`;
const note = (entries: string, look?: string): { entries: string; look?: string } => ({
  entries,
  ...(look === undefined ? {} : { look }),
});

describe('what stands in a box that is not set', () => {
  it.each<[string, string, ReturnType<typeof note> | undefined, string]>([
    ['a letter of the page', written(103, 703, 'X'), undefined, 'X ≠ —'],
    ['a tick of the page', written(102, 703, '4', 'ZaDb'), undefined, '✔ ≠ —'],
    ['a cross that the page draws', '0 G 103 703 m 111 711 l 103 711 m 111 703 l S', undefined, '✓ ≠ —'],
    ['a tick that the page draws', '0 G 102 708 m 106 703 l 112 712 l S', undefined, '✓ ≠ —'],
    ['an area of the page', '0 g 103 703 8 8 re f', undefined, '✓ ≠ —'],
    [
      'a tick of a stamp',
      '',
      note('/Subtype/Stamp/Rect[60 600 400 760]', written(102, 703, '4', 'ZaDb')),
      '✔ ≠ —',
    ],
    ['a pen', '', note('/Subtype/Ink/Rect[60 600 400 760]', '0 G 102 708 m 106 703 l 112 712 l S'), '✓ ≠ —'],
    [
      'a pen that draws a ring, which is no mark where the page prints it',
      '',
      note(
        '/Subtype/Ink/Rect[60 600 400 760]',
        '0 G 103 707 m 103 712.3 111 712.3 111 707 c 111 701.7 103 701.7 103 707 c S',
      ),
      '✓ ≠ —',
    ],
    [
      'a pen, as readers draw it',
      '',
      note('/Subtype/Ink/Rect[100 700 114 714]/C[0 0 0]/InkList[[102 708 106 703 112 712]]'),
      '✓ ≠ —',
    ],
  ])('UP-6: %s', (_, content, over, excerpt) => expect(told(box('Off'), content, over)).toEqual([excerpt]));

  it.each<[string, string, string]>([
    ['the edge of a box', box('Off'), '0 G 101 701 12 12 re S'],
    ['the edge of a smaller box', box('Off'), '0 G 103 703 8 8 re S'],
    ['a ring', box('Off'), '0 G 103 707 m 103 712.3 111 712.3 111 707 c 111 701.7 103 701.7 103 707 c S'],
    ['a sign of an empty box', box('Off'), written(101, 702, 'o', 'ZaDb')],
    ['an area with a hole', box('Off'), '0 g 101 701 12 12 re 103 703 8 8 re f*'],
    ['a pale ground', box('Off'), '.9 g 102 702 10 10 re f'],
    ['words beside it', box('Off'), written(118, 703, 'X marks what applies')],
    ['a number of it', box('Off'), written(103, 703, '1')],
    ['a mark in a box that is set', box('Yes'), written(103, 703, 'X')],
  ])('SGN-7: none of %s', (_, field, content) => expect(told(field, content)).toEqual([]));

  it('SGN-7: none of a ring around it', () => {
    const ring = note('/Subtype/Circle/Rect[60 600 400 760]', '0 G 96 696 22 22 re S');
    expect(told(box('Off'), '', ring)).toEqual([]);
  });
});

describe('what stands in a text field that holds nothing', () => {
  it('UP-6: or in a choice field', () => {
    const choice = '/FT/Ch/Ff 131072/Opt[(1000)(9000)]/Rect[100 700 300 720]';
    expect(told(choice, written(104, 705, '9000'))).toEqual(['9000 ≠ —']);
  });

  it.each<[string, string, ReturnType<typeof note> | undefined]>([
    ['9000 euro', written(104, 705, '9000 euro'), undefined],
    ['28/11/2026', written(104, 705, '28/11/2026'), undefined],
    ['9000', `${written(104, 705, '9')} ${written(110.7, 705, '000')}`, undefined],
    [
      '1.500,00',
      '',
      note('/Subtype/FreeText/Rect[60 600 400 760]/Contents(1.500,00)', written(104, 705, '1.500,00')),
    ],
  ])('UP-6: %s', (seen, content, over) => expect(told(text(), content, over)).toEqual([`${seen} ≠ —`]));

  it.each<[string, string, string]>([
    ['dots', text(), written(104, 705, '........... EUR')],
    ['a beginning of a year', text(), written(104, 705, '__/__/20__')],
    ['the code of a country', text(), written(104, 705, '+30')],
    ['a hint', text(), written(104, 705, 'e.g. 210 1234567')],
    ['a pale hint', text(), `.8 g ${written(104, 705, '210 1234567')}`],
    ['a number beside it', text(), written(302, 705, '1234')],
  ])('SGN-7: none of %s', (_, field, content) => expect(told(field, content)).toEqual([]));
});
