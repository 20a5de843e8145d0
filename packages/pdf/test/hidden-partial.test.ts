import { documentObjects, streamBody, writePdf } from '@websign/testkit';
import { describe, expect, it } from 'vitest';
import { inspect } from '../src/index.ts';
import { open } from './support.ts';

/** What is told as covered on a page with a line of 24 points that begins at 72, 700. */
function covered(words: string, cover: string): string[] {
  const content = `BT /F1 24 Tf 72 700 Td (${words}) Tj ET q ${cover} Q`;
  const entries = '/Resources<</Font<</F1 3 0 R>>>>';
  const objects = documentObjects({ pages: [{ content, entries }] });
  return inspect(open(writePdf({ kind: 'table', objects })))
    .findings.filter(({ kind }) => kind === 'covered_text')
    .map(({ excerpt }) => excerpt ?? '');
}

const PICTURE = '/Type/XObject/Subtype/Image/Width 8/Height 8/BitsPerComponent 8/ColorSpace/DeviceGray';

/** As {@link covered}, of `Total 8000 euro` under a cover that draws the first of some pictures. */
function coveredBy(cover: string, pictures: readonly Uint8Array[]): string[] {
  const content = `BT /F1 24 Tf 72 700 Td (Total 8000 euro) Tj ET ${cover}`;
  const entries = '/Resources<</Font<</F1 3 0 R>>/XObject<</X 100 0 R>>>>';
  const more = pictures.map((body, at) => ({ number: 100 + at, body }));
  const objects = documentObjects({ pages: [{ content, entries }], more });
  return inspect(open(writePdf({ kind: 'table', objects })))
    .findings.filter(({ kind }) => kind === 'covered_text')
    .map(({ excerpt }) => excerpt ?? '');
}

const rows = (step: number, height: number): string =>
  Array.from({ length: 20 }, (_, at) => `60 ${690 + at * step} 400 ${height} re`).join(' ');
/** A mosaic of squares, of which one in so many is left out, or all but one in so many. */
function squares(side: number, { every, isHole }: { every: number; isHole: boolean }): string {
  return Array.from({ length: 1500 }, (_, at): [number, number] => [at % 100, Math.floor(at / 100)])
    .filter(([column, row]) => ((column + row) % every === 0) !== isHole)
    .map(([column, row]) => `${60 + column * side} ${694 + row * side} ${side} ${side} re`)
    .join(' ');
}

// In Helvetica of 24 points a digit is 13.3 points wide, and `Total 8000` has its 8 at 131.4.
describe('UP-6: letters of which a part is covered', () => {
  it.each([
    ['the lower half of a line', '1 g 60 690 400 19 re f', 'Total 8000 euro'],
    ['the upper half of a line', '1 g 60 705.5 400 19 re f', 'Total 8000 euro'],
    ['stripes close to each other', `1 g ${rows(2, 1.7)} f`, 'Total 8000 euro'],
    ['a mosaic with few gaps', `1 g ${squares(4, { every: 5, isHole: true })} f`, 'Total 8000 euro'],
    ['the left half of a digit', '1 g 130 690 8 40 re f', '8'],
    ['the right half of a digit', '1 g 138 690 8 40 re f', '8'],
    ['the upper half of a digit', '1 g 131 708 14 20 re f', '8'],
  ])('%s', (_name, cover, told) => {
    const found = covered('Total 8000 euro', cover);
    expect(found).toHaveLength(1);
    expect(told).toContain(found[0]?.slice(0, 1) ?? '?');
  });

  // In Helvetica of 24 points `As in ANNEX ` is 149.4 wide, and the third E of the line stands at 221.4.
  it('a bar of a letter that names something: ANNEX E is read as ANNEX F', () => {
    expect(covered('As in ANNEX E', '1 g 225.7 698.5 13.4 4.35 re f')).toEqual(['ANNEX E']);
  });

  it('SGN-7: none of a bar of a letter within a word, which is read all the same', () => {
    expect(covered('As in ANNEX E', '1 g 187 698.5 11.4 4.35 re f')).toEqual([]);
    expect(covered('As in ANNEX E', '1 g 133 698.5 13 4.35 re f')).toEqual([]);
  });

  it.each([
    ['an area over it', '1 g 0 0 595 842 re f 0 g 158 690 9.6 30 re f', ['transparent_text 9']],
    [
      'an area beside the one that shows',
      '1 g 167.7 690 90 30 re f 1 g 0 0 100 842 re f',
      ['transparent_text 9'],
    ],
    [
      'a shape over it',
      '1 g 0 0 595 842 re f 0 g 157 690 m 167.6 690 l 167.6 720 l 156 721 l f',
      ['transparent_text 9'],
    ],
    ['an area beside it', '1 g 0 0 595 842 re f 0 g 140 690 19 30 re f', []],
    ['an area that dims it', '1 g 0 0 595 842 re f .5 g 158 690 9.6 30 re f', []],
  ])('a digit that a soft mask of a whole page takes away: %s', (_name, mask, told) => {
    const content = 'q /G gs BT /F1 14 Tf 160 700 Td (9500) Tj ET Q';
    const entries = '/Resources<</Font<</F1 3 0 R>>/ExtGState<</G 101 0 R>>>>';
    const group = '/Type/XObject/Subtype/Form/BBox[0 0 595 842]/Group<</S/Transparency/CS/DeviceGray>>';
    const more = [
      { number: 100, body: streamBody(mask, group) },
      { number: 101, body: '<</SMask<</Type/Mask/S/Luminosity/G 100 0 R>>>>' },
    ];
    const objects = documentObjects({ pages: [{ content, entries }], more });
    const { findings } = inspect(open(writePdf({ kind: 'table', objects })));
    expect(
      findings.flatMap(({ kind, excerpt }) => (kind.endsWith('_text') ? `${kind} ${excerpt}` : [])),
    ).toEqual(told);
  });

  it('the tail of a comma, which is read as a point then', () => {
    expect(covered('Total 1,500 euro', '1 g 100 690 120 9.9 re f')).toEqual([',']);
  });

  it('the bar of a minus', () => {
    expect(covered('Total -500 euro', '1 g 130 703 10 6 re f')).toEqual(['-']);
  });

  // A stroke of a letter: the left half of the 8 and its bar, the bar of a 7, and the stem of a plus sign.
  it.each([
    ['the left of an 8, which is a 3 then', 'Total 8000 euro', '1 g 131.8 703 3.5 12 re f', '8'],
    ['the bar of an 8, which is a 0 then', 'Total 8000 euro', '1 g 135.5 706 5.5 5.8 re f', '8'],
    ['two strokes of an 8', 'Total 8000 euro', '1 g 132.3 702 3 5 re f 132.3 710 3.5 5 re f', '8'],
    ['the lower bow of a 6', 'Total 6000 euro', '1 g 132.3 703 3.5 6 re f', '6'],
    ['the bar of a 7', 'Total 7000 euro', '1 g 132 712 5.5 6 re f', '7'],
    ['the stem of a plus sign', 'Total + 5 euro', '1 g 135.6 706.5 3.4 9 re f 135.6 696 3.4 8 re f', '+'],
    [
      'by a shape that is no rectangle',
      'Total 8000 euro',
      '1 g 131.8 703 m 135.3 703 l 135 715 l 131.8 715 l f',
      '8',
    ],
  ])('%s', (_name, words, cover, told) => expect(covered(words, cover)).toEqual([told]));

  it.each([
    ['ink within a digit', '131.8 703 3.5 12 re f'],
    ['ink within a digit, twice', '131.8 703 3.5 12 re f 131.8 703 3.5 12 re f'],
    ['a colour that is seen', '1 0 0 rg 135.5 706 5.5 5.8 re f'],
    ['a spot beside the ink', '1 g 130 722 5 5 re f'],
  ])('SGN-7: none by %s', (_name, cover) => expect(covered('Total 8000 euro', cover)).toEqual([]));

  it.each([
    ['a line under them', '1 g 60 692 400 2 re f'],
    ['a thin line across a digit', '1 g 137 690 .5 40 re f'],
    ['thin stripes', `1 g ${rows(4, 1)} f`],
    ['a mosaic with many gaps', `1 g ${squares(4, { every: 6, isHole: false })} f`],
    ['the edge of a digit', '1 g 128 690 5 40 re f'],
    ['a part of a letter of a word', '1 g 76 690 6 40 re f'],
    ['what lies under their feet', '1 g 60 680 400 19 re f'],
  ])('none under %s', (_name, cover) => {
    expect(covered('Total 8000 euro', cover)).toEqual([]);
  });

  // The bars of Helvetica's signs: a comma reaches from .07 below the line to .1 over it, a minus from .23 to .32.
  it.each([
    ['a line under an amount', 'Total 1,500 euro', '1 w 72 699 m 262 699 l S'],
    ['a rule on the line', 'Total 1.500 euro', '1 w 60 700.4 m 460 700.4 l S'],
    ['a line through a debt', 'Total -500 euro', '1 0 0 RG 2 w 72 706.5 m 262 706.5 l S'],
    ['a line of a chart', 'Total 2024', '0 0 1 RG 6 w 60 708 m 300 708 l S'],
    ['a dashed line of a chart', 'Total 2024', '0 0 1 RG 6 w [9 4] 0 d 60 708 m 300 708 l S'],
    ['a wall of a plan', 'Total 3', '0 G 5 w 136 690 m 136 730 l S'],
    ['a pale row that begins close under it', 'Total 1,500 euro', '.9 g 60 685 400 14.4 re f'],
  ])('none under what is seen itself: %s', (_name, words, drawing) => {
    expect(covered(words, drawing)).toEqual([]);
  });

  it.each([
    ['white', '1 g'],
    ['almost white', '.97 g'],
  ])('none of it is seen: %s', (_name, colour) => {
    expect(covered('Total 1,500 euro', `${colour} 60 685 400 14.8 re f`)).toEqual([',']);
  });

  // White pictures with a hole somewhere, and covers over something dark, are not seen where they lie over letters.
  it.each([
    ['over a thin dark line', '0 G .5 w 60 708 m 400 708 l S 1 g 130 690 8 40 re f', ''],
    ['that is a white picture', 'q 8 0 0 40 130 690 cm /X Do Q', ''],
    ['that is a white picture with a hole', 'q 8 0 0 40 130 690 cm /X Do Q', '/SMask 101 0 R'],
  ])('half of a digit under a cover %s', (_name, cover, mask) => {
    const white = streamBody(new Uint8Array(64).fill(255), `${PICTURE}${mask}`);
    const hole = streamBody(new Uint8Array(64).fill(255).fill(0, 0, 1), PICTURE);
    expect(coveredBy(cover, [white, hole])[0]).toMatch(/^8/);
  });

  it.each([
    ['dark', new Uint8Array(64).fill(60)],
    ['of dark noise', Uint8Array.from({ length: 64 }, (_, at) => (at * 37) % 160)],
  ])('none under a picture that is seen itself: %s', (_name, samples) => {
    expect(coveredBy('q 8 0 0 40 130 690 cm /X Do Q', [streamBody(samples, PICTURE)])).toEqual([]);
  });

  it('none of what a clip cuts off before', () => {
    const content =
      'q 60 690 140 40 re W n BT /F1 24 Tf 72 700 Td (Total 8000 euro 18) Tj ET Q 1 g 205 690 90 40 re f';
    const entries = '/Resources<</Font<</F1 3 0 R>>>>';
    const objects = documentObjects({ pages: [{ content, entries }] });
    const { findings } = inspect(open(writePdf({ kind: 'table', objects })));
    expect(findings.filter(({ kind }) => kind === 'covered_text')).toEqual([]);
  });

  it('the same under veils that come one by one as under many', () => {
    // Of an outline each paints a part of the letters; the others lie elsewhere on the page.
    const veil = '1 g 130 690 m 150 690 l 150 730 l 130 731 l f';
    const elsewhere = Array.from(
      { length: 30 },
      (_, at) => `${20 + at} 40 m ${25 + at} 40 l ${22 + at} 50 l f`,
    );
    const alone = covered('Total 8000 euro', veil);
    expect(alone).toHaveLength(1);
    expect(covered('Total 8000 euro', [...elsewhere, veil].join(' '))).toEqual(alone);
    expect(covered('Total 8000 euro', [veil, ...elsewhere].join(' '))).toEqual(alone);
  });

  it('none under a large letter that is seen itself', () => {
    const watermark = '.9 g BT /F1 300 Tf .34 0 0 1 120 620 Tm (I) Tj ET';
    expect(covered('Total 8000 euro', watermark)).toEqual([]);
    expect(covered('Total 8000 euro', watermark.replace('.9 g', '1 g'))).toHaveLength(1);
  });
});
