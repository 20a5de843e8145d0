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

describe('letters of a Type 3 font whose units are its own', () => {
  /** What is told of a string in a font of so many units to the em, one across for `wide` of them. */
  const toldOf = (units: number, size: number, wide = 1): string[] => {
    const [high, broad] = [0.7 * units, (0.6 * units) / wide];
    const type3 =
      `<</Type/Font/Subtype/Type3/FontBBox[0 0 ${broad} ${high}]/FontMatrix[${wide} 0 0 1 0 0]/FirstChar 97/LastChar 97/Widths[${broad}]` +
      '/CharProcs<</a 101 0 R>>/Encoding<</Differences[97/a]>>/Resources<<>>>>';
    const content = `BT /T3 ${size} Tf 72 700 Td (aaaaaaaa) Tj ET`;
    const glyph = `${broad} 0 0 0 ${broad} ${high} d1 0 0 ${0.8 * broad} ${high} re f`;
    const more = [
      { number: 100, body: type3 },
      { number: 101, body: streamBody(glyph) },
    ];
    const objects = documentObjects({ pages: [{ content }], more }).map((object) =>
      object.number === 4
        ? { number: 4, body: String(object.body).replace('/Font<<', () => '/Font<</T3 100 0 R') }
        : object,
    );
    return found(writePdf({ kind: 'table', objects })).map(([kind]) => kind);
  };

  it.each([
    [42, 0.24],
    [1000, 0.01],
    [1, 10],
  ])('SGN-7: none of %d units to the em, at size %f', (units, size) =>
    expect(toldOf(units, size)).toEqual([]),
  );

  it.each([
    [42, 0.01, 1],
    [42, 0.24, 0.0001],
  ])('UP-6: too small to be read: %d units, at size %f, %f across', (units, size, wide) =>
    expect(toldOf(units, size, wide)).toContain('tiny_text'),
  );
});
