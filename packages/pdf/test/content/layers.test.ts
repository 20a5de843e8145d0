import { describe, expect, it } from 'vitest';
import type { LayerState } from '../../src/content/canvas.ts';
import { draw, form } from './drawing.ts';

const groups = (usage: string): { number: number; body: string }[] => [
  { number: 100, body: '<</Type/OCG/Name(on)>>' },
  { number: 101, body: '<</Type/OCG/Name(off)>>' },
  { number: 102, body: `<</Type/OCG/Name(automatic)/Usage<<${usage}>>>>` },
];
const CATALOG =
  '/OCProperties<</OCGs[100 0 R 101 0 R 102 0 R]/D<</OFF[101 0 R]/AS[' +
  '<</Event/View/Category[/View/Print/Zoom]/OCGs[102 0 R]>><</Event/Print/Category[/Print]/OCGs[102 0 R]>>]>>>>';
const PRINTED = '/View<</ViewState/OFF>>/Print<</PrintState/ON>>';

/** The state of text in a property list. */
function state(property: string, usage = PRINTED, catalog = CATALOG): LayerState | undefined {
  const { texts } = draw('/OC /P BDC BT /F1 9 Tf (a) Tj ET EMC', {
    resources: `/Properties<</P ${property}>>`,
    catalog,
    more: groups(usage),
  });
  return texts[0]?.layer;
}
const members = (policy: string, ...numbers: number[]): string =>
  `<</Type/OCMD/OCGs[${numbers.map((number) => `${number} 0 R`).join(' ')}]${policy}>>`;

describe('optional content', () => {
  it.each<[string, LayerState]>([
    ['100 0 R', 'on'],
    ['101 0 R', 'off'],
    ['102 0 R', 'conditional'],
    ['999 0 R', 'on'],
    ['<</MCID 0>>', 'on'],
    [members('', 100, 101), 'on'],
    [members('', 101, 102), 'conditional'],
    [members('', 101), 'off'],
    [members(''), 'on'],
    ['<</Type/OCMD/OCGs 101 0 R>>', 'off'],
    [members('/P/AllOn', 100, 101), 'off'],
    [members('/P/AllOn', 100, 102), 'conditional'],
    [members('/P/AnyOff', 100, 101), 'on'],
    [members('/P/AnyOff', 100), 'off'],
    [members('/P/AllOff', 101), 'on'],
    [members('/P/AllOff', 100, 101), 'off'],
    [members('/P/AllOff', 999), 'conditional'],
    [members('/P/AllOff'), 'on'],
    [members('/P/AnyOn', 999), 'on'],
    [members('/VE[/Not 101 0 R]', 101), 'on'],
    [members('/VE[/And 100 0 R[/Or 101 0 R 102 0 R]]', 101), 'conditional'],
    [members('/VE[/And 100 0 R[/Not[/Or 100 0 R 102 0 R]]]', 100), 'off'],
  ])('%s is %s', (property, expected) => expect(state(property)).toBe(expected));

  it.each<[string, LayerState]>([
    ['/Print<</PrintState/ON>>', 'on'],
    ['/Print<</PrintState/OFF>>', 'conditional'],
    ['/View<</ViewState/OFF>>/Print<</PrintState/OFF>>', 'conditional'],
    ['/Zoom<</min 4>>', 'conditional'],
    ['/Language<</Lang(el)>>', 'on'],
  ])('a usage %s is %s', (usage, expected) => expect(state('102 0 R', usage)).toBe(expected));

  it('a base state of OFF hides what is not switched on', () => {
    const catalog = '/OCProperties<</OCGs[100 0 R 101 0 R]/D<</BaseState/OFF/ON[100 0 R]>>>>';
    expect(state('100 0 R', '', catalog)).toBe('on');
    expect(state('101 0 R', '', catalog)).toBe('off');
  });

  it('nests, ends with EMC, and holds for forms, images and annotations', () => {
    const more = [
      ...groups(''),
      form(103, 'BT /F1 9 Tf (in) Tj ET', '/BBox[0 0 9 9]/OC 101 0 R'),
      { number: 104, body: '<</Subtype/Stamp/Rect[0 0 9 9]/OC 101 0 R/AP<</N 105 0 R>>>>' },
      form(105, 'BT /F1 9 Tf (stamp) Tj ET', '/BBox[0 0 9 9]/Resources<</Font<</F1 3 0 R>>>>'),
    ];
    const { texts } = draw(
      'BT /F1 9 Tf /OC /Off BDC /OC /On BDC /Span <</A(x)>> BDC (a) Tj EMC EMC (b) Tj EMC EMC (c) Tj /X Do (d) Tj ET',
      {
        resources: '/Properties<</Off 101 0 R/On 100 0 R>>/XObject<</X 103 0 R>>',
        page: '/Annots[104 0 R]',
        catalog: CATALOG,
        more,
      },
    );
    expect(texts.map(({ layer }) => layer)).toEqual(['off', 'off', 'on', 'off', 'on', 'off']);
  });

  it('a membership dictionary among its own members ends', () => {
    const { texts } = draw('/OC /P BDC BT (a) Tj ET EMC', {
      resources: '/Properties<</P 100 0 R>>',
      catalog: CATALOG,
      more: [{ number: 100, body: '<</Type/OCMD/OCGs[100 0 R 101 0 R]/VE[/And 100 0 R]>>' }],
    });
    expect(texts).toHaveLength(1);
  });
});
