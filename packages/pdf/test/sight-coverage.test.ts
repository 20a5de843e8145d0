import { bodyOf, furtherSignature, signedDocument, streamBody, updated } from '@websign/testkit';
import { beforeAll, describe, expect, it } from 'vitest';
import { changesOf } from './later-changes-support.ts';
import { sign } from './support.ts';

type Look = Parameters<typeof furtherSignature>[1];

let signed: Uint8Array;

beforeAll(async () => {
  const page = bodyOf(signedDocument(), 4).replace(' 150 0 R', '');
  signed = await sign(
    updated(signedDocument(), [
      { number: 4, body: page },
      { number: 5, body: streamBody('BT /F1 24 Tf 72 700 Td (Pay 1000 euros) Tj ET') },
    ]),
  );
});

/** What is told of a further signature over the words, whose look is 230 wide and 40 high. */
const toldOf = (look: Look): string[] =>
  (changesOf(furtherSignature(signed, look))?.changes ?? []).map(({ rule, reason }) => reason ?? rule);

const numbers = (from: number, to: number, step: number): number[] =>
  Array.from({ length: Math.round((to - from) / step) }, (_, at) => from + at * step);

/** Bars that leave the lines free at which a cell of half a unit, cut in three, has its middles. */
const BETWEEN_LINES = numbers(0, 240, 1)
  .map((at) => `0 ${((at - 0.5) / 6 + 0.004).toFixed(4)} 230 ${(1 / 6 - 0.008).toFixed(4)} re`)
  .join(' ');

/** Bow-ties one over the other: the edges of each cross in its middle, and half of it is painted. */
const BOW_TIES = numbers(0, 40, 0.25)
  .map((y) => `0 ${y} m 230 ${y} l 0 ${y + 0.25} l 230 ${y + 0.25} l h`)
  .join(' ');

/** Pairs of bars that go round in opposite ways and meet within a cell: their windings would cancel out. */
const OPPOSITE = numbers(0, 40, 0.5)
  .map((y) => `0 ${y} 230 0.25 re 0 ${y + 0.5} 230 -0.25 re`)
  .join(' ');

/** What lies over the figures between a flat arch and the straight lines through five of its points. */
const CRESCENT = (() => {
  const back = [0.75, 0.5, 0.25].map((t) => `${-1516 + 4230 * t} ${-932 + 4200 * t * (1 - t)} l`);
  return `-1516 -932 m -106 468 1304 468 2714 -932 c ${back.join(' ')} h f`;
})();

const HOLES = (() => {
  const [wide, high] = [460 * 3, 80 * 3];
  const samples = new Uint8Array(wide * high).fill(255);
  for (let y = 1; y < high; y += 3) for (let x = 1; x < wide; x += 3) samples[y * wide + x] = 0;
  const image = '/Type/XObject/Subtype/Image/ColorSpace/DeviceGray/BitsPerComponent 8';
  return {
    content: 'q 230 0 0 40 0 0 cm /I Do Q',
    resources: '/XObject<</I 320 0 R>>',
    objects: [
      { number: 320, body: streamBody(Uint8Array.of(255), `${image}/Width 1/Height 1/SMask 321 0 R`) },
      { number: 321, body: streamBody(samples, `${image}/Width ${wide}/Height ${high}`) },
    ],
  };
})();

const PINHOLES = numbers(45, 62, 0.5)
  .flatMap((x) => numbers(8, 30, 0.5).map((y) => `${(x + 0.2).toFixed(2)} ${(y + 0.2).toFixed(2)} .1 .1 re`))
  .join(' ');

describe('what a look hides is the area that it paints', () => {
  it.each<[string, Look]>([
    ['bars between the middles of lines', { content: `1 g ${BETWEEN_LINES} f` }],
    ['edges that cross where they would be looked at', { content: `1 g ${BOW_TIES} f` }],
    ['shapes that go round in opposite ways', { content: `1 g ${OPPOSITE} f` }],
    ['a soft mask with holes in the middle of cells', HOLES],
    ['a clip with holes there', { content: `q 0 0 230 40 re ${PINHOLES} W* n 1 g 0 0 230 40 re f Q` }],
    ['a line that closes a path', { content: '1 G 40 w 0 20 m 115 20 l 230 20 l h S' }],
    ['only the line that closes it', { content: '1 G 40 w 0 20 m 115 200 l 230 20 l s' }],
    ['the point of a sharp corner', { content: '1 G 600 M 16 w 58 600 m 60 60 l 62 600 l S' }],
    ['what lies between a curve and its chords', { content: `1 g ${CRESCENT}` }],
    ['a dot', { content: '1 G 1 J 60 w 60 20 m 60 20 l S' }],
  ])('MAP-8 however it is cut: %s', (_, look) => {
    expect(toldOf(look)).toContain('covers_content');
  });

  it.each<[string, Look]>([
    ['a pen of thousands of points, as a line', { content: `.8 w ${wave(5000, 0)} S` }],
    ['and as an outline', { content: `${wave(2500, 0)} ${wave(2500, 0.8).replace('m', 'l')} f` }],
    [
      'thin bars far apart',
      {
        content: `1 g ${numbers(0, 40, 4)
          .map((y) => `0 ${y} 230 .5 re`)
          .join(' ')} f`,
      },
    ],
  ])('MAP-8 and no more than ink on figures: %s', (_, look) => {
    expect(toldOf(look)).toEqual(['further_signature', 'drawn_over']);
  });

  it('MAP-8 is told where a path has too many points to know it', () => {
    const content = `.8 w ${wave(70_000, 0)} S`;
    expect(toldOf({ content })).toEqual(['further_signature', 'unread_look']);
    expect(toldOf({ content: content.replace('S', 'f') })).toEqual(['further_signature', 'unread_look']);
  });
});

/** A wave over the words and, `lift` higher, back again. */
function wave(count: number, lift: number): string {
  const points = Array.from({ length: count }, (_, index) => {
    const at = lift > 0 ? count - index : index;
    return `${((at * 230) / count).toFixed(2)} ${(20 + lift + 15 * Math.sin((at * 80) / count)).toFixed(2)}`;
  });
  return `${points[0]} m ${points
    .slice(1)
    .map((point) => `${point} l`)
    .join(' ')}`;
}
