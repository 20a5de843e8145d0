import { documentObjects, streamBody, writePdf } from '@websign/testkit';
import { describe, expect, it } from 'vitest';
import { inspect } from '../src/index.ts';
import { open } from './support.ts';

const line = (text: string, x: number, y = 700): string => `BT /F1 12 Tf ${x} ${y} Td (${text}) Tj ET\n`;

interface Note {
  look: string;
  subtype?: string;
  /** The annotation stands in /Annots itself. */
  isDirect?: boolean;
  /** Further entries. */
  entries?: string;
}

/** What is told of numbers that read differently than they show: on a page of Helvetica with a note. */
function told(
  content: string,
  { look, subtype = 'FreeText', isDirect = false, entries: more = '' }: Note,
): string[] {
  const body = `<</Type/Annot/Subtype/${subtype}/F 4/Rect[60 600 400 760]/AP<</N 101 0 R>>${more}>>`;
  const form = '/Type/XObject/Subtype/Form/BBox[60 600 400 760]/Resources<</Font<</F1 3 0 R>>>>';
  return excerpts(content, `/Annots[${isDirect ? body : '100 0 R'}]`, [
    { number: 100, body },
    { number: 101, body: streamBody(look, form) },
  ]);
}

function excerpts(
  content: string,
  entries: string,
  more: { number: number; body: string | Uint8Array }[],
): string[] {
  const objects = documentObjects({ pages: [{ content, entries }], more });
  return inspect(open(writePdf({ kind: 'table', objects })))
    .findings.filter(({ kind }) => kind === 'text_map_mismatch')
    .map(({ excerpt }) => excerpt ?? '');
}

// In Helvetica of 12 points `Fee ` is 24 points wide, and a digit 6.67.
describe('UP-6: what a note shows beside the digits of a number', () => {
  it.each([
    ['a digit before it', line('Fee   000', 72), { look: line('9', 95.6) }, '90'],
    ['a digit behind it', line('Fee 9', 72), { look: line('00', 103) }, '900'],
    ['a comma within it', line('10', 100) + line('00', 117), { look: line(',', 113.6) }, '0,0'],
    ['a sign before it', line('500', 100), { look: line('-', 95.5) }, '-5'],
    ['a caret that is a digit', line('000', 102), { look: line('9', 95.3), subtype: 'Caret' }, '90'],
    ['with many blanks behind it', line('000', 102), { look: line(`9${' '.repeat(100)}`, 95.3) }, '90'],
    ['with words further on', line('000', 102), { look: line('9        EUR', 95.3) }, '90'],
    [
      'a letter set back before it',
      line('000', 102),
      { look: 'BT /F1 12 Tf -16 Tc 95.3 700 Td (9x) Tj ET' },
      '90',
    ],
    [
      'a field that is read only',
      line('000', 102),
      { look: line('9', 95.3), subtype: 'Widget', entries: '/FT/Tx/T(a)/V(9)/Ff 1' },
      '90',
    ],
    [
      'a push button',
      line('000', 102),
      { look: line('9', 95.3), subtype: 'Widget', entries: '/FT/Btn/T(a)/Ff 65536' },
      '90',
    ],
    ['of a note without a number', line('000', 102), { look: line('9', 95.3), isDirect: true }, '90'],
    [
      'a digit in pen strokes',
      line('Fee 9', 72),
      { look: '0 G 1 w 104 708 m 109 708 l 105.5 700 l S', subtype: 'Ink' },
      '9',
    ],
    [
      'a drawn digit',
      line('Fee 9', 72),
      { look: '104 700 5 8.6 re 105 701 3 6.6 re f*', subtype: 'Ink' },
      '9',
    ],
  ] as const)('%s', (_, content, note, excerpt) => expect(told(content, note)).toEqual([excerpt]));

  it.each([
    [
      'a field that is filled in before printed digits',
      line(',00', 102),
      { look: line('150', 81.5), subtype: 'Widget' },
    ],
    [
      'such a field without a number',
      line(',00', 102),
      { look: line('150', 81.5), subtype: 'Widget', isDirect: true, entries: '/FT/Tx/T(a)/V(150)' },
    ],
    ['a black tick', line('Fee 9', 72), { look: '0 G 1 w 104 703 m 106 700 l 109 708 l S', subtype: 'Ink' }],
    ['a number an em further on', line('Fee 9', 72), { look: line('2', 115) }],
    ['a number on the next line', line('Fee 9', 72), { look: line('2', 103, 690) }],
    ['a small number of a remark', line('Fee 9', 72), { look: 'BT /F1 6 Tf 103 700 Td (2) Tj ET' }],
    ['a word', line('Fee 9', 72), { look: line('paid', 103) }],
    [
      'a red tick',
      line('Fee 9', 72),
      { look: '1 0 0 RG 1 w 104 703 m 106 700 l 110 708 l S', subtype: 'Ink' },
    ],
  ] as const)('SGN-7: none of %s', (_, content, note) => expect(told(content, note)).toEqual([]));
});

const FORM = '/Type/XObject/Subtype/Form/BBox[60 600 400 760]/Resources<</Font<</F1 3 0 R>>>>';
const box = (look: number): string =>
  `<</Type/Annot/Subtype/FreeText/F 4/Rect[60 600 400 760]/AP<</N ${look} 0 R>>>>`;

describe('UP-6: notes beside each other', () => {
  const looks = [
    { number: 101, body: streamBody(line('000', 102), FORM) },
    { number: 102, body: streamBody(line('9', 95.3), FORM) },
  ];

  it('are told of once', () => {
    const more = [...looks, { number: 103, body: box(101) }, { number: 104, body: box(102) }];
    expect(excerpts(line('Fee', 72), '/Annots[103 0 R 104 0 R]', more)).toEqual(['9000']);
  });

  it('are two where neither has a number', () =>
    expect(excerpts(line('Fee', 72), `/Annots[${box(101)}${box(102)}]`, looks)).toHaveLength(1));
});

describe('UP-6: a text box that readers write themselves, beside the digits of a number', () => {
  const told = (contents: string, rect: string, entries = ''): string[] => {
    const body = `<</Type/Annot/Subtype/FreeText/F 4/Rect[${rect}]/DA(/Helv 12 Tf 0 g)/Contents(${contents})${entries}>>`;
    return excerpts(line('000', 102), '/Annots[100 0 R]', [{ number: 100, body }]);
  };

  it('before them, and behind them', () => {
    expect(told('9', '93 690 102 712')).toEqual(['90']);
    expect(told('9', '40 690 104 712', '/Q 2')).toEqual(['90']);
    expect(told('9', '120 690 180 712')).toEqual(['09']);
  });

  it.each([
    ['a number further on', '9', '135 690 180 712'],
    ['a number that begins further on', '9', '40 690 102 712'],
    ['a number on the next line', '9', '93 670 102 692'],
    ['a word', 'to', '93 690 102 712'],
  ])('SGN-7: none of %s', (_, contents, rect) => expect(told(contents, rect)).toEqual([]));
});
