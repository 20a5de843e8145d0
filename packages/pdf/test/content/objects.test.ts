import { documentObjects, streamBody, writePdf } from '@websign/testkit';
import { describe, expect, it } from 'vitest';
import { inspect } from '../../src/index.ts';
import { open } from '../support.ts';
import { type Drawn, draw, form, rounded, words } from './drawing.ts';

const image = (entries = '') => ({
  number: 100,
  body: streamBody('x', `/Subtype/Image/Width 8/Height 4/ColorSpace/DeviceGray/BitsPerComponent 8${entries}`),
});
const resources = '/XObject<</X 100 0 R>>';

describe('form XObjects', () => {
  it('have a matrix, a clip, resources and a maker of their own', () => {
    const more = [
      form(
        100,
        '20 30 10 10 re f BT /Own 10 Tf (a) Tj ET',
        '/BBox[0 0 25 50]/Matrix[2 0 0 2 1 1]/Resources<</Font<</Own 3 0 R>>>>',
      ),
    ];
    const { paintings, texts } = draw('1 0 0 1 10 0 cm /X Do 0 0 5 5 re f', { resources, more });
    expect(paintings[0]).toMatchObject({
      box: [51, 61, 71, 81],
      clip: [11, 1, 61, 100],
      solid: [51, 61, 61, 81],
      maker: { object: 100 },
    });
    expect(texts[0]).toMatchObject({ size: 20, maker: { object: 100 } });
    expect(texts[0]?.font?.object).toBe(3);
    expect(paintings[1]).toMatchObject({
      box: [10, 0, 15, 5],
      clip: [0, 0, 200, 100],
      maker: { object: 20 },
    });
  });

  it('without resources uses those around it, and leaves the state as it was', () => {
    const more = [form(100, 'q q 1 0 0 rg BT /F1 10 Tf 5 5 Td (in) Tj')];
    const drawn = draw('BT /F1 20 Tf 50 50 Td /X Do (out) Tj ET 0 0 9 9 re f', { resources, more });
    expect(words(drawn)).toEqual(['in', 'out']);
    expect(drawn.texts.map(({ size, line }) => [size, ...line.slice(0, 2)])).toEqual([
      [10, 5, 5],
      [20, 50, 50],
    ]);
    expect(drawn.paintings[0]?.colour).toBe(0);
  });

  it('drawn again tells the same, and otherwise where the state is another', () => {
    const more = [
      form(
        100,
        '/Span <</ActualText(x)>> BDC 0 0 9 9 re f EMC BT /F1 10 Tf [(a) -900 (b)] TJ ET',
        '/BBox[0 0 99 99]/Resources<</Font<</F1 3 0 R>>>>',
      ),
    ];
    const once = draw('/X Do', { resources, more }).marks;
    expect(once).toHaveLength(3);
    expect(draw('/X Do /X Do q /X Do Q', { resources, more }).marks).toEqual([...once, ...once, ...once]);
    const { paintings } = draw('/X Do 1 0 0 rg /X Do 1 0 0 1 5 0 cm /X Do 0 0 3 3 re W n /X Do', {
      resources,
      more,
    });
    expect(paintings.map(({ colour, box, clip }) => [colour, box[0], clip[2]])).toEqual([
      [0, 0, 99],
      [0xff0000, 0, 99],
      [0xff0000, 5, 104],
      [0xff0000, 5, 8],
    ]);
  });

  it('a letterhead of many paths on every page is read once', () => {
    const paths = Array.from({ length: 4000 }, (_, at) => `${at % 90} ${at % 70} 3 4 re f\n`).join('');
    const letterhead = form(9000, paths, '/BBox[0 0 99 99]/Resources<<>>');
    const pages = Array.from({ length: 1000 }, () => ({ content: 'q 1 0 0 1 50 740 cm /X Do Q' }));
    const objects = documentObjects({ pages, more: [letterhead] }).map(({ number, body }) => ({
      number,
      body: typeof body === 'string' ? body.replace('/Font<<', '/XObject<</X 9000 0 R>>/Font<<') : body,
    }));
    expect(inspect(open(writePdf({ kind: 'table', objects }))).findings).toEqual([]);
  }, 120_000);

  it('one that draws itself is told and passed over', () => {
    const more = [
      form(100, 'BT /F1 9 Tf (a) Tj ET /X Do', `/BBox[0 0 9 9]/Resources<<${resources}/Font<</F1 3 0 R>>>>`),
    ];
    const drawn = draw('/X Do', { resources, more });
    expect(words(drawn)).toEqual(['a']);
    expect(drawn.unreadable).toEqual([{ code: 'loop', object: 100 }]);
  });

  it('what cannot be decoded is told once, and drawing goes on', () => {
    const more = [{ number: 100, body: streamBody('x', '/Subtype/Form/BBox[0 0 9 9]/Filter/Mystery') }];
    const drawn = draw('/X Do /X Do BT /F1 9 Tf (after) Tj ET', { resources, more });
    expect(drawn.unreadable).toEqual([{ code: 'unsupported_filter', object: 100 }]);
    expect(words(drawn)).toEqual(['after']);
  });
});

describe('images', () => {
  const placed = 'q 100 0 0 50 20 30 cm /X Do Q';
  it.each<[string, object]>([
    ['', { solid: [20, 30, 120, 80], opaque: true, samples: [8, 4] }],
    ['/SMask 101 0 R', { solid: undefined, opaque: false }],
    ['/Mask[0 0]', { solid: undefined, opaque: false }],
    ['/SMaskInData 1', { solid: undefined, opaque: false }],
    ['/ImageMask true', { solid: undefined, opaque: false, colour: 0 }],
  ])('with %s', (entries, expected) => {
    const { paintings } = draw(placed, { resources, more: [image(entries), form(101, '')] });
    expect(paintings).toHaveLength(1);
    expect(paintings[0]).toMatchObject({
      kind: 'image',
      box: [20, 30, 120, 80],
      maker: { object: 100 },
      ...expected,
    });
  });

  it('of an unknown filter are told', () => {
    const { unreadable } = draw(placed, { resources, more: [image('/Filter[/FlateDecode/Mystery]')] });
    expect(unreadable).toEqual([{ code: 'unsupported_filter', object: 100 }]);
  });

  it.each([
    ['plain data with EI in it', '/W 4 /H 2 /BPC 8 /CS /G', 'xEI EI x'],
    ['a stencil', '/W 9/H 2/IM true', '\x00 EI'],
    ['compressed data', '/W 4/H 2/CS/G/BPC 8/F/Fl', 'x\x9cEI \x01\x02\x03 data'],
    ['hexadecimal', '/W 1/H 1/CS/G/BPC 8/F[/AHx/Fl]/DP[null<</K 1>>]', 'EI 00 EI  00000000000000>'],
    ['base 85', '/W 1/H 1/CS/G/BPC 8/F/A85', 'EI abcdefghijklmnopqrstuvw~>'],
  ])('inline, of %s', (_, entries, data) => {
    const drawn = draw(`q 9 0 0 9 1 1 cm BI ${entries} ID ${data}\nEI Q BT /F1 9 Tf (after the image) Tj ET`);
    expect(drawn.paintings.map(({ kind, box }) => [kind, box])).toEqual([['image', [1, 1, 10, 10]]]);
    expect(words(drawn)).toEqual(['after the image']);
    expect(drawn.unreadable).toEqual([]);
  });

  it('inline with an end within their data are told: viewers differ in where they go on', () => {
    const data = ' EI Q BT /F1 9 Tf (other) Tj ET'.padEnd(60);
    const drawn = draw(`q BI /W 60/H 1/CS/G/BPC 8 ID ${data} EI Q BT /F1 9 Tf (words) Tj ET`);
    expect(drawn.unreadable).toEqual([{ code: 'broken_stream', object: 20 }]);
    expect(words(drawn)).toEqual(['words']);
  });

  it('inline without an end take the rest, and that is told', () => {
    const drawn = draw('BI /W 1/H 1/F/Fl ID xxx BT /F1 9 Tf (lost) Tj ET');
    expect(drawn.unreadable).toEqual([{ code: 'broken_stream', object: 20 }]);
    expect(words(drawn)).toEqual([]);
  });
});

describe('shadings and patterns', () => {
  const cell =
    '/PatternType 1/BBox[0 0 20 20]/XStep 20/YStep 20/Matrix[1 0 0 1 3 3]/Resources<</Font<</F1 3 0 R>>>>';

  it('a shading paints what the clip lets through', () => {
    const shading = '/Shading<</S<</ShadingType 2/Extend[true true]>>/R<</ShadingType 3>>>>';
    const { paintings } = draw('10 10 50 50 re W n /S sh /R sh', { resources: shading });
    expect(paintings).toMatchObject([
      { kind: 'shading', box: [10, 10, 60, 60], solid: [10, 10, 60, 60], colour: undefined },
      { kind: 'shading', solid: undefined },
    ]);
  });

  it('text within a tiling is told where the area is: in each cell, or in one of many', () => {
    const more = [form(100, 'BT /F1 5 Tf 1 2 Td (t) Tj ET', `${cell}/PaintType 1`)];
    const fill = (area: string): Drawn =>
      draw(`/Pattern cs /P scn ${area} re f`, { resources: '/Pattern<</P 100 0 R>>', more });
    const drawn = fill('100 40 40 40');
    expect(drawn.paintings).toMatchObject([{ colour: 0, opaque: false }]);
    expect(words(drawn)).toEqual(['t', 't', 't', 't']);
    expect(drawn.texts.every(({ tiled }) => tiled)).toBe(true);
    expect(words(fill('0 0 200 100'))).toEqual(['t']);
    const [x = 0, y = 0] = drawn.texts[0]?.line ?? [];
    expect([(x - 4) % 20, (y - 5) % 20]).toEqual([0, 0]);
    expect(x > 99 && x < 141 && y > 39 && y < 81).toBe(true);
    expect(rounded(drawn.texts[0]?.clip)?.every((edge) => edge >= 40 && edge <= 140)).toBe(true);
  });

  it('what an operator has still to do is done behind a pattern', () => {
    const more = [form(100, '1 w 0 0 5 5 re W f', `${cell}/PaintType 1`)];
    const { paintings } = draw('/Pattern cs /P scn 10 20 30 40 re W B 0 0 99 99 re f', {
      resources: '/Pattern<</P 100 0 R>>',
      more,
    });
    const own = paintings.filter(({ maker }) => maker.object !== 100);
    expect(own.map(({ kind, clip }) => [kind, clip])).toEqual([
      ['fill', [0, 0, 200, 100]],
      ['stroke', [0, 0, 200, 100]],
      ['fill', [10, 20, 40, 60]],
    ]);
  });

  it('an uncoloured tiling has the colour of the area, and none by operators', () => {
    const more = [form(100, '1 0 0 rg 0 0 5 5 re f', `${cell}/PaintType 2`)];
    const { paintings } = draw('/U cs 0 1 0 /P scn 100 40 40 40 re f', {
      resources: '/ColorSpace<</U[/Pattern/DeviceRGB]>>/Pattern<</P 100 0 R>>',
      more,
    });
    expect(paintings.map(({ colour }) => colour)).toEqual([0x00ff00, 0x00ff00]);
  });
});
