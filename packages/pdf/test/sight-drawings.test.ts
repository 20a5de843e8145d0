import { bodyOf, furtherSignature, signedDocument, streamBody, updated } from '@websign/testkit';
import { describe, expect, it } from 'vitest';
import { changesOf } from './later-changes-support.ts';
import { sign } from './support.ts';

const PLACE = '[70 690 300 730]';

/** A page that draws something, signed; then signed again with an opaque look at a place. */
async function covered(content: string, rect = PLACE, ground = '1 g'): Promise<string[]> {
  const document = signedDocument();
  const objects = [
    { number: 4, body: bodyOf(document, 4).replace(' 150 0 R', '') },
    { number: 5, body: streamBody(content) },
  ];
  const signed = await sign(updated(document, objects));
  const file = furtherSignature(signed, { content: `${ground} 0 0 230 40 re f`, rect });
  return (changesOf(file)?.changes ?? []).map(({ rule, reason }) => reason ?? rule);
}

const eight = (draw: (x: number) => string): string =>
  Array.from({ length: 8 }, (_, at) => draw(76 + at * 16)).join(' ');
/** A seven, outlined. */
const seven = (x: number): string =>
  `${x} 717 m ${x + 9} 717 l ${x + 9} 715 l ${x + 4} 700 l ${x + 2} 700 l ${x + 7} 715 l ${x} 715 l h`;

describe('a cover over what is drawn for letters', () => {
  it.each([
    ['a word outlined as one path', `0 g ${eight(seven)} f`],
    [
      'digits of rectangles',
      `0 g ${eight((x) => `${x} 700 1.5 17 re f ${x} 715.5 9 1.5 re f ${x + 8} 700 1.5 17 re f`)}`,
    ],
    [
      'digits of rectangles in one path',
      `0 g ${eight((x) => `${x} 700 1.5 17 re ${x} 715.5 9 1.5 re ${x + 8} 700 1.5 17 re`)} f`,
    ],
    ['a plotter’s text', `1.5 w ${eight((x) => `${x} 700 m ${x} 717 l ${x + 8} 717 l ${x + 8} 700 l`)} S`],
    [
      'curves that a plotter drew',
      `1 w ${eight((x) => `${x} 700 m ${x} 712 ${x + 9} 712 ${x + 9} 717 c`)} S`,
    ],
    ['a pale grey digit', `.85 g ${seven(80)} f`],
  ])('MAP-8 hides %s', async (_, content) => {
    expect(await covered(content)).toContain('covers_content');
  });

  it.each([
    ['rectangle', '60 690 300 40 re f'],
    [
      'rounded area',
      '65 690 m 350 690 l 355 690 360 695 360 700 c 360 730 l 60 730 l 60 695 l 60 692 62 690 65 690 c f',
    ],
  ])('MAP-8 hides a white digit on a dark %s', async (_, area) => {
    expect(await covered(`0 0 .5 rg ${area} 1 g ${seven(80)} f`, PLACE, '0 0 .5 rg')).toContain(
      'covers_content',
    );
  });

  it.each([
    [
      'a point between digits',
      `0 g ${seven(76)} f ${seven(90)} f 86.7 700 1.8 1.8 re f`,
      '[85.5 698 89.4 703]',
    ],
    ['a minus', `0 g 76 708 6 1.2 re f ${seven(85)} f`, '[74 705 83.5 712]'],
    ['digits that hang together', `0 g ${eight(seven)} 76 700 125 .8 re f`, PLACE],
  ])('MAP-8 is told over %s', async (_, content, rect) => {
    const rules = await covered(content, rect);
    expect(rules.some((rule) => rule === 'unread_look' || rule === 'covers_content')).toBe(true);
  });
});

describe('a cover over what is no letter', () => {
  it.each([
    ['nothing', ''],
    ['a line to sign on', '.7 w 60 700 m 320 700 l S'],
    ['a line to sign on, as an area', '0 g 80 700 180 .7 re f'],
    [
      'a dashed one',
      `0 g ${Array.from({ length: 30 }, (_, at) => `${80 + at * 6} 700 3 .6 re f`).join(' ')}`,
    ],
    [
      'a dotted one',
      `0 g ${Array.from({ length: 60 }, (_, at) => `${80 + at * 3} 700 .8 .8 re f`).join(' ')}`,
    ],
    ['a frame about it', '1 w 66 686 240 50 re S'],
    ['a frame within it', '1 w 80 695 200 30 re S'],
    ['a small box to sign in', '1 w 80 695 100 30 re S'],
    ['a smaller one', '1 w 80 695 45 30 re S'],
    [
      'a table',
      `.5 w ${Array.from({ length: 6 }, (_, at) => `40 ${670 + at * 14} m 400 ${670 + at * 14} l S`).join(' ')} ${Array.from({ length: 7 }, (_, at) => `${40 + at * 60} 670 m ${40 + at * 60} 740 l S`).join(' ')}`,
    ],
    [
      'a table whose cells are framed one by one',
      `.5 w ${Array.from({ length: 24 }, (_, at) => `${40 + (at % 6) * 60} ${680 + Math.floor(at / 6) * 14} 60 14 re S`).join(' ')}`,
    ],
    [
      'a table of thin areas',
      `0 g ${Array.from({ length: 24 }, (_, at) => `${40 + (at % 6) * 60} ${680 + Math.floor(at / 6) * 14} 60 .5 re f ${40 + (at % 6) * 60} ${680 + Math.floor(at / 6) * 14} .5 14 re f`).join(' ')}`,
    ],
    [
      'coloured cells',
      `${Array.from({ length: 24 }, (_, at) => `${at % 2 === 0 ? '.1 .2 .6' : '.9 .5 .1'} rg ${40 + (at % 6) * 60} ${680 + Math.floor(at / 6) * 14} 60 14 re f`).join(' ')}`,
    ],
    ['a ground', '.2 .3 .8 rg 0 0 595 842 re f'],
    ['the edge of a ground', '.2 .3 .8 rg 0 0 150 842 re f'],
    ['a round ground', '.2 .3 .8 rg 100 600 m 300 600 300 800 100 800 c f'],
    ['a line across the page', '1 w 0 600 m 595 800 l S'],
    [
      'a watermark of large pale letters',
      '.93 g 100 690 m 130 690 l 160 790 l 140 790 l h f 150 690 m 160 690 l 190 790 l 180 790 l h f',
    ],
  ])('MAP-8 is plain: %s', async (_, content) => {
    const rules = await covered(content);
    expect(rules.filter((rule) => rule !== 'further_signature')).toEqual([]);
  });

  it('MAP-8 and beside a logo it is plain', async () => {
    const logo = `.8 .1 .1 rg ${eight(seven)} f 20 690 m 60 690 l 40 730 l f`;
    const rules = await covered(logo, '[70 640 300 680]');
    expect(rules.filter((rule) => rule !== 'further_signature')).toEqual([]);
  });
});

describe('a page of more drawings than are kept', () => {
  it('MAP-8 is not told from one that shows more', async () => {
    expect(await covered('400 400 1 1 re f '.repeat(50_001))).toContain('unread_look');
  });

  it('MAP-8 nor is one of more corners', async () => {
    const path = `400 400 m ${'401 401 l 402 400 l '.repeat(30_000)} f `;
    expect(await covered(path.repeat(18))).toContain('unread_look');
  });
});
