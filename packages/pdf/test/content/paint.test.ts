import { streamBody } from '@websign/testkit';
import { describe, expect, it } from 'vitest';
import { readProgram, runProgram } from '../../src/content/colour/calculator.ts';
import { draw, form, rounded } from './drawing.ts';

const solids = (content: string, resources = ''): (number[] | undefined)[] =>
  draw(content, { resources }).paintings.map(({ solid }) => rounded(solid));

describe('areas that are painted', () => {
  it.each<[string, (number[] | undefined)[]]>([
    ['10 20 30 40 re f', [[10, 20, 40, 60]]],
    ['40 60 -30 -40 re f*', [[10, 20, 40, 60]]],
    ['10 20 m 40 20 l 40 60 l 10 60 l h f', [[10, 20, 40, 60]]],
    ['10 20 m 40 20 l 40 60 l 10 60 l 10 20 l F', [[10, 20, 40, 60]]],
    ['0 1 -1 0 100 0 cm 10 20 30 40 re f', [[40, 10, 80, 40]]],
    // one painting each
    [
      '10 20 30 40 re 50 20 30 40 re f',
      [
        [10, 20, 40, 60],
        [50, 20, 80, 60],
      ],
    ],
    [
      '10 20 30 40 re 20 20 30 40 re f',
      [
        [10, 20, 40, 60],
        [20, 20, 50, 60],
      ],
    ],
    // what other shapes do within is not known
    ['10 20 30 40 re 20 30 10 10 re f*', [undefined]],
    [
      '10 20 30 40 re 20 30 10 10 re f',
      [
        [10, 20, 40, 60],
        [20, 30, 30, 40],
      ],
    ],
    ['10 20 30 40 re 20 40 10 -10 re f', [undefined]],
    // not convex, or crossing itself
    ['0 0 m 50 50 l 100 0 l 50 20 l f', [undefined]],
    ['0 0 m 40 40 l 40 0 l 0 40 l f', [undefined]],
    // clipped
    ['q 20 0 50 50 re W n 10 20 30 40 re f Q', [[20, 20, 40, 50]]],
    ['q 20 0 50 50 re W n 0 0 9 9 re f Q', [undefined]],
    ['q 5 5 m W n 0 0 9 9 re f Q', [undefined]],
    ['q 0 0 m 50 50 l 100 0 l 50 20 l W n 10 20 30 40 re f Q', [undefined]],
    // broad lines
    ['10 w 20 50 m 80 50 l S', [[20, 45, 80, 55]]],
    ['[3 2] 0 d 10 w 20 50 m 80 50 l S', [undefined]],
    ['[] 0 d 10 w 20 50 m 20 80 l S', [[15, 50, 25, 80]]],
    ['10 w 20 50 m 80 70 l S', [undefined]],
    ['n 1 0 0 rg', []],
    ['10 20 m f', []],
  ])('%s', (content, expected) => expect(solids(content)).toEqual(expected));

  it.each([
    [
      'a circle',
      '150 50 m 150 77.6 127.6 100 100 100 c 72.4 100 50 77.6 50 50 c 50 22.4 72.4 0 100 0 c 127.6 0 150 22.4 150 50 c f',
      3900,
    ],
    ['a turned square', '.7071 .7071 -.7071 .7071 100 0 cm 0 0 70.71 70.71 re f', 2400],
    [
      'rounded corners',
      '60 0 m 140 0 l 150 0 150 0 150 10 c 150 90 l 150 100 150 100 140 100 c 60 100 l 50 100 50 100 50 90 c 50 10 l 50 0 50 0 60 0 c f',
      8500,
    ],
  ])('%s has a rectangle within', (_, content, least) => {
    const [solid] = solids(content);
    const [x0 = 0, y0 = 0, x1 = 0, y1 = 0] = solid ?? [];
    expect((x1 - x0) * (y1 - y0)).toBeGreaterThan(least);
    // Within the shape: no corner may be one of its bounds.
    expect(x0).toBeGreaterThanOrEqual(50);
    expect(x1).toBeLessThanOrEqual(150);
    expect((x1 - x0) * (y1 - y0)).toBeLessThan(100 * 100);
  });

  it('B fills, then strokes; a stroke reaches out by half its width', () => {
    const { paintings } = draw('1 0 0 rg 0 1 0 RG 4 w 10 20 30 40 re B');
    expect(paintings.map(({ kind, colour }) => [kind, colour])).toEqual([
      ['fill', 0xff0000],
      ['stroke', 0x00ff00],
    ]);
    expect(paintings[1]?.width).toBe(4);
    const [x0 = 0] = paintings[1]?.box ?? [];
    expect(x0).toBeLessThanOrEqual(8);
    expect(x0).toBeGreaterThan(6);
  });

  it('the clip of q ends with Q', () => {
    const { paintings } = draw('q 10 10 20 20 re W n 0 0 5 5 re f Q 0 0 5 5 re f');
    expect(paintings.map(({ clip }) => clip)).toEqual([
      [10, 10, 30, 30],
      [0, 0, 200, 100],
    ]);
  });
});

describe('colours', () => {
  const spaces =
    '/ColorSpace<</Icc[/ICCBased 100 0 R]/Lab[/Lab<</WhitePoint[.96 1 .82]>>]/Index[/Indexed/DeviceRGB 1<ff000000ff00>]' +
    '/Spot[/Separation/Spot/DeviceCMYK<</FunctionType 2/Domain[0 1]/N 1/C0[0 0 0 0]/C1[0 1 1 0]>>]' +
    '/Two[/DeviceN[/A/B]/DeviceRGB 101 0 R]/Calc[/Separation/X/DeviceGray 102 0 R]' +
    '/Stitch[/Separation/X/DeviceGray<</FunctionType 3/Domain[0 1]/Bounds[.5]/Encode[0 1 0 1]/Functions[103 0 R 104 0 R]>>]' +
    '/None[/Separation/None/DeviceGray 103 0 R]/Loop 105 0 R>>';
  const more = [
    { number: 100, body: streamBody('', '/N 4') },
    {
      number: 101,
      body: streamBody(
        '\x00\x00\x00\xff\x00\x00\x00\xff\x00\xff\xff\xff',
        '/FunctionType 0/Domain[0 1 0 1]/Range[0 1 0 1 0 1]/Size[2 2]/BitsPerSample 8',
      ),
    },
    { number: 102, body: streamBody('{ 1 exch sub }', '/FunctionType 4/Domain[0 1]/Range[0 1]') },
    { number: 103, body: '<</FunctionType 2/Domain[0 1]/N 1/C0[0]/C1[0]>>' },
    { number: 104, body: '<</FunctionType 2/Domain[0 1]/N 1/C0[1]/C1[1]>>' },
    { number: 105, body: '[/Indexed 105 0 R 1<00>]' },
  ];

  it.each<[string, number | undefined]>([
    ['', 0],
    ['1 g', 0xffffff],
    ['1 0.5 0 rg', 0xff8000],
    ['0 0 0 0 k', 0xffffff],
    ['0 0 0 1 k', 0],
    ['/DeviceRGB cs 0 0 1 sc', 0x0000ff],
    ['/DeviceCMYK cs', 0],
    ['/Icc cs 0 1 1 0 scn', 0xff0000],
    ['/Lab cs 100 0 0 scn', 0xffffff],
    ['/Lab cs 0 0 0 scn', 0],
    ['/Index cs 1 scn', 0x00ff00],
    ['/Index cs 7 scn', 0x00ff00],
    ['/Spot cs 1 scn', 0xff0000],
    ['/Spot cs 0 scn', 0xffffff],
    ['/Two cs 1 0 scn', 0xff0000],
    ['/Two cs 1 1 scn', 0xffffff],
    ['/Stitch cs .2 scn', 0],
    ['/Stitch cs .8 scn', 0xffffff],
    ['/Loop cs 0 scn', undefined],
    ['/Calc cs 0 scn', 0xffffff],
    ['/Calc cs .8 scn', 0x333333],
    ['/Pattern cs /Nothing scn', undefined],
    ['5 -3 1 rg', 0xff00ff],
  ])('%s', (operators, colour) => {
    const { paintings, texts } = draw(`${operators} 0 0 9 9 re f BT /F1 9 Tf (a) Tj ET`, {
      resources: spaces,
      more,
    });
    expect(paintings[0]?.colour).toBe(colour);
    expect(texts[0]?.colour).toBe(colour);
  });

  it('the colourant None paints nothing', () => {
    const { paintings, texts } = draw('/None cs 1 scn 0 0 9 9 re f BT /F1 9 Tf (a) Tj ET', {
      resources: spaces,
      more,
    });
    expect(paintings[0]).toMatchObject({ alpha: 0, opaque: false });
    expect(texts[0]?.alpha).toBe(0);
  });
});

describe('transparency', () => {
  const resources =
    '/ExtGState<</Half<</ca .5/CA .25>>/Blend<</BM[/Multiply/Normal]>>/Mask<</SMask<</S/Alpha/G 100 0 R>>>>/Plain<</SMask/None/BM/Normal/ca 1>>>>' +
    '/XObject<</Group 101 0 R/Form 102 0 R>>';
  const group = '/BBox[0 0 200 100]/Group<</S/Transparency>>/Resources<</ExtGState<</Half<</ca .5>>>>>>';
  const more = [form(100, ''), form(101, '/Half gs 0 0 9 9 re f', group), form(102, '0 0 9 9 re f')];

  it.each<[string, object]>([
    ['0 0 9 9 re f', { alpha: 1, masked: false, blend: 'Normal', opaque: true }],
    ['/Half gs 0 0 9 9 re f', { alpha: 0.5, opaque: false }],
    ['/Half gs 0 0 9 9 re S', { alpha: 0.25, opaque: false }],
    ['/Blend gs 0 0 9 9 re f', { blend: 'Multiply', opaque: false }],
    ['/Mask gs 0 0 9 9 re f', { masked: true, opaque: false }],
    ['/Mask gs /Blend gs /Plain gs 0 0 9 9 re f', { masked: false, blend: 'Normal', opaque: true }],
    ['/Half gs /Form Do', { alpha: 0.5 }],
    ['/Half gs /Group Do', { alpha: 0.25 }],
    ['/Mask gs /Blend gs /Group Do', { alpha: 0.5, masked: true, blend: 'Multiply' }],
  ])('%s', (content, expected) => {
    const { paintings } = draw(content, { resources, more });
    expect(paintings[0]).toMatchObject(expected);
  });
});

describe('calculator functions', () => {
  const calculated = (program: string, ...inputs: number[]): number[] | undefined => {
    const read = readProgram(Buffer.from(program));
    return read === undefined ? undefined : runProgram(read, inputs);
  };

  it.each<[string, number[], number[] | undefined]>([
    ['{ 1 exch sub }', [0.25], [0.75]],
    ['{dup .5 gt{pop 1}{2 mul}ifelse}', [0.75], [1]],
    ['{dup .5 gt{pop 1}{2 mul}ifelse}', [0.25], [0.5]],
    ['{dup 0 eq {pop 9} if}', [0], [9]],
    ['{3 1 roll}', [1, 2, 3], [3, 1, 2]],
    ['{3 -1 roll}', [1, 2, 3], [2, 3, 1]],
    ['{1 index}', [7, 8], [7, 8, 7]],
    ['{0 index}', [7], [7, 7]],
    ['{2 copy}', [7, 8], [7, 8, 7, 8]],
    ['{7 2 idiv 7 2 mod 2 3 exp 9 sqrt 90 sin true false and}', [], [3, 1, 8, 3, 1, 0]],
    // wrong, or without end
    ['{ 1', [], undefined],
    ['} {', [], undefined],
    ['1', [], undefined],
    ['{ conjure }', [], undefined],
    ['{ 5 index }', [1], undefined],
    ['{ if }', [1], undefined],
    [`{ ${'dup '.repeat(500)} }`, [1], undefined],
    [`${'{'.repeat(50)}${'}'.repeat(50)}`, [1], undefined],
  ])('%s', (program, inputs, expected) => expect(calculated(program, ...inputs)).toEqual(expected));
});
