import { documentObjects, streamBody, writePdf } from '@websign/testkit';
import { expect, it } from 'vitest';
import { type Finding, inspect } from '../src/index.ts';
import { open } from './support.ts';

/** What is told of a combo box that holds a value and shows a label. */
function told(choices: string, held: string, label: string): Finding[] {
  const look = `/Tx BMC q BT /Helv 12 Tf 2 5 Td (${label}) Tj ET Q EMC`;
  const resources = '/Resources<</Font<</Helv 101 0 R>>>>';
  const more = [
    {
      number: 100,
      body: `<</Type/Annot/Subtype/Widget/F 4/P 4 0 R/Rect[72 600 272 620]/FT/Ch/Ff 131072/T(c)/Opt[${choices}]/V(${held})/AP<</N 102 0 R>>>>`,
    },
    { number: 101, body: '<</Type/Font/Subtype/Type1/BaseFont/Helvetica/Encoding/WinAnsiEncoding>>' },
    { number: 102, body: streamBody(look, `/Type/XObject/Subtype/Form/BBox[0 0 200 20]${resources}`) },
  ];
  const objects = documentObjects({
    pages: [{ content: 'BT ET', entries: '/Annots[100 0 R]' }],
    catalog: '/AcroForm<</Fields[100 0 R]/DA(/Helv 12 Tf)>>',
    more,
  });
  return inspect(open(writePdf({ kind: 'table', objects }))).findings.filter(
    ({ kind }) => kind === 'field_value_differs',
  );
}

it('UP-6: an option that is sent as what another one shows', () => {
  const exchanged = '[(reject)(accept)][(accept)(reject)]';
  expect(told(exchanged, 'reject', 'accept')).toMatchObject([{ excerpt: 'accept ≠ reject' }]);
});

it.each([
  ['another number than it shows', '[(10)(Fee 90)][(20)(Fee 20)]', '10', 'Fee 90'],
  [
    'another number than it shows, in other digits',
    '[(10)(Fee 90)][(20)(Fee 20)][(1,5)(Fee 1.5)]',
    '10',
    'Fee 90',
  ],
  ['the number of another option', '[(90)(10 euro)][(10)(90 euro)]', '90', '10 euro'],
  ['what another option shows in capitals', '[(reject)(Accept)][(accept)(REJECT)]', 'reject', 'Accept'],
])('UP-6: an option that is sent as %s', (_, choices, held, label) => {
  expect(told(choices, held, label)).toMatchObject([{ excerpt: `${label} ≠ ${held}` }]);
});

it.each([
  ['as it is shown', '[(accept)(accept)][(reject)(reject)]', 'reject', 'reject'],
  ['by a code', '[(y)(accept)][(n)(reject)]', 'n', 'reject'],
  ['as the year with which its label begins', '[(2023)(2023/2024)][(2024)(2024/2025)]', '2023', '2023/2024'],
  ['by an article number', '[(100234)(Phone 128 GB)][(100235)(Phone 256 GB)]', '100234', 'Phone 128 GB'],
  ['as the number that it shows', '[(10)(Fee 10)][(20)(Fee 20)]', '10', 'Fee 10'],
  ['by its place, which is a number as well', '[(1)(1 day)][(2)(3 days)][(3)(7 days)]', '2', '3 days'],
  ['by a code of digits', '[(11)(90 days)][(14)(60 days)]', '11', '90 days'],
  ['by what it begins at', '[(0)(up to 5)][(5)(up to 10)][(10)(up to 20)]', '5', 'up to 10'],
  ['in other letters', '[(ACCEPT)(Accept)][(REJECT)(Reject)]', 'REJECT', 'Reject'],
  ['by its number from zero', '[(0)(1)][(1)(2)]', '1', '2'],
])('SGN-7: no warning of an option that is sent %s', (_, choices, held, label) => {
  expect(told(choices, held, label)).toEqual([]);
});
