import { streamBody } from '@websign/testkit';
import { describe, expect, it } from 'vitest';
import type { Box } from '../src/revisions/pages.ts';
import { Sight } from '../src/revisions/sight/sight.ts';
import { type Drawn, effectOf, revised, white } from './sight-support.ts';

const PLACE: Box = [90, 690, 140, 720];
const LETTERS = 'BT /F1 20 Tf 100 700 Td (ABC) Tj ET';
const FILL = '90 690 50 30 re f';
const form = (content: string, box = '[90 690 140 720]') =>
  streamBody(content, `/Type/XObject/Subtype/Form/BBox${box}`);

/** What a look over three letters does to them, with a graphics state. */
const told = (look: string, state = '', more: Partial<Drawn> = {}) =>
  effectOf(LETTERS, { rect: PLACE, look, resources: `/ExtGState<</G<<${state}>>>>`, ...more });
const painted = (colour: string, state: string) => told(`/G gs ${colour} ${FILL}`, state);

describe('what a look hides by what it paints', () => {
  it.each<[string, string, string, string]>([
    ['hides', 'white', '1 g', ''],
    ['hides', 'black', '0 g', ''],
    ['hides', 'what lets little through', '1 g', '/ca .41'],
    ['clear', 'what lets much through', '1 g', '/ca .39'],
    ['clear', 'nothing', '1 g', '/ca 0'],
    ...['Multiply', 'Darken', 'ColorBurn'].flatMap((mode): [string, string, string, string][] => [
      ['clear', `white, ${mode}`, '1 g', `/BM/${mode}`],
      ['hides', `black, ${mode}`, '0 g', `/BM/${mode}`],
      ['hides', `grey, ${mode}`, '.57 g', `/BM/${mode}`],
      ['clear', `light grey, ${mode}`, '.62 g', `/BM/${mode}`],
    ]),
    ...['Screen', 'Lighten', 'ColorDodge'].flatMap((mode): [string, string, string, string][] => [
      ['hides', `white, ${mode}`, '1 g', `/BM/${mode}`],
      ['clear', `black, ${mode}`, '0 g', `/BM/${mode}`],
      ['clear', `grey, ${mode}`, '.38 g', `/BM/${mode}`],
      ['hides', `light grey, ${mode}`, '.43 g', `/BM/${mode}`],
    ]),
    ['clear', 'grey that lets half through, Multiply', '.57 g', '/BM/Multiply/ca .5'],
    ['clear', 'light grey that lets half through, Screen', '.43 g', '/BM/Screen/ca .5'],
    ['hides', 'white in a mode that does neither', '1 g', '/BM/Hue'],
  ])('MAP-8 %s: %s', (effect, _, colour, state) => {
    expect(painted(colour, state)).toBe(effect);
  });

  it('MAP-8 of a colour that is not known is taken for one that hides', () => {
    const image = `/G gs q 50 0 0 30 90 690 cm BI /W 1 /H 1 /BPC 8 /CS /G /F /AHx ID ff> EI Q`;
    expect(told(image, '/BM/Multiply')).toBe('hides');
    expect(told(image, '/BM/Screen')).toBe('hides');
  });
});

describe('what letters of a look hide', () => {
  const text = (size: number, before = '', shown = 'MMMMMMMM') =>
    told(`BT ${before} /F1 ${size} Tf 91 700 Td (${shown}) Tj ET`);

  it.each<[string, string, Parameters<typeof text>]>([
    ['clear', 'of an ordinary size', [20]],
    ['hides', 'that are as large as half a page of others', [36]],
    ['clear', 'that are a little smaller', [35.9]],
    ['hides', 'that are outlined', [20, '1 Tr 1 w']],
    ['hides', 'that are filled and outlined', [20, '2 Tr 1 w']],
    ['hides', 'with a broad line', [20, '1 Tr 4 w']],
    ['clear', 'that are not painted', [36, '3 Tr']],
    ['clear', 'that cut others off', [36, '7 Tr']],
    ['hides', 'that are dashes', [20, '', '\\227\\227\\227\\227\\227\\227\\227\\227']],
  ])('MAP-8 %s: letters %s', (effect, _, parts) => {
    expect(text(...parts)).toBe(effect);
  });

  it('MAP-8 is a part of what they would fill', () => {
    const pale = (alpha: number, look: string) => told(`/G gs ${look}`, `/ca ${alpha}/CA ${alpha}`);
    const block = (tr: string) =>
      `BT ${tr} /F1 20 Tf 91 700 Td (\\227\\227\\227\\227\\227\\227\\227\\227) Tj ET`;
    expect(pale(0.45, block(''))).toBe('hides');
    expect(pale(0.35, block(''))).toBe('clear');
    const outlined = (width: number) => `BT 1 Tr ${width} w /F1 20 Tf 91 700 Td (MMMMMMMM) Tj ET`;
    expect(pale(0.6, outlined(1))).toBe('clear');
    expect(pale(0.75, outlined(1))).toBe('hides');
    expect(pale(0.45, outlined(4))).toBe('hides');
    expect(pale(0.45, outlined(3.9))).toBe('clear');
  });

  it('MAP-8 is as broad as their line is', () => {
    const page = (look: string, box: Box) => effectOf(LETTERS, { rect: box, look });
    const box: Box = [60, 660, 180, 760];
    expect(page('BT 1 Tr 40 w /F1 20 Tf 140 700 Td (M) Tj ET', box)).toBe('hides');
    expect(page('BT 1 Tr 10 w /F1 20 Tf 140 700 Td (M) Tj ET', box)).toBe('clear');
    expect(page('BT 1 Tr 40 w /F1 20 Tf 100 722 Td (M) Tj ET', box)).toBe('hides');
  });
});

describe('which look of an annotation is shown', () => {
  const LIST = {
    more: [
      { number: 90, body: form(`1 g ${FILL}`) },
      { number: 91, body: form('') },
    ],
  };
  const judged = (entries: string, flags = 4, rect = PLACE) =>
    effectOf(LETTERS, { rect, entries, flags, subtype: 'Widget' }, LIST);

  it.each<[string, string, string, number?]>([
    ['the one that there is', 'hides', '/AP<</N 90 0 R>>'],
    ['one that shows nothing', 'clear', '/AP<</N 91 0 R>>'],
    ['one that is not there', 'clear', '/AP<</N 99 0 R>>'],
    ['none', 'clear', ''],
    ['a number', 'clear', '/AP<</N 7>>'],
    ['that of its state', 'hides', '/AS/On/AP<</N<</On 90 0 R/Off 91 0 R>>>>'],
    ['that of its other state', 'clear', '/AS/Off/AP<</N<</On 90 0 R/Off 91 0 R>>>>'],
    ['any, where no state is named that there is', 'hides', '/AS/No/AP<</N<</On 90 0 R/Off 91 0 R>>>>'],
    ['any that is a look', 'hides', '/AS/No/AP<</N<</On 90 0 R/Off 7/Other 99 0 R>>>>'],
    ['of those under the mouse none', 'clear', '/AP<</N 91 0 R/R 90 0 R/D 90 0 R>>'],
    ['one that is hidden', 'clear', '/AP<</N 90 0 R>>', 2],
    ['one that asks not to be viewed', 'hides', '/AP<</N 90 0 R>>', 32],
    ['one that is not printed', 'hides', '/AP<</N 90 0 R>>', 0],
  ])('MAP-8 is %s: %s', (_, effect, entries, flags) => {
    expect(judged(entries, flags)).toBe(effect);
  });

  it.each<[string, string, string, number?]>([
    ['the one under the mouse', 'hides', '/AP<</N 91 0 R/R 90 0 R>>'],
    ['the one under the button', 'hides', '/AP<</N 91 0 R/D 90 0 R>>'],
    ['any state of it', 'hides', '/AS/Off/AP<</N 91 0 R/D<</On 90 0 R/Off 91 0 R>>>>'],
    ['none', 'clear', '/AP<</N 90 0 R>>'],
    ['one that is hidden', 'clear', '/AP<</D 90 0 R>>', 2],
  ])('MAP-8 and by itself that of a click: %s: %s', (_, effect, entries, flags = 4) => {
    const { pdf, signed, page } = revised(
      LETTERS,
      [{ rect: PLACE, entries, flags, subtype: 'Widget' }],
      LIST,
    );
    expect(new Sight().hoverEffect(pdf, page, 300, signed)).toBe(effect);
    expect(new Sight().hoverEffect(pdf, page, 999, signed)).toBe('clear');
    expect(new Sight().effect(pdf, page, 999, signed)).toBe('clear');
  });

  it('MAP-8 stands where the page is, or is not seen', () => {
    expect(judged('/AP<</N 90 0 R>>', 4, [-200, 10, -100, 20])).toBe('clear');
    expect(judged('/AP<</N 90 0 R>>', 4, [-60, 690, 640, 720])).toBe('hides');
  });

  it('MAP-8 is not known without a place, if it paints anything', () => {
    const empty: Box = [100, 700, 100, 700];
    expect(judged('/AP<</N 90 0 R>>', 4, empty)).toBe('unread');
    expect(judged('/AP<</N 91 0 R>>', 4, empty)).toBe('clear');
    expect(judged('/AP<</N<</On 91 0 R/Off 90 0 R>>>>', 4, empty)).toBe('unread');
    expect(judged('/AP<</N<</On 91 0 R/Off 7>>>>', 4, empty)).toBe('clear');
    const unheard = streamBody('', '/Type/XObject/Subtype/Form/BBox[0 0 9 9]/Filter/Unheard');
    const [broken, entries] = [{ more: [{ number: 90, body: unheard }] }, '/AP<</N 90 0 R>>'];
    expect(effectOf(LETTERS, { rect: empty, entries }, broken)).toBe('unread');
    expect(effectOf(LETTERS, { rect: [] as unknown as Box, entries }, broken)).toBe('unread');
    expect(effectOf(LETTERS, { rect: [-90, 10, -40, 20], entries }, broken)).toBe('clear');
    const lent = {
      page: '/Resources<</Font<</F1 3 0 R>>/XObject<</I 92 0 R>>>>',
      more: [
        { number: 90, body: form('/I Do') },
        { number: 92, body: form(FILL) },
      ],
    };
    expect(effectOf(LETTERS, { rect: empty, entries }, lent)).toBe('unread');
    expect(effectOf(LETTERS, { rect: PLACE, entries }, lent)).toBe('hides');
    const faint = { more: [{ number: 90, body: form('/Missing Do') }] };
    expect(effectOf(LETTERS, { rect: empty, entries: '/AP<</N 90 0 R>>' }, faint)).toBe('clear');
  });

  it('MAP-8 is not known where its box is none, or it cannot be read', () => {
    const boxed = (box: string, content = '', page = '') =>
      effectOf(
        page,
        { rect: PLACE, entries: '/AP<</N 90 0 R>>' },
        { more: [{ number: 90, body: form(content, box) }] },
      );
    expect(boxed('[90 690 140 720]')).toBe('clear');
    expect(boxed('[90 690 140]')).toBe('unread');
    expect(boxed('/None')).toBe('unread');
    expect(boxed('[90 690 90 720]', FILL, LETTERS)).toBe('clear');
    const unheard = streamBody(FILL, '/Type/XObject/Subtype/Form/BBox[90 690 140 720]/Filter/Unheard');
    const entries = '/AP<</N 90 0 R>>';
    expect(effectOf('', { rect: PLACE, entries }, { more: [{ number: 90, body: unheard }] })).toBe('unread');
  });
});

describe('a look on a page that is turned', () => {
  const over = (rect: Box, rotate: number, flags = 20) =>
    effectOf(LETTERS, { ...white(rect), flags }, { page: `/Rotate ${rotate}` });

  it.each<[number, Box]>([
    [90, [95, 640, 135, 690]],
    [180, [140, 650, 190, 690]],
    [270, [140, 690, 190, 730]],
  ])('MAP-8 lies where readers turn it, and where it is said to lie: %d', (rotate, rect) => {
    for (const other of [0, 90, 180, 270])
      expect(over(rect, other)).toBe(other === rotate ? 'hides' : 'clear');
    expect(over(rect, rotate, 4)).toBe('clear');
    expect(over(PLACE, rotate)).toBe('hides');
  });
});

describe('what a look is told to hold', () => {
  const held = (look: string, entries = '') => {
    const { pdf, page } = revised('', [
      { rect: PLACE, look, entries, resources: '/ExtGState<</G<</ca .2>>/F<</ca .015>>/H<</ca .3>>>>' },
    ]);
    return new Sight().look(pdf, page, 300);
  };
  const counts = (look: string): number[] => {
    const found = held(look);
    return [
      found?.fills.length ?? -1,
      found?.drawings ?? -1,
      found?.pictures ?? -1,
      found?.marks.length ?? -1,
    ];
  };
  const picture = 'q 20 0 0 20 100 695 cm BI /W 1 /H 1 /BPC 8 /CS /G /F /AHx ID 00> EI Q';

  it.each<[string, string, number[]]>([
    ['nothing', '', [0, 0, 0, 0]],
    ['an area as a letter', '100 700 5 5 re f', [1, 1, 0, 1]],
    ['one as low as a letter', '100 700 40 3 re f', [1, 1, 0, 1]],
    ['one that is lower', '100 700 30 2.9 re f', [1, 0, 0, 0]],
    ['one that is higher', '100 680 5 40.1 re f', [1, 0, 0, 0]],
    ['one as high', '100 680 5 40 re f', [1, 1, 0, 1]],
    ['one that is wider', '95 700 40.1 5 re f', [1, 0, 0, 0]],
    ['a stroke', '1 w 100 700 m 100 710 l S', [0, 0, 0, 1]],
    ['a picture', picture, [1, 0, 1, 1]],
    ['what is faint', '/G gs 100 700 5 5 re f', [0, 0, 0, 1]],
    ['what is less faint', '/H gs 100 700 5 5 re f', [1, 1, 0, 1]],
    ['what is elsewhere', '300 700 5 5 re f', [0, 0, 0, 0]],
  ])('MAP-8 by its marks: %s', (_, look, expected) => {
    expect(counts(look)).toEqual(expected);
  });

  it('MAP-8 as something that is seen, or not', () => {
    expect(held('')?.isSeen).toBe(false);
    expect(held('100 700 5 5 re f')?.isSeen).toBe(true);
    expect(held('/F gs 100 700 5 5 re f')?.isSeen).toBe(false);
    expect(held('/F gs 100 700 5 5 re f 100 700 5 5 re f')?.isSeen).toBe(true);
    expect(held('BT /F1 9 Tf 100 700 Td (A) Tj ET')?.isSeen).toBe(true);
    expect(held('BT /F1 9 Tf 100 700 Td (A) Tj ET')?.written).toHaveLength(1);
    expect(held('BT /F1 9 Tf 300 700 Td (A) Tj ET')?.isSeen).toBe(false);
  });

  it('MAP-8 of which so much is kept', () => {
    const many = held('100 700 5 5 re f '.repeat(2001));
    expect([many?.fills.length, many?.marks.length, many?.drawings]).toEqual([2000, 2000, 2001]);
  });

  it('MAP-8 as what a soft mask gives its shape', () => {
    const mask = streamBody(
      '.5 g 0 0 600 800 re f',
      '/Type/XObject/Subtype/Form/BBox[0 0 600 800]/Group<</S/Transparency/CS/DeviceGray>>',
    );
    const masked = {
      rect: PLACE,
      look: '/G gs 100 700 5 5 re f',
      resources: '/ExtGState<</G<</SMask<</S/Luminosity/G 90 0 R>>>>>>',
    };
    const { pdf, page } = revised('', [masked], { more: [{ number: 90, body: mask }] });
    expect(new Sight().look(pdf, page, 300)?.masked).toBe(1);
    expect(held('100 700 5 5 re f')?.masked).toBe(0);
  });

  it.each(['N', 'R', 'D'])('MAP-8 with those under the mouse: %s', (key) => {
    const others = ['N', 'R', 'D'].filter((one) => one !== key).map((one) => `/${one} 91 0 R`);
    const entries = `/AP<</${key} 90 0 R${others.join('')}>>`;
    const { pdf, page } = revised('', [{ rect: PLACE, entries }], {
      more: [
        { number: 90, body: form(FILL) },
        { number: 91, body: form('') },
      ],
    });
    expect(new Sight().look(pdf, page, 300)?.isSeen).toBe(true);
    expect(new Sight().look(pdf, page, 999)).toBeUndefined();
  });
});
