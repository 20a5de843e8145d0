import { documentObjects, streamBody, writePdf } from '@websign/testkit';
import { describe, expect, it } from 'vitest';
import { inspect } from '../src/index.ts';
import { open } from './support.ts';

const FORM = '/Type/XObject/Subtype/Form/BBox[0 0 300 20]/Resources<</Font<</F1 3 0 R>>>>';
const LOOK = 'BT /F1 12 Tf 5 5 Td (Fee 9000) Tj ET';

/** What is told of a note whose look has that matrix. */
function told(matrix: string, { subtype = 'Stamp', look = LOOK } = {}): [string, string][] {
  const body = `<</Type/Annot/Subtype/${subtype}/F 4/Rect[60 600 360 620]/AP<</N 101 0 R>>>>`;
  const more = [
    { number: 100, body },
    { number: 101, body: streamBody(look, `${FORM}${matrix}`) },
  ];
  const objects = documentObjects({ pages: [{ content: '', entries: '/Annots[100 0 R]' }], more });
  return found(writePdf({ kind: 'table', objects }));
}

const found = (file: Uint8Array): [string, string][] =>
  inspect(open(file)).findings.map(({ kind, excerpt }) => [kind, excerpt ?? '']);

describe('UP-6: matrices that show nothing', () => {
  it.each(['[0 0 0 0 0 0]', '[1 0 0 0 0 0]', '[0 0 0 1 0 0]', '[0 0 0 0 9 9]', '[0 1 0 0 0 0]'])(
    'of the look of a note: %s',
    (matrix) => {
      expect(told(`/Matrix${matrix}`)).toEqual([['hidden_annotation', 'Fee 9000']]);
      expect(told(`/Matrix${matrix}`, { subtype: 'FreeText' })).toEqual([['hidden_annotation', 'Fee 9000']]);
    },
  );

  it('of a look that leans until it is a line', () =>
    expect(told('/Matrix[1 1 1 1 0 0]')).toEqual([['tiny_text', 'Fee 9000']]));

  it('SGN-7: none of a look without words', () =>
    expect(told('/Matrix[0 0 0 0 0 0]', { look: '0 0 9 9 re f' })).toEqual([]));

  it.each(['', '/Matrix[1 0 0 1 0 0]', '/Matrix[-1 0 0 -1 0 0]', '/Matrix[2 0 0 2 5 5]', '/Matrix null'])(
    'SGN-7: none of a look that is seen: %s',
    (matrix) => expect(told(matrix)).toEqual([]),
  );

  it.each(['[1 0 0]', '[(a) 0 0 1 0 0]', '[]', '[1 0 0 1 0 0 0]'])(
    'SEC-3: of what is no matrix readers make different ones: %s',
    (matrix) => expect(told(`/Matrix${matrix}`)).toEqual([['unreadable_object', 'broken_object']]),
  );

  it.each([
    ['of the text', 'BT /F1 12 Tf 0 0 0 0 72 690 Tm (Fee 9000) Tj ET'],
    ['of the text, flat', 'BT /F1 12 Tf 1 0 0 0 72 690 Tm (Fee 9000) Tj ET'],
    ['of the text, leaning', 'BT /F1 12 Tf 1 1 1 1 72 690 Tm (Fee 9000) Tj ET'],
    ['of the page', 'q 0 0 0 0 0 0 cm BT /F1 12 Tf (Fee 9000) Tj ET Q'],
    ['of the page, flat', 'q 0 0 0 1 0 0 cm BT /F1 12 Tf (Fee 9000) Tj ET Q'],
    ['of its scaling', 'BT /F1 12 Tf 0 Tz 72 690 Td (Fee 9000) Tj ET'],
  ])('%s', (_, content) => {
    const objects = documentObjects({ pages: [{ content }] });
    expect(found(writePdf({ kind: 'table', objects }))).toEqual([['tiny_text', 'Fee 9000']]);
  });
});
