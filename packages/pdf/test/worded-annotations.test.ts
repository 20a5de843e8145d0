import { documentObjects, streamBody, writePdf } from '@websign/testkit';
import { expect, it } from 'vitest';
import { type Finding, inspect } from '../src/index.ts';
import { open } from './support.ts';

/** What is told of an annotation whose look shows a text. */
function told(subtype: string, text: string, flags = 0): Finding[] {
  const look = `BT /F1 12 Tf 2 5 Td (${text}) Tj ET`;
  const more = [
    {
      number: 100,
      body: `<</Type/Annot/Subtype/${subtype}/F ${flags}/Rect[72 600 272 620]/Contents(note)/AP<</N 101 0 R>>>>`,
    },
    {
      number: 101,
      body: streamBody(look, '/Type/XObject/Subtype/Form/BBox[0 0 200 20]/Resources<</Font<</F1 3 0 R>>>>'),
    },
  ];
  const objects = documentObjects({ pages: [{ entries: '/Annots[100 0 R]' }], more });
  return inspect(open(writePdf({ kind: 'table', objects }))).findings.filter(
    ({ kind }) => kind === 'conditional_annotation',
  );
}

it.each(['FileAttachment', 'Highlight', 'Text', 'Underline', 'Projection'])(
  'UP-6: words that a %s shows on the screen only',
  (subtype) => {
    expect(told(subtype, 'not liable')).toMatchObject([{ page: 1 }]);
  },
);

it.each([
  ['an icon', 'Text', '?', 0],
  ['words that are printed too', 'Text', 'not liable', 4],
  ['a pop-up window', 'Popup', 'not liable', 0],
] as const)('SGN-7: no warning of %s', (_, subtype, text, flags) => {
  expect(told(subtype, text, flags)).toEqual([]);
});

it.each([
  ['nothing', '', ['hidden_annotation']],
  ['a stroke', '1 0 0 RG 0 10 m 200 10 l S', []],
])('UP-6: words that are struck out by a look of %s', (_, look, kinds) => {
  const more = [
    {
      number: 100,
      body: '<</Type/Annot/Subtype/StrikeOut/F 4/Rect[72 600 272 620]/QuadPoints[72 620 272 620 72 600 272 600]/AP<</N 101 0 R>>>>',
    },
    { number: 101, body: streamBody(look, '/Type/XObject/Subtype/Form/BBox[0 0 200 20]') },
  ];
  const objects = documentObjects({ pages: [{ entries: '/Annots[100 0 R]' }], more });
  const { findings } = inspect(open(writePdf({ kind: 'table', objects })));
  expect(findings.map(({ kind }) => kind)).toEqual(kinds);
});
