import { documentObjects, streamBody, writePdf } from '@websign/testkit';
import { expect, it } from 'vitest';
import { inspect } from '../src/index.ts';
import { open } from './support.ts';

interface Button {
  /** What each state draws; a state that is left out has no look. */
  on: string;
  off?: string;
  /** The state that it holds and shows. */
  state: 'On' | 'Off';
  rect?: string;
  box?: string;
}

/** What is told of a check box. */
function told({ on, off, state, rect = '[72 600 92 620]', box = '[0 0 20 20]' }: Button): string[] {
  const form = `/Type/XObject/Subtype/Form/BBox${box}/Resources<</Font<</Za 101 0 R/Helv 104 0 R>>/ColorSpace<</Odd[/Separation/Odd/DeviceRGB<<>>]>>>>`;
  const states = `/On 102 0 R${off === undefined ? '' : '/Off 103 0 R'}`;
  const objects = documentObjects({
    pages: [{ content: 'BT /F1 12 Tf 100 604 Td (I accept the terms) Tj ET', entries: '/Annots[100 0 R]' }],
    catalog: '/AcroForm<</Fields[100 0 R]>>',
    more: [
      {
        number: 100,
        body: `<</Type/Annot/Subtype/Widget/F 4/Rect${rect}/FT/Btn/T(a)/V/${state}/AS/${state}/AP<</N<<${states}>>>>>>`,
      },
      { number: 101, body: '<</Type/Font/Subtype/Type1/BaseFont/ZapfDingbats>>' },
      { number: 102, body: streamBody(on, form) },
      { number: 103, body: streamBody(off ?? '', form) },
      { number: 104, body: '<</Type/Font/Subtype/Type1/BaseFont/Helvetica/Encoding/WinAnsiEncoding>>' },
    ],
  });
  return inspect(open(writePdf({ kind: 'table', objects }))).findings.map(
    ({ kind, excerpt }) => `${kind} ${excerpt}`,
  );
}

const FRAME = '1 g 0 0 20 20 re f 0 G 1 w .5 .5 19 19 re S';
const CROSS = '0 G 1.5 w 4 4 m 16 16 l 4 16 m 16 4 l S';
const TICK = '0 G 1.5 w 4 10 m 8 5 l 16 16 l S';
const SIGN = (code: string): string => `BT 0 g /Za 18 Tf 2 3 Td (${code}) Tj ET`;
/** A circle about the middle. */
const circle = (radius: number, paint: string): string => {
  const [low, high, bend] = [10 - radius, 10 + radius, 0.5523 * radius];
  return (
    `${high} 10 m ${high} ${10 + bend} ${10 + bend} ${high} 10 ${high} c ${10 - bend} ${high} ${low} ${10 + bend} ${low} 10 c ` +
    `${low} ${10 - bend} ${10 - bend} ${low} 10 ${low} c ${10 + bend} ${low} ${high} ${10 - bend} ${high} 10 c ${paint}`
  );
};
const SQUARE = '0 g 5 5 10 10 re f';

it.each<[string, Omit<Button, 'state'>]>([
  ['nothing', { on: '', off: FRAME }],
  ['nothing, and nothing for off', { on: '' }],
  ['its frame, as off does', { on: FRAME, off: FRAME }],
  ['a white mark', { on: `${FRAME} 1 G 4 4 m 16 16 l S`, off: FRAME }],
  ['a sign in the colour of the paper', { on: `${FRAME} BT 1 g /Za 18 Tf 2 3 Td (4) Tj ET`, off: FRAME }],
  ['a mark under its ground', { on: `${CROSS} ${FRAME}`, off: FRAME }],
  ['a mark that is cut off', { on: `${FRAME} 30 30 m 50 50 l S`, off: FRAME }],
  ['a speck', { on: `${FRAME} 0 g 9 9 .5 .5 re f`, off: FRAME }],
  ['less than off', { on: FRAME, off: `${FRAME} ${CROSS}` }],
])('UP-6: a button that is on paints %s', (_, looks) => {
  expect(told({ ...looks, state: 'On' })).toEqual(['field_value_differs — ≠ On']);
});

it.each<[string, Omit<Button, 'state'>]>([
  ['a cross that on lacks', { on: '', off: CROSS }],
  ['a cross in a frame', { on: FRAME, off: `${FRAME} ${CROSS}` }],
  ['the cross of on', { on: CROSS, off: CROSS }],
  ['the sign of on', { on: SIGN('4'), off: SIGN('4') }],
  ['the cross of on, one of which has a speck', { on: `${CROSS} 9 2 .5 .5 re f`, off: CROSS }],
  ['another mark than on', { on: `${FRAME} ${TICK}`, off: `${FRAME} ${CROSS}` }],
  ['a filled square where on is empty', { on: '', off: SQUARE }],
  [
    'a filled circle where on is empty',
    { on: circle(9, 'S'), off: `${circle(9, 'S')} 0 g ${circle(5, 'f')}` },
  ],
])('UP-6: a button that is off paints %s', (_, looks) => {
  expect(told({ ...looks, state: 'Off' })).toEqual(['field_value_differs On ≠ —']);
});

const honest: [string, Omit<Button, 'state'>][] = [
  ['a cross, and nothing for off', { on: CROSS }],
  ['a cross, and an empty look for off', { on: CROSS, off: '' }],
  ['a tick in the frame', { on: `${FRAME} ${TICK}`, off: FRAME }],
  ['a hairline cross', { on: `${FRAME} .25 w 2 2 m 18 18 l S`, off: FRAME }],
  ['a sign in a frame', { on: `${FRAME} ${SIGN('4')}`, off: FRAME }],
  ['a box with a tick for a box', { on: SIGN('3'), off: SIGN('o') }],
  ['a circle with a dot', { on: `${circle(9, 'S')} 0 g ${circle(5, 'f')}`, off: circle(9, 'S') }],
  ['a filled square', { on: `${FRAME} ${SQUARE}`, off: FRAME }],
  ['a box that is filled wholly', { on: '0 g 0 0 20 20 re f', off: FRAME }],
  [
    'a tick on blue, and a grey box',
    { on: `0 0 1 rg 0 0 20 20 re f 1 G 2 w 4 10 m 8 5 l 16 16 l S`, off: '.8 g 0 0 20 20 re f' },
  ],
  ['a tick for a pale one', { on: `${FRAME} ${TICK}`, off: `${FRAME} .9 G 1.5 w 4 10 m 8 5 l 16 16 l S` }],
  [
    'a bevelled box',
    {
      on: `.75 g 0 0 20 20 re f .5 g 1 1 18 1 re 1 1 1 18 re f ${TICK}`,
      off: '.75 g 0 0 20 20 re f .5 g 1 1 18 1 re 1 1 1 18 re f',
    },
  ],
  [
    'a slide',
    {
      rect: '[72 600 112 620]',
      box: '[0 0 40 20]',
      on: '0 .6 0 rg 0 0 40 20 re f 1 g 22 2 16 16 re f',
      off: '.6 g 0 0 40 20 re f 1 g 2 2 16 16 re f',
    },
  ],
  [
    'a ring around a printed word',
    { rect: '[72 600 112 620]', box: '[0 0 40 20]', on: '0 G .5 .5 39 19 re S' },
  ],
  [
    'its label',
    {
      rect: '[72 600 192 620]',
      box: '[0 0 120 20]',
      on: `${FRAME} ${TICK} BT 0 g /Helv 12 Tf 24 6 Td (I accept) Tj ET`,
      off: `${FRAME} BT 0 g /Helv 12 Tf 24 6 Td (I accept) Tj ET`,
    },
  ],
];

it('SGN-7: no warning of a box that is off and looks empty in both states', () => {
  expect(told({ on: SIGN('o'), off: SIGN('o'), state: 'Off' })).toEqual([]);
});

it.each(honest)('SGN-7: no warning of a button that paints %s', (_, looks) => {
  expect(told({ ...looks, state: 'On' })).toEqual([]);
  expect(told({ ...looks, state: 'Off' })).toEqual([]);
});

it.each(['On', 'Off'] as const)('UP-6: signs that are exchanged are told in the state %s', (state) => {
  const found = told({ on: SIGN('o'), off: SIGN('4'), state });
  expect(found).toHaveLength(1);
  expect(found[0]).toContain('field_value_differs');
});

it.each([
  ['a hollow box for off, a frame with a tick for on', SIGN('o'), `${FRAME} ${TICK}`],
  ['a hollow box for off, a full sign for on', SIGN('o'), SIGN('4')],
  ['a word for off, a tick for on', 'BT 0 g /Helv 9 Tf 1 6 Td (OFF) Tj ET', TICK],
])('SGN-7: no warning of %s', (_, off, on) => {
  expect(told({ on, off, state: 'Off' })).toEqual([]);
  expect(told({ on, off, state: 'On' })).toEqual([]);
});

const SAYS = (words: string): string => `BT 0 g /Helv 9 Tf 1 6 Td (${words}) Tj ET`;

it('UP-6: a state whose look says what it is called while it is off, and something else while it is on, is told', () => {
  expect(told({ on: SAYS('No'), off: SAYS('On'), state: 'On' })).toEqual(['field_value_differs No ≠ On']);
});

it.each([
  ['says what it is called', SAYS('On'), ''],
  ['says the same both times, with a mark', `${TICK} ${SAYS('On')}`, SAYS('On')],
  ['says something else', SAYS('Accepted'), ''],
])('SGN-7: none whose look %s', (_, on, off) => expect(told({ on, off, state: 'On' })).toEqual([]));

/** What is told beside that the colour space cannot be read. */
const differing = (found: readonly string[]): string[] =>
  found.filter((each) => each.startsWith('field_value_differs'));

/** A line in a space whose function cannot be read: what colour it has is not known. */
const VAGUE = '/Odd CS 1 SCN 1 w 0 2 m 20 2 l S';

it('UP-6: looks that are exchanged are told although both have paint of an unknown colour', () => {
  const [on, off] = [`${FRAME} ${VAGUE}`, `${FRAME} ${CROSS} ${VAGUE}`];
  expect(differing(told({ on, off, state: 'On' }))).toEqual(['field_value_differs — ≠ On']);
  expect(differing(told({ on, off, state: 'Off' }))).toEqual(['field_value_differs On ≠ —']);
});

it.each(['On', 'Off'] as const)(
  'SGN-7: no warning of a mark of an unknown colour in the state %s',
  (state) => {
    const mark = '/Odd CS 1 SCN 1.5 w 4 4 m 16 16 l 4 16 m 16 4 l S';
    expect(differing(told({ on: `${FRAME} ${mark}`, off: FRAME, state }))).toEqual([]);
  },
);
