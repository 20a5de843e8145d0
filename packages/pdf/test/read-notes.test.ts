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
}

/** What is told of numbers that read differently than they show: on a page of Helvetica with a note. */
function told(content: string, { look, subtype = 'FreeText', isDirect = false }: Note): string[] {
  const body = `<</Type/Annot/Subtype/${subtype}/F 4/Rect[60 600 400 760]/AP<</N 101 0 R>>>>`;
  const form = '/Type/XObject/Subtype/Form/BBox[60 600 400 760]/Resources<</Font<</F1 3 0 R>>>>';
  const more = [
    { number: 100, body },
    { number: 101, body: streamBody(look, form) },
  ];
  const entries = `/Annots[${isDirect ? body : '100 0 R'}]`;
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
    ['of a note without a number', line('000', 102), { look: line('9', 95.3), isDirect: true }, '90'],
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
