import { streamBody } from '@websign/testkit';
import { describe, expect, it } from 'vitest';
import type { Box } from '../src/revisions/pages.ts';
import { type Drawn, effectOf, white } from './sight-support.ts';

/** A picture of four samples to the square unit, whose lower left corner is at 100, 690. */
const [WIDE, HIGH] = [240, 160];
type Inked = readonly [area: Box, level?: number];

function samplesOf(ink: readonly Inked[], paper: number): Uint8Array {
  const samples = new Uint8Array(WIDE * HIGH).fill(paper);
  for (const [[x0, y0, x1, y1], level = 0] of ink)
    for (let y = (y0 - 690) * 2; y < (y1 - 690) * 2; y++)
      samples.fill(level, (HIGH - 1 - y) * WIDE + (x0 - 100) * 2, (HIGH - 1 - y) * WIDE + (x1 - 100) * 2);
  return samples;
}

interface Kind {
  paper?: number;
  entries?: string;
  content?: string;
  mask?: readonly Inked[];
  look?: Drawn;
}
function told(
  ink: readonly Inked[],
  box: Box,
  { paper = 255, entries = '', content = '', mask, look = white(box) }: Kind = {},
) {
  const size = `/Subtype/Image/Width ${WIDE}/Height ${HIGH}`;
  const grey = `${size}/BitsPerComponent 8/ColorSpace/DeviceGray`;
  const soft = mask === undefined ? '' : '/SMask 91 0 R';
  return effectOf(`q 120 0 0 80 100 690 cm /I Do Q ${content}`, look, {
    page: '/Resources<</Font<</F1 3 0 R>>/XObject<</I 90 0 R>>>>',
    more: [
      { number: 90, body: streamBody(samplesOf(ink, paper), `${grey}${soft}${entries}`) },
      ...(mask === undefined ? [] : [{ number: 91, body: streamBody(samplesOf(mask, 255), grey) }]),
    ],
  });
}

const ALL: Box = [96, 686, 136, 726];
const BLOCK: Inked[] = [[[104, 692, 110, 698]]];

describe('ink of a picture under an opaque look', () => {
  it.each<[string, string, Inked[], Kind?]>([
    ['hides', 'a block', BLOCK],
    ['clear', 'nothing', []],
    ['hides', 'what is as dark as ink', [[[104, 692, 110, 698], 180]]],
    ['clear', 'what is hardly as dark', [[[104, 692, 110, 698], 190]]],
    ['hides', 'light ink on a dark ground', [[[104, 692, 110, 698], 255]], { paper: 0 }],
    ['hides', 'light ink on grey', [[[104, 692, 110, 698], 205]], { paper: 130 }],
    ['clear', 'hardly lighter ink on grey', [[[104, 692, 110, 698], 190]], { paper: 130 }],
    ['clear', 'what a mask takes away', BLOCK, { mask: [[[104, 692, 110, 698], 0]] }],
    ['hides', 'what a mask leaves', BLOCK, { mask: [[[110, 692, 116, 698], 0]] }],
    ['hides', 'what a mask leaves a part of', BLOCK, { mask: [[[104, 692, 110, 698], 100]] }],
    ['clear', 'what a mask leaves little of', BLOCK, { mask: [[[104, 692, 110, 698], 50]] }],
    ['clear', 'a long line', [[[100, 700, 150, 703]]]],
    ['clear', 'a speck', [[[104, 692, 106.5, 694.5]]]],
    ['hides', 'a speck that is as high as a letter', [[[104, 692, 106.5, 695]]]],
    ['hides', 'a speck that is as wide as a letter', [[[104, 692, 106, 695]]]],
    ['unread', 'a hair', [[[104, 692, 105, 698]]]],
    ['hides', 'a stroke that is a little broader', [[[104, 692, 105.5, 698]]]],
  ])('MAP-8 %s: %s', (effect, _, ink, kind) => {
    expect(told(ink, ALL, kind)).toBe(effect);
  });

  const stroke = (wide: number): Inked[] => [[[104, 692, 104 + wide, 722]]];
  it.each<[string, string, Inked[], Box]>([
    ['hides', 'three units of it', [[[104, 694, 106, 722]]], [102, 695, 112, 698]],
    [
      'clear',
      'less than that, as it is lower than a letter',
      [[[104, 694, 106, 722]]],
      [102, 695.5, 112, 698],
    ],
    ['clear', 'a part of a thin one', stroke(1.5), [102, 690, 112, 698]],
    ['hides', 'three fifths of what is in a place', stroke(2), [102, 701, 112, 706]],
    ['clear', 'less of what is in a place', stroke(2), [102, 701, 112, 705.5]],
    [
      'hides',
      'four square units',
      [[[104, 660 + 40, 105, 725]], [[105, 722, 106, 723]]],
      [102, 722, 112, 730],
    ],
    ['clear', 'what is beside it', stroke(2), [106.5, 690, 112, 722]],
    ['clear', 'what is above it', stroke(2), [102, 722.5, 112, 730]],
    ['clear', 'what is under it', [[[104, 700, 106, 722]]], [102, 690, 112, 699.5]],
    ['clear', 'what is left of it', [[[108, 692, 110, 722]]], [100, 690, 107.5, 722]],
  ])('MAP-8 %s of a long stroke: %s', (effect, _, ink, box) => {
    expect(told(ink, box)).toBe(effect);
  });

  it.each<[string, Box]>([
    ['clear', [96, 686, 104, 726]],
    ['hides', [96, 686, 105, 726]],
    ['clear', [96, 686, 136, 694]],
    ['hides', [96, 686, 136, 695]],
  ])('MAP-8 %s: more or less than three fifths of a place, under %s', (effect, box) => {
    expect(told([[[100, 690, 108, 698]]], box)).toBe(effect);
  });

  it('MAP-8 is no ink of a letter where it is less than four square units', () => {
    const thin: Inked[] = [[[104, 700, 104.5, 735]], [[104.5, 703, 106, 703.5]]];
    expect(told(thin, [102, 702, 112, 706])).toBe('clear');
    const thick: Inked[] = [[[104, 700, 105, 735]], [[105, 703, 106, 704]]];
    expect(told(thick, [102, 702, 112, 706])).toBe('hides');
  });

  it.each<[string, number, string]>([
    ['', 0.3, 'clear'],
    ['', 0.5, 'hides'],
    ['/Filter/JBIG2Decode', 0.3, 'clear'],
    ['/Filter/JBIG2Decode', 0.5, 'unread'],
  ])('MAP-8 is hidden by what hides enough: %s %d', (entries, share, effect) => {
    const look = {
      rect: ALL,
      look: `/G gs ${white(ALL).look}`,
      resources: `/ExtGState<</G<</ca ${share}>>>>`,
    };
    expect(told(BLOCK, ALL, { entries, look })).toBe(effect);
  });

  it('MAP-8 is that of a stencil, where it paints', () => {
    const bits = samplesOf(BLOCK, 255);
    const packed = Uint8Array.from({ length: bits.length / 8 }, (_, at) =>
      bits.subarray(at * 8, at * 8 + 8).reduce((byte, sample) => (byte << 1) | (sample & 1), 0),
    );
    const stencil = (entries: string, box: Box) =>
      effectOf('0 g q 120 0 0 80 100 690 cm /I Do Q', white(box), {
        page: '/Resources<</XObject<</I 90 0 R>>>>',
        more: [
          {
            number: 90,
            body: streamBody(packed, `/Subtype/Image/Width ${WIDE}/Height ${HIGH}/ImageMask true${entries}`),
          },
        ],
      });
    expect(stencil('', ALL)).toBe('hides');
    expect(stencil('', [150, 700, 170, 720])).toBe('clear');
    expect(stencil('/Decode[1 0]', [150, 700, 170, 720])).toBe('clear');
    expect(stencil('/Filter/JBIG2Decode', ALL)).toBe('unread');
  });

  it('MAP-8 is what it is on a page where it stands', () => {
    expect(told(BLOCK, [160, 690, 200, 730])).toBe('clear');
    expect(told(BLOCK, [300, 690, 340, 730])).toBe('clear');
    expect(told([[[210, 760, 216, 766]]], [205, 755, 240, 790])).toBe('hides');
    expect(told([[[210, 760, 216, 766]]], [205, 767, 240, 790])).toBe('clear');
    expect(told(BLOCK, ALL, { content: '' })).toBe('hides');
  });

  it('MAP-8 is told of the first of several pictures, and of the others', () => {
    const second = 'q 40 0 0 40 300 300 cm /I Do Q';
    expect(told(BLOCK, ALL, { content: second })).toBe('hides');
    expect(told(BLOCK, [298, 298, 330, 330], { content: second })).toBe('hides');
  });
});

describe('a picture that cannot be read under an opaque look', () => {
  const UNREAD = { entries: '/Filter/JBIG2Decode' };
  const square = (wide: number, high: number): Box => [120, 700, 120 + wide, 700 + high];
  const words = (count: number, place: string, mode = 3): string =>
    Array.from({ length: count }, () => `BT ${mode} Tr /F1 9 Tf ${place} Td (word) Tj ET`).join(' ');

  it.each<[string, Box]>([
    ['unread', square(6, 5)],
    ['clear', square(5.5, 5)],
    ['unread', square(30, 1)],
    ['clear', [100 - 30, 700, 100.5, 750]],
    ['unread', [100 - 30, 700, 101, 750]],
    ['clear', [300, 700, 340, 740]],
  ])('MAP-8 is %s where so much of it is hidden: %s', (effect, box) => {
    expect(told([], box, UNREAD)).toBe(effect);
  });

  it('MAP-8 is told by what of it is hidden, and no more', () => {
    const look = { rect: ALL, look: '1 g 110 700 5 5 re f' };
    expect(told([], ALL, { ...UNREAD, look })).toBe('clear');
    expect(told([], ALL, { ...UNREAD, look: { rect: ALL, look: '1 g 110 700 6 6 re f' } })).toBe('unread');
  });

  it.each<[string, string, string]>([
    ['clear', 'ten words that are near', words(10, '150 720')],
    ['unread', 'nine', words(9, '150 720')],
    ['unread', 'ten that are painted', words(10, '150 750', 0)],
    ['clear', 'ten that cut others off', words(10, '150 720', 7)],
    ['clear', 'three that are near, and others', `${words(3, '150 720')} ${words(7, '203 720')}`],
    ['unread', 'two that are near, and others', `${words(2, '150 720')} ${words(8, '203 720')}`],
    ['clear', 'ten that are as near as that', words(10, '185 720')],
  ])('MAP-8 is told by what is said to be written there, or is not: %s: %s', (effect, _, content) => {
    expect(told([], square(6, 6), { ...UNREAD, content })).toBe(effect);
  });

  it('MAP-8 is told beside what can be read', () => {
    const inline = 'q 20 0 0 20 300 700 cm BI /W 1 /H 1 /BPC 8 /CS /G ID A EI Q';
    expect(told(BLOCK, [102, 690, 330, 725], { content: inline })).toBe('hides');
    expect(told([], [102, 690, 330, 725], { content: inline })).toBe('unread');
    expect(told([], [102, 690, 290, 725], { content: inline })).toBe('clear');
  });
});
