import { documentObjects, streamBody, writePdf } from '@websign/testkit';
import { describe, expect, it } from 'vitest';
import { inspect } from '../src/index.ts';
import { open } from './support.ts';

const turn = (degrees: number): string => {
  const [cosine, sine] = [Math.cos((degrees * Math.PI) / 180), Math.sin((degrees * Math.PI) / 180)];
  return [cosine, sine, -sine, cosine].map((each) => each.toFixed(6)).join(' ');
};

const line = (text: string, x = 0): string => `BT /F1 12 Tf ${x} 0 Td (${text}) Tj ET\n`;
const ring = (x: number): string => `${x} 0 5 8.6 re ${x + 1} 1 3 6.6 re f*\n`;
const LOOK = '/Type/XObject/Subtype/Form/BBox[0 0 595 842]/Resources<</Font<</F1 3 0 R>>>>';

/** What is told of numbers on lines that are turned about (300, 400), and of a note there. */
function told(degrees: number, content: string, note?: string): string[] {
  const turned = (inner: string): string => `q ${turn(degrees)} 300 400 cm ${inner} Q`;
  const entries = `/Resources<</Font<</F1 3 0 R>>>>${note === undefined ? '' : '/Annots[100 0 R]'}`;
  const body = '<</Type/Annot/Subtype/Stamp/F 4/Rect[0 0 595 842]/AP<</N 101 0 R>>>>';
  const more = [
    { number: 100, body },
    { number: 101, body: streamBody(turned(note ?? ''), LOOK) },
  ];
  const objects = documentObjects({ pages: [{ content: turned(content), entries }], more });
  return inspect(open(writePdf({ kind: 'table', objects })))
    .findings.filter(({ kind }) => kind === 'text_map_mismatch')
    .map(({ excerpt }) => excerpt ?? '');
}

// In Helvetica of 12 points `Fee 9` ends at 30.7, and a digit is 6.67 points wide.
describe.each([0.5, 2, 10, 25, 90, 180, 270, 358])(
  'UP-6: numbers on a line that is turned by %d°',
  (degrees) => {
    it.each([
      ['a digit behind it', line('Fee 9') + ring(32), '9'],
      ['a digit before it', line('500', 38) + ring(32), '5'],
      ['a comma within it', `${line('Fee 10')}${line('00', 41)}39 -1.5 1.5 2.5 re f`, '0 0'],
      ['a stroke within a digit', `${line('Fee 1000')}1 w 28 8 m 24.2 3 l 30.5 3 l S`, '1'],
    ])('%s', (_, content, excerpt) => expect(told(degrees, content)).toEqual([excerpt]));

    it('a digit of a note', () => expect(told(degrees, line('000', 30), line('9', 23.4))).toEqual(['90']));

    it.each([
      ['a mark further on', line('Fee 9') + ring(42)],
      ['a line under it', `${line('Fee 9')}0 -2 40 .6 re f`],
      ['a frame around it', `${line('Fee 9')}-2 -4 40 16 re S`],
      ['a letter behind a word', line('Fee') + ring(24)],
    ])('SGN-7: none of %s', (_, content) => expect(told(degrees, content)).toEqual([]));

    it('SGN-7: none of a number of a note an em further on', () =>
      expect(told(degrees, line('000', 30), line('9', 65))).toEqual([]));
  },
);
